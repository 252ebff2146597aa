//! Signed cookies that identify guests, and display names.

use std::collections::HashMap;

use blake3::Hash;
use table::Occupant;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use crate::id::{GameId, GuestId, Secret, random_letters};
use crate::store::{GuestRow, Op, Store, StoreError};

/// Name of the cookie.
pub(crate) const COOKIE: &str = "ringside";

/// Name of the cookie that identifies a browser, independently of the guest.
pub(crate) const DEVICE_COOKIE: &str = "ringside_device";

/// Lifetime of a cookie in seconds: one year.
const COOKIE_AGE: u64 = 365 * 24 * 3_600;

/// Name under which the store keeps the signing key.
pub(crate) const KEY_NAME: &str = "cookie_key";

/// Key that signs and verifies cookies.
#[derive(Clone)]
pub(crate) struct CookieKey([u8; 32]);

impl CookieKey {
    #[cfg(test)]
    pub(crate) const TEST: CookieKey = CookieKey([7; 32]);

    /// Returns the key of a store; creates it if the store is new.
    pub(crate) async fn of(store: &Store) -> Result<CookieKey, StoreError> {
        let text = match store.meta(KEY_NAME).await? {
            Some(text) => text,
            None => {
                let text = random_letters(40);
                store.write(vec![Op::Meta { key: KEY_NAME, value: text.clone() }]).await?;
                text
            }
        };
        Ok(CookieKey(blake3::derive_key("ringside cookie 1", text.as_bytes())))
    }

    fn mac(&self, guest: &GuestId, generation: i64) -> Hash {
        blake3::keyed_hash(&self.0, format!("{guest}.{generation}").as_bytes())
    }

    /// Returns the value of a cookie: guest id, generation and signature.
    pub(crate) fn value(&self, guest: &GuestRow) -> String {
        format!("{}.{}.{}", guest.id, guest.generation, self.mac(&guest.id, guest.generation).to_hex())
    }

    /// Returns the guest and the generation of a cookie if its signature is valid.
    pub(crate) fn read(&self, value: &str) -> Option<(GuestId, i64)> {
        let mut parts = value.split('.');
        let (guest, generation, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let (guest, generation) = (guest.parse().ok()?, generation.parse().ok()?);
        // `Hash` compares in constant time.
        let is_valid = parts.next().is_none() && Hash::from_hex(signature).ok()? == self.mac(&guest, generation);
        is_valid.then_some((guest, generation))
    }

    /// Returns the secret of a share link. It is not stored, and cannot be derived from the database without the key.
    pub(crate) fn share_secret(&self, game: &GameId, nonce: &str) -> Secret {
        let hash = blake3::keyed_hash(&self.0, format!("share.{game}.{nonce}").as_bytes());
        let mut bytes = [0; 20];
        bytes.copy_from_slice(&hash.as_bytes()[..20]);
        Secret::from_bytes(bytes)
    }

    /// Returns the `Set-Cookie` header for a guest.
    pub(crate) fn header(&self, guest: &GuestRow, is_secure: bool) -> String {
        cookie_header(COOKIE, &self.value(guest), is_secure)
    }

    fn device_mac(&self, device: &str) -> Hash {
        blake3::keyed_hash(&self.0, format!("device.{device}").as_bytes())
    }

    /// Returns the id of a device from the value of its cookie if the signature is valid.
    pub(crate) fn read_device(&self, value: &str) -> Option<String> {
        let (device, signature) = value.split_once('.')?;
        (Hash::from_hex(signature).ok()? == self.device_mac(device)).then(|| device.to_owned())
    }

    /// Returns the `Set-Cookie` header for a device.
    pub(crate) fn device_header(&self, device: &str, is_secure: bool) -> String {
        cookie_header(DEVICE_COOKIE, &format!("{device}.{}", self.device_mac(device).to_hex()), is_secure)
    }
}

fn cookie_header(name: &str, value: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}")
}

/// Returns the `Set-Cookie` header that deletes the cookie.
pub(crate) fn removal_cookie() -> String {
    format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

/// Normalizes the white space of a display name and validates it.
///
/// # Errors
/// Returns a message that explains what is wrong with the name.
pub(crate) fn checked_name(name: &str) -> Result<String, String> {
    const MAX_LENGTH: usize = 32;
    // Compatible characters, such as full-width letters, become ordinary ones.
    let name: String = name.nfkc().collect();
    let name = name.split_whitespace().collect::<Vec<&str>>().join(" ");
    if name.is_empty() {
        return Err("enter a name with at least one character".to_owned());
    }
    if name.chars().count() > MAX_LENGTH {
        return Err(format!("the name is too long; use at most {MAX_LENGTH} characters"));
    }
    if name.chars().any(safe_text::is_hidden) {
        return Err("the name has invisible characters; use only visible ones".to_owned());
    }
    Ok(name)
}

/// Reports whether two names look the same or nearly so: letters of other scripts that look alike and upper and lower case are
/// not distinguished.
pub(crate) fn look_alike(a: &str, b: &str) -> bool {
    shape(a) == shape(b)
}

/// Returns the letters that a name seems to have, without white space.
fn shape(name: &str) -> String {
    skeleton(&name.to_lowercase()).filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase()
}

/// Returns the names under which a bot or agent on a seat is shown. The page shows the bot `level:5` as `Computer, level 5`.
fn names_of_program(occupant: &Occupant) -> Vec<String> {
    match occupant {
        Occupant::Open | Occupant::Guest { .. } => Vec::new(),
        Occupant::Agent { name } => vec![name.clone()],
        Occupant::Bot { name } => {
            let title = name.strip_prefix("level:").map(|level| format!("Computer, level {level}"));
            std::iter::once(name.clone()).chain(title).collect()
        }
    }
}

/// Returns the name of another player that a guest's name looks like, among the occupants of a table.
pub(crate) fn imitated_player(
    guest: &GuestId,
    name: &str,
    occupants: &[Occupant],
    names: &HashMap<GuestId, String>,
) -> Option<String> {
    let shown = |occupant: &Occupant| match occupant {
        Occupant::Guest { guest: other } if other != guest => names.get(other).cloned().into_iter().collect(),
        other => names_of_program(other),
    };
    occupants.iter().flat_map(shown).find(|other| look_alike(other, name))
}

/// Rejects a name that looks like that of a computer player, of an agent of this server, or of what the page shows for a seat
/// without a player.
pub(crate) fn require_no_program(name: &str, agents: &[String]) -> Result<(), String> {
    let letters = |text: &str| shape(text).chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let is_level = letters(name).starts_with(&letters("Computer level"))
        || (1..=10).any(|level| look_alike(name, &format!("level:{level}")));
    let is_known = |known: &str| look_alike(name, known);
    if is_level
        || agents.iter().any(|agent| is_known(agent))
        || ["deleted guest", "an open seat"].into_iter().any(is_known)
    {
        return Err("this name is reserved; choose another name".to_owned());
    }
    Ok(())
}

/// Generates a display name for a new guest.
pub(crate) fn random_name() -> String {
    format!("Guest {}", &random_letters(5)[..4].to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_forged_cookies() {
        let key = CookieKey::TEST;
        let guest = GuestRow::example();
        let value = key.value(&guest);
        assert_eq!(key.read(&value), Some((guest.id.clone(), 3)));
        assert_eq!(CookieKey([8; 32]).read(&value), None);
        let (head, signature) = value.rsplit_once('.').expect("a cookie has three parts");
        for forged in [
            value.replace(".3.", ".4."),
            format!("{}.3.{signature}", GuestId::random()),
            format!("{head}.{}", &signature[..63]),
            format!("{value}.x"),
            head.to_owned(),
            String::new(),
        ] {
            assert_eq!(key.read(&forged), None, "{forged}");
        }
        for header in [key.header(&guest, true), key.device_header("abc", true)] {
            for attribute in ["HttpOnly", "SameSite=Lax", "Secure"] {
                assert!(header.contains(attribute), "{header}");
            }
        }
    }

    #[test]
    fn rejects_forged_device_cookies() {
        let key = CookieKey::TEST;
        let header = key.device_header("abc", false);
        let value = header.trim_start_matches("ringside_device=").split(';').next().expect("the header has a value");
        assert_eq!(key.read_device(value).as_deref(), Some("abc"));
        assert_eq!(CookieKey([8; 32]).read_device(value), None);
        for forged in [value.replace("abc", "abd"), "abc".to_owned(), "abc.".to_owned(), String::new()] {
            assert_eq!(key.read_device(&forged), None, "{forged}");
        }
    }

    #[test]
    fn rejects_long_and_invisible_names() {
        assert_eq!(checked_name("  Ann \n Lee "), Ok("Ann Lee".to_owned()));
        for name in ["", "   ", &"x".repeat(33), "a\u{202e}b", "a\u{0}b", "\u{200b}"] {
            assert!(checked_name(name).is_err(), "{name:?}");
        }
        assert!(checked_name(&random_name()).is_ok());
        assert_eq!(checked_name("\u{ff21}nn \u{fb01}"), Ok("Ann fi".to_owned()), "compatible characters are replaced");
    }

    #[test]
    fn names_of_programs_are_reserved() {
        let agents = ["Oracle".to_owned()];
        for name in [
            "Computer, level 5",
            "computer level 10",
            "C\u{43e}mputer \u{2014} LEVEL",
            "level:3",
            "0racle",
            "deleted guest",
            "An open seat",
        ] {
            assert!(require_no_program(name, &agents).is_err(), "{name}");
        }
        for name in ["Computer", "Level 5", "Levels", "Ann", "Oracles"] {
            assert_eq!(require_no_program(name, &agents), Ok(()), "{name}");
        }
    }

    #[test]
    fn players_imitate_neither_people_nor_programs_of_their_table() {
        let (ann, bob) = (GuestId::random(), GuestId::random());
        let names = HashMap::from([(ann.clone(), "Ann".to_owned()), (bob.clone(), "Bob".to_owned())]);
        let occupants = [
            Occupant::Guest { guest: ann.clone() },
            Occupant::Bot { name: "level:2".to_owned() },
            Occupant::Agent { name: "echo".to_owned() },
            Occupant::Open,
        ];
        let imitated = |name: &str| imitated_player(&bob, name, &occupants, &names);
        assert_eq!(imitated("\u{410}nn").as_deref(), Some("Ann"));
        assert_eq!(imitated("ECHO").as_deref(), Some("echo"));
        assert_eq!(imitated("Computer, level 2").as_deref(), Some("Computer, level 2"));
        assert_eq!(imitated("Bob"), None);
        assert_eq!(imitated_player(&ann, "Ann", &occupants, &names), None, "a guest has their own name");
    }

    #[test]
    fn names_in_letters_of_other_scripts_look_alike() {
        for other in ["ann", "Ann", "A n n", "\u{410}nn", "\u{391}nn"] {
            assert!(look_alike("Ann", other), "{other}");
        }
        for other in ["Anna", "Bob", "Än", "An"] {
            assert!(!look_alike("Ann", other), "{other}");
        }
    }
}
