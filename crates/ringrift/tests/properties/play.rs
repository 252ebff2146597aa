//! Random games, action by action or to their end, and what they reach.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ringrift::{Action, Cell, CellContent, Edition, Event, Position, Reason, Ruleset, Stack};

use crate::common::{Game, Numbers, choose, edition_rules, games, kind, parameters};

/// One action of a game, with all that it does.
pub(crate) struct Step {
    pub(crate) before: Position,
    pub(crate) action: Action,
    pub(crate) events: Vec<Event>,
    pub(crate) after: Position,
}

impl Step {
    pub(crate) fn new(before: &Position, action: Action) -> Step {
        let mut after = before.clone();
        let events = after.play_with_events(action).expect("a listed action is legal");
        Step { before: before.clone(), action, events, after }
    }

    /// Whether the turn is over with it.
    pub(crate) fn ends_turn(&self) -> bool {
        self.after.turn() != self.before.turn() || self.after.phase().is_over()
    }
}

impl Game {
    /// The actions of the game, as many as its numbers choose.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for &number in self.choices() {
            let before = steps.last().map_or_else(|| self.start(), |step| step.after.clone());
            let Some(action) = choose(&before, number) else { break };
            steps.push(Step::new(&before, action));
        }
        steps
    }

    /// The start and the position after each action.
    pub(crate) fn positions(&self) -> Vec<Position> {
        std::iter::once(self.start()).chain(self.steps().into_iter().map(|step| step.after)).collect()
    }
}

/// The rules of an edition on all boards and with all numbers, none of its choices changed.
pub(crate) fn rules_of(edition: Edition) -> impl Strategy<Value = Ruleset> {
    parameters().prop_map(move |parameters| edition_rules(edition, &parameters, &[]))
}

/// A position from its text.
pub(crate) fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What one action from a position text does.
pub(crate) fn step(text: &str, action: &str) -> Step {
    let before = position(text);
    let action = before.read_action(action).unwrap_or_else(|error| panic!("{text}: {error}"));
    Step::new(&before, action)
}

pub(crate) fn stack_on(position: &Position, cell: Cell) -> Option<Stack> {
    if let CellContent::Stack(stack) = position.content(cell) { Some(stack) } else { None }
}

impl Numbers {
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// The games must reach everything that can happen, or the properties say little.
#[test]
fn random_games_cover_every_action_kind_phase_and_ending() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..400 {
        for step in games().new_tree(&mut runner).unwrap().current().steps() {
            note_step(&step, &mut |what| *seen.entry(what).or_default() += 1);
        }
    }
    let kinds = ["place", "skip placement", "swap sides", "move", "capture", "decline capture", "take line"];
    let more_kinds = ["recover", "recover segment", "skip recovery", "take segment", "claim region", "stop territory"];
    let phases = ["capture", "chain_capture", "line_processing", "line_elimination", "territory_processing"];
    let more_phases = ["ring_placement", "movement", "recovery", "territory_elimination", "forced_elimination"];
    let causes = ["Burnt", "LinePayment", "RegionPayment", "Forced", "Struck", "Extracted", "Passed", "Border"];
    let texts = [&kinds[..], &more_kinds, &["eliminate", "an idle turn", "a hand"], &phases, &more_phases, &causes];
    let mut wanted: Vec<String> = texts.concat().into_iter().map(str::to_owned).collect();
    wanted.extend(Reason::ALL.map(|reason| text((reason, true))));
    let missing: Vec<&String> = wanted.iter().filter(|&what| !seen.contains_key(what)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}; seen: {seen:?}");
}

fn note_step(step: &Step, note: &mut impl FnMut(String)) {
    note(kind(step.action).to_owned());
    note(step.before.phase().name().to_owned());
    for event in &step.events {
        match *event {
            Event::Eliminated { cause, .. } => note(text(cause)),
            Event::Collapsed { cause, .. } => note(text(cause)),
            Event::Ended { winner, reason } => note(text((reason, winner.is_some()))),
            Event::Passed { .. } => note("an idle turn".to_owned()),
            Event::HandConverted { .. } => note("a hand".to_owned()),
            _ => {}
        }
    }
}

fn text(value: impl Debug) -> String {
    format!("{value:?}")
}
