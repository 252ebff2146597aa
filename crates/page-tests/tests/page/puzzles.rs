//! Puzzles: attempts, results, hints and links.

use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};
use ringrift::Position;
use serde_json::{Value, json};

use crate::board::{Input, click_cell, make_choice};

const DATA: &str = include_str!("../../../../web/puzzles/square8-standard.txt");

/// A puzzle of the data file.
pub(crate) struct Puzzle {
    pub(crate) id: &'static str,
    goal: &'static str,
    solution: Vec<&'static str>,
    position: &'static str,
}

fn puzzles() -> impl Iterator<Item = Puzzle> {
    DATA.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _, _, _, goal, solution, position] = fields[..] else { panic!("{line} is not a puzzle") };
        Puzzle { id, goal, solution: solution.split("; ").collect(), position }
    })
}

/// Returns a puzzle of one turn whose solution needs only placing, moving, claiming the only region and eliminating.
pub(crate) fn simple_puzzle() -> Puzzle {
    let kinds = |puzzle: &Puzzle| -> Vec<&str> {
        puzzle.solution.iter().map(|action| action.split(' ').next().unwrap_or_default()).collect()
    };
    let has_one_region = |puzzle: &Puzzle| {
        let mut position = Position::parse(puzzle.position).expect("the position is valid");
        puzzle.solution.iter().all(|text| {
            let is_choice = *text == "T 1" && position.legal_actions().len() > 2;
            let action = position.read_action(text).expect("the action is known");
            position.play(action).expect("the action is legal");
            !is_choice
        })
    };
    let is_simple = |puzzle: &Puzzle| {
        let kinds = kinds(puzzle);
        puzzle.goal != "win_in_two"
            && (kinds == ["P", "M"] || (kinds == ["P", "M", "T", "E"] && has_one_region(puzzle)))
    };
    puzzles().find(is_simple).expect("some puzzle is simple")
}

/// Plays an action of a solution on the board.
fn play(page: &Page, action: &str) {
    let ply = page.eval("Number(document.querySelector('.table').dataset.ply)").as_u64().unwrap_or_default();
    let (kind, rest) = action.split_once(' ').unwrap_or((action, ""));
    match kind {
        "P" => {
            let (cell, rings) = rest.split_once('*').unwrap_or((rest, "1"));
            if rings != "1" {
                page.click(role("button", &format!("{rings} rings")));
            }
            click_cell(page, "square8", cell);
        }
        "M" => click_cell(page, "square8", rest.split_once('-').map_or(rest, |(_, to)| to)),
        "E" => click_cell(page, "square8", rest),
        _ => make_choice(page, Input::Keyboard),
    }
    page.wait_until(&format!("document.querySelector('.table').dataset.ply > {ply}"));
}

/// Waits until the engine has checked the turn.
fn wait_for_result(page: &Page, stage: &str) {
    page.wait_until(&format!("document.querySelector('.table').dataset.stage === '{stage}'"));
}

fn number(page: &Page, id: &str) -> u64 {
    page.text(format!("#{id} dd").as_str()).parse().expect("the result is a number")
}

fn open(server: &page_tests::TestServer, puzzle: &Puzzle) -> Page {
    let page = Page::open(server, &format!("/puzzles/{}", puzzle.id));
    page.emulate_media(&[REDUCED_MOTION]);
    page.wait_for("[role=grid]");
    page
}

#[test]
fn solved_puzzle_counts_and_is_remembered() {
    with_server(|server| {
        let puzzle = simple_puzzle();
        let page = open(server, &puzzle);
        page.assert_healthy();
        page.screenshot("puzzle");
        assert_eq!((number(&page, "own-rating"), number(&page, "streak")), (1000, 0));
        for action in &puzzle.solution {
            play(&page, action);
        }
        page.wait_for(text("Solved!"));
        page.screenshot("puzzle-solved");
        page.assert_healthy();
        let rating = number(&page, "own-rating");
        assert!(rating > 1000, "{rating}");
        assert_eq!((number(&page, "streak"), number(&page, "best"), number(&page, "solved")), (1, 1, 1));
        page.reload();
        page.wait_for("[role=grid]");
        assert_eq!((number(&page, "own-rating"), number(&page, "streak")), (rating, 1));
        page.click("#skip");
        page.wait_until(&format!("location.pathname !== '/puzzles/{}'", puzzle.id));
        page.assert_no_console_errors();
    });
}

#[test]
fn wrong_turn_is_explained_and_the_solution_can_be_shown() {
    with_server(|server| {
        let puzzle = simple_puzzle();
        let page = open(server, &puzzle);
        while page.eval("document.querySelector('.table').dataset.stage === 'open'") == true {
            let ply = page.eval("document.querySelector('.table').dataset.ply");
            make_choice(&page, Input::Keyboard);
            let ply = ply.as_str().unwrap_or_default();
            page.wait_until(&format!(
                "document.querySelector('.table').dataset.ply !== '{ply}' || document.querySelector('.bd-options button')"
            ));
        }
        wait_for_result(&page, "failed");
        page.wait_for(text("Not the best turn."));
        page.assert_healthy();
        page.screenshot("puzzle-failed");
        let rating = number(&page, "own-rating");
        assert!(rating < 1000 && number(&page, "streak") == 0, "{rating}");
        page.click("#again");
        wait_for_result(&page, "open");
        page.click("#hint");
        page.wait_for(text("Begin with"));
        page.click("#solution");
        page.wait_for(text("That was the solution."));
        // The puzzle counts once.
        assert_eq!(number(&page, "own-rating"), rating);
        page.click("#again");
        for action in &puzzle.solution {
            play(&page, action);
        }
        wait_for_result(&page, "solved");
        assert_eq!((number(&page, "own-rating"), number(&page, "streak"), number(&page, "solved")), (rating, 0, 1));
    });
}

/// Returns another turn that wins, with its puzzle.
fn other_win() -> Option<(Puzzle, [String; 2])> {
    puzzles().filter(|puzzle| puzzle.goal == "win").find_map(|puzzle| {
        let start = Position::parse(puzzle.position).ok()?;
        let other = other_winning_turn(&start, &puzzle)?;
        Some((puzzle, other))
    })
}

/// Returns a placement followed by a move that wins and is not the solution.
fn other_winning_turn(start: &Position, puzzle: &Puzzle) -> Option<[String; 2]> {
    for &first in &start.legal_actions() {
        let mut placed = start.clone();
        placed.play_unchecked(first);
        for &second in &placed.legal_actions() {
            let turn = [start.action_text(first), placed.action_text(second)];
            if !turn[0].starts_with("P ") || !turn[1].starts_with("M ") || puzzle.solution == turn {
                continue;
            }
            let body = json!({ "position": puzzle.position, "goal": "win", "actions": turn });
            let answer = ringside_wasm::respond("POST", "/api/puzzles", &body.to_string()).body;
            if serde_json::from_str::<Value>(&answer).is_ok_and(|answer| answer["verdict"] == "solved") {
                return Some(turn);
            }
        }
    }
    None
}

#[test]
fn other_winning_turns_are_accepted() {
    // The data file need not have such a puzzle; `crates/table/tests/puzzles.rs` tests a position that does.
    let Some((puzzle, turn)) = other_win() else { return };
    with_server(|server| {
        let page = open(server, &puzzle);
        for action in &turn {
            play(&page, action);
        }
        wait_for_result(&page, "solved");
    });
}

#[test]
fn win_in_two_turns_is_played_out() {
    let Some(puzzle) = puzzles().find(|puzzle| puzzle.goal == "win_in_two") else { return };
    with_server(|server| {
        let page = open(server, &puzzle);
        page.wait_for(text("win in two turns"));
        page.click("#solution");
        page.wait_for_progress(text("That was the solution."));
        page.assert_no_console_errors();
    });
}

#[test]
fn puzzles_can_be_chosen_by_board_and_theme_on_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/puzzles");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for("[role=grid]");
        page.choose("#theme", "claim");
        page.wait_for(text("cells of territory in this turn"));
        page.screenshot("puzzle-phone");
        page.assert_healthy();
        // The choice is remembered.
        page.navigate("/puzzles");
        page.wait_for("[role=grid]");
        assert_eq!(page.eval("document.querySelector('#theme').value"), "claim");
        page.choose("#theme", "mixed");
        page.choose("#family", "hex8-live");
        page.wait_until("document.querySelector('.players').textContent.includes('/31')");
        page.assert_healthy();
        page.navigate("/puzzles/none");
        page.wait_for(text("There is no puzzle at this address"));
        page.wait_for("[role=grid]");
    });
}
