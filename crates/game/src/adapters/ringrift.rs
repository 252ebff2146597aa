//! RingRift as a [`Game`].

use ringrift::{Action, IllegalAction, Observer, Player, Position};

use crate::game::{Ending, Game};
use crate::ranks::Ranks;
use crate::rejection::Rejection;

/// A RingRift position together with the assignment of seats to colours.
///
/// Swapping sides exchanges the colours of seats 0 and 1; each player keeps their seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingRift {
    position: Position,
    is_swapped: bool,
}

impl RingRift {
    /// Starts a game from a position in which sides have not been swapped.
    pub fn new(start: Position) -> RingRift {
        RingRift { position: start, is_swapped: false }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the seat that plays a colour.
    pub fn seat_of(&self, player: Player) -> usize {
        player.index() ^ usize::from(self.is_swapped)
    }

    /// Returns the colour of a seat.
    ///
    /// # Panics
    /// Panics if the seat does not exist.
    pub fn colour_of(&self, seat: usize) -> Player {
        Player::ALL[seat ^ usize::from(self.is_swapped)]
    }

    /// Plays an action and reports its events to an observer.
    ///
    /// # Errors
    /// Rejects an illegal action; the game is then unchanged.
    pub fn play_observed(&mut self, chosen: Action, observer: &mut impl Observer) -> Result<(), Rejection> {
        self.position.play_observed(chosen, observer).map_err(|problem| self.rejection(problem))?;
        self.is_swapped ^= chosen == Action::SwapSides;
        Ok(())
    }

    /// Converts places by colour to places by seat.
    pub fn seat_ranks(&self, by_colour: &[u8]) -> Ranks {
        let places: Vec<u8> = (0..by_colour.len()).map(|seat| by_colour[self.colour_of(seat).index()]).collect();
        Ranks::new(&places).expect("the places by colour are consistent")
    }

    /// Converts the explanation of an illegal action.
    pub fn rejection(&self, problem: IllegalAction) -> Rejection {
        let board = self.position.rules().board;
        Rejection {
            code: "illegal".to_owned(),
            rule: Some(problem.rule.to_string()),
            message: problem.reason.to_string(),
            parts: Some(Box::new(problem.reason)),
            cells: problem.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect(),
        }
    }
}

impl Game for RingRift {
    type Move = Action;

    fn seats(&self) -> usize {
        usize::from(self.position.rules().players)
    }

    fn to_move(&self) -> Option<usize> {
        (!self.position.phase().is_over()).then(|| self.seat_of(self.position.to_move()))
    }

    fn legal_moves(&self, list: &mut Vec<Action>) {
        list.extend_from_slice(&self.position.legal_actions());
    }

    fn check(&self, &chosen: &Action) -> Result<(), Rejection> {
        self.position.why_illegal(chosen).map_or(Ok(()), |problem| Err(self.rejection(problem)))
    }

    fn play(&mut self, &chosen: &Action) -> Result<(), Rejection> {
        self.play_observed(chosen, &mut ())
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.position.outcome()?;
        let ranks = self.seat_ranks(outcome.ranks.of(self.position.rules().players));
        Some(Ending { ranks, reason: outcome.reason.name() })
    }

    fn state(&self) -> String {
        format!("{}{}", self.position, if self.is_swapped { "; swapped" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use ringrift::{BoardKind, Edition, Overrides, Ruleset};

    use super::*;

    #[test]
    fn swapping_sides_exchanges_colours_and_keeps_seats() {
        let mut overrides = Overrides::default();
        overrides.set("swap", "on").expect("the swap rule can be enabled");
        let rules = Ruleset::new(Edition::Live, BoardKind::Square8, 2, &overrides).expect("the rules are valid");
        let mut game = RingRift::new(Position::new(&rules).expect("the rules have a start position"));
        while game.to_move() == Some(0) {
            let first = game.position().legal_actions()[0];
            game.play(&first).expect("a listed action is legal");
        }
        assert_eq!(game.to_move(), Some(1));
        assert_eq!(game.colour_of(1), Player::Two);
        game.play(&Action::SwapSides).expect("seat 1 may swap");
        assert_eq!(game.to_move(), Some(0));
        assert_eq!(game.colour_of(1), Player::One);
        assert_eq!(game.seat_ranks(&[1, 2]).to_vec(), [2, 1]);
        assert!(game.check(&Action::SwapSides).is_err());
    }
}
