//! The fingerprint format of the reference implementation of the live edition (rules-live section 13).

use crate::board::kind::{BoardKind, Cell};
use crate::phase::Phase;
use crate::player::Player;
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Returns the fingerprint of the live reference implementation: player, phase, counts, stacks by height and cap,
    /// markers, collapsed cells (rules-live section 13).
    ///
    /// It omits the order of buried rings and the turn progress. Use it only for comparisons with other engines;
    /// otherwise use [`fingerprint`](PositionOf::fingerprint).
    ///
    /// ```
    /// use ringrift::{BoardKind, Position, Ruleset};
    /// let start = Position::new(&Ruleset::live(BoardKind::Square8, 2)?)?;
    /// assert_eq!(start.reference_fingerprint(), "1:ring_placement:active:0#1:18:0:0|2:18:0:0###");
    /// assert_eq!(start.reference_hash(), "64d970e91e560723");
    /// # Ok::<(), ringrift::RulesetError>(())
    /// ```
    pub fn reference_fingerprint(&self) -> String {
        let board = self.rules.board;
        let seats = || Player::seats(self.rules.players);
        let players =
            seats().map(|p| format!("{p}:{}:{}:{}", self.hands[p], self.credits[p], self.territory(p))).collect();
        let stacks = self.board.all_stacks().iter().map(|cell| {
            let stack = self.board.stack(cell);
            let controller = stack.top().map_or(0, Player::seat);
            format!("{}:{controller}:{}:{}", key(board, cell), stack.height(), stack.cap())
        });
        let owned = |cells: &dyn Fn(Player) -> Vec<Cell>| {
            seats().flat_map(|p| cells(p).into_iter().map(move |cell| format!("{}:{p}", key(board, cell)))).collect()
        };
        let markers = owned(&|p| self.board.markers(p).iter().collect());
        let collapsed = owned(&|p| self.board.collapsed(p).iter().collect());
        [self.reference_state(), sorted(players), sorted(stacks.collect()), sorted(markers), sorted(collapsed)]
            .join("#")
    }

    /// Returns the hash of [`reference_fingerprint`](PositionOf::reference_fingerprint), 16 hexadecimal digits.
    pub fn reference_hash(&self) -> String {
        reference_hash(&self.reference_fingerprint())
    }

    /// Returns the player, phase, status and whether a line payment is due. Payments and recovery have no phase of
    /// their own in this format.
    fn reference_state(&self) -> String {
        let phase = match self.phase {
            Phase::Recovery => "movement",
            Phase::LinePayment => "line_processing",
            Phase::RegionPayment => "territory_processing",
            phase => phase.name(),
        };
        let owes = u8::from(self.phase == Phase::LinePayment);
        if self.phase.is_over() {
            return format!("0:{phase}:completed:0");
        }
        format!("{}:{phase}:active:{owes}", self.to_move)
    }
}

/// Returns a cell in this format: `x,y` on square boards, `x,y,z` on hexagonal boards.
fn key(board: BoardKind, cell: Cell) -> String {
    let at = board.coord(cell);
    if board.is_hexagonal() { format!("{},{},{}", at.x, at.y, -at.x - at.y) } else { format!("{},{}", at.x, at.y) }
}

/// Sorts texts and joins them with `|`.
fn sorted(mut texts: Vec<String>) -> String {
    texts.sort_unstable();
    texts.join("|")
}

/// Returns the hash of a reference fingerprint as 16 hexadecimal digits: two mixed 32-bit halves, the second half
/// first.
pub fn reference_hash(fingerprint: &str) -> String {
    let (mut h1, mut h2) = (0xdead_beef_u32, 0x41c6_ce57_u32);
    for unit in fingerprint.encode_utf16() {
        h1 = (h1 ^ u32::from(unit)).wrapping_mul(2_654_435_761);
        h2 = (h2 ^ u32::from(unit)).wrapping_mul(1_597_334_677);
    }
    let mix = |a: u32, b: u32| (a ^ a >> 16).wrapping_mul(2_246_822_507) ^ (b ^ b >> 13).wrapping_mul(3_266_489_909);
    h1 = mix(h1, h2);
    h2 = mix(h2, h1);
    format!("{h2:08x}{h1:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::any_board::Position;

    #[test]
    fn hash_matches_recorded_hashes_of_the_reference() {
        for (fingerprint, hash) in [
            ("1:ring_placement:active:0#1:4:0:0|2:4:0:0###", "16a50b734bb092c8"),
            ("1:ring_placement:active:0#1:18:0:0|2:18:0:0###", "64d970e91e560723"),
            (
                "0:game_over:completed:0#1:0:4:1|2:0:3:1#0,-4,4:2:1:1#-1,-1,2:2|-1,4,-3:2|-2,3,-1:1|-2,4,-2:2|-4,0,4:2|\
                 -4,3,1:1|2,-1,-1:2|3,-4,1:1|4,-1,-3:2#-2,1,1:1|2,1,-3:2",
                "580bff43ab362e3f",
            ),
        ] {
            assert_eq!(reference_hash(fingerprint), hash, "{fingerprint}");
        }
    }

    #[test]
    fn fingerprint_has_five_parts() {
        let text = "G hex8 2p live; S 1.-2=12,-1.0=1; M1 0.0; M2 -4.0; C1 3.-4; H 3,0; E 0,2; T 2; P movement";
        let position = Position::parse(text).unwrap();
        assert_eq!(
            position.reference_fingerprint(),
            "2:movement:active:0#1:3:0:1|2:0:2:0#-1,0,1:1:1:1|1,-2,1:2:2:1#-4,0,4:2|0,0,0:1#3,-4,1:1"
        );
    }

    #[test]
    fn line_payment_is_part_of_line_processing() {
        let paying = Position::parse("G square8 2p live; S a1=1,h8=2; H 1,1; T 1; P line_elimination").unwrap();
        assert!(paying.reference_fingerprint().starts_with("1:line_processing:active:1#"));
    }
}
