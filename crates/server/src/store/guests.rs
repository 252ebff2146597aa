//! Guests and API tokens in the store.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::Store;
use super::error::StoreError;
use crate::bans::Ban;
use crate::id::{GuestId, Secret};
use crate::time::Moment;

#[derive(Clone, PartialEq, Debug)]
pub struct GuestRow {
    /// Internal id, never shown to other guests.
    pub id: GuestId,
    /// Display name.
    pub name: String,
    pub created: Moment,
    /// Time of the last activity.
    pub seen: Moment,
    /// Cookies of another generation are invalid.
    pub generation: i64,
    /// Whether the guest has a recovery code.
    pub has_recovery: bool,
    /// The ban of the guest. It may have ended.
    pub banned: Option<Ban>,
    /// Maximum number of unfinished games that the guest may have created; `None` for the server's default.
    pub quota: Option<u32>,
}

/// An API token.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenRow {
    /// Public id, shown in lists.
    pub id: String,
    /// Name that the guest gave the token.
    pub name: String,
    /// Space-separated scopes.
    pub scopes: String,
    pub created: Moment,
}

pub(super) const INACTIVE: &str = "SELECT id FROM guests WHERE seen < ? AND NOT EXISTS (SELECT 1 FROM holders \
    WHERE holders.guest = guests.id AND holders.stage IN ('waiting', 'running')) LIMIT ?";

const GUEST: &str = "SELECT id, name, created, seen, generation, recovery, banned, banned_until, quota FROM guests";

#[cfg(test)]
impl GuestRow {
    /// Returns a guest for tests, with cookies of generation 3.
    pub(crate) fn example() -> GuestRow {
        GuestRow {
            id: GuestId::random(),
            name: "Ann".to_owned(),
            created: Moment(0),
            seen: Moment(0),
            generation: 3,
            has_recovery: false,
            banned: None,
            quota: None,
        }
    }
}

impl Store {
    /// Returns a guest by id.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guest(&self, id: &GuestId) -> Result<Option<GuestRow>, StoreError> {
        let sql = joined(GUEST, " WHERE id = ?");
        self.one_guest(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id.as_str())).await
    }

    /// Returns the guest to whom a recovery code belongs.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guest_to_recover(&self, code: &Secret) -> Result<Option<GuestRow>, StoreError> {
        let sql = joined(GUEST, " WHERE recovery = ?");
        self.one_guest(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(code.digest())).await
    }

    /// Returns the guest to whom a token belongs, and the scopes of the token.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guest_with_token(&self, token: &Secret) -> Result<Option<(GuestRow, String)>, StoreError> {
        let sql = "SELECT guest, scopes FROM tokens WHERE digest = ?";
        let Some(row) = sqlx::query(sql).bind(token.digest()).fetch_optional(&self.read).await? else {
            return Ok(None);
        };
        let guest = self.guest(&parsed(&row, 0)?).await?;
        let scopes: String = row.try_get(1)?;
        Ok(guest.map(|guest| (guest, scopes)))
    }

    /// Returns guests, the most recently active first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guests(&self, limit: u32) -> Result<Vec<GuestRow>, StoreError> {
        let sql = joined(GUEST, " ORDER BY seen DESC LIMIT ?");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(guest).collect()
    }

    /// Returns guests with a ban, the most recently active first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn banned_guests(&self, limit: u32) -> Result<Vec<GuestRow>, StoreError> {
        let sql = joined(GUEST, " WHERE banned IS NOT NULL ORDER BY seen DESC LIMIT ?");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(guest).collect()
    }

    /// Returns guests who were last active before a moment and hold no seat in an unfinished game.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn inactive_guests(&self, before: Moment, limit: u32) -> Result<Vec<GuestId>, StoreError> {
        let rows = sqlx::query(INACTIVE).bind(before.0).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Returns the tokens of a guest.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn tokens(&self, guest: &GuestId) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, name, scopes, created FROM tokens WHERE guest = ? ORDER BY created, id";
        let rows = sqlx::query(sql).bind(guest.as_str()).fetch_all(&self.read).await?;
        let token = |row: &SqliteRow| {
            let created = Moment(row.try_get(3)?);
            Ok(TokenRow { id: row.try_get(0)?, name: row.try_get(1)?, scopes: row.try_get(2)?, created })
        };
        rows.iter().map(token).collect()
    }

    async fn one_guest(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Option<GuestRow>, StoreError> {
        query.fetch_optional(&self.read).await?.as_ref().map(guest).transpose()
    }
}

fn joined(head: &str, tail: &str) -> String {
    format!("{head}{tail}")
}

fn guest(row: &SqliteRow) -> Result<GuestRow, StoreError> {
    let recovery: Option<String> = row.try_get("recovery")?;
    let quota: Option<i64> = row.try_get("quota")?;
    let until = row.try_get::<Option<i64>, _>("banned_until")?.map(Moment);
    Ok(GuestRow {
        id: parsed(row, 0)?,
        name: row.try_get("name")?,
        created: Moment(row.try_get("created")?),
        seen: Moment(row.try_get("seen")?),
        generation: row.try_get("generation")?,
        has_recovery: recovery.is_some(),
        banned: row.try_get::<Option<String>, _>("banned")?.map(|reason| Ban { reason, until }),
        quota: quota.and_then(|quota| u32::try_from(quota).ok()),
    })
}

/// Parses a text column.
pub(super) fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
    row: &SqliteRow,
    column: usize,
) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|error: T::Err| StoreError::Damaged(error.to_string()))
}
