//! The levels as players of the arena.

use std::sync::Arc;

use arena::games::RingRift;
use arena::{Bot, Rosters};

use crate::{Level, Thinker};

/// All built-in players: those of the arena, and the levels, `level:1` to `level:10`.
pub fn rosters() -> Rosters {
    let mut rosters = Rosters::standard();
    rosters.ringrift.add("level", "level:1-10", "1", |argument| {
        let level: Level = argument.unwrap_or_default().parse().map_err(|error| format!("{error}, as in level:5"))?;
        Ok(Arc::new(move |seed| Box::new(Thinker::new(level, seed)) as Box<dyn Bot<RingRift>>))
    });
    rosters
}
