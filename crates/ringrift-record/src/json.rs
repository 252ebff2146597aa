//! The JSON form of records, `ringrift-record/1`.

use std::collections::BTreeMap;
use std::fmt;

use ringrift::{BoardKind, Edition, FingerprintHash, Overrides, Player, Position, Ruleset, WrittenAction, excerpt};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::conclusion::Termination;
use crate::error::{RecordError, RecordProblem};
use crate::header::{read_position, read_result};
use crate::json_error::json_error;
use crate::notes::{Evaluation, Notes, tidy};
use crate::record::{Line, Ply, Record, Tags};
use crate::written::{Claims, DEEPEST, Item, MOST_PARTS, What, WrittenRecord};

/// The name and version of the format.
pub const FORMAT: &str = "ringrift-record/1";

/// A RingRift game record, ringrift-record/1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ringrift-record/1")]
struct JsonRecord {
    /// The name and version of this format.
    #[schemars(extend("const" = FORMAT))]
    format: String,
    /// The board: square8, square19, hex8, hexagonal or hexagonal12.
    board: String,
    /// The edition of the rules, canon if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    /// Rules that differ from the edition, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    /// The number of players.
    #[schemars(range(min = 2, max = 4))]
    players: u8,
    /// The position in which the game begins, as a position text without its rules; the usual start if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// When it was played, usually as in 2024-12-01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// The names of the players by seat; null for one who is not named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    names: Vec<Option<String>>,
    /// The time control, for example 300+5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_control: Option<String>,
    /// The seed of whatever chose the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// Other headers, each with its name and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    headers: Vec<(String, String)>,
    /// The result: 1-0, 0-1 or 1/2-1/2 for two players, ranks by seat such as 2/1/3 for more, * for an open game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Why the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
    /// The seat that resigned or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4))]
    terminated_by: Option<u8>,
    /// Comments before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    intro: Vec<String>,
    /// The actions in their order.
    moves: Vec<JsonMove>,
}

/// The name of the format alone, whatever else is there.
#[derive(Deserialize)]
struct Named {
    format: Option<String>,
}

/// A variation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with moves")]
#[schemars(rename = "Variation")]
struct JsonLine {
    /// Comments before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    intro: Vec<String>,
    /// The actions in their order.
    moves: Vec<JsonMove>,
}

/// One action: its text alone, or an object if there is more to say.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Move")]
enum JsonMove {
    /// The text of an action with its marks, for example `M d4-e5+`.
    Bare(String),
    /// The text of an action, and what is said about it.
    Noted(Box<JsonPly>),
}

/// Read by hand, because the derived code would not say what is wrong within an object.
impl<'de> Deserialize<'de> for JsonMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonMove, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = JsonMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of an action, or an object with it")
    }

    fn visit_str<E: serde::de::Error>(self, action: &str) -> Result<JsonMove, E> {
        Ok(JsonMove::Bare(action.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<JsonMove, A::Error> {
        let ply = JsonPly::deserialize(MapAccessDeserializer::new(map))?;
        Ok(JsonMove::Noted(Box::new(ply)))
    }
}

/// An action and what is said about it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NotedMove")]
struct JsonPly {
    /// The text of an action with its marks.
    action: String,
    /// What is left on the player's clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// How long the player took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elapsed: Option<u64>,
    /// When it was played, in milliseconds since the start of 1970, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// The probability of each seat to win, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<Vec<f64>>,
    /// The hash of the position's fingerprint after the action, 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Comments behind the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// What might have been played instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<JsonLine>,
}

/// The JSON Schema of the format.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(JsonRecord).to_value()
}

impl Record {
    /// The record as JSON on one line.
    pub fn to_json(&self) -> String {
        // These types have no maps with keys that are no texts, so that nothing can fail.
        serde_json::to_string(&JsonRecord::of(self)).unwrap_or_default()
    }

    /// The record as JSON on many lines.
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_string_pretty(&JsonRecord::of(self)).unwrap_or_default()
    }

    /// Reads a record from JSON.
    ///
    /// # Errors
    /// Says where it has another form than a record, or the first illegal action.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        WrittenRecord::from_json(text)?.resolve()
    }
}

impl WrittenRecord {
    /// Reads what is written in a record in JSON, without playing it.
    ///
    /// # Errors
    /// Says what has another form than a record.
    pub fn from_json(text: &str) -> Result<WrittenRecord, RecordError> {
        if !text.trim_start().starts_with('{') {
            let damage = serde_json::from_str::<IgnoredAny>(text).err().map(|error| json_error(&error, text));
            let damage = damage.map(|error| error.of_a_list(text.trim_start().starts_with('[')));
            let other = || RecordProblem::Json(format!("no {FORMAT}: expected an object")).nowhere();
            return Err(damage.unwrap_or_else(other));
        }
        if let Ok(Named { format: Some(format) }) = serde_json::from_str(text)
            && format != FORMAT
        {
            let problem = format!("the format is '{}', not {FORMAT}", excerpt(&format));
            return Err(RecordProblem::Json(problem).nowhere());
        }
        let json: JsonRecord = serde_json::from_str(text).map_err(|error| json_error(&error, text))?;
        json.written().map_err(RecordProblem::nowhere)
    }
}

impl JsonRecord {
    fn of(record: &Record) -> JsonRecord {
        let (edition, overrides) = record.rules().describe();
        let players = record.rules().players;
        let mut names = record.tags.names.of(players).to_vec();
        while names.pop_if(|name| name.is_none()).is_some() {}
        let main = JsonLine::of(&record.main, &record.start);
        JsonRecord {
            format: FORMAT.to_owned(),
            board: record.rules().board.to_string(),
            edition: Some(edition.to_string()),
            options: overrides.texts().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            players,
            start: record.start_text(),
            date: record.tags.date.clone(),
            names,
            time_control: record.tags.time_control.clone(),
            seed: record.tags.seed.clone(),
            headers: record.tags.others.clone(),
            result: Some(record.conclusion.result.text(players)),
            termination: record.conclusion.termination.map(|termination| termination.to_string()),
            terminated_by: record.conclusion.by.map(Player::seat),
            intro: main.intro,
            moves: main.moves,
        }
    }

    fn written(self) -> Result<WrittenRecord, RecordProblem> {
        let start = self.read_start()?;
        let players = self.players;
        let mut tags = Tags {
            date: self.date,
            time_control: self.time_control,
            seed: self.seed,
            others: self.headers,
            ..Tags::default()
        };
        if let Some(seat) = (usize::from(players)..self.names.len()).find(|&seat| self.names[seat].is_some()) {
            return Err(RecordProblem::Json(format!("there is a name for seat {}, but only {players} play", seat + 1)));
        }
        for (player, name) in Player::seats(players).zip(self.names) {
            tags.names[player] = name;
        }
        tags.check()?;
        let termination =
            |name: String| Termination::from_name(&name).ok_or_else(|| RecordProblem::Termination(excerpt(&name)));
        let by = |seat: u8| {
            let player = Player::from_seat(seat).filter(|_| seat <= players);
            player.ok_or_else(|| RecordProblem::TerminatedBy(seat.to_string(), players))
        };
        let claims = Claims {
            result: self.result.map(|result| read_result(&result, players)).transpose()?,
            termination: self.termination.map(termination).transpose()?,
            by: self.terminated_by.map(by).transpose()?,
            total_moves: None,
        };
        let mut items = Vec::new();
        JsonLine { intro: self.intro, moves: self.moves }.read(start.rules().board, 0, &mut items)?;
        Ok(WrittenRecord { start, tags, items, claims })
    }

    fn read_start(&self) -> Result<Position, RecordProblem> {
        let board: BoardKind = self.board.parse().map_err(RecordProblem::Board)?;
        let edition = match &self.edition {
            Some(edition) => edition.parse().map_err(RecordProblem::Edition)?,
            None => Edition::Canon,
        };
        let mut overrides = Overrides::default();
        for (name, value) in &self.options {
            overrides.set(name, value).map_err(RecordProblem::Option)?;
        }
        let rules = Ruleset::new(edition, board, self.players, &overrides).map_err(RecordProblem::Rules)?;
        match &self.start {
            Some(start) => read_position(start, &rules),
            None => Position::new(&rules).map_err(RecordProblem::Rules),
        }
    }
}

impl JsonLine {
    fn of(line: &Line, start: &Position) -> JsonLine {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(line.plies.len());
        for ply in &line.plies {
            moves.push(JsonMove::of(ply, &position));
            position.play_unchecked(ply.action);
        }
        JsonLine { intro: line.intro.iter().map(|comment| tidy(comment)).collect(), moves }
    }

    /// Adds the parts of the line to those of the record.
    fn read(self, board: BoardKind, depth: usize, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
        if depth > DEEPEST {
            return Err(RecordProblem::TooDeep(DEEPEST));
        }
        for comment in self.intro {
            push_comment(comment, items)?;
        }
        for (i, json) in self.moves.into_iter().enumerate() {
            if items.len() > MOST_PARTS {
                return Err(RecordProblem::TooManyParts(MOST_PARTS));
            }
            let ply = match json {
                JsonMove::Bare(action) => JsonPly { action, ..JsonPly::default() },
                JsonMove::Noted(ply) => *ply,
            };
            ply.read(board, depth, i + 1, items)?;
        }
        Ok(())
    }
}

impl JsonMove {
    fn of(ply: &Ply, position: &Position) -> JsonMove {
        let action = position.marked_action_text(ply.action, ply.marks, &ringrift::ActionStyle::default());
        if ply.notes.is_empty() && ply.comments.is_empty() && ply.variations.is_empty() {
            return JsonMove::Bare(action);
        }
        JsonMove::Noted(Box::new(JsonPly {
            action,
            clock: ply.notes.clock,
            elapsed: ply.notes.elapsed,
            at: ply.notes.at,
            eval: ply.notes.evaluation.map(|evaluation| evaluation.probabilities().collect()),
            hash: ply.notes.hash.map(|hash| hash.to_string()),
            comments: ply.comments.iter().map(|comment| tidy(comment)).collect(),
            variations: ply.variations.iter().map(|variation| JsonLine::of(variation, position)).collect(),
        }))
    }
}

impl JsonPly {
    /// Adds the action with a given number in its line, and what is said about it.
    fn read(self, board: BoardKind, depth: usize, number: usize, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
        let notes = self.notes()?;
        let action = WrittenAction::parse(&self.action, board);
        let action = action.map_err(|source| RecordProblem::Move { number, source })?;
        items.push(Item::nowhere(What::Action(action)));
        if !notes.is_empty() {
            items.push(Item::nowhere(What::Notes(Box::new(notes))));
        }
        for comment in self.comments {
            push_comment(comment, items)?;
        }
        for variation in self.variations {
            items.push(Item::nowhere(What::Open));
            variation.read(board, depth + 1, items)?;
            items.push(Item::nowhere(What::Close));
        }
        Ok(())
    }

    fn notes(&self) -> Result<Notes, RecordProblem> {
        let evaluation = self.eval.as_ref().map(|eval| {
            Evaluation::new(eval)
                .ok_or(RecordProblem::Note("an evaluation needs a probability from 0 to 1 for every seat"))
        });
        let hash = self
            .hash
            .as_ref()
            .map(|hash| FingerprintHash::parse(hash).ok_or(RecordProblem::Note("a hash has 32 hexadecimal digits")));
        Ok(Notes {
            clock: self.clock,
            elapsed: self.elapsed,
            at: self.at,
            evaluation: evaluation.transpose()?,
            hash: hash.transpose()?,
        })
    }
}

/// Comments are kept as texts can hold them.
fn push_comment(comment: String, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
    if let Some(sign) = comment.chars().find(|&c| c == '}') {
        return Err(RecordProblem::Sign { what: "a comment", sign });
    }
    items.push(Item::nowhere(What::Comment(comment)));
    Ok(())
}
