//! The built-in players by name. Whoever knows more of them adds them here.

use std::sync::Arc;

use asg::Game as Match;

use crate::bots::{AsgBot, BotKind, Greedy, Random};
use crate::game::Game;
use crate::games::RingRift;
use crate::player::Bot;

/// Makes a player for a game, with a seed for what it leaves to luck.
pub type Factory<G> = Arc<dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync>;

/// Reads what stands behind the colon in the name of a player.
type Read<G> = Box<dyn Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync>;

/// The built-in players of a game.
pub struct Roster<G: Game> {
    families: Vec<Family<G>>,
}

/// Players with the same name up to the colon, such as `mix:0.3` and `mix:0.8`.
struct Family<G: Game> {
    name: &'static str,
    usage: &'static str,
    version: &'static str,
    read: Read<G>,
}

/// The built-in players of both games.
pub struct Rosters {
    /// Those of RingRift.
    pub ringrift: Roster<RingRift>,
    /// Those of ASG.
    pub asg: Roster<Match>,
}

impl Rosters {
    /// The players that come with the arena.
    ///
    /// ```
    /// use arena::Rosters;
    /// let rosters = Rosters::standard();
    /// assert!(rosters.ringrift.find("greedy").is_ok() && rosters.asg.find("mix:0.8").is_ok());
    /// let problem = rosters.ringrift.find("gredy").err().unwrap();
    /// assert_eq!(problem, "there is no built-in player gredy; there are random, greedy");
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
                let kind: BotKind = argument.map_or(name.to_owned(), |share| format!("{name}:{share}")).parse()?;
                Ok(Arc::new(move |seed| Box::new(AsgBot(kind.make(i64::from(seed as u32)))) as Box<dyn Bot<Match>>))
            });
        }
        Rosters { ringrift, asg }
    }
}

/// A family of one: nothing stands behind its name.
fn simple<G: Game>(
    make: impl Fn(u64) -> Box<dyn Bot<G>> + Send + Sync + Clone + 'static,
) -> impl Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync {
    move |argument| match argument {
        None => Ok(Arc::new(make.clone())),
        Some(argument) => Err(format!("nothing is expected behind the name, but :{argument} is there")),
    }
}

impl<G: Game> Roster<G> {
    /// No players.
    pub fn new() -> Roster<G> {
        Roster { families: Vec::new() }
    }

    /// Adds players: the name up to the colon, how the whole is written, a version that changes with their play, and how the
    /// rest is read.
    pub fn add(
        &mut self,
        name: &'static str,
        usage: &'static str,
        version: &'static str,
        read: impl Fn(Option<&str>) -> Result<Factory<G>, String> + Send + Sync + 'static,
    ) {
        self.families.push(Family { name, usage, version, read: Box::new(read) });
    }

    /// The player with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<Factory<G>, String> {
        let (family, argument) = self.split(name)?;
        (family.read)(argument)
    }

    /// The version of a player, which changes when its play does.
    pub fn version(&self, name: &str) -> Option<&'static str> {
        self.split(name).ok().map(|(family, _)| family.version)
    }

    /// How all of them are written.
    pub fn usages(&self) -> Vec<&'static str> {
        self.families.iter().map(|family| family.usage).collect()
    }

    fn split<'a>(&self, name: &'a str) -> Result<(&Family<G>, Option<&'a str>), String> {
        let (first, argument) = name.split_once(':').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let family = self.families.iter().find(|family| family.name == first);
        let known = || format!("there is no built-in player {first}; there are {}", self.usages().join(", "));
        family.map(|family| (family, argument)).ok_or_else(known)
    }
}

impl<G: Game> Default for Roster<G> {
    fn default() -> Roster<G> {
        Roster::new()
    }
}
