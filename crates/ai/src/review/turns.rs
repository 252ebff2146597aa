//! Judgement of whole turns: accuracy of the players and key moments of a game.

use std::ops::Range;

use ringrift::{Action, ByPlayer, Player, Position};

use super::judge::rounded;
use super::{Review, ReviewedDecision, Severity, swapped_by};

/// Winning chances below this value, or above 1 minus this value, are decided.
pub const DECIDED: f64 = 0.05;

/// Decay rate of the accuracy with the loss.
const ACCURACY_FALL: f64 = 4.0;

/// Largest number of key moments of a game.
pub const MAX_KEY_MOMENTS: usize = 5;

/// Judgement of one turn.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedTurn {
    pub turn: u32,
    pub player: Player,
    /// Numbers of its decisions, counted from 0.
    pub plies: Range<usize>,
    /// The player's winning chance before the turn.
    pub before: f64,
    /// The player's winning chance after the turn.
    pub after: f64,
    /// Loss of the player's winning chance, 0.0 to 1.0.
    pub loss: f64,
    /// Whether none of its actions had an alternative.
    pub is_forced: bool,
}

impl ReviewedTurn {
    /// Reports whether the turn counts for the accuracy: the player had a choice, and the game was open. A game that is lost before the
    /// turn is not open. A game that is won before the turn is open only if the turn gives the win away.
    pub fn counts(&self) -> bool {
        let is_lost = self.before < DECIDED;
        let stays_won = self.before > 1.0 - DECIDED && self.after > 1.0 - DECIDED;
        !self.is_forced && !is_lost && !stays_won
    }

    /// Returns the accuracy in per cent: 100 without loss, decreasing exponentially with the loss.
    pub fn accuracy(&self) -> f64 {
        100.0 * libm::exp(-ACCURACY_FALL * self.loss)
    }
}

/// A turn with a large loss, and a better turn.
pub struct KeyMoment {
    /// The turn. Its chance before the turn is that after the better turn; both chances are analysed with more effort than those of the
    /// curve.
    pub turn: ReviewedTurn,
    /// Position before the turn.
    pub start: Position,
    /// Actions of the better turn, from its start. The first ones may be those that were played.
    pub better: Vec<Action>,
}

/// Returns the mean accuracy of turns, or `None` without turns.
pub(super) fn accuracy<'a>(turns: impl Iterator<Item = &'a ReviewedTurn>) -> Option<f64> {
    let (count, sum) = turns.fold((0_u32, 0.0), |(count, sum), turn| (count + 1, sum + turn.accuracy()));
    (count > 0).then(|| sum / f64::from(count))
}

/// Groups the decisions of a game into turns. `actions` are the actions of the game, and `curve` has the chances before the first and
/// after each one.
pub(super) fn turns(
    decisions: &[ReviewedDecision],
    actions: impl Iterator<Item = Action>,
    curve: &[ByPlayer<f64>],
) -> Vec<ReviewedTurn> {
    let actions: Vec<Action> = actions.collect();
    let mut turns = Vec::new();
    let mut first = 0;
    for (ply, decision) in decisions.iter().enumerate() {
        let next = decisions.get(ply + 1);
        // After a swap of sides, the other person plays the rest of the turn.
        let is_last = actions[ply] == Action::SwapSides
            || next.is_none_or(|next| (next.turn, next.player) != (decision.turn, decision.player));
        if is_last {
            let after = swapped_by(actions[ply], curve[ply + 1])[decision.player];
            turns.push(turn(&decisions[first..=ply], first, curve[first][decision.player], after));
            first = ply + 1;
        }
    }
    turns
}

/// Judges a turn. Its loss has two estimates: the sum of the losses of its actions, and the fall of the chance. Each contains the error
/// of a search; the smaller one counts.
fn turn(decisions: &[ReviewedDecision], first: usize, before: f64, after: f64) -> ReviewedTurn {
    let sum: f64 = decisions.iter().map(|decision| decision.loss).sum();
    ReviewedTurn {
        turn: decisions[0].turn,
        player: decisions[0].player,
        plies: first..first + decisions.len(),
        before,
        after,
        loss: rounded(sum.min(before - after).clamp(0.0, 1.0)),
        is_forced: decisions.iter().all(|decision| decision.is_forced),
    }
}

/// Returns the turns with the largest losses, in the order of the game: at most [`MAX_KEY_MOMENTS`], and only mistakes and blunders.
pub(super) fn key_turns(turns: &[ReviewedTurn]) -> Vec<ReviewedTurn> {
    let is_key = |turn: &&ReviewedTurn| turn.counts() && Severity::of(turn.loss) >= Some(Severity::Mistake);
    let mut found: Vec<ReviewedTurn> = turns.iter().filter(is_key).cloned().collect();
    found.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    found.truncate(MAX_KEY_MOMENTS);
    found.sort_by_key(|turn| turn.plies.start);
    found
}

impl Review {
    /// Returns the turns of the game.
    pub fn turns(&self) -> Vec<ReviewedTurn> {
        turns(&self.decisions, self.record.actions(), &self.curve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(before: f64, after: f64, loss: f64) -> ReviewedTurn {
        ReviewedTurn { turn: 1, player: Player::One, plies: 0..1, before, after, loss, is_forced: false }
    }

    fn decision(turn: u32, player: Player, loss: f64) -> ReviewedDecision {
        let text = String::new();
        ReviewedDecision { turn, player, text, is_forced: false, loss, severity: Severity::of(loss), better: None }
    }

    fn curve(first: &[f64]) -> Vec<ByPlayer<f64>> {
        first.iter().map(|&first| ByPlayer([first, 1.0 - first, 0.0, 0.0])).collect()
    }

    #[test]
    fn accuracy_decreases_with_the_loss_of_a_turn() {
        let of = |loss: f64| reviewed(0.5, 0.5, loss).accuracy().round();
        assert_eq!([0.0, 0.01, 0.07, 0.15, 0.3, 1.0].map(of), [100.0, 96.0, 76.0, 55.0, 30.0, 2.0]);
        assert_eq!(accuracy([].iter()), None);
        assert_eq!(accuracy([reviewed(0.5, 0.5, 0.0), reviewed(1.0, 0.0, 1.0)].iter()).map(f64::round), Some(51.0));
    }

    #[test]
    fn only_turns_with_a_choice_in_an_open_game_count() {
        for (before, after, counts) in [
            (0.5, 0.1, true),
            (0.06, 0.0, true),
            (0.04, 0.0, false),
            (0.94, 0.96, true),
            (0.96, 0.97, false),
            // The win is given away.
            (1.0, 0.9, true),
            (1.0, 0.0, true),
        ] {
            assert_eq!(reviewed(before, after, 0.0).counts(), counts, "{before} {after}");
        }
        assert!(!ReviewedTurn { is_forced: true, ..reviewed(0.5, 0.1, 0.4) }.counts());
    }

    #[test]
    fn the_loss_of_a_turn_is_the_smaller_estimate() {
        use Player::{One, Two};
        let decisions = [decision(1, One, 0.1), decision(1, One, 0.2), decision(2, Two, 0.4), decision(3, One, 0.0)];
        let pass = || std::iter::repeat_n(Action::SkipPlacement, 4);
        let found = turns(&decisions, pass(), &curve(&[0.5, 0.4, 0.1, 0.2, 0.1]));
        let losses: Vec<(u32, Range<usize>, f64)> =
            found.iter().map(|turn| (turn.turn, turn.plies.clone(), turn.loss)).collect();
        assert_eq!(losses, [(1, 0..2, 0.3), (2, 2..3, 0.1), (3, 3..4, 0.0)]);
        assert_eq!((found[1].before, found[1].after), (0.9, 0.8));
    }

    #[test]
    fn a_swap_of_sides_ends_the_turn_of_its_person() {
        let decisions = [decision(2, Player::Two, 0.0), decision(2, Player::Two, 0.0)];
        let actions = [Action::SwapSides, Action::SkipPlacement];
        // The first colour is ahead, and the second player takes it.
        let found = turns(&decisions, actions.into_iter(), &curve(&[0.3, 0.7, 0.7]));
        assert_eq!(found.iter().map(|turn| turn.plies.clone()).collect::<Vec<_>>(), [0..1, 1..2]);
        assert!((found[0].before - 0.7).abs() < 1e-9 && (found[0].after - 0.7).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn key_turns_are_the_largest_losses_in_the_order_of_the_game() {
        let losses = [0.2, 0.1, 0.9, 0.16, 0.3, 0.25, 0.15];
        let all: Vec<ReviewedTurn> = losses
            .iter()
            .zip(0..)
            .map(|(&loss, at)| ReviewedTurn { plies: at..at + 1, ..reviewed(0.5, 0.1, loss) })
            .collect();
        let found: Vec<f64> = key_turns(&all).iter().map(|turn| turn.loss).collect();
        assert_eq!(found, [0.2, 0.9, 0.16, 0.3, 0.25]);
    }
}
