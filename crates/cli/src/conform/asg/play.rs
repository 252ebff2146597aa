//! Replay of a recorded match, ply by ply.

use asg::bots::Bot;
use asg::json::{Form, JsonDifference, PlyJson, event_difference, first_difference, result_difference};
use asg::{BySide, EventRecord, Match, Position, Scenario, Side, SubmittedOrder, View};
use serde::Serialize;
use serde_json::{Value, json};

use crate::conform::asg::matches::{RecordedMatch, TurnLine};
use crate::conform::report::{Difference, Report};

/// Match under test.
pub(super) struct Run<'a> {
    id: &'a str,
    game: Match,
    bots: BySide<Option<Box<dyn Bot>>>,
    report: &'a mut Report,
    /// No difference has been found yet.
    is_same: bool,
}

impl<'a> Run<'a> {
    pub(super) fn new(id: &'a str, game: Match, bots: BySide<Option<Box<dyn Bot>>>, report: &'a mut Report) -> Run<'a> {
        Run { id, game, bots, report, is_same: true }
    }

    /// Plays the match up to the first difference. Returns true if there is none.
    pub(super) fn check(mut self, recorded: &RecordedMatch) -> bool {
        self.compare("rng0", &recorded.rng0, &self.game.prng().state());
        for (i, turn) in recorded.turns.iter().enumerate() {
            if !self.is_same {
                return false;
            }
            self.check_turn(turn, &format!("turns[{i}]"));
        }
        self.compare("plies", &recorded.plies, &self.game.position().ply());
        self.compare("result", &recorded.result, &self.game.outcome());
        self.is_same
    }

    fn check_turn(&mut self, turn: &TurnLine, path: &str) {
        let scenario = self.game.scenario().clone();
        let player = self.game.position().active();
        self.report.asg.plies += 1;
        self.compare(&format!("{path}.ply"), &turn.ply, &self.game.position().ply());
        self.compare(&format!("{path}.player"), &turn.player, &player);
        let actions = SubmittedOrder::read_list(&turn.actions, &scenario);
        self.check_choice(turn, &actions, player, path);
        let before = self.game.position().clone();
        let plain: Vec<asg::Order> = actions.iter().map(SubmittedOrder::order).collect();
        let events = self.game.play_with_events(&plain);
        self.report.asg.events += events.len() as u64;
        self.check_events(turn, &actions, &events, &before, path);
        self.compare(&format!("{path}.after"), &turn.after, &after(&scenario, self.game.position()));
        self.compare(&format!("{path}.rng"), &turn.rng, &self.game.prng().state());
    }

    /// Compares the choice of the bot, if a bot played.
    fn check_choice(&mut self, turn: &TurnLine, actions: &[SubmittedOrder], player: Side, path: &str) {
        let view = View { scenario: self.game.scenario(), rules: self.game.rules(), position: self.game.position() };
        let Some(bot) = &mut self.bots[player] else { return };
        let chosen: Vec<SubmittedOrder> = bot.choose(&view).into_iter().map(SubmittedOrder::from).collect();
        let name = bot.name();
        let scenario = self.game.scenario().clone();
        let json =
            |list: &[SubmittedOrder]| list.iter().map(|action| action.to_json(&scenario)).collect::<Vec<Value>>();
        self.report.asg.choices += 1;
        self.compare(&format!("{path}.controllerId"), &turn.controller_id, &name);
        // Compares parsed orders, not JSON: the bot of a script returns malformed orders without their original JSON.
        let same = chosen.iter().map(SubmittedOrder::order).eq(actions.iter().map(SubmittedOrder::order));
        if !same {
            self.compare(&format!("{path}.actions, the choice of {name}"), &turn.actions, &json(&chosen));
        }
    }

    /// Compares events, results and summary of the ply.
    fn check_events(
        &mut self,
        turn: &TurnLine,
        actions: &[SubmittedOrder],
        events: &[EventRecord],
        before: &Position,
        path: &str,
    ) {
        let scenario = self.game.scenario().clone();
        let own = PlyJson { scenario: &scenario, orders: actions, events, form: Form::Full };
        let reference = PlyJson { form: Form::Reference, ..own };
        let difference = event_difference(&value(&own.events()), &turn.events, &format!("{path}.events"));
        self.add_difference(difference);
        if let Some(results) = &turn.action_results {
            let path = format!("{path}.actionResults");
            self.add_difference(result_difference(&value(&own.action_results()), results, &path));
        }
        if let Some(summary) = &turn.summary {
            let summed = value(&reference.summary(before, self.game.position()));
            self.compare(&format!("{path}.summary"), summary, &summed);
        }
    }

    fn compare(&mut self, path: &str, recorded: &impl Serialize, got: &impl Serialize) {
        let difference = first_difference(&value(recorded), &value(got), path);
        // `add_difference` takes our value as `expected` and the recorded value as `found`.
        self.add_difference(difference.map(|JsonDifference { path, expected, found }| JsonDifference {
            path,
            expected: found,
            found: expected,
        }));
    }

    /// Adds a difference between the engine and the file.
    fn add_difference(&mut self, difference: Option<JsonDifference>) {
        let Some(difference) = difference.filter(|_| self.is_same) else { return };
        self.is_same = false;
        let position = after(self.game.scenario(), self.game.position());
        self.report.differ(|| Difference {
            place: self.id.to_owned(),
            position: position.to_string(),
            what: difference.path,
            expected: difference.found,
            got: difference.expected,
        });
    }
}

fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).expect("parts of a match serialize to JSON")
}

/// Returns a position in the format of recorded matches.
fn after(scenario: &Scenario, position: &Position) -> Value {
    let node = |node| {
        let place = position.node_state(node);
        (scenario.id_of(node).to_owned(), json!([place.owner.name(), place.forces.p1, place.forces.p2]))
    };
    json!({
        "ply": position.ply(),
        "active": position.active().name(),
        "supplies": [position.supply(Side::P1), position.supply(Side::P2)],
        "nodes": scenario.nodes().map(node).collect::<serde_json::Map<_, _>>(),
    })
}
