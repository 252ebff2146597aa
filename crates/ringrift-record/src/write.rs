//! Writing records as text.

use std::fmt::{self, Write};

use ringrift::{ActionStyle, Edition, Marks, Overrides, Player, Position};

use crate::header::quote;
use crate::notes::tidy;
use crate::record::{Line, Ply, Record};

/// How the moves of a record are laid out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// One line for each turn, its actions separated by semicolons. This is the canonical layout.
    #[default]
    Turns,
    /// One line for each round of turns.
    Rounds,
    /// One line for each action.
    Sequence,
}

/// How a record is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TextOptions {
    /// How the moves are laid out.
    pub layout: Layout,
    /// How actions are written.
    pub style: ActionStyle,
}

impl Record {
    /// The text of the record, written in a given way; [`parse`](Record::parse) reads all of them.
    pub fn text(&self, options: &TextOptions) -> String {
        let mut text = String::new();
        for (name, value) in self.headers() {
            // Writing to a string cannot fail.
            let value: String = quote(&value).chars().map(plain).collect();
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut writer = Writer { options, out: &mut text, place: self.start.clone(), turn: None, round: 0 };
        writer.main(&self.main);
        let _ = writeln!(text, "{}", self.conclusion.result.text(self.rules().players));
        text
    }

    /// The headers, in their canonical order.
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

    /// The text of the start position without its rules, if the game does not begin as usual.
    pub(crate) fn start_text(&self) -> Option<String> {
        let usual = Position::new(self.rules()).is_ok_and(|usual| usual == self.start);
        (!usual).then(|| {
            let text = self.start.to_string();
            // The headers tell the rules.
            text.split_once("; ").map_or(text.clone(), |(_, rest)| rest.to_owned())
        })
    }
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// A character that keeps to its line.
fn plain(c: char) -> char {
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

/// The canonical text.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&TextOptions::default()))
    }
}

/// Writes moves while it plays them.
struct Writer<'a> {
    options: &'a TextOptions,
    out: &'a mut String,
    place: Position,
    /// The turn of the action written last; none at the start of the moves.
    turn: Option<(u32, Player)>,
    round: u32,
}

impl Writer<'_> {
    fn main(&mut self, line: &Line) {
        for comment in &line.intro {
            self.comment(comment);
            self.out.push('\n');
        }
        for ply in &line.plies {
            let begins_turn = self.lead();
            self.ply(ply, begins_turn);
        }
        if !line.plies.is_empty() {
            self.out.push('\n');
        }
    }

    /// What stands before an action of the main line: a new line and number, or a separator. Tells whether a turn begins.
    fn lead(&mut self) -> bool {
        let (turn, player) = (self.place.turn(), self.place.to_move());
        let is_new_turn = self.turn.is_none_or(|(last, _)| last != turn);
        let is_new_round = self.turn.is_none_or(|(_, last)| is_new_turn && player <= last);
        let is_first = self.turn.is_none();
        let new_line = if is_first { "" } else { "\n" };
        self.round += u32::from(is_new_round);
        self.turn = Some((turn, player));
        let lead = match self.options.layout {
            Layout::Turns | Layout::Sequence if is_new_turn => format!("{new_line}{turn}. "),
            Layout::Rounds if is_new_round => format!("{new_line}{}. ", self.round),
            Layout::Rounds if is_new_turn => "   ".to_owned(),
            Layout::Sequence => format!("\n{:width$}", "", width = turn.to_string().len() + 2),
            Layout::Turns | Layout::Rounds => "; ".to_owned(),
        };
        *self.out += &lead;
        is_new_turn
    }

    /// Writes an action with all that is said about it, and plays it.
    fn ply(&mut self, ply: &Ply, begins_turn: bool) {
        let before = if ply.variations.is_empty() { None } else { Some(self.place.clone()) };
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
        let mut after = self.place.clone();
        after.play_unchecked(ply.action);
        let computed = Marks::computed(self.place.phase(), after.phase());
        let marks = if self.options.style.computed_marks { ply.marks.union(computed) } else { ply.marks };
        *self.out += &self.place.marked_action_text(ply.action, marks, &self.options.style);
        self.place = after;
    }

    /// Writes a variation that begins in a position, within the line. The number of the turn is left out where the variation
    /// begins within one.
    fn variation(&mut self, line: &Line, start: &Position, begins_turn: bool) {
        if *line == Line::default() {
            return;
        }
        let now = std::mem::replace(&mut self.place, start.clone());
        let mut turn = if begins_turn { None } else { Some(start.turn()) };
        let mut separator = " (";
        for comment in &line.intro {
            self.out.push_str(separator);
            self.comment(comment);
            separator = " ";
        }
        for ply in &line.plies {
            let number = self.place.turn();
            let is_new_turn = turn != Some(number);
            if is_new_turn {
                *self.out += &format!("{}{number}. ", if separator == "; " { " " } else { separator });
            } else {
                self.out.push_str(separator);
            }
            turn = Some(number);
            separator = "; ";
            self.ply(ply, is_new_turn);
        }
        self.out.push(')');
        self.place = now;
    }

    fn spaced_comment(&mut self, comment: &str) {
        self.out.push(' ');
        self.comment(comment);
    }

    fn comment(&mut self, comment: &str) {
        self.out.push('{');
        self.out.push_str(&tidy(comment));
        self.out.push('}');
    }
}
