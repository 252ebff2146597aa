//! Winning chances from the values of a search.

use ::neural::Values;
use ringrift::{ByPlayer, Ruleset};

use crate::weights::Family;

/// Returns the chance of each player to win; the sum is 1.
///
/// The value of a player is the expected number of opponents behind, less those ahead, divided by the number of opponents. With two players
/// it determines the chance. With more, players who do not win are taken to finish in any other place with the same probability.
pub(super) fn chances(values: &Values, rules: &Ruleset) -> ByPlayer<f64> {
    let opponents = f64::from(rules.players) - 1.0;
    let mut chances = [0.0; 4];
    for (chance, value) in chances.iter_mut().zip(values).take(rules.players.into()) {
        *chance = ((opponents * f64::from(*value) + 1.0) / (opponents + 1.0)).clamp(0.0, 1.0);
    }
    // Certain results stay certain.
    let confidence = Family::of(rules).neural_confidence();
    let scaled = chances.map(|chance| libm::pow(chance, confidence));
    let sum: f64 = scaled.iter().take(rules.players.into()).sum();
    let mut shares = ByPlayer::default();
    for (share, chance) in shares.0.iter_mut().zip(scaled).take(rules.players.into()) {
        *share = if sum > 0.0 { chance / sum } else { 1.0 / f64::from(rules.players) };
    }
    shares
}

#[cfg(test)]
mod tests {
    use ringrift::BoardKind;

    use super::*;

    fn of(values: Values, players: u8) -> [f64; 4] {
        chances(&values, &Ruleset::canon(BoardKind::Square8, players).expect("the rules are valid")).0
    }

    #[test]
    fn chances_follow_from_values() {
        assert_eq!(of([0.5, -0.5, 0.0, 0.0], 2), [0.75, 0.25, 0.0, 0.0]);
        assert_eq!(of([-1.0, 1.0, 0.0, 0.0], 2), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(of([0.0; 4], 4), [0.25; 4]);
        // The places of the other players do not matter.
        assert_eq!(of([1.0, -1.0, 0.0, 0.0], 3)[0], 0.75);
        assert_eq!(of([1.0, -0.5, -0.5, 0.0], 3), [1.0, 0.0, 0.0, 0.0]);
    }
}
