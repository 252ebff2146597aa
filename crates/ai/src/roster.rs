//! Registration of the search bots.

use std::sync::Arc;

use game::{Bot, RingRift, Rosters};

use crate::level_bot::LevelBot;
use crate::{Level, SearchBot};

/// Version of the levels and of `neural:N`. It must change whenever one of them chooses differently, also because of another network.
pub const VERSION: &str = "6";

/// Version of the players that search without a network, `classic:1` to `classic:10` and `nodes:N`. It must change whenever one of them
/// chooses differently.
pub const CLASSIC_VERSION: &str = "2";

/// Returns all built-in players: those of [`Rosters::standard`], and
///
/// - the levels `level:1` to `level:10`, which use the network of the board;
/// - `neural:N`, which searches with the network of the board and N simulations;
/// - `classic:1` to `classic:10`, the levels that search without a network;
/// - `nodes:N`, which searches without a network and evaluates N positions in its search tree, in addition to those of the win search.
///
/// ```
/// let rosters = ai::rosters();
/// for name in ["level:7", "neural:100", "classic:7", "nodes:2000"] {
///     assert!(rosters.ringrift.find(name).is_ok());
/// }
/// let problem = rosters.ringrift.find("level:11").err().unwrap();
/// assert_eq!(problem, "a level is a number from 1 to 10, as in level:5");
/// ```
pub fn rosters() -> Rosters {
    let mut rosters = Rosters::standard();
    rosters.ringrift.add("level", "level:1-10", VERSION, |argument| {
        let level = level(argument, "level:5")?;
        Ok(Arc::new(move |seed| Box::new(LevelBot::new(level, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters.ringrift.add("classic", "classic:1-10", CLASSIC_VERSION, |argument| {
        let level = level(argument, "classic:5")?;
        Ok(Arc::new(move |seed| Box::new(SearchBot::new(level, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters.ringrift.add("neural", "neural:SIMULATIONS", VERSION, |argument| {
        let simulations = number(argument, MOST_SIMULATIONS.into(), "simulations", "neural:100")? as u32;
        Ok(Arc::new(move |seed| Box::new(LevelBot::neural(simulations, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters.ringrift.add("nodes", "nodes:NUMBER", CLASSIC_VERSION, |argument| {
        let nodes = number(argument, MOST_NODES, "positions", "nodes:2000")?;
        Ok(Arc::new(move |seed| Box::new(SearchBot::with_nodes(nodes, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters
}

/// Reads the level after the colon of a name.
fn level(argument: Option<&str>, example: &str) -> Result<Level, String> {
    argument.unwrap_or_default().parse().map_err(|error| format!("{error}, as in {example}"))
}

/// Reads the number after the colon of a name.
fn number(argument: Option<&str>, most: u64, what: &str, example: &str) -> Result<u64, String> {
    let number = argument.and_then(|text| text.parse().ok()).filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number of {what} from 1 to {most}, as in {example}"))
}

/// Bounds the memory of a search tree: a position takes about 70 bytes.
const MOST_NODES: u64 = 20_000_000;

/// Bounds the memory of a search tree with a network.
const MOST_SIMULATIONS: u32 = 100_000;
