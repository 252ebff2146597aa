//! What the commands of ASG are told: scenarios and players.

use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use asg::bots::{Greedy, Mix, Random, Rush, Search};
use asg::limits::MAX_SCENARIO_BYTES;
use asg::{Bot, Rules, Scenario, library};

use crate::failure::Failure;
use crate::files;

/// Reads a scenario: the id of one that is built in, or a file; `-` is standard input.
pub(super) fn scenario(name: &str) -> Result<Scenario, Failure> {
    let known = || library::ALL.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ");
    let text = match library::get(name) {
        Some(entry) => entry.text.to_owned(),
        None if name != "-" && !Path::new(name).exists() => {
            return Err(Failure::BadInput(format!("{name} is neither a file nor a built-in scenario: {}", known())));
        }
        None => read_file(Path::new(name), MAX_SCENARIO_BYTES)?,
    };
    Scenario::parse(&text).map_err(|error| Failure::BadInput(format!("{name}: {}", indented(&error.to_string()))))
}

/// Puts a list of problems below the name of its file.
fn indented(problems: &str) -> String {
    if problems.contains('\n') { format!("\n  {}", problems.replace('\n', "\n  ")) } else { problems.to_owned() }
}

/// Reads a whole file of at most so many bytes, plain or compressed.
pub(super) fn read_file(path: &Path, most: usize) -> Result<String, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let mut text = String::new();
    let input = files::open(path).map_err(problem)?;
    input.take(most as u64 + 1).read_to_string(&mut text).map_err(|error| problem(format!("cannot read: {error}")))?;
    if text.len() > most {
        return Err(problem(format!("longer than {most} bytes")));
    }
    Ok(text)
}

/// The rules by their name.
pub(super) fn parse_rules(text: &str) -> Result<Rules, String> {
    Rules::from_name(text).ok_or_else(|| "expected v0 or v1".to_owned())
}

/// A built-in player.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum BotKind {
    Random,
    Greedy,
    Mix(f64),
    Rush,
    Search,
}

impl BotKind {
    /// The bot, with a seed for what it leaves to luck.
    pub(super) fn make(self, seed: i64) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy),
            BotKind::Mix(share) => Box::new(Mix::new(seed, share)),
            BotKind::Rush => Box::new(Rush),
            BotKind::Search => Box::new(Search::new(seed as u64)),
        }
    }
}

impl FromStr for BotKind {
    type Err = String;

    fn from_str(text: &str) -> Result<BotKind, String> {
        match text {
            "random" => Ok(BotKind::Random),
            "greedy" => Ok(BotKind::Greedy),
            "mix" => Ok(BotKind::Mix(0.5)),
            "rush" => Ok(BotKind::Rush),
            "search" => Ok(BotKind::Search),
            _ => match text.strip_prefix("mix:").map(str::parse) {
                Some(Ok(share)) if (0.0..=1.0).contains(&share) => Ok(BotKind::Mix(share)),
                Some(_) => Err("the share of greedy plies is a number from 0 to 1, as in mix:0.8".to_owned()),
                None => Err("expected random, greedy, mix, mix:SHARE, rush or search".to_owned()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_read_by_name() {
        for (text, bot) in [("greedy", BotKind::Greedy), ("mix", BotKind::Mix(0.5)), ("mix:0.8", BotKind::Mix(0.8))] {
            assert_eq!(text.parse(), Ok(bot));
        }
        for text in ["", "Greedy", "mix:2", "mix:NaN", "search:9", "random:"] {
            assert!(text.parse::<BotKind>().is_err(), "{text}");
        }
    }
}
