//! Plays RingRift on the board of a page by choosing among the legal actions that the server lists.

use page_tests::{Page, REDUCED_MOTION, role};

/// Input device of a player.
#[derive(Copy, Clone)]
pub(crate) enum Input {
    Keyboard,
    Mouse,
    /// A tap shows a preview; the choice is confirmed by a button.
    Touch,
}

/// Starts a game against the weakest bot from the start page, without animations.
pub(crate) fn start_game(page: &Page, board: &str) {
    page.emulate_media(&[REDUCED_MOTION]);
    start_animated_game(page, board);
}

/// Starts the same game with animations.
pub(crate) fn start_animated_game(page: &Page, board: &str) {
    page.click("summary");
    page.choose("#setting-board", board);
    page.choose("#setting-level", "1");
    page.click(role("button", "Play now"));
    page.wait_for("[role=grid]");
}

/// Plays until the game or `turns` turns are over; returns whether the game is over.
pub(crate) fn play(page: &Page, input: Input, turns: u32) -> bool {
    let has_enough_turns = format!("(/\\d+/.exec(document.querySelector('.turn-number').textContent) > {turns})");
    loop {
        page.wait_until(&format!("{IS_OVER} || {has_enough_turns} || {HAS_CHOICES}"));
        if page.eval(&format!("{IS_OVER} || {has_enough_turns}")) == true {
            return page.eval(IS_OVER) == true;
        }
        make_choice(page, input);
    }
}

/// Resigns and waits for the end of the game.
pub(crate) fn resign(page: &Page) {
    page.click(role("button", "Resign"));
    page.accept_dialog();
    page.wait_until(IS_OVER);
}

pub(crate) const IS_OVER: &str = "document.querySelector('.end')?.hidden === false";

/// Cells or choices are marked.
pub(crate) const HAS_MARKS: &str =
    "(['.bd-can', '.bd-can-piece'].some((path) => document.querySelector(path)?.getAttribute('d'))
    || document.querySelector('.bd-options button') !== null)";

/// It is the player's turn by the state of the server, with marked cells or buttons to choose from.
pub(crate) const HAS_CHOICES: &str = "(!document.querySelector('[data-unconfirmed]') && document.querySelector('.asked').textContent.startsWith('Your turn') && (
    ['.bd-can', '.bd-can-piece'].some((path) => document.querySelector(path)?.getAttribute('d'))
    || document.querySelector('.bd-options button, .bd-decide .row .row:not(.bd-counts) > button') !== null))";

/// What the player chooses next.
pub(crate) enum Choice {
    /// An option from the list.
    Option,
    Cell,
    Button,
}

/// Elements to choose from, besides cells.
pub(crate) const OPTIONS: &str = ".bd-options button";
pub(crate) const BUTTONS: &str = ".bd-decide .row .row:not(.bd-counts) > button";

/// Returns what to choose: an option from the list if there is one, otherwise a cell, otherwise a button.
pub(crate) fn next_choice(page: &Page) -> Choice {
    let kind = "const option = document.querySelector('.bd-options button'); const cells = ['.bd-can', '.bd-can-piece']
        .some((path) => document.querySelector(path).getAttribute('d')); return option ? 'option' : cells ? 'cell' : 'button';";
    match page.eval_string(&format!("(() => {{ {kind} }})()")).as_str() {
        "option" => Choice::Option,
        "cell" => Choice::Cell,
        _ => Choice::Button,
    }
}

/// Makes one choice.
pub(crate) fn make_choice(page: &Page, input: Input) {
    match next_choice(page) {
        Choice::Option => page.click(OPTIONS),
        Choice::Cell => match input {
            Input::Keyboard => choose_by_keys(page),
            Input::Mouse => choose_by_pointer(page),
            Input::Touch => {
                choose_by_pointer(page);
                page.click(role("button", "Confirm"));
            }
        },
        Choice::Button => page.click(BUTTONS),
    }
}

/// Moves the cursor to the next choosable cell and chooses it.
fn choose_by_keys(page: &Page) {
    use page_tests::Key::{Char, Enter};
    page.focus("[role=grid]");
    page.press_keys([Char('n'), Enter]);
}

/// Clicks the cells of one of the listed actions in order.
fn choose_by_pointer(page: &Page) {
    let cells = page.eval(
        "(async () => {
           const game = await (await fetch(`/api${location.pathname}`)).json();
           const cells = ({ picks, others = [] }) => (picks.length ? picks : others.slice(0, 1));
           const choices = game.you.legal.groups.flatMap((group) => group.choices).filter((choice) => cells(choice).length);
           return [game.table.board, cells(choices[Math.floor(choices.length * 0.618)])];
         })()",
    );
    let board = cells[0].as_str().expect("RingRift games have a board");
    for cell in cells[1].as_array().into_iter().flatten().filter_map(|cell| cell.as_str()) {
        click_cell(page, board, cell);
    }
}

/// Clicks a cell.
pub(crate) fn click_cell(page: &Page, board: &str, cell: &str) {
    let (x, y) = cell_position(page, board, cell);
    page.click_at(x, y);
}

/// Scrolls the board into view and returns the position of a cell in the window.
pub(crate) fn cell_position(page: &Page, board: &str, cell: &str) -> (f64, f64) {
    let point = page.eval(&format!(
        "(async () => {{
           const layout = await (await fetch('/api/boards/{board}')).json();
           const {{ x, y }} = layout.cells.find((one) => one.name === '{cell}');
           document.querySelector('.bd-over').scrollIntoView({{ block: 'center', behavior: 'instant' }});
           const point = new DOMPoint(x, y).matrixTransform(document.querySelector('.bd-over').getScreenCTM());
           return [point.x, point.y];
         }})()"
    ));
    let [x, y] = [0, 1].map(|index| point[index].as_f64().expect("coordinates are numbers"));
    (x, y)
}
