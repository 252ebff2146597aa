//! Simulated contests from known ratings, for tests of fits.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::contest::{Contest, MAX_SEATS, MIN_SEATS};
use crate::estimate::ELO_PER_LOG;

/// True ratings and effects from which contests are simulated.
///
/// # Examples
///
/// ```
/// use ratings::simulation::Truth;
///
/// let truth = Truth { elo: vec![200.0, 0.0, -200.0], seats: vec![30.0, -30.0], ties: [0.5, 0.0, 0.0] };
/// let contests = truth.contests(100, 7);
/// assert_eq!(contests.len(), 100);
/// assert!(contests.iter().all(|contest| contest.seats() == 2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// Rating of each player in Elo.
    pub elo: Vec<f64>,
    /// Elo that each seat adds to the rating of its player. The length is the number of seats.
    pub seats: Vec<f64>,
    /// Prevalences of ties of two, three and four players; 0 excludes them.
    pub ties: [f64; MAX_SEATS - 1],
}

impl Truth {
    /// Simulates `count` contests of random players. Returns an empty list if there are too few players or the number of
    /// seats is not 2 to 4.
    pub fn contests(&self, count: usize, seed: u64) -> Vec<Contest> {
        let seats = self.seats.len();
        if seats > self.elo.len() || !(MIN_SEATS..=MAX_SEATS).contains(&seats) {
            return Vec::new();
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..count).filter_map(|_| self.contest(&self.draw_players(&mut random), &mut random)).collect()
    }

    /// Simulates a contest of these players in seat order. Returns `None` if a player does not exist or the number of
    /// players differs from that of the seats.
    pub fn contest(&self, players: &[u32], random: &mut ChaCha8Rng) -> Option<Contest> {
        let strength = |(&player, seat): (&u32, &f64)| Some((self.elo.get(player as usize)? + seat) / ELO_PER_LOG);
        let strengths: Vec<f64> = players.iter().zip(&self.seats).map(strength).collect::<Option<_>>()?;
        if strengths.len() != self.seats.len() {
            return None;
        }
        let mut places = vec![0; players.len()];
        while let Some(place) = next_place(&places) {
            let best = self.choose(&strengths, &places, random);
            (0..places.len()).filter(|seat| best >> seat & 1 == 1).for_each(|seat| places[seat] = place);
        }
        Contest::new(players, &places).ok()
    }

    /// Draws a distinct player for each seat.
    fn draw_players(&self, random: &mut ChaCha8Rng) -> Vec<u32> {
        let mut players: Vec<u32> = Vec::with_capacity(self.seats.len());
        while players.len() < self.seats.len() {
            let player = random.random_range(0..self.elo.len() as u32);
            if !players.contains(&player) {
                players.push(player);
            }
        }
        players
    }

    /// Draws the best set of the players without a place, as bits.
    fn choose(&self, strengths: &[f64], places: &[u8], random: &mut ChaCha8Rng) -> usize {
        let weights: Vec<f64> = (0..1 << strengths.len()).map(|set| self.weight(set, strengths, places)).collect();
        let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
        let hit = weights.iter().position(|weight| {
            left -= weight;
            *weight > 0.0 && left < 0.0
        });
        hit.unwrap_or_else(|| weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(1))
    }

    fn weight(&self, set: usize, strengths: &[f64], places: &[u8]) -> f64 {
        let members = || (0..strengths.len()).filter(|seat| set >> seat & 1 == 1);
        let size = members().count();
        if size == 0 || members().any(|seat| places[seat] > 0) {
            return 0.0;
        }
        let tie = if size == 1 { 1.0 } else { self.ties[size - 2] };
        tie * (members().map(|seat| strengths[seat]).sum::<f64>() / size as f64).exp()
    }
}

/// Returns the next place, or `None` if all players have one.
fn next_place(places: &[u8]) -> Option<u8> {
    let taken = places.iter().filter(|&&place| place > 0).count();
    (taken < places.len()).then_some(taken as u8 + 1)
}
