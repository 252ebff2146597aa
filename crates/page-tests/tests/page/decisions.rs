//! Every kind of decision, in every phase of every edition, is made on the board and leads where the rules say.

use std::collections::BTreeMap;

use page_tests::{Page, STILL, role, with_site};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Edition, Overrides, Position, Ruleset};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::cell_selection::{ActionCells, action_cells};

use crate::board::click_cell;

/// What there is to decide in all editions: the phase, and the kind of the action.
const EVERYWHERE: [(&str, &str); 15] = [
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
fn every_decision_of_canon_is_made_on_the_board() {
    make_all(Edition::Canon, &[], &[]);
}

#[test]
fn every_decision_of_compact_is_made_on_the_board() {
    // Regions are a duty there.
    make_all(Edition::Compact, &[], &[("territory_processing", "stop_territory")]);
}

#[test]
fn every_decision_of_live_is_made_on_the_board() {
    let more = [("recovery", "recover"), ("recovery", "skip_recovery"), ("ring_placement", "swap_sides")];
    make_all(Edition::Live, &more, &[]);
}

/// A position and what is decided in it.
type Case = (Position, Action);

fn make_all(edition: Edition, more: &[(&str, &str)], less: &[(&str, &str)]) {
    let cases = cases(edition);
    for (phase, kind) in EVERYWHERE.iter().chain(more).filter(|wanted| !less.contains(wanted)) {
        let is_there = cases.contains_key(&((*phase).to_owned(), (*kind).to_owned()));
        assert!(is_there, "no game came by {kind} in {phase}: {:?}", cases.keys());
    }
    with_site(|site| {
        let page = Page::open(site, "/sandbox");
        page.media(&[STILL]);
        for (number, (position, action)) in cases.values().enumerate() {
            make(&page, number, position, *action);
        }
        page.screenshot(&format!("decision-{edition}"));
        page.is_sound();
    });
}

/// One case for every phase and every kind of action, from random games, and from a position in which nothing can move.
fn cases(edition: Edition) -> BTreeMap<(String, String), Case> {
    let mut options = Overrides::default();
    if edition == Edition::Live {
        options.set("swap", "on").expect("a rule");
    }
    let rules = Ruleset::new(edition, BoardKind::Square8, 2, &options).expect("rules");
    let blocked = Position::parse(&format!("G square8 2p {edition}; S a1=1,h8=2; CX a1,h8")).expect("a position");
    let starts = std::iter::repeat_n(Position::new(&rules).expect("a start"), GAMES).chain([blocked]);
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

/// Enough to come by everything.
const GAMES: usize = 3_000;

/// Makes a decision in the sandbox, and waits for the position that the rules lead to.
fn make(page: &Page, number: usize, position: &Position, action: Action) {
    let mut after = position.clone();
    after.play(action).expect("a legal action");
    // The number makes addresses of the same position differ.
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
