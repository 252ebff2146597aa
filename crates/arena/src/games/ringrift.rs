//! RingRift as a game of the arena.

use ringrift::{Action, IllegalAction, Observer, Player, Position};

use crate::game::{Ending, Game, Ranks, Rejection};

/// A game of RingRift and who plays which colour: where the rules let players swap sides, they do it in here, and a seat of
/// the arena stays with whoever sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingRift {
    position: Position,
    is_swapped: bool,
}

impl RingRift {
    /// A game that begins with a position; nobody has swapped sides yet.
    pub fn new(start: Position) -> RingRift {
        RingRift { position: start, is_swapped: false }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who sits on the seat that plays a colour.
    pub fn seat_of(&self, player: Player) -> usize {
        player.index() ^ usize::from(self.is_swapped)
    }

    /// The colour that is played from a seat.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn colour_of(&self, seat: usize) -> Player {
        Player::ALL[seat ^ usize::from(self.is_swapped)]
    }

    /// Plays an action and tells an observer what happens.
    ///
    /// # Errors
    /// If it is illegal; the game is then unchanged.
    pub fn play_observed(&mut self, chosen: Action, observer: &mut impl Observer) -> Result<(), Rejection> {
        self.position.play_observed(chosen, observer).map_err(|problem| self.rejection(problem))?;
        self.is_swapped ^= chosen == Action::SwapSides;
        Ok(())
    }

    /// The places by seat, from those by colour.
    pub fn seat_ranks(&self, by_colour: &[u8]) -> Ranks {
        let places: Vec<u8> = (0..by_colour.len()).map(|seat| by_colour[self.colour_of(seat).index()]).collect();
        Ranks::new(&places).expect("the rules give sensible places")
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

impl RingRift {
    /// What the rules say against an action.
    pub fn rejection(&self, problem: IllegalAction) -> Rejection {
        let board = self.position.rules().board;
        Rejection {
            code: "illegal".to_owned(),
            rule: Some(problem.rule.to_string()),
            message: problem.reason,
            cells: problem.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ringrift::{BoardKind, Edition, Overrides, Ruleset};

    use super::*;

    #[test]
    fn who_swaps_sides_keeps_the_seat() {
        let mut overrides = Overrides::default();
        overrides.set("swap", "on").expect("a rule");
        let rules = Ruleset::new(Edition::Live, BoardKind::Square8, 2, &overrides).expect("rules");
        let mut game = RingRift::new(Position::new(&rules).expect("a start"));
        while game.to_move() == Some(0) {
            let first = game.position().legal_actions()[0];
            game.play(&first).expect("legal");
        }
        assert_eq!((game.to_move(), game.colour_of(1)), (Some(1), Player::Two));
        game.play(&Action::SwapSides).expect("the second seat may swap");
        assert_eq!((game.to_move(), game.colour_of(1)), (Some(0), Player::One));
        assert_eq!(game.seat_ranks(&[1, 2]).to_vec(), [2, 1]);
        assert!(game.check(&Action::SwapSides).is_err());
    }
}
