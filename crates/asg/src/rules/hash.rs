//! Short hashes of positions, used to verify replays.

use std::fmt;

use super::position::Position;
use crate::side::{Owner, Side};

/// Alphabet of the text form, six bits per character (base64url).
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Number of characters in a hash.
const LENGTH: usize = 6;

/// Hash of a position, written as six characters.
///
/// It is the first 36 bits of the BLAKE3 hash of ply number, active player, supplies, owners and troops. The outcome and
/// the random generator are not included. Compare hashes only between positions of the same scenario.
///
/// ```
/// let scenario = asg::Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let hash = asg::PositionHash::of(&asg::Position::start(&scenario));
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionHash([u8; LENGTH]);

impl PositionHash {
    /// Computes the hash of a position.
    pub fn of(position: &Position) -> PositionHash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"asg position 1");
        let active = match position.active() {
            Side::P1 => 1,
            Side::P2 => 2,
        };
        for number in [position.ply(), active, position.supply(Side::P1), position.supply(Side::P2)] {
            hasher.update(&number.to_le_bytes());
        }
        for node in position.node_states() {
            let owner = match node.owner {
                Owner::Neutral => 0,
                Owner::P1 => 1,
                Owner::P2 => 2,
            };
            hasher.update(&[owner]);
            hasher.update(&node.forces.p1.to_le_bytes());
            hasher.update(&node.forces.p2.to_le_bytes());
        }
        let hash = hasher.finalize();
        let bits = hash.as_bytes()[..8].iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        PositionHash(std::array::from_fn(|i| ALPHABET[(bits >> (58 - 6 * i) & 63) as usize]))
    }
}

impl fmt::Display for PositionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.0).expect("the alphabet is ASCII"))
    }
}

/// Error for a text that is not a position hash.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a hash of {LENGTH} characters: letters, digits, - or _")]
pub struct ParseHashError;

impl std::str::FromStr for PositionHash {
    type Err = ParseHashError;

    fn from_str(text: &str) -> Result<PositionHash, ParseHashError> {
        let characters: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| ParseHashError)?;
        if characters.iter().all(|character| ALPHABET.contains(character)) {
            Ok(PositionHash(characters))
        } else {
            Err(ParseHashError)
        }
    }
}
