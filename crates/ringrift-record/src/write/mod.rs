//! Writing of records as text; `moves` and `trace_move` write other formats.

pub(crate) mod moves;
pub(crate) mod trace_move;

use std::fmt::{self, Write};

use ringrift::{ActionStyle, Edition, Marks, Overrides, Player, Position};

use crate::read::header::quote;
use crate::record::notes::normalize_comment;
use crate::record::{Ply, Record, RecordLine};

/// Layout of the moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// One line per round, with turns separated by spaces and their actions by semicolons: the canonical layout.
    #[default]
    Rounds,
    /// One line per turn.
    Turns,
    /// One line per action.
    Sequence,
}

impl Layout {
    /// All layouts with their names.
    pub const NAMES: [(&str, Layout); 3] =
        [("rounds", Layout::Rounds), ("turns", Layout::Turns), ("sequence", Layout::Sequence)];

    /// Returns the layout with a name.
    pub fn from_name(name: &str) -> Option<Layout> {
        Layout::NAMES.into_iter().find(|&(known, _)| known == name).map(|(_, layout)| layout)
    }
}

/// Options for writing a record as text.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TextOptions {
    /// Line breaks between moves.
    pub layout: Layout,
    /// Spelling of actions.
    pub style: ActionStyle,
}

impl Record {
    /// Returns the text of the record. [`parse`](Record::parse) reads all layouts and styles.
    pub fn text(&self, options: &TextOptions) -> String {
        let mut text = String::new();
        for (name, value) in self.headers() {
            let value: String = quote(&value).chars().map(without_line_break).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut writer = Writer { options, out: &mut text, position: self.start.clone(), turn: None, round: 0 };
        writer.main(&self.main);
        let _ = writeln!(text, "{}", self.conclusion.result.text(self.rules().players));
        text
    }

    /// Returns the headers as name and value, in canonical order.
    pub fn headers(&self) -> Vec<(String, String)> {
        let (edition, overrides) = self.rules().describe();
        let players = self.rules().players;
        let mut headers = vec![header("Game", "RingRift"), header("Board", &self.rules().board.to_string())];
        headers.extend(rule_headers(edition, &overrides, players));
        let mut add = |name: &str, value: Option<String>| headers.extend(value.map(|value| header(name, &value)));
        add("Start", self.start_text());
        add("Date", self.tags.date.clone());
        for player in Player::seats(players) {
            add(&format!("Player{player}"), self.tags.names[player].clone());
        }
        add("TimeControl", self.tags.time_control.clone());
        add("Result", Some(self.conclusion.result.text(players)));
        add("Termination", self.conclusion.termination.map(|termination| termination.to_string()));
        add("TerminatedBy", self.conclusion.by.map(|by| by.to_string()));
        add("RNGSeed", self.tags.seed.clone());
        add("TotalMoves", Some(self.main.plies.len().to_string()));
        headers.extend(self.tags.others.iter().cloned());
        headers
    }

    /// Returns the text of the start position without its rules, or `None` for the standard start.
    pub(crate) fn start_text(&self) -> Option<String> {
        let is_standard = Position::new(self.rules()).is_ok_and(|standard| standard == self.start);
        (!is_standard).then(|| {
            let text = self.start.to_string();
            // The rules are in other headers.
            text.split_once("; ").map_or(text.clone(), |(_, rest)| rest.to_owned())
        })
    }
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Replaces control characters, which would break a header line, with spaces.
fn without_line_break(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn rule_headers(edition: Edition, overrides: &Overrides, players: u8) -> impl Iterator<Item = (String, String)> {
    let options: Vec<String> = overrides.texts().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let options =
        Some(options).filter(|options| !options.is_empty()).map(|options| header("Options", &options.join(" ")));
    [header("Edition", &edition.to_string())]
        .into_iter()
        .chain(options)
        .chain([header("Players", &players.to_string())])
}

/// Writes the canonical text.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&TextOptions::default()))
    }
}

/// Writes moves while playing them.
struct Writer<'a> {
    options: &'a TextOptions,
    out: &'a mut String,
    position: Position,
    /// Turn and player of the last written action; `None` before the first.
    turn: Option<(u32, Player)>,
    round: u32,
}

impl Writer<'_> {
    fn main(&mut self, line: &RecordLine) {
        for comment in &line.intro {
            self.comment(comment);
            self.out.push('\n');
        }
        for ply in &line.plies {
            let begins_turn = self.separate();
            self.ply(ply, begins_turn);
        }
        if !line.plies.is_empty() {
            self.out.push('\n');
        }
    }

    /// Updates turn and round before an action. Reports whether it begins a turn, and whether it begins a round.
    fn advance(&mut self) -> (bool, bool) {
        let (turn, player) = (self.position.turn(), self.position.to_move());
        let is_new_turn = self.turn.is_none_or(|(last, _)| last != turn);
        let is_new_round = self.turn.is_none_or(|(_, last)| is_new_turn && player <= last);
        self.round += u32::from(is_new_round);
        self.turn = Some((turn, player));
        (is_new_turn, is_new_round)
    }

    /// Writes the line break, number or separator before an action of the main line. Reports whether a turn begins.
    fn separate(&mut self) -> bool {
        let new_line = if self.turn.is_none() { "" } else { "\n" };
        let (is_new_turn, is_new_round) = self.advance();
        let turn = self.position.turn();
        let separator = match self.options.layout {
            Layout::Turns | Layout::Sequence if is_new_turn => format!("{new_line}{turn}. "),
            Layout::Rounds if is_new_round => format!("{new_line}{}. ", self.round),
            Layout::Rounds if is_new_turn => "   ".to_owned(),
            Layout::Sequence => format!("\n{:width$}", "", width = turn.to_string().len() + 2),
            Layout::Turns | Layout::Rounds => "; ".to_owned(),
        };
        *self.out += &separator;
        is_new_turn
    }

    /// Writes an action with its annotations, and plays it.
    fn ply(&mut self, ply: &Ply, begins_turn: bool) {
        let before = if ply.variations.is_empty() { None } else { Some(self.position.clone()) };
        self.action(ply);
        let notes = ply.notes.text();
        match ply.comments.split_first() {
            _ if notes.is_empty() => ply.comments.iter().for_each(|comment| self.spaced_comment(comment)),
            None => self.spaced_comment(&notes),
            Some((first, rest)) => {
                self.spaced_comment(&format!("{notes} {first}"));
                rest.iter().for_each(|comment| self.spaced_comment(comment));
            }
        }
        if let Some(before) = before {
            ply.variations.iter().for_each(|variation| self.variation(variation, &before, begins_turn));
        }
    }

    fn action(&mut self, ply: &Ply) {
        let mut after = self.position.clone();
        after.play_unchecked(ply.action);
        let computed = Marks::computed(self.position.phase(), after.phase());
        let marks = if self.options.style.computed_marks { ply.marks.union(computed) } else { ply.marks };
        *self.out += &self.position.marked_action_text(ply.action, marks, &self.options.style);
        self.position = after;
    }

    /// Writes a variation in parentheses, with numbers as in the main line. The number at its start is omitted if the
    /// variation begins within a turn.
    fn variation(&mut self, line: &RecordLine, start: &Position, begins_turn: bool) {
        if *line == RecordLine::default() {
            return;
        }
        let outer = (std::mem::replace(&mut self.position, start.clone()), self.turn, self.round);
        let mut starts_with_number = begins_turn;
        let mut separator = " (";
        for comment in &line.intro {
            self.out.push_str(separator);
            self.comment(comment);
            separator = " ";
        }
        for ply in &line.plies {
            let (is_new_turn, is_new_round) = self.advance();
            let is_new_turn = is_new_turn || starts_with_number;
            let number = match self.options.layout {
                Layout::Rounds => (is_new_round || starts_with_number).then_some(self.round),
                Layout::Turns | Layout::Sequence => is_new_turn.then(|| self.position.turn()),
            };
            match number {
                Some(number) => *self.out += &format!("{}{number}. ", if separator == "; " { " " } else { separator }),
                None if is_new_turn => self.out.push_str("   "),
                None => self.out.push_str(separator),
            }
            starts_with_number = false;
            separator = "; ";
            self.ply(ply, is_new_turn);
        }
        self.out.push(')');
        (self.position, self.turn, self.round) = outer;
    }

    fn spaced_comment(&mut self, comment: &str) {
        self.out.push(' ');
        self.comment(comment);
    }

    fn comment(&mut self, comment: &str) {
        self.out.push('{');
        self.out.push_str(&normalize_comment(comment));
        self.out.push('}');
    }
}
