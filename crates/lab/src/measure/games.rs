//! Replay of the games in a log.

use arena::log::{GameLine, for_each_batch};
use arena::{ParsedRecord, Recordable};
use cli_support::Failure;
use game::RingRift;
use rayon::prelude::*;

use super::logs::PartLog;

/// Applies `map` to the wanted RingRift games of a log in parallel. Returns the results in the order of conditions and games.
pub(crate) fn map_games<T: Send>(
    log: &PartLog,
    is_wanted: impl Fn(&GameLine) -> bool,
    map: impl Fn(&GameLine, ParsedRecord<RingRift>) -> Result<T, String> + Sync,
) -> Result<Vec<(GameLine, T)>, Failure> {
    let mut all: Vec<(GameLine, T)> = Vec::new();
    let one = |game: &GameLine| {
        let problem = |problem: String| Failure::BadInput(format!("game {} of run {}: {problem}", game.game, game.run));
        let record = game.record.as_deref().ok_or_else(|| problem("the game has no record".to_owned()))?;
        RingRift::read_record(record).and_then(|recorded| map(game, recorded)).map_err(problem)
    };
    for_each_batch(std::slice::from_ref(&log.path), &log.log, |_, lines| {
        let games: Vec<GameLine> = lines.into_iter().filter_map(|line| line.game).filter(&is_wanted).collect();
        let found: Vec<Result<T, Failure>> = games.par_iter().map(one).collect();
        for (game, found) in games.into_iter().zip(found) {
            all.push((GameLine { record: None, ..game }, found?));
        }
        Ok::<(), Failure>(())
    })?;
    all.sort_by(|(a, _), (b, _)| (a.condition, &a.game).cmp(&(b.condition, &b.game)));
    Ok(all)
}
