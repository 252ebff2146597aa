//! Steps and positions of random games, and the coverage of the games.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ringrift::{Action, Cell, CellContent, Edition, Event, Position, Reason, Ruleset, Stack};

use crate::common::{Game, Numbers, choose, edition_rules, games, kind, parameters};

/// One action of a game with its events and the positions before and after it.
pub(crate) struct Step {
    pub(crate) before: Position,
    pub(crate) action: Action,
    pub(crate) events: Vec<Event>,
    pub(crate) after: Position,
}

impl Step {
    pub(crate) fn new(before: &Position, action: Action) -> Step {
        let mut after = before.clone();
        let events = after.play_with_events(action).expect("the action is legal");
        Step { before: before.clone(), action, events, after }
    }

    /// Reports whether the action ends the turn.
    pub(crate) fn ends_turn(&self) -> bool {
        self.after.turn() != self.before.turn() || self.after.phase().is_over()
    }
}

impl Game {
    /// Returns the steps of the game.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for &number in self.choices() {
            let before = steps.last().map_or_else(|| self.start(), |step| step.after.clone());
            let Some(action) = choose(&before, number) else { break };
            steps.push(Step::new(&before, action));
        }
        steps
    }

    /// Returns the start and the position after each action.
    pub(crate) fn positions(&self) -> Vec<Position> {
        std::iter::once(self.start()).chain(self.steps().into_iter().map(|step| step.after)).collect()
    }
}

/// Generates the rules of an edition on all boards and with all parameters, without changed options.
pub(crate) fn rules_of(edition: Edition) -> impl Strategy<Value = Ruleset> {
    parameters().prop_map(move |parameters| edition_rules(edition, &parameters, &[]))
}

/// Parses a position text.
pub(crate) fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays one action from a position text.
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

/// The properties are meaningful only if the games cover all actions, phases and endings.
#[test]
fn random_games_cover_every_action_kind_phase_and_ending() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..400 {
        for step in games().new_tree(&mut runner).expect("a game can be generated").current().steps() {
            record_step(&step, &mut |fact| *seen.entry(fact).or_default() += 1);
        }
    }
    let kinds = ["place", "skip placement", "swap sides", "move", "capture", "decline capture", "take line"];
    let more_kinds = ["recover", "recover segment", "skip recovery", "take segment", "claim region", "stop territory"];
    let phases = ["capture", "chain_capture", "line_processing", "line_elimination", "territory_processing"];
    let more_phases = ["ring_placement", "movement", "recovery", "territory_elimination", "forced_elimination"];
    let causes = ["Burnt", "LinePayment", "RegionPayment", "Forced", "Struck", "Extracted", "Passed", "Border"];
    let texts = [&kinds[..], &more_kinds, &["eliminate", "pass", "converted hand"], &phases, &more_phases, &causes];
    let mut wanted: Vec<String> = texts.concat().into_iter().map(str::to_owned).collect();
    wanted.extend(Reason::ALL.map(|reason| text((reason, true))));
    let missing: Vec<&String> = wanted.iter().filter(|&fact| !seen.contains_key(fact)).collect();
    assert!(missing.is_empty(), "not covered: {missing:?}; covered: {seen:?}");
}

fn record_step(step: &Step, record: &mut impl FnMut(String)) {
    record(kind(step.action).to_owned());
    record(step.before.phase().name().to_owned());
    for event in &step.events {
        match *event {
            Event::Eliminated { cause, .. } => record(text(cause)),
            Event::Collapsed { cause, .. } => record(text(cause)),
            Event::Ended { winner, reason } => record(text((reason, winner.is_some()))),
            Event::Passed { .. } => record("pass".to_owned()),
            Event::HandConverted { .. } => record("converted hand".to_owned()),
            _ => {}
        }
    }
}

fn text(value: impl Debug) -> String {
    format!("{value:?}")
}
