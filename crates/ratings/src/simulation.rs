//! Contests drawn from ratings that are known, to try out what is made of them.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::contest::{Contest, LEAST_SEATS, MOST_SEATS};
use crate::estimate::ELO_PER_LOG;

/// The truth behind simulated contests.
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
    /// The ratings of the players.
    pub elo: Vec<f64>,
    /// What each seat adds to a rating; there are as many seats as numbers.
    pub seats: Vec<f64>,
    /// The prevalences of ties of two, three and four.
    pub ties: [f64; MOST_SEATS - 1],
}

impl Truth {
    /// Contests of players drawn at random for each seat; none if the players do not fill the seats.
    pub fn contests(&self, count: usize, seed: u64) -> Vec<Contest> {
        let seats = self.seats.len();
        if seats > self.elo.len() || !(LEAST_SEATS..=MOST_SEATS).contains(&seats) {
            return Vec::new();
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..count).filter_map(|_| self.contest(&self.table(&mut random), &mut random)).collect()
    }

    /// A contest of these players by seat; none if they do not fill the seats.
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

    /// Different players, as many as there are seats.
    fn table(&self, random: &mut ChaCha8Rng) -> Vec<u32> {
        let mut players: Vec<u32> = Vec::with_capacity(self.seats.len());
        while players.len() < self.seats.len() {
            let player = random.random_range(0..self.elo.len() as u32);
            if !players.contains(&player) {
                players.push(player);
            }
        }
        players
    }

    /// The best of those without a place, as bits.
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

/// The next place to be taken while somebody has none.
fn next_place(places: &[u8]) -> Option<u8> {
    let taken = places.iter().filter(|&&place| place > 0).count();
    (taken < places.len()).then_some(taken as u8 + 1)
}
