//! Who somebody is: cookies that only this server can have made.

use blake3::Hash;

use crate::id::{GuestId, random_letters};
use crate::store::{GuestRow, Op, Store, StoreError};

/// The name of the cookie.
pub(crate) const COOKIE: &str = "ringside";

/// How long a cookie lasts, in seconds: a year.
const COOKIE_AGE: u64 = 365 * 24 * 3_600;

/// The name under which the key is kept.
const KEY: &str = "cookie_key";

/// Makes cookies and knows them again.
#[derive(Clone)]
pub(crate) struct CookieKey([u8; 32]);

impl CookieKey {
    /// The key of a store; a new one is made for a new store.
    pub(crate) async fn of(store: &Store) -> Result<CookieKey, StoreError> {
        let text = match store.meta(KEY).await? {
            Some(text) => text,
            None => {
                let text = random_letters(40);
                store.write(vec![Op::Meta { key: KEY, value: text.clone() }]).await?;
                text
            }
        };
        Ok(CookieKey(blake3::derive_key("ringside cookie 1", text.as_bytes())))
    }

    fn mac(&self, guest: &GuestId, generation: i64) -> Hash {
        blake3::keyed_hash(&self.0, format!("{guest}.{generation}").as_bytes())
    }

    /// What a cookie holds: the guest, the generation of his cookies, and a proof.
    pub(crate) fn value(&self, guest: &GuestRow) -> String {
        format!("{}.{}.{}", guest.id, guest.generation, self.mac(&guest.id, guest.generation).to_hex())
    }

    /// The guest and generation that a cookie names, if it is genuine.
    pub(crate) fn read(&self, value: &str) -> Option<(GuestId, i64)> {
        let mut parts = value.split('.');
        let (guest, generation, proof) = (parts.next()?, parts.next()?, parts.next()?);
        let (guest, generation) = (guest.parse().ok()?, generation.parse().ok()?);
        // Hashes are compared in constant time.
        let is_genuine = parts.next().is_none() && Hash::from_hex(proof).ok()? == self.mac(&guest, generation);
        is_genuine.then_some((guest, generation))
    }

    /// The header that sets a cookie.
    pub(crate) fn header(&self, guest: &GuestRow, is_secure: bool) -> String {
        let secure = if is_secure { "; Secure" } else { "" };
        let value = self.value(guest);
        format!("{COOKIE}={value}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}")
    }
}

/// The header that deletes the cookie.
pub(crate) fn no_cookie() -> String {
    format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

/// A name that guests can have: visible, short, in one line.
///
/// # Errors
/// Says what is wrong with it.
pub(crate) fn checked_name(name: &str) -> Result<String, String> {
    const LONGEST: usize = 32;
    let name = name.split_whitespace().collect::<Vec<&str>>().join(" ");
    if name.is_empty() {
        return Err("a name has at least one letter".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Err(format!("a name has at most {LONGEST} letters"));
    }
    if name.chars().any(safe_text::is_hidden) {
        return Err("a name has no invisible letters".to_owned());
    }
    Ok(name)
}

/// A name for somebody who has not said his.
pub(crate) fn any_name() -> String {
    format!("Guest {}", &random_letters(5)[..4].to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Moment;

    #[test]
    fn cookies_cannot_be_forged() {
        let key = CookieKey([7; 32]);
        let guest = GuestRow {
            id: GuestId::random(),
            name: "Ann".to_owned(),
            created: Moment(0),
            seen: Moment(0),
            generation: 3,
            has_recovery: false,
            banned: None,
            quota: None,
        };
        let value = key.value(&guest);
        assert_eq!(key.read(&value), Some((guest.id.clone(), 3)));
        assert_eq!(CookieKey([8; 32]).read(&value), None);
        let (head, proof) = value.rsplit_once('.').expect("parts");
        for forged in [
            value.replace(".3.", ".4."),
            format!("{}.3.{proof}", GuestId::random()),
            format!("{head}.{}", &proof[..63]),
            format!("{value}.x"),
            head.to_owned(),
            String::new(),
        ] {
            assert_eq!(key.read(&forged), None, "{forged}");
        }
        let header = key.header(&guest, true);
        assert!(header.contains("HttpOnly") && header.contains("SameSite=Lax") && header.contains("Secure"));
    }

    #[test]
    fn names_are_short_and_visible() {
        assert_eq!(checked_name("  Ann \n Lee "), Ok("Ann Lee".to_owned()));
        for name in ["", "   ", &"x".repeat(33), "a\u{202e}b", "a\u{0}b", "\u{200b}"] {
            assert!(checked_name(name).is_err(), "{name:?}");
        }
        assert!(checked_name(&any_name()).is_ok());
    }
}
