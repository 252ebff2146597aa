//! Placing rings and swapping sides (rules section 5; rules-live sections 3 and 11).

use ringrift::{Action, Coord, Player, Skip, TurnProgress};

use crate::SpecGame;
use crate::board::{Board, CellContent, Stack};

impl SpecGame {
    /// Returns all placements of a player, as if it were their turn, as cell and number of rings (RR-CANON-R080).
    pub(crate) fn placements(&self, player: Player) -> Vec<(Coord, u8)> {
        self.board.cells().into_iter().flat_map(|at| self.placements_at(player, at)).collect()
    }

    /// Reports whether a player has a legal placement, as if it were their turn (RR-CANON-R080).
    pub(crate) fn can_place(&self, player: Player) -> bool {
        self.board.cells().into_iter().any(|at| !self.placements_at(player, at).is_empty())
    }

    /// Returns a player's placements on one cell (RR-CANON-R081, R082).
    fn placements_at(&self, player: Player, at: Coord) -> Vec<(Coord, u8)> {
        let counts = 1..=self.max_rings(player, at);
        counts.filter(|&rings| self.can_act_after_placement(player, at, rings)).map(|rings| (at, rings)).collect()
    }

    /// Returns the maximum number of rings that a player may place on a cell, before the test of the resulting stack.
    ///
    /// An empty cell takes as many as hand and limit allow (RR-CANON-R081), a stack one ring (RR-CANON-R082), a marker
    /// or a collapsed cell none.
    fn max_rings(&self, player: Player, at: Coord) -> u8 {
        let hand = u8::try_from(self.hands[player]).unwrap_or(u8::MAX);
        match self.board.at(at) {
            CellContent::Empty => self.rules.placement_limit.map_or(hand, |limit| limit.min(hand)),
            CellContent::Stack(_) => hand.min(1),
            CellContent::Marker(_) | CellContent::Collapsed(_) => 0,
        }
    }

    /// Reports whether the stack that results from a placement could move or capture (RR-CANON-R081, R082).
    fn can_act_after_placement(&self, player: Player, at: Coord, rings: u8) -> bool {
        self.can_stack_act(&board_after(&self.board, player, at, rings), at)
    }

    /// Places rings; leaves no marker and does not change the progress measure (RR-CANON-R081, R082).
    pub(crate) fn place(&mut self, at: Coord, rings: u8) {
        self.board = board_after(&self.board, self.to_move, at, rings);
        self.hands[self.to_move] -= u16::from(rings);
    }

    /// Reports whether the turn enters the placement phase: if a placement is legal (RR-CANON-R080), or, where a skip is an
    /// explicit decision, if only a skip is legal (rules-live section 3).
    pub(crate) fn enters_placement(&self) -> bool {
        let may_skip = self.rules.skip == Skip::Explicit && self.hands[self.to_move] > 0 && self.can_skip_placement();
        may_skip || self.can_place(self.to_move)
    }

    /// Reports whether the placement may be skipped: if a stack can act (RR-CANON-R080) or a recovery can follow
    /// (rules-live section 3).
    fn can_skip_placement(&self) -> bool {
        self.has_board_action(self.to_move) || self.can_recover(self.to_move)
    }

    /// Reports whether the second of two players may swap sides: only before any other action of theirs (RR-CANON-R175;
    /// rules-live section 11).
    fn can_swap(&self) -> bool {
        let is_first_turn_of_second = self.rules.players == 2 && self.to_move == Player::Two && self.turn == 2;
        self.rules.swap && is_first_turn_of_second && self.turn_progress == TurnProgress::Idle
    }

    /// Returns the actions of the placement phase (RR-CANON-R080; rules-live sections 3 and 11).
    pub(crate) fn placement_actions(&self) -> Vec<Action> {
        let placements = self.placements(self.to_move).into_iter();
        let mut actions: Vec<Action> =
            placements.map(|(at, rings)| Action::Place { at: self.cell(at), rings }).collect();
        if self.can_skip_placement() {
            actions.push(Action::SkipPlacement);
        }
        if self.can_swap() {
            actions.push(Action::SwapSides);
        }
        actions
    }
}

/// Returns the board with rings of a player added to a cell.
fn board_after(board: &Board, player: Player, at: Coord, rings: u8) -> Board {
    let placed = vec![player; usize::from(rings)];
    let stack = match board.stack(at) {
        Some(stack) => Some(stack.with_on_top(&placed)),
        None => Stack::of(placed),
    };
    let mut after = board.clone();
    after.put_stack(at, stack);
    after
}
