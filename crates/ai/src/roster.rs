//! Registration of the search bots.

use std::sync::Arc;

use game::{Bot, RingRift, Rosters};

use crate::{Level, SearchBot};

/// Version of the levels and of `nodes:N`. It must change whenever a bot chooses differently.
pub const VERSION: &str = "2";

/// Returns all built-in players: those of [`Rosters::standard`], the levels `level:1` to `level:10`, and `nodes:N`, which evaluates
/// N positions in its search tree in addition to the positions of the win search.
///
/// ```
/// let rosters = ai::rosters();
/// assert!(rosters.ringrift.find("level:7").is_ok() && rosters.ringrift.find("nodes:2000").is_ok());
/// let problem = rosters.ringrift.find("level:11").err().unwrap();
/// assert_eq!(problem, "a level is a number from 1 to 10, as in level:5");
/// ```
pub fn rosters() -> Rosters {
    let mut rosters = Rosters::standard();
    rosters.ringrift.add("level", "level:1-10", VERSION, |argument| {
        let level: Level = argument.unwrap_or_default().parse().map_err(|error| format!("{error}, as in level:5"))?;
        Ok(Arc::new(move |seed| Box::new(SearchBot::new(level, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters.ringrift.add("nodes", "nodes:NUMBER", VERSION, |argument| {
        let nodes = argument.and_then(|text| text.parse().ok()).filter(|nodes| (1..=MOST_NODES).contains(nodes));
        let wrong = || format!("expected a number of positions from 1 to {MOST_NODES}, as in nodes:2000");
        let nodes: u64 = nodes.ok_or_else(wrong)?;
        Ok(Arc::new(move |seed| Box::new(SearchBot::with_nodes(nodes, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters
}

/// Bounds the memory of a search tree: a position takes about 70 bytes.
const MOST_NODES: u64 = 20_000_000;
