//! Built-in bots of ASG.

use std::fmt;
use std::str::FromStr;

use asg::bots::{Greedy, Level, Mix, Random, Rush, Search};
use asg::{Match, SubmittedOrder, View};
use serde_json::{Value, json};

use crate::bot::Bot;
use crate::cancellation::Cancellation;
use crate::progress::Progress;

/// Kind of ASG bot, as named on the command line and in settings.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum BotKind {
    /// Random legal orders.
    Random,
    /// Greedy bot of the reference implementation.
    Greedy,
    /// Plays greedily with this probability, randomly otherwise.
    Mix(f64),
    /// Attacks the enemy headquarters along the shortest path.
    Rush,
    /// Searches ahead.
    Search,
    /// Bot of strength level 1 to 9.
    Level(Level),
}

impl BotKind {
    /// Creates the bot; `seed` determines its random choices.
    pub fn make(self, seed: i64) -> Box<dyn asg::Bot + Send> {
        match self {
            BotKind::Random => Box::new(Random::new(seed)),
            BotKind::Greedy => Box::new(Greedy),
            BotKind::Mix(share) => Box::new(Mix::new(seed, share)),
            BotKind::Rush => Box::new(Rush),
            BotKind::Search => Box::new(Search::new(seed as u64)),
            BotKind::Level(level) => level.bot(seed),
        }
    }

    /// Returns the description of the bot in replays, in the format of the reference implementation.
    pub fn to_json(self) -> Value {
        match self {
            BotKind::Random => json!({ "kind": "random" }),
            BotKind::Greedy => json!({ "kind": "greedy" }),
            BotKind::Mix(share) => json!({ "kind": "mix", "greedyProb": share }),
            BotKind::Rush => json!({ "kind": "rush" }),
            BotKind::Search => json!({ "kind": "search" }),
            BotKind::Level(level) => json!({ "kind": "level", "level": level.number() }),
        }
    }
}

/// The name that [`FromStr`] reads.
impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::Mix(share) => write!(f, "mix:{share}"),
            BotKind::Rush => f.write_str("rush"),
            BotKind::Search => f.write_str("search"),
            BotKind::Level(level) => write!(f, "level:{}", level.number()),
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
            _ => match text.split_once(':') {
                Some(("mix", share)) => {
                    let share = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
                    let problem = || "the share of greedy plies is a number from 0 to 1, as in mix:0.8".to_owned();
                    share.map(BotKind::Mix).ok_or_else(problem)
                }
                Some(("level", level)) => {
                    level.parse().map(BotKind::Level).map_err(|error| format!("{error}, as in level:5"))
                }
                _ => Err("expected random, greedy, mix, mix:SHARE, rush, search or level:1-9".to_owned()),
            },
        }
    }
}

/// Adapter from `asg::Bot` to [`Bot`]. The bot receives the position without the state of the random
/// generator.
pub struct AsgBot(pub Box<dyn asg::Bot + Send>);

impl Bot<Match> for AsgBot {
    fn choose(&mut self, game: &Match, _: &Cancellation, _: &Progress) -> Vec<SubmittedOrder> {
        let view = View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        self.0.choose(&view).into_iter().map(SubmittedOrder::from).collect()
    }
}
