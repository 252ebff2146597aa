//! Results of one player against another.

use std::collections::BTreeMap;

use arena::log::GameLine;
use ratings::{Hypotheses, Mean, Score, Share, Sprt, SprtDecision};
use ringrift_text::counted;

use crate::measure::player_of;

/// Difference of the hypotheses of the sequential test, in Elo: none, or this.
pub(super) const SPRT_ELO: f64 = 50.0;

/// Probability of a wrong decision of the sequential test, for either hypothesis.
pub(super) const SPRT_ERROR: f64 = 0.05;

/// Results of one player against another. A pair is the games of one opening, once from every seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pairing {
    pub(super) upper: String,
    pub(super) lower: String,
    /// Number of complete pairs.
    pub(super) pairs: u64,
    /// Mean score of the upper player, with an interval over pairs.
    pub(super) score: Share,
    /// Games in which the upper player is the only winner (`wins`), shares the first place (`draws`), or neither (`losses`).
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Mean number of actions in a game.
    pub(super) plies: f64,
    /// Mean score of the upper player on each seat.
    pub(super) seats: Vec<f64>,
    /// Score of the upper player in each pair.
    pub(super) pair_scores: Vec<f64>,
}

impl Pairing {
    /// Computes the results; `None` without a complete pair. Incomplete pairs do not count, because they would favour a seat.
    pub(super) fn of(upper: &str, lower: &str, games: &[&GameLine]) -> Option<Pairing> {
        let pairs = complete_pairs(games);
        let pair_scores: Vec<f64> = pairs.iter().map(|pair| pair_score(pair, upper)).collect();
        let score = pair_share(&pair_scores)?;
        let games: Vec<&GameLine> = pairs.iter().flatten().copied().collect();
        let [wins, draws, losses] = places(&games, upper);
        Some(Pairing {
            upper: upper.to_owned(),
            lower: lower.to_owned(),
            pairs: pairs.len() as u64,
            score,
            wins,
            draws,
            losses,
            plies: games.iter().map(|game| game.plies as f64).sum::<f64>() / games.len() as f64,
            seats: seat_scores(&games, upper),
            pair_scores,
        })
    }

    /// Returns the mean score of the upper players over the pairs of several pairings.
    pub(super) fn pooled(pairings: &[Pairing]) -> Option<Share> {
        pair_share(&pairings.iter().flat_map(|pairing| pairing.pair_scores.iter().copied()).collect::<Vec<f64>>())
    }

    /// Tests sequentially whether the upper player is [`SPRT_ELO`] stronger, and describes the decision; `None` for more than two players.
    pub(super) fn sprt(&self) -> Option<String> {
        if self.seats.len() != 2 {
            return None;
        }
        let hypotheses = Hypotheses::new(0.0, SPRT_ELO, SPRT_ERROR, SPRT_ERROR).expect("the hypotheses are valid");
        let mut test = Sprt::<5>::new(hypotheses);
        let decided = self.pair_scores.iter().position(|score| {
            // The mean of two games has five values; which of the games was won does not matter.
            let (one, other) = match (score * 4.0).round() as u8 {
                0 => (Score::Loss, Score::Loss),
                1 => (Score::Loss, Score::Draw),
                2 => (Score::Draw, Score::Draw),
                3 => (Score::Win, Score::Draw),
                _ => (Score::Win, Score::Win),
            };
            test.add_pair(one, other);
            test.decision() != SprtDecision::Continue
        });
        let pairs = |index: usize| counted(index as u64 + 1, "pair");
        Some(match (test.decision(), decided) {
            (SprtDecision::AcceptH1, Some(index)) => format!("stronger after {}", pairs(index)),
            (SprtDecision::AcceptH0, Some(index)) => format!("not stronger after {}", pairs(index)),
            _ => "undecided".to_owned(),
        })
    }

    /// Describes the result in a sentence.
    pub(super) fn sentence(&self) -> String {
        let Pairing { upper, lower, score, .. } = self;
        format!("{upper} scores {score} against {lower} in {}.", counted(self.pairs, "pair"))
    }
}

/// Returns the complete pairs.
fn complete_pairs<'a>(games: &[&'a GameLine]) -> Vec<Vec<&'a GameLine>> {
    let mut pairs: BTreeMap<u32, Vec<&GameLine>> = BTreeMap::new();
    games.iter().for_each(|game| pairs.entry(game.condition).or_default().push(game));
    pairs.into_values().filter(|pair| pair.len() == pair[0].seats.len()).collect()
}

/// Returns the mean score of a player in the games of a pair: the share of the opponents that rank below.
fn pair_score(pair: &[&GameLine], player: &str) -> f64 {
    let scores = pair.iter().filter_map(|game| Some(game.ranks.score(seat_of(game, player)?)));
    scores.sum::<f64>() / pair.len() as f64
}

/// Returns the mean score of a player on each seat.
fn seat_scores(games: &[&GameLine], player: &str) -> Vec<f64> {
    let mut scores: Vec<Vec<f64>> = vec![Vec::new(); games.first().map_or(0, |game| game.seats.len())];
    for game in games {
        if let Some(seat) = seat_of(game, player) {
            scores[seat].push(game.ranks.score(seat));
        }
    }
    scores.iter().map(|scores| scores.iter().sum::<f64>() / scores.len().max(1) as f64).collect()
}

fn seat_of(game: &GameLine, player: &str) -> Option<usize> {
    game.seats.iter().position(|name| player_of(name) == player)
}

/// Returns the mean score of the pairs with its interval. If all pairs have the same score, their variance is zero;
/// then the interval is the Wilson interval for this number of single trials, which is wider than necessary, but never
/// empty.
fn pair_share(scores: &[f64]) -> Option<Share> {
    let Mean { value, low, high } = Mean::of(scores)?;
    // A narrower interval is a rounding error.
    if low.is_finite() && high - low > 1e-9 {
        return Some(Share { part: value, low: low.max(0.0), high: high.min(1.0) });
    }
    Share::new(scores.iter().sum(), scores.len() as u64)
}

fn places(games: &[&GameLine], player: &str) -> [u64; 3] {
    let mut counts = [0; 3];
    for game in games {
        let Some(seat) = seat_of(game, player) else { continue };
        let place = match game.ranks.winner() {
            Some(winner) if winner == seat => 0,
            None if game.ranks[seat] == 1 => 1,
            _ => 2,
        };
        counts[place] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game(condition: u32, seats: [&str; 2], ranks: [u8; 2]) -> GameLine {
        serde_json::from_value(json!({
            "line": "game", "run": "r", "game": format!("{condition}:0-1"), "condition": condition, "seats": seats,
            "ranks": ranks, "reason": "x", "plies": 10, "ms": 1.0, "players": [{}, {}],
        }))
        .expect("the game is valid")
    }

    #[test]
    fn counts_each_complete_pair_once() {
        let (a, b) = (["a", "b"], ["b", "a"]);
        let games = [
            game(0, a, [1, 2]),
            game(0, b, [1, 2]),
            game(1, a, [1, 2]),
            game(1, b, [2, 1]),
            game(2, a, [1, 1]),
            game(2, b, [2, 1]),
            game(3, a, [1, 2]),
        ];
        let pairing = Pairing::of("a", "b", &games.iter().collect::<Vec<_>>()).expect("there are complete pairs");
        assert_eq!((pairing.pairs, pairing.wins, pairing.draws, pairing.losses), (3, 4, 1, 1));
        assert!((pairing.score.part - 0.75).abs() < 1e-12, "{:?}", pairing.score);
        // On the first seat two wins and a draw, on the second a loss and two wins.
        assert!(
            (pairing.seats[0] - 2.5 / 3.0).abs() < 1e-12 && (pairing.seats[1] - 2.0 / 3.0).abs() < 1e-12,
            "{pairing:?}"
        );
        assert_eq!(pairing.sprt().as_deref(), Some("undecided"));
        let won = Pairing { pair_scores: vec![1.0; 50], ..pairing.clone() };
        assert_eq!(won.sprt().as_deref(), Some("stronger after 23 pairs"));
        let even = Pairing { pair_scores: [0.75, 0.25].repeat(100), ..pairing.clone() };
        assert_eq!(even.sprt().as_deref(), Some("not stronger after 70 pairs"));
        let pooled = Pairing::pooled(&[pairing.clone(), pairing.clone()]).expect("there are pairs");
        assert!(pooled.part == pairing.score.part && pooled.low > pairing.score.low, "{pooled:?}");
        // Scores of 0.5, 1 and 0.75: a standard deviation of 0.25 divided by the square root of 3.
        let half = 1.959_963_985 * 0.25 / 3_f64.sqrt();
        assert!((pairing.score.low - (0.75 - half)).abs() < 1e-6, "{:?}", pairing.score);
    }

    #[test]
    fn pairs_with_equal_scores_have_a_wilson_interval() {
        let share = pair_share(&[1.0; 100]).expect("there are scores");
        assert_eq!((share.part, share.high), (1.0, 1.0));
        assert!((0.95..0.98).contains(&share.low), "{share:?}");
        assert!(pair_share(&[0.5]).is_some_and(|share| share.low < 0.2 && share.high > 0.8));
        assert_eq!(pair_share(&[]), None);
    }
}
