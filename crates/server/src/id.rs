//! Names of games and guests, and secrets: short random texts that are easy to read aloud.

use std::fmt;
use std::str::FromStr;

use data_encoding::{Encoding, Specification};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use utoipa::ToSchema;

/// Letters and digits that cannot be mistaken for each other.
const ALPHABET: &str = "abcdefghjkmnpqrstuvwxyz023456789";

static LETTERS: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str(ALPHABET);
    specification.encoding().expect("thirty-two different letters")
});

/// Random letters worth so many bytes; five bytes are eight letters.
///
/// # Panics
/// If the operating system has no randomness to give, which no server could live with.
pub(crate) fn random_letters(bytes: usize) -> String {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).expect("the operating system gives randomness");
    LETTERS.encode(&random)
}

/// A text that is no name of this kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is no {what}: it has {length} letters and digits", ringrift::excerpt(.text))]
pub struct ParseIdError {
    what: &'static str,
    length: usize,
    text: String,
}

macro_rules! id {
    ($(#[$about:meta])* $name:ident, $what:literal, $bytes:literal) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schema(value_type = String)]
        pub struct $name(Box<str>);

        impl $name {
            const LENGTH: usize = $bytes * 8 / 5;

            /// A new one, by chance.
            pub fn random() -> $name {
                $name(random_letters($bytes).into())
            }

            /// Its text.
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
                    Err(ParseIdError { what: $what, length: $name::LENGTH, text: text.to_owned() })
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
    /// The name of a game. It is no secret.
    GameId, "name of a game", 5
}

id! {
    /// The name of a guest inside the server; others never see it.
    GuestId, "name of a guest", 10
}

id! {
    /// What holds a seat, joins a private game, or stands for a token: whoever knows it may.
    Secret, "secret", 20
}

impl Secret {
    /// What is kept of a secret: enough to know it again, not enough to use it.
    pub fn digest(&self) -> String {
        blake3::hash(self.0.as_bytes()).to_hex()[..32].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_texts_that_can_be_read_again() {
        let id = GameId::random();
        assert_eq!((id.as_str().len(), id.to_string().parse()), (8, Ok(id.clone())));
        assert_ne!(id, GameId::random());
        assert_eq!(Secret::random().as_str().len(), 32);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "abc", "ABCDEFGH", "abcdefg1", "../../ab", "abcdefghj", "äbcdefg"] {
            let error = text.parse::<GameId>().expect_err("no name");
            assert!(error.to_string().ends_with("is no name of a game: it has 8 letters and digits"), "{error}");
        }
    }
}
