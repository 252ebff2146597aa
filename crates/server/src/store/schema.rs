//! The versions of the database. A version that was released never changes; a new one is a step from the one before.

use sqlx::{Connection, Row, SqliteConnection};

use super::error::StoreError;
use super::guests::parsed;
use super::op::to_move;
use super::read::table;
use crate::id::GameId;

/// The steps: the first makes version 1 out of nothing.
const STEPS: [&str; 2] = [include_str!("schema_1.sql"), include_str!("schema_2.sql")];

/// The version since which lists tell whose turn it is.
const TELLS_TO_MOVE: i64 = 2;

/// The newest version.
pub const VERSION: i64 = STEPS.len() as i64;

/// Brings a database to the newest version.
///
/// # Errors
/// If it is newer than that, or a step fails; then it stays at the version before that step.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?;
    let known = VERSION;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    let first = usize::try_from(found).map_err(|_| StoreError::Damaged(format!("it has version {found}")))?;
    for (step, next) in STEPS[first..].iter().zip(found + 1..) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        if next == TELLS_TO_MOVE {
            tell_to_move(&mut transaction).await?;
        }
        // A pragma takes no bound values.
        let mark = format!("PRAGMA user_version = {next}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Takes note of whose turn it is in all games that are running. Damaged ones stay as they are: `check` tells of them.
async fn tell_to_move(db: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id FROM games WHERE stage = 'running'").fetch_all(&mut *db).await?;
    for row in rows {
        let id: GameId = parsed(&row, 0)?;
        match table(db, &id).await {
            Ok(Some((table, _))) => to_move(&id, &table, db).await?,
            Ok(None) | Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The version of a database; 0 for an empty one.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA user_version").fetch_one(connection).await?;
    Ok(row.try_get(0)?)
}
