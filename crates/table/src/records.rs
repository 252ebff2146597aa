//! Records of RingRift games and replays of ASG games: written from tables, and read.

use api::{ClockRules, GameId, Moment, RecordQuery};
use asg::replay::{Ending as ReplayEnding, Replay, Turn};
use asg::{BySide, Side, SubmittedOrder};
use ringrift::ByPlayer;
use ringrift_record::{Conclusion, Layout, Record, Recorder, Termination, TextOptions};
use serde_json::{Value, json};

use crate::view::{Names, seat_view};
use crate::{AnyGame, DepartureReason, GameSetup, Problem, RequestError, Stage, Table};

/// Longest record or replay that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 4 * 1024 * 1024;

/// Largest number of actions in an imported record.
const MAX_ACTIONS: usize = 10_000;

/// Returns a time as text, such as `2026-01-31T12:00:00Z`.
pub fn rfc3339(moment: Moment) -> String {
    jiff::Timestamp::from_millisecond(moment.0).map_or_else(|_| "unknown".to_owned(), |time| time.to_string())
}

/// A table with what its record says about it.
pub struct RecordedTable<'a> {
    pub id: &'a GameId,
    pub table: &'a Table,
    pub names: &'a Names,
}

impl RecordedTable<'_> {
    /// Returns the record of a game and its content type.
    ///
    /// # Errors
    /// If the form or the layout is unknown, the game is an ASG game that is not over, or it cannot be replayed.
    pub fn text(&self, query: &RecordQuery) -> Result<(&'static str, String), RequestError> {
        let table = self.table;
        let is_over = matches!(table.stage(), Stage::Over(_));
        let form = query.form.as_deref().unwrap_or("text");
        let options = TextOptions { layout: layout(query)?, ..TextOptions::default() };
        Ok(match (table.start(), form) {
            (AnyGame::RingRift(_), "text") => ("text/plain; charset=utf-8", self.ringrift_record()?.text(&options)),
            (AnyGame::RingRift(_), "json") => ("application/json", self.ringrift_record()?.to_json_pretty()),
            (AnyGame::Asg(_), _) if !is_over => {
                let message = "the replay contains the random seed and is available when the game is over";
                return Err(RequestError::new(409, "not_over", message));
            }
            (AnyGame::Asg(start), "text" | "json") => ("application/json", self.asg_replay(&start).to_json()),
            (_, other) => {
                let message = format!("unknown form {}; forms are text and json", ringrift::excerpt(other));
                return Err(RequestError::bad_request("bad_form", message));
            }
        })
    }

    fn seat_name(&self, seat: usize) -> String {
        seat_view(seat, &self.table.seats()[seat], self.names).name
    }

    /// Returns the record of a RingRift game.
    ///
    /// # Errors
    /// If the stored game cannot be replayed.
    pub fn ringrift_record(&self) -> Result<Record, RequestError> {
        let table = self.table;
        let damaged = || RequestError::damaged("this game is damaged and cannot be exported");
        let (AnyGame::RingRift(start), AnyGame::RingRift(last)) = (&table.start(), table.game()) else {
            return Err(damaged());
        };
        let mut recorder = Recorder::new(start.position().clone());
        let tags = recorder.tags_mut();
        tags.date = rfc3339(table.created()).get(..10).map(str::to_owned);
        for seat in 0..table.seats().len() {
            tags.names.0[seat] = Some(self.seat_name(seat));
        }
        tags.time_control = match table.setup().clock {
            ClockRules::None => None,
            ClockRules::Increment { base, increment } => {
                Some(format!("{}+{}", base as f64 / 1_000.0, increment as f64 / 1_000.0))
            }
            ClockRules::Days { days } => Some(format!("{days}d")),
        };
        tags.others.push(("Site".to_owned(), format!("Ringside {}", self.id)));
        for (seat, departure) in
            table.seats().iter().enumerate().filter_map(|(seat, held)| Some((seat, held.departure?)))
        {
            tags.others.push((format!("Left{}", seat + 1), departure.reason.name().to_owned()));
        }
        for played in table.moves().iter() {
            let action = played
                .action()
                .as_str()
                .and_then(|text| recorder.position().read_action(text).ok())
                .ok_or_else(damaged)?;
            let ply = recorder.play(action).map_err(|_| damaged())?;
            ply.notes.at = u64::try_from(played.at().0).ok();
            ply.notes.clock = played.left;
            ply.notes.elapsed = played.left.map(|_| played.spent());
            let is_over = matches!(table.stage(), Stage::Over(_));
            if let Some(rationale) = played.note().filter(|_| is_over).and_then(|note| note.rationale.as_deref()) {
                ply.comments.push(comment_text(rationale));
            }
        }
        if let Some(ranks) = agreed_ranks(table) {
            let mut by_player = ByPlayer::default();
            for (seat, &rank) in ranks.iter().enumerate() {
                by_player[last.colour_of(seat)] = rank;
            }
            return Ok(recorder.finish_with(Conclusion::agreed(by_player)));
        }
        Ok(match last_departure(table) {
            Some((seat, by)) if table.game().ending().is_none() => {
                let (player, position) = (last.colour_of(seat), last.position());
                recorder.finish_with(match by {
                    DepartureReason::Timeout => Conclusion::timed_out(player, position),
                    DepartureReason::Resignation | DepartureReason::Failure => Conclusion::resigned(player, position),
                })
            }
            _ => recorder.finish(),
        })
    }

    fn asg_replay(&self, start: &asg::Match) -> Replay {
        let table = self.table;
        let mut replay = Replay::new(start.scenario().clone(), start.rules(), start.seed(), rfc3339(table.created()));
        let name = |seat: usize| self.seat_name(seat);
        replay.players = Some(BySide::from_fn(|side| json!({ "kind": name(side as usize) })));
        replay.turns = table
            .moves()
            .iter()
            .map(|played| {
                let orders = played.action().as_array().map_or(&[][..], Vec::as_slice);
                let turn = Turn::new(name(played.seat), SubmittedOrder::read_list(orders, start.scenario()));
                let Some(note) = played.note() else { return turn };
                Turn {
                    latency_ms: note.took as f64,
                    rationale: note.rationale.clone(),
                    diagnostics: (!note.raw.is_empty()).then(|| json!({ "rawReply": note.raw })),
                    ..turn
                }
            })
            .collect();
        replay.ending = match last_departure(table) {
            _ if agreed_ranks(table).is_some() => Some(ReplayEnding::Agreement),
            Some((seat, _)) => Some(ReplayEnding::Forfeit(Side::BOTH[seat])),
            None if table.game().ending().is_none() => Some(ReplayEnding::Aborted),
            None => None,
        };
        replay
    }
}

/// Returns the ranks by seat if the players agreed to a draw.
fn agreed_ranks(table: &Table) -> Option<Vec<u8>> {
    match table.stage() {
        Stage::Over(ending) if ending.reason == Termination::Agreement.name() => ending.ranks.map(Vec::from),
        _ => None,
    }
}

/// Returns the requested layout of a text.
fn layout(query: &RecordQuery) -> Result<Layout, RequestError> {
    let Some(name) = query.layout.as_deref() else { return Ok(Layout::default()) };
    Layout::from_name(name).ok_or_else(|| {
        let known = Layout::NAMES.map(|(name, _)| name).join(", ");
        RequestError::bad_request(
            "bad_layout",
            format!("unknown layout {}; layouts are {known}", ringrift::excerpt(name)),
        )
    })
}

/// Replaces characters that have a special meaning in record comments.
fn comment_text(text: &str) -> String {
    let replaced = |letter: char| match letter {
        '{' | '[' => '(',
        '}' | ']' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    text.chars().map(replaced).collect()
}

/// Returns the seat of the last player who left before the game ended, and the reason; `None` if the game is not over or no
/// player has left it.
fn last_departure(table: &Table) -> Option<(usize, DepartureReason)> {
    let Stage::Over(_) = table.stage() else { return None };
    let departed = table.seats().iter().enumerate().filter_map(|(seat, held)| Some((seat, held.departure?)));
    departed.max_by_key(|(_, departure)| departure.order).map(|(seat, departure)| (seat, departure.reason))
}

/// Returns the setup and the actions of a RingRift record or an ASG replay.
///
/// # Errors
/// Describes the problem of the text.
pub fn read_record(text: &str) -> Result<(GameSetup, Vec<Value>), Problem> {
    let is_replay = text.trim_start().starts_with('{') && !text.contains("ringrift-record/");
    let (setup, actions) = if is_replay { read_replay(text)? } else { read_ringrift_record(text)? };
    if actions.len() > MAX_ACTIONS {
        return Err(format!("the record has {} actions; the limit is {MAX_ACTIONS}", actions.len()).into());
    }
    Ok((setup, actions))
}

/// Returns the setup and the actions of the first game in a RingRift record.
///
/// # Errors
/// Describes the problem of the text.
pub fn read_ringrift_record(text: &str) -> Result<(GameSetup, Vec<Value>), Problem> {
    let mut entries =
        ringrift_record::Entries::new(std::io::Cursor::new(text.to_owned())).map_err(|error| error.to_string())?;
    let entry = entries.next().ok_or("the record contains no game")?.map_err(|error| error.to_string())?;
    let record = entry.verify()?.record;
    let actions = record.action_texts().into_iter().map(Value::from).collect();
    Ok((GameSetup::RingRift { start: record.start().to_string() }, actions))
}

fn read_replay(text: &str) -> Result<(GameSetup, Vec<Value>), String> {
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    if let Some(difference) = verified.difference {
        return Err(difference.to_string());
    }
    let replay = Replay::read(text).map_err(|error| error.to_string())?;
    let scenario = serde_json::to_value(replay.scenario.file()).map_err(|error| error.to_string())?;
    let seed = u32::try_from(replay.seed).map_err(|_| {
        format!("the seed {} is not an unsigned 32-bit number, which games on this server require", replay.seed)
    })?;
    let rules = replay.rules.name().to_owned();
    let actions = replay
        .turns
        .iter()
        .map(|turn| turn.orders.iter().map(|order| order.to_json(&replay.scenario)).collect::<Vec<Value>>().into());
    let actions = actions.collect();
    Ok((GameSetup::Asg { scenario, rules, seed, salt: api::id::random_letters(20) }, actions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_records_in_text_and_json() {
        let record = Record::parse("[Board \"square8\"]\n\n1. P d4*2; M d4-d6").expect("the record is valid");
        for text in [record.to_string(), record.to_json()] {
            let (setup, actions) = read_record(&text).expect("the record can be imported");
            assert!(matches!(setup, GameSetup::RingRift { .. }));
            assert_eq!(actions, [json!("P d4*2"), json!("M d4-d6")]);
        }
    }

    #[test]
    fn rejects_malformed_records() {
        for text in ["", "{}", "nonsense", "[Board \"square8\"]\n\n1. P d4*2; M d4-e9", "{\"a\":[[[["] {
            let problem = read_record(text).expect_err("the record is malformed");
            assert!(!problem.to_string().is_empty() && problem.rule().is_none(), "{text}");
        }
    }

    #[test]
    fn illegal_actions_have_a_sentence_without_the_rule() {
        let problem = read_record("[Board \"square8\"]\n\n1. P d4*2; M d4-d5").expect_err("the move is too short");
        let text = problem.to_string();
        assert!(text.starts_with("action 2, M d4-d5, is not possible: ") && !text.contains("RR-"), "{text}");
        assert!(problem.rule().is_some() && problem.parts().is_some());
        assert!(problem.details().contains("(RR-CANON-"), "{}", problem.details());
    }
}
