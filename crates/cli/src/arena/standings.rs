//! The standings at the end of a run.

use std::fmt::Write;

use arena::log::GameLine;
use arena::report::{Estimate, Standing, standings};
use cli_support::plain::plain;

/// Returns the table of entrants, the best first, counted as in reports. Equal scores share a rank.
pub(super) fn table(games: &[GameLine]) -> String {
    let standings = standings(games);
    let names: Vec<String> = standings.iter().map(|standing| plain(&standing.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    // A forfeit decides a game of two seats, but aborts a larger game for the other players.
    let is_large = games.iter().any(|game| game.seats.len() > 2);
    let column = |text: &str| if is_large { format!("  {text:>7}") } else { String::new() };
    let aborted = column("aborted");
    let mut text = format!("    {:width$}  games   wins   ties  losses{aborted}  forfeits  score (95 %)\n", "player");
    for (standing, name) in standings.iter().zip(&names) {
        let tally = &standing.results.all;
        let (aborted, forfeits) = (column(&tally.aborted.to_string()), forfeits(standing, games));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:2}. {name:width$}  {:5}  {:5}  {:5}  {:6}{aborted}  {forfeits:8}  {}",
            standing.rank,
            tally.games,
            tally.wins,
            tally.ties,
            tally.losses,
            tally.score.map_or_else(|| "-".to_owned(), share)
        );
    }
    text
}

fn share(score: Estimate) -> String {
    let [value, low, high] = [score.value, score.low, score.high].map(|part| 100.0 * part);
    format!("{value:.1} % ({low:.1}–{high:.1})")
}

/// Returns the number of games that a player forfeited.
fn forfeits(standing: &Standing, games: &[GameLine]) -> usize {
    let is_own = |game: &&GameLine| {
        game.forfeit.as_ref().is_some_and(|forfeit| game.seats.get(forfeit.seat) == Some(&standing.name))
    };
    games.iter().filter(is_own).count()
}
