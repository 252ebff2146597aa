//! A hash of the board that ignores how the board lies, which colours the players have, and everything beside the board.

use crate::board::CellContent;
use crate::board::kind::{Cell, Coord};
use crate::board::symmetry::Symmetry;
use crate::board::zobrist::{self, mix};
use crate::player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Returns a hash of the board and the contents of its cells, for finding positions that are the same to a player.
    ///
    /// It is equal for rotated and reflected positions, and for positions whose colours are assigned to other seats in the
    /// same order of turns. Seats without a ring, a marker or territory on the board do not count. It depends on nothing else: not on
    /// the player to move, the phase, hands, eliminated rings, turn numbers, the number of players, edition or options.
    ///
    /// It takes about 10 µs on square8 and 100 µs on a full board of 469 cells. The server stores these hashes, so a change of their
    /// values needs a migration of its database.
    ///
    /// ```
    /// use ringrift::Position;
    /// let hash = |text: &str| Position::parse(text).map(|position| position.symmetric_hash());
    /// let original = hash("G square8 2p canon; S a1=112,c2=2; M1 d5; H 9,9; T 1")?;
    /// assert_eq!(hash("G square8 3p live; S h8=331,f7=1; M3 e4; H 3,0,5; T 3; N 40")?, original);
    /// assert_ne!(hash("G square8 2p canon; S a1=121,c2=2; M1 d5; H 9,9; T 1")?, original);
    /// # Ok::<(), ringrift::PositionTextError>(())
    /// ```
    pub fn symmetric_hash(&self) -> u64 {
        let board = self.rules.board;
        let contents = board.iter_cells().map(|cell| (board.coord(cell), self.content(cell)));
        let contents: Vec<(Coord, CellContent)> =
            contents.filter(|(_, content)| *content != CellContent::Empty).collect();
        let present: PlayerSet = contents.iter().flat_map(|(_, content)| owners(content).iter()).collect();
        let labellings: Vec<Labels> = (0..present.len()).map(|first| Labels::new(present, first)).collect();
        let labelled: Vec<[CellContent; MAX_PLAYERS]> = contents
            .iter()
            .map(|(_, content)| {
                std::array::from_fn(|first| labellings.get(first).map_or(*content, |labels| labels.apply(*content)))
            })
            .collect();
        let mut smallest = u64::MAX;
        for symmetry in Symmetry::all(board) {
            let mut hashes = [0; MAX_PLAYERS];
            for ((at, _), labelled) in contents.iter().zip(&labelled) {
                let image = board.cell(symmetry.coord(*at)).expect("a symmetry maps the board onto itself");
                for (hash, content) in hashes.iter_mut().zip(&labelled[..present.len()]) {
                    *hash ^= contribution(image, *content);
                }
            }
            smallest = hashes[..present.len()].iter().fold(smallest, |smallest, &hash| smallest.min(hash));
        }
        mix(smallest, board as u64)
    }
}

/// Returns the players who own something on a cell.
fn owners(content: &CellContent) -> PlayerSet {
    match content {
        CellContent::Empty => PlayerSet::EMPTY,
        CellContent::Marker(player) | CellContent::Collapsed(player) => [*player].into_iter().collect(),
        CellContent::Stack(stack) => stack.rings().collect(),
    }
}

/// New seats for the players who own something on the board: consecutive, in the order of turns.
struct Labels(ByPlayer<Option<Player>>);

impl Labels {
    /// Assigns seat 1 to the player with number `first` among the players in `present`.
    fn new(present: PlayerSet, first: usize) -> Labels {
        let mut labels = ByPlayer::default();
        for (number, player) in present.iter().enumerate() {
            let seat = (number + present.len() - first) % present.len();
            labels[player] = Some(Player::ALL[seat]);
        }
        Labels(labels)
    }

    fn label(&self, player: Player) -> Player {
        self.0[player].unwrap_or(player)
    }

    fn apply(&self, content: CellContent) -> CellContent {
        match content {
            CellContent::Empty => CellContent::Empty,
            CellContent::Marker(player) => CellContent::Marker(self.label(player)),
            CellContent::Collapsed(player) => CellContent::Collapsed(self.label(player)),
            CellContent::Stack(stack) => CellContent::Stack(stack.rings().map(|ring| self.label(ring)).collect()),
        }
    }
}

fn contribution(cell: Cell, content: CellContent) -> u64 {
    match content {
        CellContent::Empty => 0,
        CellContent::Marker(player) => zobrist::marker(cell, player),
        CellContent::Collapsed(player) => zobrist::collapsed(cell, player),
        CellContent::Stack(stack) => zobrist::stack(cell, stack),
    }
}
