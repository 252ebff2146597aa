//! Built-in bots by name.

use std::sync::Arc;

use asg::Match;

use crate::adapters::RingRift;
use crate::bot::Bot;
use crate::bots::{AsgBot, BotKind, Greedy, Random};
use crate::game::Game;

/// Creates a bot for one game; the argument is the seed of its random choices.
pub type Factory<G> = Arc<dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync>;

/// Parses the argument after the colon of a bot's name.
type ParseArgument<G> = Box<dyn Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync>;

/// Named bots of one game.
pub struct Roster<G: Game> {
    families: Vec<Family<G>>,
}

/// Bots with the same name before the colon, such as `mix:0.3` and `mix:0.8`.
struct Family<G: Game> {
    name: &'static str,
    usage: &'static str,
    version: &'static str,
    parse: ParseArgument<G>,
}

/// Named bots of RingRift and ASG.
pub struct Rosters {
    pub ringrift: Roster<RingRift>,
    pub asg: Roster<Match>,
}

impl Rosters {
    /// Returns the bots of this crate.
    ///
    /// ```
    /// use game::Rosters;
    /// let rosters = Rosters::standard();
    /// assert!(rosters.ringrift.find("greedy").is_ok() && rosters.asg.find("mix:0.8").is_ok());
    /// let problem = rosters.ringrift.find("gredy").err().unwrap();
    /// assert_eq!(problem, "unknown built-in player gredy; expected one of random, greedy");
    /// ```
    pub fn standard() -> Rosters {
        let mut ringrift = Roster::new();
        ringrift.add("random", "random", "1", simple(|seed| Box::new(Random::new(seed))));
        ringrift.add("greedy", "greedy", "1", simple(|seed| Box::new(Greedy::new(seed))));
        let mut asg = Roster::new();
        for (name, usage, version) in [
            ("random", "random", "1"),
            ("greedy", "greedy", "1"),
            ("mix", "mix:SHARE", "1"),
            ("rush", "rush", "1"),
            ("search", "search", asg::bots::Search::VERSION),
            ("level", "level:1-9", asg::bots::Level::VERSION),
        ] {
            asg.add(name, usage, version, move |argument| {
                let kind: BotKind =
                    argument.map_or(name.to_owned(), |argument| format!("{name}:{argument}")).parse()?;
                Ok(Arc::new(move |seed| Box::new(AsgBot(kind.make(i64::from(seed as u32)))) as Box<dyn Bot<Match>>))
            });
        }
        Rosters { ringrift, asg }
    }
}

/// Returns the argument parser of a bot that takes no argument.
fn simple<G: Game>(
    make: impl Fn(u64) -> Box<dyn Bot<G>> + Send + Sync + Clone + 'static,
) -> impl Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync {
    move |argument| match argument {
        None => Ok(Arc::new(make.clone())),
        Some(argument) => Err(format!("this player takes no argument, but :{argument} was given")),
    }
}

impl<G: Game> Roster<G> {
    /// Creates an empty roster.
    pub fn new() -> Roster<G> {
        Roster { families: Vec::new() }
    }

    /// Adds a family of bots.
    ///
    /// `name` is the part before the colon, `usage` the whole form shown in help texts, and `version` must change whenever a
    /// bot of the family chooses differently. `parse` turns the argument after the colon into a factory.
    pub fn add(
        &mut self,
        name: &'static str,
        usage: &'static str,
        version: &'static str,
        parse: impl Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync + 'static,
    ) {
        self.families.push(Family { name, usage, version, parse: Box::new(parse) });
    }

    /// Returns the factory of a bot.
    ///
    /// # Errors
    /// Returns a message if the name is unknown or its argument is invalid.
    pub fn find(&self, name: &str) -> Result<Factory<G>, String> {
        let (family, argument) = self.split(name)?;
        (family.parse)(argument)
    }

    /// Returns the version of a bot, which changes whenever it chooses differently.
    pub fn version(&self, name: &str) -> Option<&'static str> {
        self.split(name).ok().map(|(family, _)| family.version)
    }

    /// Returns the written form of every family, for help texts.
    pub fn usages(&self) -> Vec<&'static str> {
        self.families.iter().map(|family| family.usage).collect()
    }

    fn split<'a>(&self, name: &'a str) -> Result<(&Family<G>, Option<&'a str>), String> {
        let (first, argument) = name.split_once(':').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let family = self.families.iter().find(|family| family.name == first);
        let unknown = || format!("unknown built-in player {first}; expected one of {}", self.usages().join(", "));
        family.map(|family| (family, argument)).ok_or_else(unknown)
    }
}

impl<G: Game> Default for Roster<G> {
    fn default() -> Roster<G> {
        Roster::new()
    }
}
