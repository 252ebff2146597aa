//! Recorded matches: `asg-match/1`.

use std::sync::Arc;

use asg::bots::{Bot, Greedy, Mix, Random, Script};
use asg::{BySide, Match, Order, Replay, Rules, Scenario, Side, SubmittedOrder, Turn};
use serde::Deserialize;
use serde_json::Value;

use crate::conform::asg::play::Run;
use crate::conform::asg::replays;
use crate::conform::report::Report;
use crate::conform::source::Source;

#[derive(Deserialize)]
pub(super) struct RecordedMatch {
    format: String,
    id: String,
    rules: String,
    seed: i64,
    controllers: BySide<Controller>,
    pub(super) plies: u64,
    pub(super) result: Value,
    scenario: Value,
    pub(super) rng0: u32,
    pub(super) turns: Vec<TurnLine>,
}

/// Recorded ply.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnLine {
    pub(super) ply: u64,
    pub(super) player: Side,
    pub(super) controller_id: String,
    pub(super) actions: Vec<Value>,
    pub(super) events: Value,
    pub(super) after: Value,
    pub(super) rng: u32,
    pub(super) action_results: Option<Value>,
    pub(super) summary: Option<Value>,
}

/// Player of a side.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Controller {
    Greedy,
    Random {
        seed: i64,
    },
    Mix {
        seed: i64,
        #[serde(rename = "greedyProb")]
        greedy_share: Option<f64>,
    },
    Script {
        turns: Vec<Vec<Value>>,
    },
    /// Player of another program. Its choices are not checked.
    Recorded,
}

impl Controller {
    fn bot(&self, scenario: &Scenario) -> Option<Box<dyn Bot>> {
        Some(match self {
            Controller::Greedy => Box::new(Greedy),
            Controller::Random { seed } => Box::new(Random::new(*seed)),
            Controller::Mix { seed, greedy_share } => Box::new(Mix::new(*seed, greedy_share.unwrap_or(f64::NAN))),
            Controller::Script { turns } => {
                let list = |list: &Vec<Value>| list.iter().map(|action| Order::read(action, scenario)).collect();
                Box::new(Script::new(turns.iter().map(list).collect()))
            }
            Controller::Recorded => return None,
        })
    }
}

/// Checks all matches of a file.
pub(super) fn check(mut source: Source, report: &mut Report) -> Result<(), String> {
    while let Some(recorded) = source.next_value::<RecordedMatch>()? {
        let at = |problem: String| format!("line {}, match {}: {problem}", source.line_number(), recorded.id);
        if recorded.format != "asg-match/1" {
            return Err(at(format!("format '{}' in a file of matches", recorded.format)));
        }
        check_match(&recorded, report).map_err(at)?;
    }
    if report.asg.matches == 0 { Err("the file has no match".to_owned()) } else { Ok(()) }
}

fn check_match(recorded: &RecordedMatch, report: &mut Report) -> Result<(), String> {
    let rules = Rules::from_name(&recorded.rules).ok_or_else(|| format!("unknown rules '{}'", recorded.rules))?;
    let scenario = Arc::new(Scenario::from_json(&recorded.scenario).map_err(|error| error.to_string())?);
    report.asg.matches += 1;
    let bots = BySide::from_fn(|side| recorded.controllers[side].bot(&scenario));
    let game = Match::new(scenario.clone(), rules, recorded.seed);
    let is_same = Run::new(&recorded.id, game, bots, report).check(recorded);
    if is_same {
        let mut replay = Replay::new(scenario, rules, recorded.seed, "1970-01-01T00:00:00.000Z");
        replay.turns = recorded.turns.iter().map(|turn| replay_turn(turn, &replay.scenario)).collect();
        replays::check_formats(&recorded.id, &replay, report);
    }
    Ok(())
}

fn replay_turn(turn: &TurnLine, scenario: &Scenario) -> Turn {
    Turn::new(turn.controller_id.as_str(), SubmittedOrder::read_list(&turn.actions, scenario))
}
