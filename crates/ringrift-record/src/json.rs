//! Records as JSON, `ringrift-record/1`.

use std::collections::BTreeMap;
use std::fmt;

use ringrift::{
    ActionCode, BoardKind, Edition, FingerprintHash, Overrides, Player, Position, Ruleset, WrittenAction, excerpt,
};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::{RecordError, RecordProblem};
use crate::json_error::{FORMAT, json_error};
use crate::read::header::{parse_position, parse_result};
use crate::read::{Claims, Item, ItemKind, MAX_ITEMS, MAX_VARIATION_DEPTH, WrittenRecord, join_line_option};
use crate::record::conclusion::Termination;
use crate::record::notes::{Evaluation, Notes, normalize_comment};
use crate::record::{Ply, Record, RecordLine, Tags};

/// A RingRift game record, ringrift-record/1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ringrift-record/1")]
struct JsonRecord {
    /// Name and version of this format.
    #[schemars(extend("const" = FORMAT))]
    format: String,
    /// Board: square8, square19, hex8, hexagonal or hexagonal12. In the edition live, hexagonal means hexagonal12 unless the
    /// options rings and line_length are given.
    board: String,
    /// Edition of the rules; canon if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    /// Rule options that differ from the edition, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    /// Number of players.
    #[schemars(range(min = 2, max = 4))]
    players: u8,
    /// Start position as a position text without its rules; the standard start if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Date of the game, usually as in 2024-12-01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// Player names by seat; null for an unnamed player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    names: Vec<Option<String>>,
    /// Time control, for example 300+5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_control: Option<String>,
    /// Seed of the random generator that chose the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// Other headers, each as name and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    headers: Vec<(String, String)>,
    /// Result: 1-0, 0-1 or 1/2-1/2 for two players, ranks by seat such as 2/1/3 for more, * for an open game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Reason of the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
    /// Seat of the player who resigned or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4))]
    terminated_by: Option<u8>,
    /// Comments before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    intro: Vec<String>,
    /// Actions in the order of play.
    moves: Vec<JsonMove>,
}

/// The name of the format; all other fields are ignored.
#[derive(Deserialize)]
struct FormatName {
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
    /// Actions in the order of play.
    moves: Vec<JsonMove>,
}

/// One action: its text, or an object with annotations.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Move")]
enum JsonMove {
    /// Text of an action with its marks, for example `M d4-e5+`.
    Bare(String),
    /// Text of an action with its annotations.
    Noted(Box<JsonPly>),
}

/// Written by hand, because the derived code for untagged enums hides the error inside an object.
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

/// An action with its annotations.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NotedMove")]
struct JsonPly {
    /// Text of the action with its marks.
    action: String,
    /// Remaining time of the player after the action, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// Thinking time of the player, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elapsed: Option<u64>,
    /// Time of the action in milliseconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// Win probability of each seat, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<Vec<f64>>,
    /// Hash of the position's fingerprint after the action, 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Comments after the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Alternatives to the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<JsonLine>,
}

/// Returns the JSON Schema of the format.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(JsonRecord).to_value()
}

impl Record {
    /// Returns the record as JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&JsonRecord::of(self)).expect("a record serializes to JSON")
    }

    /// Returns the record as indented JSON.
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_string_pretty(&JsonRecord::of(self)).expect("a record serializes to JSON")
    }

    /// Parses a record from JSON and plays its actions.
    ///
    /// # Errors
    /// Returns the first syntax error or illegal action.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        WrittenRecord::from_json(text)?.resolve()
    }
}

impl WrittenRecord {
    /// Parses a record from JSON without playing its actions.
    ///
    /// # Errors
    /// Returns the first syntax error.
    pub fn from_json(text: &str) -> Result<WrittenRecord, RecordError> {
        if !text.trim_start().starts_with('{') {
            let damage = serde_json::from_str::<IgnoredAny>(text).err().map(|error| json_error(&error, text));
            let damage = damage.map(|error| error.in_list(text.trim_start().starts_with('[')));
            let other = || RecordProblem::Json(format!("not a valid {FORMAT}: expected an object")).without_location();
            return Err(damage.unwrap_or_else(other));
        }
        if let Ok(FormatName { format: Some(format) }) = serde_json::from_str(text)
            && format != FORMAT
        {
            let problem = format!("the format is '{}', not {FORMAT}", excerpt(&format));
            return Err(RecordProblem::Json(problem).without_location());
        }
        let json: JsonRecord = serde_json::from_str(text).map_err(|error| json_error(&error, text))?;
        json.into_written().map_err(RecordProblem::without_location)
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

    fn into_written(self) -> Result<WrittenRecord, RecordProblem> {
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
            return Err(RecordProblem::Json(format!(
                "there is a name for seat {}, but the game has {players} players",
                seat + 1
            )));
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
            result: self.result.map(|result| parse_result(&result, players)).transpose()?,
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
        let rules = Ruleset::from_names(edition, board, self.players, &overrides).map_err(RecordProblem::Rules)?;
        match &self.start {
            Some(start) => parse_position(start, &rules),
            None => Position::new(&rules).map_err(RecordProblem::Rules),
        }
    }
}

impl JsonLine {
    fn of(line: &RecordLine, start: &Position) -> JsonLine {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(line.plies.len());
        for ply in &line.plies {
            moves.push(JsonMove::of(ply, &position));
            position.play_unchecked(ply.action);
        }
        JsonLine { intro: line.intro.iter().map(|comment| normalize_comment(comment)).collect(), moves }
    }

    /// Appends the items of the line to those of the record.
    fn read(self, board: BoardKind, depth: usize, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
        if depth > MAX_VARIATION_DEPTH {
            return Err(RecordProblem::TooDeep(MAX_VARIATION_DEPTH));
        }
        for comment in self.intro {
            push_comment(comment, items)?;
        }
        for (i, json) in self.moves.into_iter().enumerate() {
            if items.len() > MAX_ITEMS {
                return Err(RecordProblem::TooManyItems(MAX_ITEMS));
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
            comments: ply.comments.iter().map(|comment| normalize_comment(comment)).collect(),
            variations: ply.variations.iter().map(|variation| JsonLine::of(variation, position)).collect(),
        }))
    }
}

impl JsonPly {
    /// Appends the action with its annotations. `number` is its number in the main line or variation, from 1.
    fn read(self, board: BoardKind, depth: usize, number: usize, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
        let notes = self.notes()?;
        let action = WrittenAction::parse(&self.action, board);
        let action = action.map_err(|source| RecordProblem::Move { number, source })?;
        // `L 1; LR 2` is an action of its own, also after an `L` that took another line.
        let is_option = WrittenAction::code(&self.action) == Some(ActionCode::LineOption);
        let joined = if is_option { join_line_option(items, action) } else { Ok(None) };
        if joined.map_err(|source| RecordProblem::Move { number, source })?.is_none() {
            items.push(Item::without_offset(ItemKind::Action(action)));
        }
        if !notes.is_empty() {
            items.push(Item::without_offset(ItemKind::Notes(Box::new(notes))));
        }
        for comment in self.comments {
            push_comment(comment, items)?;
        }
        for variation in self.variations {
            items.push(Item::without_offset(ItemKind::Open));
            variation.read(board, depth + 1, items)?;
            items.push(Item::without_offset(ItemKind::Close));
        }
        Ok(())
    }

    fn notes(&self) -> Result<Notes, RecordProblem> {
        let evaluation = self.eval.as_ref().map(|eval| {
            Evaluation::new(eval)
                .ok_or(RecordProblem::Note("an evaluation needs a probability from 0 to 1 for each player"))
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

/// Appends a comment, or returns an error if the text format cannot represent it.
fn push_comment(comment: String, items: &mut Vec<Item>) -> Result<(), RecordProblem> {
    if let Some(character) = comment.chars().find(|&c| c == '}') {
        return Err(RecordProblem::InvalidCharacter { part: "a comment", character });
    }
    items.push(Item::without_offset(ItemKind::Comment(comment)));
    Ok(())
}
