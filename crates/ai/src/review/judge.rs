//! What is to be said about decisions, from chances alone: how bad one was, who was ahead, how well a player played.

use ringrift::{ByPlayer, Player};

/// A player who leads all others by so much is the favourite.
pub const LEAD: f64 = 0.1;

/// How fast the accuracy of a decision falls with what it loses.
const ACCURACY_FALL: f64 = 4.0;

/// How bad a decision was.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// Lost a bit.
    Inaccuracy,
    /// Lost much.
    Mistake,
    /// Lost very much.
    Blunder,
}

impl Verdict {
    /// All of them, the least first.
    pub const ALL: [Verdict; 3] = [Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];

    /// The verdict on a decision that lost so much of the chance to win, if there is one.
    pub fn of(loss: f64) -> Option<Verdict> {
        Verdict::ALL.into_iter().rev().find(|verdict| rounded(loss) >= verdict.threshold())
    }

    /// The smallest loss of the chance to win that is called so.
    pub const fn threshold(self) -> f64 {
        match self {
            Verdict::Inaccuracy => 0.07,
            Verdict::Mistake => 0.15,
            Verdict::Blunder => 0.3,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }

    /// The sign behind the action in reports.
    pub const fn sign(self) -> &'static str {
        match self {
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }
}

/// A chance or a difference of chances in ten-thousandths, as records keep them.
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// How well decisions were made that lost so much, in per cent: the mean over them, each 100 if it lost nothing and less and
/// less with what it lost. None if there were no decisions.
pub(super) fn accuracy(losses: &[f64]) -> Option<f64> {
    let each = losses.iter().map(|loss| 100.0 * (-ACCURACY_FALL * loss.max(0.0)).exp());
    (!losses.is_empty()).then(|| each.sum::<f64>() / losses.len() as f64)
}

/// Where the favourite changes, and who was it before never is again.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// After so many plies.
    pub ply: usize,
    /// Who was the favourite; nobody before the first.
    pub from: Option<Player>,
    /// Who is it now.
    pub to: Player,
}

/// The turning points of a game, given the chances at its start and after every ply.
pub(super) fn turning_points(curve: &[ByPlayer<f64>], players: u8) -> Vec<TurningPoint> {
    let favourites = favourites(curve, players);
    let mut points = Vec::new();
    for (ply, pair) in (1..).zip(favourites.windows(2)) {
        let (from, Some(to)) = (pair[0], pair[1]) else { continue };
        let is_for_good = from != Some(to) && !favourites[ply..].contains(&from);
        if is_for_good {
            points.push(TurningPoint { ply, from, to });
        }
    }
    points
}

/// Who is the favourite at the start and after every ply: whoever leads, until somebody else does.
fn favourites(curve: &[ByPlayer<f64>], players: u8) -> Vec<Option<Player>> {
    let step = |favourite: &mut Option<Player>, chances: &ByPlayer<f64>| {
        *favourite = leader(chances, players).or(*favourite);
        Some(*favourite)
    };
    curve.iter().scan(None, step).collect()
}

/// The player who leads all others by enough, if there is one.
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
    fn verdicts_begin_at_their_thresholds() {
        for (loss, expected) in [
            (-0.5, None),
            (0.0, None),
            (0.0699, None),
            (0.07, Some(Verdict::Inaccuracy)),
            (0.1499, Some(Verdict::Inaccuracy)),
            (0.15, Some(Verdict::Mistake)),
            (0.2999, Some(Verdict::Mistake)),
            (0.3, Some(Verdict::Blunder)),
            // Not quite 0.3 in binary.
            (0.7 - 0.4, Some(Verdict::Blunder)),
            (1.0, Some(Verdict::Blunder)),
            (f64::NAN, None),
        ] {
            assert_eq!(Verdict::of(loss), expected, "{loss}");
        }
    }

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0, -0.2]), Some(100.0));
        let of = |loss: f64| accuracy(&[loss]).expect("a decision").round();
        assert_eq!([0.01, 0.07, 0.15, 0.3, 1.0].map(of), [96.0, 76.0, 55.0, 30.0, 2.0]);
        assert_eq!(accuracy(&[0.0, 1.0]).map(f64::round), Some(51.0));
    }

    #[test]
    fn a_game_that_stays_even_has_no_turning_point() {
        assert_eq!(points(&curve(&[0.5, 0.53, 0.46, 0.5]), 2), []);
        assert_eq!(points(&[], 2), []);
    }

    #[test]
    fn the_first_favourite_and_a_change_for_good_are_turning_points() {
        assert_eq!(points(&curve(&[0.5, 0.56, 0.7, 0.5, 0.48, 0.3, 0.0]), 2), [(1, 0, 1), (5, 1, 2)]);
        assert_eq!(points(&curve(&[0.9, 0.8, 1.0]), 2), [], "the favourite from the start wins");
    }

    #[test]
    fn a_favourite_who_comes_back_was_not_overtaken_for_good() {
        assert_eq!(points(&curve(&[0.8, 0.2, 0.8, 0.2]), 2), [(3, 1, 2)]);
        assert_eq!(points(&curve(&[0.8, 0.2, 0.8]), 2), [(2, 2, 1)]);
    }

    #[test]
    fn a_favourite_leads_all_others() {
        let curve = [[0.4, 0.35, 0.25, 0.0], [0.4, 0.3, 0.3, 0.0], [0.2, 0.6, 0.2, 0.0], [0.0, 0.1, 0.9, 0.0]];
        assert_eq!(points(&curve.map(ByPlayer), 3), [(1, 0, 1), (2, 1, 2), (3, 2, 3)]);
    }
}
