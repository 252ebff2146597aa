//! Placing rings and swapping sides (rules.md section 5; live 3, 11).

use ringrift::{Action, Coord, Player, Skip, TurnProgress};

use crate::SpecGame;
use crate::board::{Board, Space, Stack};

impl SpecGame {
    /// All placements of a player, as if it were his turn: where and how many rings (RR-CANON-R080).
    pub(crate) fn placements(&self, player: Player) -> Vec<(Coord, u8)> {
        self.board.cells().into_iter().flat_map(|at| self.placements_at(player, at)).collect()
    }

    /// Whether a player could place anything, as if it were his turn (RR-CANON-R080).
    pub(crate) fn can_place(&self, player: Player) -> bool {
        self.board.cells().into_iter().any(|at| !self.placements_at(player, at).is_empty())
    }

    /// The numbers of rings that a player may place on one cell (RR-CANON-R081, R082).
    fn placements_at(&self, player: Player, at: Coord) -> Vec<(Coord, u8)> {
        let counts = 1..=self.most_rings(player, at);
        counts.filter(|&rings| self.is_live_placement(player, at, rings)).map(|rings| (at, rings)).collect()
    }

    /// The most rings that a player may put on a cell if they could move on from there.
    ///
    /// An empty cell takes as many as hand and limit allow (RR-CANON-R081), a stack one ring (RR-CANON-R082), a marker
    /// or a collapsed cell none.
    fn most_rings(&self, player: Player, at: Coord) -> u8 {
        let hand = u8::try_from(self.hands[player]).unwrap_or(u8::MAX);
        match self.board.at(at) {
            Space::Empty => self.rules.placement_limit.map_or(hand, |limit| limit.min(hand)),
            Space::Stack(_) => hand.min(1),
            Space::Marker(_) | Space::Collapsed(_) => 0,
        }
    }

    /// A placement must leave a stack that can move or capture (RR-CANON-R081, R082).
    fn is_live_placement(&self, player: Player, at: Coord, rings: u8) -> bool {
        self.can_stack_act(&board_after(&self.board, player, at, rings), at)
    }

    /// Puts the rings down, without leaving a marker or changing the progress measure (RR-CANON-R081, R082).
    pub(crate) fn place(&mut self, at: Coord, rings: u8) {
        self.board = board_after(&self.board, self.to_move, at, rings);
        self.hands[self.to_move] -= u16::from(rings);
    }

    /// Whether the placement phase is entered: if a placement is legal, or also a skip alone, with rings in hand, where
    /// that is a decision of its own (RR-CANON-R080; live 3).
    pub(crate) fn enters_placement(&self) -> bool {
        let may_skip = self.rules.skip == Skip::Explicit && self.hands[self.to_move] > 0 && self.can_skip_placement();
        may_skip || self.can_place(self.to_move)
    }

    /// Skipping needs a stack that can act (RR-CANON-R080), or a recovery that could follow (live 3).
    fn can_skip_placement(&self) -> bool {
        self.has_board_action(self.to_move) || self.can_recover(self.to_move)
    }

    /// The second of two players may swap sides before he has done anything else (RR-CANON-R175; live 11).
    fn can_swap(&self) -> bool {
        let is_his_first_turn = self.rules.players == 2 && self.to_move == Player::Two && self.turn == 2;
        self.rules.swap && is_his_first_turn && self.turn_progress == TurnProgress::Idle
    }

    /// The choices of the placement phase (RR-CANON-R080; live 3, 11).
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

/// The board after rings of a player were put on a cell.
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
