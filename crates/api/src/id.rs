//! Random identifiers of games and guests, and secrets.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Lowercase letters and digits without the look-alikes `i`, `l`, `o` and `1`.
const ALPHABET: &str = "abcdefghjkmnpqrstuvwxyz023456789";

static ENCODING: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str(ALPHABET);
    specification.encoding().expect("the alphabet has 32 distinct symbols")
});

/// Returns `bytes` random bytes as text; 5 bytes give 8 characters.
///
/// # Panics
/// If the operating system provides no random numbers.
pub fn random_letters(bytes: usize) -> String {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).expect("the operating system provides random numbers");
    ENCODING.encode(&random)
}

/// Error of parsing an identifier.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a valid {kind}: expected {length} lowercase letters and digits", ringrift::excerpt(.text))]
pub struct ParseIdError {
    kind: &'static str,
    length: usize,
    text: String,
}

macro_rules! id {
    ($(#[$about:meta])* $name:ident, $kind:literal, $bytes:literal) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schema(value_type = String)]
        pub struct $name(Box<str>);

        impl $name {
            const LENGTH: usize = $bytes * 8 / 5;

            /// Returns a new random identifier.
            pub fn random() -> $name {
                $name(random_letters($bytes).into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                if text.len() == $name::LENGTH && text.chars().all(|letter| ALPHABET.contains(letter)) {
                    Ok($name(text.into()))
                } else {
                    Err(ParseIdError { kind: $kind, length: $name::LENGTH, text: text.to_owned() })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseIdError;

            fn try_from(text: String) -> Result<$name, ParseIdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// Identifier of a game: 8 letters and digits. It is part of the game's address and not secret.
    GameId, "game id", 5
}

id! {
    /// Internal identifier of a guest. It appears in the guest's own cookie and in operator commands; the server never sends it to other clients.
    GuestId, "guest id", 10
}

id! {
    /// Bearer secret: the secret of a seat or of a share link, a recovery code or an API token.
    Secret, "secret", 20
}

impl Secret {
    /// Returns the secret with these bytes, which must not be guessable.
    pub fn from_bytes(bytes: [u8; 20]) -> Secret {
        Secret(ENCODING.encode(&bytes).into())
    }

    /// Returns the hash under which the server stores this secret.
    pub fn digest(&self) -> String {
        blake3::hash(self.0.as_bytes()).to_hex()[..32].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ids_differ_and_parse_back() {
        let id = GameId::random();
        assert_eq!(id.as_str().len(), 8);
        assert_eq!(id.to_string().parse(), Ok(id.clone()));
        assert_ne!(id, GameId::random());
        assert_eq!(Secret::random().as_str().len(), 32);
    }

    #[test]
    fn rejects_wrong_lengths_and_letters() {
        for text in ["", "abc", "ABCDEFGH", "abcdefg1", "../../ab", "abcdefghj", "äbcdefg"] {
            let error = text.parse::<GameId>().expect_err("the text is not a game id");
            assert!(
                error.to_string().ends_with("is not a valid game id: expected 8 lowercase letters and digits"),
                "{error}"
            );
        }
    }
}
