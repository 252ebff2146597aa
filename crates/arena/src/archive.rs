//! Games written down: records of RingRift, replays of ASG.

use asg::replay::{Ending as ReplayEnding, Replay, Turn};
use asg::{BySide, Match, Side, SubmittedOrder};
use game::{Game, RingRift};
use ringrift::Action;
use ringrift_record::{Conclusion, Record, Recorder, Termination};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use crate::fault::FaultClass;
use crate::play::{Kept, Played};
use crate::talk::Talk;

/// What a record says about a game that is not in the game.
#[derive(Copy, Clone, Debug)]
pub struct About<'a> {
    /// The name of the game.
    pub match_id: &'a str,
    /// What it was part of.
    pub event: &'a str,
    /// When that was.
    pub date: &'a str,
    /// Who played, by seat.
    pub names: &'a [String],
}

/// A game that can be written down and read again.
pub trait Archive: Talk {
    /// The record of a game as JSON: a text, or an object.
    fn record(played: &Played<Self>, about: &About<'_>) -> Box<RawValue>;

    /// Reads a record and checks all that it says about itself.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn read_record(record: &RawValue) -> Result<Recorded<Self>, String>;
}

/// A record that was read: how the game began, what was played, and what it says about those who played.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded<G: Game> {
    /// The beginning.
    pub start: G,
    /// The moves.
    pub moves: Vec<G::Move>,
    /// Who played, by seat, as far as it says so.
    pub names: Vec<Option<String>>,
    /// Who ended the game by failing.
    pub quitter: Option<Quitter>,
}

/// Somebody who ended a game by failing, as a record says it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Quitter {
    /// Who.
    pub seat: usize,
    /// Whether because time was up; replays of ASG do not say why.
    pub timed_out: Option<bool>,
}

impl Archive for RingRift {
    fn record(played: &Played<RingRift>, about: &About<'_>) -> Box<RawValue> {
        let mut recorder = Recorder::new(played.start.position().clone());
        let tags = recorder.tags_mut();
        tags.date = Some(about.date.get(..10).unwrap_or(about.date).to_owned());
        for (seat, name) in about.names.iter().enumerate() {
            tags.names.0[seat] = Some(name.clone());
        }
        tags.others =
            vec![("Event".to_owned(), about.event.to_owned()), ("Round".to_owned(), about.match_id.to_owned())];
        for turn in &played.turns {
            // It was played, so it is legal.
            let _ = recorder.play(turn.chosen);
        }
        let record = match conclusion(played) {
            None => recorder.finish(),
            Some(conclusion) => recorder.finish_with(conclusion),
        };
        raw(&record.to_string())
    }

    fn read_record(record: &RawValue) -> Result<Recorded<RingRift>, String> {
        let text: String = serde_json::from_str(record.get()).map_err(|_| "the record is no text".to_owned())?;
        let verified = ringrift_record::RecordText::new(text).verify().map_err(|error| error.to_string())?;
        let record: &Record = &verified.record;
        let moves: Vec<Action> = record.actions().collect();
        let names = record.tags.names.of(record.rules().players).to_vec();
        let quitter = quitter(&record.conclusion, &moves);
        Ok(Recorded { start: RingRift::new(record.start().clone()), moves, names, quitter })
    }
}

/// Who gave up or ran out of time: a record names the colour, which may have changed seats.
fn quitter(conclusion: &Conclusion, moves: &[Action]) -> Option<Quitter> {
    let by = conclusion.by?;
    let swaps = moves.iter().filter(|&&action| action == Action::SwapSides).count();
    Some(Quitter {
        seat: by.index() ^ (swaps % 2),
        timed_out: Some(conclusion.termination == Some(Termination::Timeout)),
    })
}

/// How a game ended that somebody lost by failing.
fn conclusion(played: &Played<RingRift>) -> Option<Conclusion> {
    let forfeit = played.forfeit.as_ref()?;
    let by = played.last.colour_of(forfeit.seat);
    let conclude =
        if forfeit.fault.class == FaultClass::Timeout { Conclusion::timed_out } else { Conclusion::resigned };
    Some(conclude(by, played.last.position()))
}

impl Archive for Match {
    fn record(played: &Played<Match>, about: &About<'_>) -> Box<RawValue> {
        let start = &played.start;
        let mut replay = Replay::new(start.scenario().clone(), start.rules(), start.seed(), about.date);
        let name = |side: Side| about.names.get(side as usize).map_or("", String::as_str);
        replay.players = Some(BySide::from_fn(|side| json!({ "kind": name(side) })));
        replay.turns = (0..played.turns.len()).map(|index| turn(played, index, name)).collect();
        replay.ending = played.forfeit.as_ref().map(|forfeit| ReplayEnding::Forfeit(Side::BOTH[forfeit.seat]));
        RawValue::from_string(replay.to_json()).expect("a replay is JSON")
    }

    fn read_record(record: &RawValue) -> Result<Recorded<Match>, String> {
        let verified = Replay::verify(record.get()).map_err(|error| error.to_string())?;
        if let Some(difference) = verified.difference {
            return Err(difference.to_string());
        }
        let replay = Replay::read(record.get()).map_err(|error| error.to_string())?;
        let moves: Vec<Vec<SubmittedOrder>> = replay.turns.iter().map(|turn| turn.orders.clone()).collect();
        let name = |side: Side| Some(replay.players.as_ref()?[side]["kind"].as_str()?.to_owned());
        let quitter = match replay.ending {
            Some(ReplayEnding::Forfeit(side)) => Some(Quitter { seat: side as usize, timed_out: None }),
            _ => None,
        };
        Ok(Recorded { start: replay.start(), moves, names: Side::BOTH.map(name).to_vec(), quitter })
    }
}

/// A ply of a replay. How long a built-in player took is left out: it would be another file every time.
fn turn<'a>(played: &Played<Match>, index: usize, name: impl Fn(Side) -> &'a str) -> Turn {
    let taken = &played.turns[index];
    let turn = Turn::new(name(Side::BOTH[taken.seat]), taken.chosen.clone());
    let Some(kept) = taken.exchange.map(|number| &played.exchanges[number]) else { return turn };
    Turn {
        latency_ms: (kept.took.as_secs_f64() * 1e6).round() / 1e3,
        rationale: kept.exchange.reply.as_ref().ok().and_then(|reply| reply.rationale.clone()),
        diagnostics: diagnostics(kept),
        ..turn
    }
}

/// What went wrong, and the reply as it came, so that viewers can show it.
fn diagnostics(kept: &Kept) -> Option<Value> {
    let mut told = Map::new();
    if let Some(fault) = &kept.fault {
        told.insert("error".to_owned(), fault.to_string().into());
        told.insert("usedFallback".to_owned(), kept.is_replaced.into());
    }
    if !kept.exchange.raw.is_empty() {
        let shown: String = kept.exchange.raw.chars().take(LONGEST_RAW_REPLY).collect();
        told.insert("rawReply".to_owned(), shown.into());
    }
    (!told.is_empty()).then_some(Value::Object(told))
}

/// As much of a reply stands in a replay; the log has all of it.
const LONGEST_RAW_REPLY: usize = 4_000;

fn raw(text: &str) -> Box<RawValue> {
    to_raw_value(text).expect("a text is JSON")
}
