//! The levels as players of the arena.

use std::sync::Arc;

use game::{Bot, RingRift, Rosters};

use crate::{Level, Thinker};

/// The version of the levels and of `nodes:N`. Whatever changes a choice changes this number.
pub const VERSION: &str = "2";

/// All built-in players: those of the arena, the levels `level:1` to `level:10`, and `nodes:N`, which looks at so many
/// positions in its tree, besides those it looks at for wins.
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
        Ok(Arc::new(move |seed| Box::new(Thinker::new(level, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters.ringrift.add("nodes", "nodes:NUMBER", VERSION, |argument| {
        let nodes = argument.and_then(|text| text.parse().ok()).filter(|nodes| (1..=MOST_NODES).contains(nodes));
        let wrong = || format!("how many positions are looked at is a number from 1 to {MOST_NODES}, as in nodes:2000");
        let nodes: u64 = nodes.ok_or_else(wrong)?;
        Ok(Arc::new(move |seed| Box::new(Thinker::with_nodes(nodes, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters
}

/// More than this would need more memory than a machine should give to a player: a position takes about 70 bytes.
const MOST_NODES: u64 = 20_000_000;
