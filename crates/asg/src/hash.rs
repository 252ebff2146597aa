//! Short names of positions, by which replays are checked.

use std::fmt;

use crate::position::Position;
use crate::side::{Owner, Side};

/// The letters of the text form, six bits each, as in base64 for addresses.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The letters that a hash has.
const LENGTH: usize = 6;

/// What tells positions of one scenario apart: the first 36 bits of the BLAKE3 hash of ply, active player, supplies,
/// owners and troops. How the match ended and the luck to come are not in it.
///
/// ```
/// let scenario = asg::Scenario::parse(include_str!("../scenarios/scenario_01.json"))?;
/// let hash = asg::PositionHash::of(&asg::Position::start(&scenario));
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionHash([u8; LENGTH]);

impl PositionHash {
    /// The hash of a position.
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
        for place in position.places() {
            let owner = match place.owner {
                Owner::Neutral => 0,
                Owner::P1 => 1,
                Owner::P2 => 2,
            };
            hasher.update(&[owner]);
            hasher.update(&place.forces.p1.to_le_bytes());
            hasher.update(&place.forces.p2.to_le_bytes());
        }
        let hash = hasher.finalize();
        let bits = hash.as_bytes()[..8].iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        PositionHash(std::array::from_fn(|i| LETTERS[(bits >> (58 - 6 * i) & 63) as usize]))
    }
}

impl fmt::Display for PositionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.0).expect("the letters are ASCII"))
    }
}

/// Why a text is no hash.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hash has {LENGTH} letters, digits, - or _")]
pub struct ParseHashError;

impl std::str::FromStr for PositionHash {
    type Err = ParseHashError;

    fn from_str(text: &str) -> Result<PositionHash, ParseHashError> {
        let letters: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| ParseHashError)?;
        if letters.iter().all(|letter| LETTERS.contains(letter)) {
            Ok(PositionHash(letters))
        } else {
            Err(ParseHashError)
        }
    }
}
