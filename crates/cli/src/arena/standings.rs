//! The table at the end of a run.

use std::fmt::Write;

use arena::log::{GameLine, Manifest};
use ratings::Share;

use crate::plain::plain;

/// How somebody did.
#[derive(Clone, Debug, Default)]
struct Standing {
    games: u64,
    wins: u64,
    ties: u64,
    points: f64,
    forfeits: u64,
}

/// The entrants, the best first.
pub(super) fn table(manifest: &Manifest, games: &[GameLine]) -> String {
    let mut standings = vec![Standing::default(); manifest.entrants.len()];
    for game in games {
        for (seat, name) in game.seats.iter().enumerate() {
            if let Some(entrant) = manifest.entrant(name) {
                standings[entrant].note(game, seat);
            }
        }
    }
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by(|&a, &b| standings[b].share().total_cmp(&standings[a].share()).then(a.cmp(&b)));
    let names: Vec<String> = manifest.entrants.iter().map(|entrant| plain(&entrant.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("    {:width$}  games   wins   ties  losses  forfeits  score (95 %)\n", "player");
    for (place, &entrant) in order.iter().enumerate() {
        let Standing { games, wins, ties, points, forfeits } = standings[entrant];
        let losses = games - wins - ties;
        let share = Share::new(points, games).map_or_else(|| "-".to_owned(), |share| share.to_string());
        let name = &names[entrant];
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:2}. {name:width$}  {games:5}  {wins:5}  {ties:5}  {losses:6}  {forfeits:8}  {share}",
            place + 1
        );
    }
    text
}

impl Standing {
    fn note(&mut self, game: &GameLine, seat: usize) {
        self.games += 1;
        self.points += game.ranks.score(seat);
        self.wins += u64::from(game.ranks.winner() == Some(seat));
        self.ties += u64::from(game.ranks.winner().is_none() && game.ranks[seat] == 1);
        self.forfeits += u64::from(game.forfeit.as_ref().is_some_and(|forfeit| forfeit.seat == seat));
    }

    fn share(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}
