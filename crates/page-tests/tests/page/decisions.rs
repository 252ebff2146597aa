//! Makes every kind of decision in every phase of every edition on the board, and compares the result with the rules.

use std::collections::BTreeMap;

use page_tests::{Page, REDUCED_MOTION, role, with_server};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Edition, Overrides, Position, Ruleset};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::cell_selection::{ActionCells, action_cells};

use crate::board::click_cell;

/// Phase and action kind of the decisions of the canon edition. The tests of the other editions add and remove some.
const CANON_DECISIONS: [(&str, &str); 15] = [
    ("ring_placement", "place_on_empty"),
    ("ring_placement", "place_on_stack"),
    ("ring_placement", "skip_placement"),
    ("movement", "move"),
    ("movement", "capture"),
    ("capture", "capture"),
    ("capture", "decline_capture"),
    ("chain_capture", "capture"),
    ("line_processing", "whole_line"),
    ("line_processing", "line_segment"),
    ("line_elimination", "eliminate"),
    ("territory_processing", "region"),
    ("territory_processing", "stop_territory"),
    ("territory_elimination", "eliminate"),
    ("forced_elimination", "eliminate"),
];

#[test]
fn all_canon_decisions_work_on_the_board() {
    check_all(Edition::Canon, &[], &[]);
}

#[test]
fn all_compact_decisions_work_on_the_board() {
    // Claiming regions is mandatory in this edition.
    check_all(Edition::Compact, &[], &[("territory_processing", "stop_territory")]);
}

#[test]
fn all_live_decisions_work_on_the_board() {
    let extra = [("recovery", "recover"), ("recovery", "skip_recovery"), ("ring_placement", "swap_sides")];
    check_all(Edition::Live, &extra, &[]);
}

/// A position and the action to choose in it.
type Case = (Position, Action);

fn check_all(edition: Edition, extra: &[(&str, &str)], missing: &[(&str, &str)]) {
    let cases = cases(edition);
    for (phase, kind) in CANON_DECISIONS.iter().chain(extra).filter(|wanted| !missing.contains(wanted)) {
        let is_covered = cases.contains_key(&((*phase).to_owned(), (*kind).to_owned()));
        assert!(is_covered, "no random game has {kind} in {phase}: {:?}", cases.keys());
    }
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        for (number, (position, action)) in cases.values().enumerate() {
            choose(&page, number, position, *action);
        }
        page.screenshot(&format!("decision-{edition}"));
        page.assert_healthy();
    });
}

/// Collects one case per phase and action kind from random games and from a position without moves.
fn cases(edition: Edition) -> BTreeMap<(String, String), Case> {
    let mut options = Overrides::default();
    if edition == Edition::Live {
        options.set("swap", "on").expect("option exists");
    }
    let rules = Ruleset::new(edition, BoardKind::Square8, 2, &options).expect("ruleset is valid");
    let blocked =
        Position::parse(&format!("G square8 2p {edition}; S a1=1,h8=2; CX a1,h8")).expect("position is valid");
    let starts =
        std::iter::repeat_n(Position::new(&rules).expect("ruleset has a start position"), GAMES).chain([blocked]);
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let mut cases = BTreeMap::new();
    for mut position in starts {
        while position.outcome().is_none() {
            let actions = position.legal_actions();
            for &action in &actions {
                let key = (position.phase().name().to_owned(), ActionKind::of(&position, action).name().to_owned());
                cases.entry(key).or_insert_with(|| (position.clone(), action));
            }
            position.play_unchecked(actions[random.random_range(0..actions.len())]);
        }
    }
    cases
}

/// Enough random games to cover all decisions.
const GAMES: usize = 3_000;

/// Chooses an action in the sandbox and waits for the position that follows by the rules.
fn choose(page: &Page, number: usize, position: &Position, action: Action) {
    let mut after = position.clone();
    after.play(action).expect("action is legal");
    // The number makes URLs with the same position differ.
    page.eval(&format!(
        "void location.assign('#' + new URLSearchParams({{ position: '{position}', number: {number} }}))"
    ));
    page.wait_until(&format!("document.querySelector('#root > .table')?.dataset.position === '{position}'"));
    let ActionCells { picks, others } = action_cells(position, action);
    let (board, text) = (position.rules().board, position.action_text(action));
    let cells = if picks.is_empty() { others.first().copied().into_iter().collect() } else { picks };
    if cells.is_empty() {
        page.click(format!("[data-action=\"{text}\"]").as_str());
    }
    if let Action::Place { rings: rings @ 2.., .. } = action {
        page.click(role("button", &format!("{rings} rings")));
    }
    for cell in cells {
        click_cell(page, board.name(), &board.cell_name(cell).to_string());
    }
    let is_done = format!("document.querySelector('#root > .table')?.dataset.position === '{after}'");
    let option = format!("[data-action=\"{text}\"]");
    page.wait_until(&format!(
        "{is_done} || document.querySelector('.bd-options {}') !== null",
        option.replace('"', "\\\"")
    ));
    if page.eval(&is_done) != true {
        page.click(format!(".bd-options {option}").as_str());
        page.wait_until(&is_done);
    }
}
