//! Playing RingRift on the board of a page: whatever the server offers, one choice after the other.

use page_tests::{Page, STILL, role};

/// With what a player plays.
#[derive(Copy, Clone)]
pub(crate) enum By {
    /// The keyboard alone.
    Keys,
    /// The mouse.
    Mouse,
    /// A finger, which confirms what it has chosen.
    Finger,
}

/// Makes a game against the weakest computer on the first page, and waits for the board.
pub(crate) fn play_now(page: &Page, board: &str) {
    // Nothing is waited for that is only beautiful.
    page.media(&[STILL]);
    play_and_look(page, board);
}

/// The same, with everything that moves.
pub(crate) fn play_and_look(page: &Page, board: &str) {
    page.click("summary");
    page.choose("#setting-board", board);
    page.choose("#setting-level", "1");
    page.click(role("button", "Play now"));
    page.see("[role=grid]");
}

/// Plays until the game or a number of turns is over; whether the game is.
pub(crate) fn play(page: &Page, by: By, turns: u32) -> bool {
    let is_enough = format!("(/\\d+/.exec(document.querySelector('.turn-number').textContent) > {turns})");
    loop {
        page.wait_until(&format!("{IS_OVER} || {is_enough} || {IS_ASKED}"));
        if page.eval(&format!("{IS_OVER} || {is_enough}")) == true {
            return page.eval(IS_OVER) == true;
        }
        decide(page, by);
    }
}

/// Gives up, and sees how the game ended.
pub(crate) fn resign(page: &Page) {
    page.click(role("button", "Resign"));
    page.agree();
    page.wait_until(IS_OVER);
}

pub(crate) const IS_OVER: &str = "document.querySelector('.end')?.hidden === false";

/// Cells are marked that can be chosen, or there are buttons to choose from.
const IS_ASKED: &str = "(document.querySelector('.asked').textContent.startsWith('Your turn') && (
    ['.bd-can', '.bd-can-piece'].some((path) => document.querySelector(path)?.getAttribute('d'))
    || document.querySelector('.bd-options button, .bd-decide .row .row:not(.bd-counts) > button') !== null))";

/// Makes one choice: by a button where there are several ways to do the same, otherwise by a cell, if there is any.
pub(crate) fn decide(page: &Page, by: By) {
    let buttons = "const way = document.querySelector('.bd-options button'); const cells = ['.bd-can', '.bd-can-piece']
        .some((path) => document.querySelector(path).getAttribute('d')); return way ? 'way' : cells ? 'cell' : 'button';";
    match page.string(&format!("(() => {{ {buttons} }})()")).as_str() {
        "way" => page.click(".bd-options button"),
        "cell" => match by {
            By::Keys => choose_by_keys(page),
            By::Mouse => choose_by_pointer(page),
            By::Finger => {
                choose_by_pointer(page);
                page.click(role("button", "Play"));
            }
        },
        _ => page.click(".bd-decide .row .row:not(.bd-counts) > button"),
    }
}

/// Goes to the next cell that can be chosen, and chooses it.
fn choose_by_keys(page: &Page) {
    use page_tests::Key::{Char, Enter};
    page.focus("[role=grid]");
    page.keys([Char('n'), Enter]);
}

/// Points at the cells of a choice that the server offers, in their order.
fn choose_by_pointer(page: &Page) {
    let cells = page.eval(
        "(async () => {
           const game = await (await fetch(`/api${location.pathname}`)).json();
           const pointed = ({ picks, others = [] }) => (picks.length ? picks : others.slice(0, 1));
           const choices = game.you.legal.groups.flatMap((group) => group.choices).filter((choice) => pointed(choice).length);
           return [game.table.board, pointed(choices[Math.floor(choices.length * 0.618)])];
         })()",
    );
    let board = cells[0].as_str().expect("games of RingRift have a board");
    for cell in cells[1].as_array().into_iter().flatten().filter_map(|cell| cell.as_str()) {
        click_cell(page, board, cell);
    }
}

/// Clicks on a cell of a board.
pub(crate) fn click_cell(page: &Page, board: &str, cell: &str) {
    let (x, y) = place_of(page, board, cell);
    page.click_at(x, y);
}

/// Where a cell of a board is in the window, after that has been scrolled there.
pub(crate) fn place_of(page: &Page, board: &str, cell: &str) -> (f64, f64) {
    let place = page.eval(&format!(
        "(async () => {{
           const layout = await (await fetch('/api/boards/{board}')).json();
           const {{ x, y }} = layout.cells.find((one) => one.name === '{cell}');
           document.querySelector('.bd-over').scrollIntoView({{ block: 'center', behavior: 'instant' }});
           const place = new DOMPoint(x, y).matrixTransform(document.querySelector('.bd-over').getScreenCTM());
           return [place.x, place.y];
         }})()"
    ));
    let [x, y] = [0, 1].map(|index| place[index].as_f64().expect("a place"));
    (x, y)
}
