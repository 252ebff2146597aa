//! Judgement of decisions from winning chances.

use ringrift::{ByPlayer, Player};

/// Lead over all others, in winning chance, that makes a player the favourite.
pub const LEAD: f64 = 0.1;

/// Severity of a bad decision.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Severity {
    /// All severities in increasing order.
    pub const ALL: [Severity; 3] = [Severity::Inaccuracy, Severity::Mistake, Severity::Blunder];

    /// Returns the severity of a loss of winning chance, or `None` if the loss is small.
    pub fn of(loss: f64) -> Option<Severity> {
        Severity::ALL.into_iter().rev().find(|severity| rounded(loss) >= severity.threshold())
    }

    /// Returns the smallest loss of this severity.
    pub const fn threshold(self) -> f64 {
        match self {
            Severity::Inaccuracy => 0.07,
            Severity::Mistake => 0.15,
            Severity::Blunder => 0.3,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Severity::Inaccuracy => "inaccuracy",
            Severity::Mistake => "mistake",
            Severity::Blunder => "blunder",
        }
    }

    /// Returns the annotation sign, as in chess.
    pub const fn sign(self) -> &'static str {
        match self {
            Severity::Inaccuracy => "?!",
            Severity::Mistake => "?",
            Severity::Blunder => "??",
        }
    }
}

/// Rounds a chance to ten-thousandths, the precision of records.
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// Ply at which the favourite changes permanently.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// Number of plies played.
    pub ply: usize,
    /// Previous favourite; `None` if there was none.
    pub from: Option<Player>,
    /// New favourite.
    pub to: Player,
}

/// Returns the turning points of a game, given the chances at its start and after each ply.
pub fn turning_points(curve: &[ByPlayer<f64>], players: u8) -> Vec<TurningPoint> {
    let favourites = favourites(curve, players);
    let mut points = Vec::new();
    for (ply, pair) in (1..).zip(favourites.windows(2)) {
        let (from, Some(to)) = (pair[0], pair[1]) else { continue };
        let is_permanent = from != Some(to) && !favourites[ply..].contains(&from);
        if is_permanent {
            points.push(TurningPoint { ply, from, to });
        }
    }
    points
}

/// Returns the favourite at the start and after each ply. A player stays the favourite until another one leads.
fn favourites(curve: &[ByPlayer<f64>], players: u8) -> Vec<Option<Player>> {
    let step = |favourite: &mut Option<Player>, chances: &ByPlayer<f64>| {
        *favourite = leader(chances, players).or(*favourite);
        Some(*favourite)
    };
    curve.iter().scan(None, step).collect()
}

/// Returns the player who leads all others by at least [`LEAD`].
fn leader(chances: &ByPlayer<f64>, players: u8) -> Option<Player> {
    let leads = |&player: &Player| {
        let mut others = Player::seats(players).filter(|&other| other != player);
        others.all(|other| rounded(chances[player] - chances[other]) >= LEAD)
    };
    Player::seats(players).find(leads)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(first: &[f64]) -> Vec<ByPlayer<f64>> {
        first.iter().map(|&first| ByPlayer([first, 1.0 - first, 0.0, 0.0])).collect()
    }

    fn points(curve: &[ByPlayer<f64>], players: u8) -> Vec<(usize, u8, u8)> {
        let seat = |player: Option<Player>| player.map_or(0, Player::seat);
        turning_points(curve, players).iter().map(|point| (point.ply, seat(point.from), point.to.seat())).collect()
    }

    #[test]
    fn severities_begin_at_their_thresholds() {
        for (loss, expected) in [
            (-0.5, None),
            (0.0, None),
            (0.0699, None),
            (0.07, Some(Severity::Inaccuracy)),
            (0.1499, Some(Severity::Inaccuracy)),
            (0.15, Some(Severity::Mistake)),
            (0.2999, Some(Severity::Mistake)),
            (0.3, Some(Severity::Blunder)),
            // Slightly less than 0.3 in binary.
            (0.7 - 0.4, Some(Severity::Blunder)),
            (1.0, Some(Severity::Blunder)),
            (f64::NAN, None),
        ] {
            assert_eq!(Severity::of(loss), expected, "{loss}");
        }
    }

    #[test]
    fn even_games_have_no_turning_point() {
        assert_eq!(points(&curve(&[0.5, 0.53, 0.46, 0.5]), 2), []);
        assert_eq!(points(&[], 2), []);
    }

    #[test]
    fn the_first_favourite_and_permanent_changes_are_turning_points() {
        assert_eq!(points(&curve(&[0.5, 0.56, 0.7, 0.5, 0.48, 0.3, 0.0]), 2), [(1, 0, 1), (5, 1, 2)]);
        assert_eq!(points(&curve(&[0.9, 0.8, 1.0]), 2), [], "the favourite from the start wins");
    }

    #[test]
    fn temporary_changes_are_not_turning_points() {
        assert_eq!(points(&curve(&[0.8, 0.2, 0.8, 0.2]), 2), [(3, 1, 2)]);
        assert_eq!(points(&curve(&[0.8, 0.2, 0.8]), 2), [(2, 2, 1)]);
    }

    #[test]
    fn a_favourite_leads_all_others() {
        let curve = [[0.4, 0.35, 0.25, 0.0], [0.4, 0.3, 0.3, 0.0], [0.2, 0.6, 0.2, 0.0], [0.0, 0.1, 0.9, 0.0]];
        assert_eq!(points(&curve.map(ByPlayer), 3), [(1, 0, 1), (2, 1, 2), (3, 2, 3)]);
    }
}
