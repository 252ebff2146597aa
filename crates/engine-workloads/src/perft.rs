//! The positions of perft.

use ringrift::{Position, PositionTextError};

/// A position with its known number of action sequences.
#[derive(Clone, Debug)]
pub struct PerftPosition {
    pub name: &'static str,
    /// Position text.
    pub text: &'static str,
    pub depth: u32,
    /// Number of sequences of `depth` actions.
    pub sequences: u64,
}

impl PerftPosition {
    /// The start and a midgame position on square8.
    pub const ALL: [PerftPosition; 2] = [
        PerftPosition { name: "square8 start", text: "G square8 2p canon; H 18,18", depth: 4, sequences: 9_516_200 },
        PerftPosition {
            name: "square8 midgame",
            text: "G square8 2p canon; S g2=11222,g4=11,a6=11111,e7=111,g7=2,g8=22222; M1 a1,g1,c3,h4,a8; \
                   M2 d3,d4,a5,e5,g6,c8,h8; C1 a4,a7; C2 g3; H 5,7; E 1,2; T 1",
            depth: 3,
            sequences: 130_331,
        },
    ];

    /// Returns the position.
    ///
    /// # Errors
    /// Returns an error if the text is no longer a valid position.
    pub fn position(&self) -> Result<Position, PositionTextError> {
        Position::parse(self.text)
    }
}
