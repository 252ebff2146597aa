//! Structured notes of an action: clock, evaluation, hash. The text format writes them in comments: `[%clk 0:04:32]`.

use std::fmt::Write;

use ringrift::{FingerprintHash, MAX_PLAYERS};

/// Longest clock or thinking time in milliseconds: a hundred years.
const MAX_TIME: u64 = 100 * 366 * 24 * 3_600_000;

/// Structured notes of an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Remaining time of the player after the action, in milliseconds: `%clk`.
    pub clock: Option<u64>,
    /// Thinking time of the player, in milliseconds: `%emt`.
    pub elapsed: Option<u64>,
    /// Time of the action in milliseconds since the Unix epoch: `%at`.
    pub at: Option<u64>,
    /// Win probabilities after the action: `%eval`.
    pub evaluation: Option<Evaluation>,
    /// Hash of the position's fingerprint after the action: `%hash`.
    pub hash: Option<FingerprintHash>,
}

/// Win probability of each seat, stored in ten-thousandths.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    shares: [u16; MAX_PLAYERS],
    players: u8,
}

impl Evaluation {
    /// Creates an evaluation from 2 to 4 probabilities by seat, each 0.0 to 1.0; `None` for other input.
    pub fn new(probabilities: &[f64]) -> Option<Evaluation> {
        let mut shares = [0; MAX_PLAYERS];
        if !(2..=MAX_PLAYERS).contains(&probabilities.len()) {
            return None;
        }
        for (share, &probability) in shares.iter_mut().zip(probabilities) {
            *share = (0.0..=1.0).contains(&probability).then_some((probability * 10_000.0).round() as u16)?;
        }
        Some(Evaluation { shares, players: probabilities.len() as u8 })
    }

    /// Returns the probabilities by seat, each 0.0 to 1.0.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = f64> {
        self.shares[..usize::from(self.players)].iter().map(|&share| f64::from(share) / 10_000.0)
    }

    /// Parses `0.62/0.38`.
    fn parse(text: &str, players: u8) -> Option<Evaluation> {
        let numbers: Vec<f64> = text.split('/').take(MAX_PLAYERS + 1).map_while(|part| part.parse().ok()).collect();
        let is_complete = numbers.len() == usize::from(players) && text.split('/').count() == numbers.len();
        is_complete.then(|| Evaluation::new(&numbers))?
    }

    fn text(&self) -> String {
        self.probabilities().map(|probability| probability.to_string()).collect::<Vec<String>>().join("/")
    }
}

impl Notes {
    /// Returns these notes, with those of `earlier` where a note is missing.
    pub(crate) fn or(self, earlier: Notes) -> Notes {
        Notes {
            clock: self.clock.or(earlier.clock),
            elapsed: self.elapsed.or(earlier.elapsed),
            at: self.at.or(earlier.at),
            evaluation: self.evaluation.or(earlier.evaluation),
            hash: self.hash.or(earlier.hash),
        }
    }

    /// Reports whether there are no notes.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }

    /// Returns the notes as written in a comment, such as `[%clk 0:04:32]`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let space = if text.is_empty() { "" } else { " " };
                // Writing to a string cannot fail.
                let _ = write!(text, "{space}[%{name} {value}]");
            }
        };
        add("clk", self.clock.map(time_text));
        add("emt", self.elapsed.map(time_text));
        add("at", self.at.map(|at| at.to_string()));
        add("eval", self.evaluation.map(|evaluation| evaluation.text()));
        add("hash", self.hash.map(|hash| hash.to_string()));
        text
    }

    /// Extracts the notes from a comment. Returns the remaining comment, which includes unknown and invalid notes.
    pub(crate) fn extract_from(&mut self, comment: &str, players: u8) -> String {
        let mut rest = String::new();
        let mut text = comment;
        while let Some(start) = text.find("[%") {
            let (before, command) = text.split_at(start);
            rest += before;
            let end = command.find(']').map_or(command.len(), |end| end + 1);
            let (command, after) = command.split_at(end);
            // The space keeps the text around the note from forming another note.
            rest += if self.apply_command(command, players) { " " } else { command };
            text = after;
        }
        rest + text
    }

    /// Applies a note such as `[%clk 0:04:32]`. Returns `false` if it is unknown, invalid or a repetition.
    fn apply_command(&mut self, command: &str, players: u8) -> bool {
        let inner = command.strip_prefix("[%").and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
        let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let value = value.trim();
        match name {
            "clk" => set(&mut self.clock, parse_time(value)),
            "emt" => set(&mut self.elapsed, parse_time(value)),
            "at" => set(&mut self.at, parse_timestamp(value)),
            "eval" => set(&mut self.evaluation, Evaluation::parse(value, players)),
            "hash" => set(&mut self.hash, FingerprintHash::parse(value)),
            _ => false,
        }
    }

    /// Checks that the times can be written, and that the evaluation has one value per player.
    pub(crate) fn check(&self, players: u8) -> Result<(), &'static str> {
        if [self.clock, self.elapsed].into_iter().flatten().any(|time| time > MAX_TIME) {
            return Err("a time is longer than a hundred years");
        }
        if self.at.is_some_and(|at| at > MAX_TIMESTAMP) {
            return Err("a time stamp is after the year 9999");
        }
        if self.evaluation.is_some_and(|evaluation| evaluation.players != players) {
            return Err("an evaluation needs one probability for each player");
        }
        Ok(())
    }
}

/// Last millisecond of the year 9999, since the Unix epoch.
const MAX_TIMESTAMP: u64 = 253_402_300_799_999;

fn parse_timestamp(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&at| at <= MAX_TIMESTAMP)
}

/// Stores a value in an empty field. Returns `false` if the field is set or there is no value.
fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_new = field.is_none() && value.is_some();
    if is_new {
        *field = value;
    }
    is_new
}

/// Formats a time as hours, minutes and seconds: `1:02:03.5`.
fn time_text(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { text } else { format!("{text}.{}", format!("{rest:03}").trim_end_matches('0')) }
}

fn parse_time(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        let is_number = !part.is_empty() && part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u64 = part.parse().ok().filter(|_| is_number)?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    let is_fraction = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let rest: u64 = format!("{fraction:0<3}").parse().ok().filter(|_| is_fraction)?;
    seconds.checked_mul(1000)?.checked_add(rest).filter(|&time| time <= MAX_TIME)
}

/// Normalizes a comment: on one line, with single spaces, and with `)` instead of `}`, which would close it.
pub(crate) fn normalize_comment(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").replace('}', ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_extracted_and_survive_a_round_trip() {
        let comment = "before [%clk 0:04:32.25] [%eval 0.62/0.38] [%foo 1] good move [%emt 12] \
                       [%hash 00112233445566778899aabbccddeeff] [%at 1731668000123]";
        let mut notes = Notes::default();
        assert_eq!(normalize_comment(&notes.extract_from(comment, 2)), "before [%foo 1] good move");
        assert_eq!((notes.clock, notes.elapsed, notes.at), (Some(272_250), Some(12_000), Some(1_731_668_000_123)));
        let mut again = Notes::default();
        assert_eq!(normalize_comment(&again.extract_from(&notes.text(), 2)), "");
        assert_eq!(again, notes);
    }

    #[test]
    fn unknown_and_invalid_notes_stay_in_the_comment() {
        for comment in [
            "[%clk soon]",
            "[%clk 1:2:3:4:5:6:7:8:9:10:11:12]",
            "[%clk 0:00:01",
            "[%eval 0.53]",
            "[%eval 1.5/0]",
            "[%eval 0.1/0.2/0.7]",
            "[%hash 12]",
            "[%]",
            "[%clk -1]",
            "[%emt 1.2345]",
            "[%at -5]",
            "[%eval NaN/0]",
        ] {
            let mut notes = Notes::default();
            assert_eq!(notes.extract_from(comment, 2), comment);
            assert!(notes.is_empty());
        }
        let mut notes = Notes::default();
        assert_eq!(normalize_comment(&notes.extract_from("[%clk 1] [%clk 2]", 2)), "[%clk 2]");
    }

    #[test]
    fn times_are_written_without_trailing_zeros() {
        assert_eq!(time_text(3_723_500), "1:02:03.5");
        assert_eq!(time_text(0), "0:00:00");
        assert_eq!(parse_time("62"), Some(62_000));
    }
}
