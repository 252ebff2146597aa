//! Fingerprints: canonical texts of positions, and their stable hashes.

use std::fmt::{self, Write};

use crate::phase::{LastStandingRounds, Phase};
use crate::player::Player;
use crate::position::PositionOf;
use crate::position::setup::Setup;
use crate::ruleset::options::Tiebreak;
use crate::ruleset::overrides::Overrides;

impl Setup {
    /// Returns the fingerprint: the canonical text of exactly the state that affects the rest of the game
    /// (`docs/formats.md`).
    pub fn fingerprint(&self) -> String {
        let mut text = format!("ringrift/1 {} {}p", self.rules.board, self.rules.players);
        let canon = Overrides::all_of(&self.rules.canon_equivalent()).texts();
        let options = Overrides::all_of(&self.rules).texts();
        // Options that were added later are omitted if they have their canon value, so that older fingerprints stay valid.
        for (i, (name, value)) in options.iter().enumerate() {
            if i < Overrides::ORIGINAL_NAMES || canon[i].1 != *value {
                let _ = write!(text, " {name}={value}");
            }
        }
        let _ = self.write_state(&mut text);
        if self.rules.turn_cap.is_some() || (self.rules.swap && self.turn <= 2) {
            let _ = write!(text, "; N {}", self.turn);
        }
        let _ = self.relevant_history().write_history(&mut text);
        text
    }

    /// Returns the setup with its history in canonical form, reduced to the entries that can affect the rest of the
    /// game.
    ///
    /// The history of a finished game is dropped. Entries of players without a ring are dropped from the
    /// last-player-standing state, because such players cannot win by it.
    ///
    /// The order of last actions breaks ties at the end of the game. The player to move always acts before that, so the
    /// list contains only the other players; those who have never acted come last, in seat order. With two players the
    /// list is empty, because it would contain only one player.
    fn relevant_history(&self) -> Setup {
        let empty = (None, Vec::new(), LastStandingRounds::default());
        let mut setup = Setup { last_standing: empty.0, last_actions: empty.1, rounds: empty.2, ..self.clone() };
        if self.phase.is_some_and(Phase::is_over) {
            return setup;
        }
        setup.last_standing = self.last_standing.filter(|&player| self.has_ring(player));
        setup.rounds = self.rounds.relevant(|player| self.has_ring(player));
        if self.rules.tiebreak == Tiebreak::LastAction && self.rules.players > 2 {
            let not_acted = Player::seats(self.rules.players).filter(|player| !self.last_actions.contains(player));
            setup.last_actions = self.last_actions.iter().copied().chain(not_acted).collect();
            setup.last_actions.retain(|&player| player != self.to_move);
        }
        setup
    }

    fn has_ring(&self, player: Player) -> bool {
        self.hands[player] > 0 || self.stacks.iter().any(|(_, rings)| rings.contains(&player))
    }
}

impl<const W: usize> PositionOf<W> {
    /// Returns the fingerprint: the canonical text of exactly the state that affects the rest of the game
    /// (`docs/formats.md`).
    pub fn fingerprint(&self) -> String {
        self.to_setup().fingerprint()
    }

    /// Returns the stable hash of the fingerprint.
    pub fn fingerprint_hash(&self) -> FingerprintHash {
        FingerprintHash::of(&self.fingerprint())
    }
}

/// The stable 128-bit hash of a fingerprint; its `Display` form is 32 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct FingerprintHash(pub [u8; 16]);

impl FingerprintHash {
    /// Returns the hash of a fingerprint: the first half of its BLAKE3 hash.
    pub fn of(fingerprint: &str) -> FingerprintHash {
        let hash = blake3::hash(fingerprint.as_bytes());
        FingerprintHash(std::array::from_fn(|i| hash.as_bytes()[i]))
    }

    /// Parses 32 hexadecimal digits; `None` for any other text.
    ///
    /// ```
    /// use ringrift::FingerprintHash;
    /// let hash = FingerprintHash::of("some text");
    /// assert_eq!(FingerprintHash::parse(&hash.to_string()), Some(hash));
    /// ```
    pub fn parse(text: &str) -> Option<FingerprintHash> {
        let is_hash = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u128::from_str_radix(text, 16).ok().filter(|_| is_hash)?;
        Some(FingerprintHash(value.to_be_bytes()))
    }
}

impl fmt::Display for FingerprintHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
