//! What a record notes beside an action: clocks, evaluations, hashes. In texts these stand in comments, `[%clk 0:04:32]`.

use std::fmt::Write;

use ringrift::{FingerprintHash, MAX_PLAYERS};

/// The longest time that is noted, in milliseconds: a hundred years.
const LONGEST_TIME: u64 = 100 * 366 * 24 * 3_600_000;

/// Facts noted at an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// What is left on the clock of the player after the action, in milliseconds: `%clk`.
    pub clock: Option<u64>,
    /// How long the player took for the action, in milliseconds: `%emt`.
    pub elapsed: Option<u64>,
    /// When the action was made, in milliseconds since the start of 1970, UTC: `%at`.
    pub at: Option<u64>,
    /// How the game stood after the action: `%eval`.
    pub evaluation: Option<Evaluation>,
    /// The hash of the position's fingerprint after the action: `%hash`.
    pub hash: Option<FingerprintHash>,
}

/// The probability to win, for each seat, in ten-thousandths.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    shares: [u16; MAX_PLAYERS],
    players: u8,
}

impl Evaluation {
    /// One of probabilities by seat; none if there are not 2 to 4 of them from 0 to 1.
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

    /// The probabilities by seat.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = f64> {
        self.shares[..usize::from(self.players)].iter().map(|&share| f64::from(share) / 10_000.0)
    }

    /// Reads `0.62/0.38`.
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
    /// Whether nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }

    /// The notes as they stand in a comment.
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

    /// Takes the notes out of a comment and gives back the rest of it. What cannot be understood stays where it is.
    pub(crate) fn take_from(&mut self, comment: &str, players: u8) -> String {
        let mut rest = String::new();
        let mut text = comment;
        while let Some(start) = text.find("[%") {
            let (before, command) = text.split_at(start);
            rest += before;
            let end = command.find(']').map_or(command.len(), |end| end + 1);
            let (command, after) = command.split_at(end);
            // A space keeps what stands around a note from growing together into another one.
            rest += if self.take_command(command, players) { " " } else { command };
            text = after;
        }
        rest + text
    }

    /// Takes in `[%clk 0:04:32]`; false if it means nothing here, or repeats what is known.
    fn take_command(&mut self, command: &str, players: u8) -> bool {
        let inner = command.strip_prefix("[%").and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
        let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let value = value.trim();
        match name {
            "clk" => set(&mut self.clock, parse_time(value)),
            "emt" => set(&mut self.elapsed, parse_time(value)),
            "at" => set(&mut self.at, parse_moment(value)),
            "eval" => set(&mut self.evaluation, Evaluation::parse(value, players)),
            "hash" => set(&mut self.hash, FingerprintHash::parse(value)),
            _ => false,
        }
    }

    /// Whether the times can be written, and the evaluation fits so many players.
    pub(crate) fn check(&self, players: u8) -> Result<(), &'static str> {
        if [self.clock, self.elapsed].into_iter().flatten().any(|time| time > LONGEST_TIME) {
            return Err("a time is longer than a hundred years");
        }
        if self.at.is_some_and(|at| at > LATEST_MOMENT) {
            return Err("a moment lies after the year 9999");
        }
        if self.evaluation.is_some_and(|evaluation| evaluation.players != players) {
            return Err("an evaluation needs one probability for every player");
        }
        Ok(())
    }
}

/// The end of the year 9999.
const LATEST_MOMENT: u64 = 253_402_300_799_999;

fn parse_moment(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&at| at <= LATEST_MOMENT)
}

/// Fills a place that is empty; false if it is not, or there is nothing to put there.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_new = place.is_none() && value.is_some();
    if is_new {
        *place = value;
    }
    is_new
}

/// `1:02:03.5`, hours, minutes and seconds.
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
    seconds.checked_mul(1000)?.checked_add(rest).filter(|&time| time <= LONGEST_TIME)
}

/// A comment as it is kept: on one line, with single spaces, and without the brace that would close it.
pub(crate) fn tidy(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").replace('}', ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_back_and_the_rest_stays() {
        let comment = "before [%clk 0:04:32.25] [%eval 0.62/0.38] [%foo 1] good move [%emt 12] \
                       [%hash 00112233445566778899aabbccddeeff] [%at 1731668000123]";
        let mut notes = Notes::default();
        assert_eq!(tidy(&notes.take_from(comment, 2)), "before [%foo 1] good move");
        assert_eq!((notes.clock, notes.elapsed, notes.at), (Some(272_250), Some(12_000), Some(1_731_668_000_123)));
        let mut again = Notes::default();
        assert_eq!(tidy(&again.take_from(&notes.text(), 2)), "");
        assert_eq!(again, notes);
    }

    #[test]
    fn what_cannot_be_understood_stays() {
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
            assert_eq!(notes.take_from(comment, 2), comment);
            assert!(notes.is_empty());
        }
        let mut notes = Notes::default();
        assert_eq!(tidy(&notes.take_from("[%clk 1] [%clk 2]", 2)), "[%clk 2]");
    }

    #[test]
    fn times_are_written_short() {
        assert_eq!(time_text(3_723_500), "1:02:03.5");
        assert_eq!(time_text(0), "0:00:00");
        assert_eq!(parse_time("62"), Some(62_000));
    }
}
