//! Goals of the cases.

use std::fmt;
use std::str::FromStr;

use ringrift::{FinishedGames, Player, Position};

use crate::turns::{Budget, TooLarge, can_win, is_turn_over, way_to, winner};

/// Condition on the position at the end of the mover's turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Goal {
    /// The mover has won. This includes winning as last player standing before any opponent has a decision.
    Wins,
    /// No opponent can win if their turn comes next.
    Safe,
    /// Whatever the opponent does, the mover has won afterwards or can win in the next own turn.
    WinsIn2,
}

impl Goal {
    pub(crate) const ALL: [Goal; 3] = [Goal::Wins, Goal::Safe, Goal::WinsIn2];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Goal::Wins => "wins",
            Goal::Safe => "safe",
            Goal::WinsIn2 => "wins in 2",
        }
    }

    /// Reports whether a position at the end of the mover's turn meets the goal.
    pub(crate) fn is_met(self, end: &Position, mover: Player, budget: &mut Budget) -> Result<bool, TooLarge> {
        match self {
            Goal::Wins => Ok(winner(end) == Some(mover)),
            Goal::Safe => is_safe(end, mover, budget),
            Goal::WinsIn2 => wins_next_time(end, mover, budget),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        let found = Goal::ALL.into_iter().find(|goal| goal.name() == text);
        found.ok_or_else(|| format!("unknown goal {text:?}; expected one of {}", Goal::ALL.map(Goal::name).join(", ")))
    }
}

fn is_safe(end: &Position, mover: Player, budget: &mut Budget) -> Result<bool, TooLarge> {
    if is_over(end) {
        return Ok(winner(end).is_none_or(|winner| winner == mover));
    }
    for other in Player::seats(end.rules().players).filter(|&other| other != mover) {
        if let Some(turn) = turn_of(end, other)
            && (winner(&turn) == Some(other) || (turn.to_move() == other && can_win(&turn, budget)?))
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the position with a player to move. With two players, returns `None` unless it is already their turn.
fn turn_of(end: &Position, player: Player) -> Option<Position> {
    if end.to_move() == player {
        return Some(end.clone());
    }
    if end.rules().players > 2 { skip_to(end, player) } else { None }
}

/// Returns the position at the start of a player's turn, skipping the players before, or `None` if the player is eliminated.
pub(crate) fn skip_to(end: &Position, player: Player) -> Option<Position> {
    if end.hand(player) == 0 && end.rings_on_board(player) == 0 {
        return None;
    }
    let mut setup = end.to_setup();
    (setup.to_move, setup.phase, setup.turn_progress) = (player, None, None);
    setup.turn += 1;
    Some(
        Position::from_setup(&setup, FinishedGames::Allow)
            .expect("changing the player to move keeps the position valid"),
    )
}

fn wins_next_time(end: &Position, mover: Player, budget: &mut Budget) -> Result<bool, TooLarge> {
    if is_over(end) {
        return Ok(winner(end) == Some(mover));
    }
    if end.to_move() == mover {
        return can_win(end, budget);
    }
    let escape = way_to(end, budget, &mut |reply, budget| Ok(!wins_next_time(reply, mover, budget)?))?;
    Ok(escape.is_none())
}

fn is_over(position: &Position) -> bool {
    is_turn_over(position, position)
}
