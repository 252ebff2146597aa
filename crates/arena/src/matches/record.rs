//! Records of finished games: RingRift game records and ASG replays.

use asg::replay::{Ending as ReplayEnding, Replay, Turn};
use asg::{BySide, Match, Side, SubmittedOrder};
use game::{Game, RingRift};
use ringrift::Action;
use ringrift_record::{Conclusion, Record, Recorder, Termination};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::runner::{ExchangeRecord, Played};
use crate::protocol::{AgentGame, FaultClass};

/// Header fields of a record.
#[derive(Copy, Clone, Debug)]
pub struct RecordHeader<'a> {
    /// Identifies the game within its run.
    pub match_id: &'a str,
    /// Name of the run.
    pub event: &'a str,
    /// Date of the run, as ISO 8601.
    pub date: &'a str,
    /// Names of the players by seat.
    pub names: &'a [String],
}

/// A game with a record format.
pub trait Recordable: AgentGame {
    /// Returns the record of a game as JSON: a string in RingRift, an object in ASG.
    fn record(played: &Played<Self>, header: &RecordHeader<'_>) -> Box<RawValue>;

    /// Parses a record and checks its consistency.
    ///
    /// # Errors
    /// Describes the first problem.
    fn read_record(record: &RawValue) -> Result<ParsedRecord<Self>, String>;
}

/// Contents of a parsed record.
#[derive(Clone, PartialEq, Debug)]
pub struct ParsedRecord<G: Game> {
    pub start: G,
    pub moves: Vec<G::Move>,
    /// Names of the players by seat, where the record has them.
    pub names: Vec<Option<String>>,
    pub forfeit: Option<RecordedForfeit>,
}

/// Forfeit as stated by a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordedForfeit {
    pub seat: usize,
    /// Whether the player ran out of time; `None` in ASG, whose replays do not state the reason.
    pub timed_out: Option<bool>,
}

impl Recordable for RingRift {
    fn record(played: &Played<RingRift>, header: &RecordHeader<'_>) -> Box<RawValue> {
        let mut recorder = Recorder::new(played.start.position().clone());
        let tags = recorder.tags_mut();
        tags.date = Some(header.date.get(..10).unwrap_or(header.date).to_owned());
        for (seat, name) in header.names.iter().enumerate() {
            tags.names.0[seat] = Some(name.clone());
        }
        tags.others =
            vec![("Event".to_owned(), header.event.to_owned()), ("Round".to_owned(), header.match_id.to_owned())];
        for turn in &played.turns {
            // The action was played in the game, so it is legal.
            let _ = recorder.play(turn.chosen);
        }
        let record = match conclusion(played) {
            None => recorder.finish(),
            Some(conclusion) => recorder.finish_with(conclusion),
        };
        raw(&record.to_string())
    }

    fn read_record(record: &RawValue) -> Result<ParsedRecord<RingRift>, String> {
        let text: String = serde_json::from_str(record.get()).map_err(|_| "the record is not a string".to_owned())?;
        let verified = ringrift_record::RecordText::new(text).verify().map_err(|error| error.to_string())?;
        let record: &Record = &verified.record;
        let moves: Vec<Action> = record.actions().collect();
        let names = record.tags.names.of(record.rules().players).to_vec();
        let forfeit = forfeit(&record.conclusion, &moves);
        Ok(ParsedRecord { start: RingRift::new(record.start().clone()), moves, names, forfeit })
    }
}

/// Returns the seat that resigned or ran out of time. The record states the colour of that player; each swap of sides exchanges the
/// colours of seats 0 and 1.
fn forfeit(conclusion: &Conclusion, moves: &[Action]) -> Option<RecordedForfeit> {
    let by = conclusion.by?;
    let swaps = moves.iter().filter(|&&action| action == Action::SwapSides).count();
    Some(RecordedForfeit {
        seat: by.index() ^ (swaps % 2),
        timed_out: Some(conclusion.termination == Some(Termination::Timeout)),
    })
}

/// Returns the conclusion of a forfeited game: a timeout, or a resignation for every other fault.
fn conclusion(played: &Played<RingRift>) -> Option<Conclusion> {
    let forfeit = played.forfeit.as_ref()?;
    let by = played.last.colour_of(forfeit.seat);
    let conclude =
        if forfeit.fault.class == FaultClass::Timeout { Conclusion::timed_out } else { Conclusion::resigned };
    Some(conclude(by, played.last.position()))
}

impl Recordable for Match {
    fn record(played: &Played<Match>, header: &RecordHeader<'_>) -> Box<RawValue> {
        let start = &played.start;
        let mut replay = Replay::new(start.scenario().clone(), start.rules(), start.seed(), header.date);
        let name = |side: Side| header.names.get(side as usize).map_or("", String::as_str);
        replay.players = Some(BySide::from_fn(|side| json!({ "kind": name(side) })));
        replay.turns = (0..played.turns.len()).map(|index| turn(played, index, name)).collect();
        replay.ending = played.forfeit.as_ref().map(|forfeit| ReplayEnding::Forfeit(Side::BOTH[forfeit.seat]));
        RawValue::from_string(replay.to_json()).expect("a replay is valid JSON")
    }

    fn read_record(record: &RawValue) -> Result<ParsedRecord<Match>, String> {
        let verified = Replay::verify(record.get()).map_err(|error| error.to_string())?;
        if let Some(difference) = verified.difference {
            return Err(difference.to_string());
        }
        let replay = Replay::read(record.get()).map_err(|error| error.to_string())?;
        let moves: Vec<Vec<SubmittedOrder>> = replay.turns.iter().map(|turn| turn.orders.clone()).collect();
        let name = |side: Side| Some(replay.players.as_ref()?[side]["kind"].as_str()?.to_owned());
        let forfeit = match replay.ending {
            Some(ReplayEnding::Forfeit(side)) => Some(RecordedForfeit { seat: side as usize, timed_out: None }),
            _ => None,
        };
        Ok(ParsedRecord { start: replay.start(), moves, names: Side::BOTH.map(name).to_vec(), forfeit })
    }
}

/// Returns a ply of a replay. The time of a built-in player is left out, so that the same games give the same file.
fn turn<'a>(played: &Played<Match>, index: usize, name: impl Fn(Side) -> &'a str) -> Turn {
    let played_move = &played.turns[index];
    let turn = Turn::new(name(Side::BOTH[played_move.seat]), played_move.chosen.clone());
    let Some(record) = played_move.exchange.map(|number| &played.exchanges[number]) else { return turn };
    Turn {
        latency_ms: (record.took.as_secs_f64() * 1e6).round() / 1e3,
        rationale: record.exchange.reply.as_ref().ok().and_then(|reply| reply.rationale.clone()),
        diagnostics: diagnostics(record),
        ..turn
    }
}

/// Returns the fault and the raw reply, for replay viewers.
fn diagnostics(record: &ExchangeRecord) -> Option<Value> {
    let mut fields = Map::new();
    if let Some(fault) = &record.fault {
        fields.insert("error".to_owned(), fault.to_string().into());
        fields.insert("usedFallback".to_owned(), record.is_replaced.into());
    }
    if !record.exchange.raw.is_empty() {
        let shown: String = record.exchange.raw.chars().take(LONGEST_RAW_REPLY).collect();
        fields.insert("rawReply".to_owned(), shown.into());
    }
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// Length limit of a raw reply in a replay, in characters. The log has the complete reply.
const LONGEST_RAW_REPLY: usize = 4_000;

fn raw(text: &str) -> Box<RawValue> {
    to_raw_value(text).expect("a string is valid JSON")
}
