//! Schema versions and migrations. The version is stored in SQLite's `user_version`.
//!
//! A released migration never changes; a new version is a new migration.

use sqlx::{Connection, Row, SqliteConnection};

use super::append::guard;
use super::error::StoreError;
use super::guests::parsed;
use super::op::update_to_move;
use super::read::table;
use crate::id::GameId;

/// Migrations in order. The first creates version 1 in an empty database.
const MIGRATIONS: [&str; 8] = [
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
    include_str!("migrations/6.sql"),
    include_str!("migrations/7.sql"),
    include_str!("migrations/8.sql"),
];

/// The version that adds the columns `to_move` and `awaited`.
const ADDS_TO_MOVE: i64 = 2;

/// The version that adds the table `guarded_positions`.
const ADDS_GUARDED_POSITIONS: i64 = 5;

/// The newest schema version.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

/// Migrates a database to the newest version, one transaction per migration.
///
/// # Errors
/// Returns an error if the database is newer than this program, or a migration fails. A failed migration changes nothing.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?;
    let known = VERSION;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    let first = usize::try_from(found).map_err(|_| StoreError::Damaged(format!("invalid schema version {found}")))?;
    for (migration, next) in MIGRATIONS[first..].iter().zip(found + 1..) {
        let mut transaction = connection.begin().await?;
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
        if [ADDS_TO_MOVE, ADDS_GUARDED_POSITIONS].contains(&next) {
            fill(next, &mut transaction).await?;
        }
        // A pragma accepts no bound values.
        let set_version = format!("PRAGMA user_version = {next}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(set_version)).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Replays all running games and fills what a version has added. Skips damaged games, which `check` reports.
async fn fill(version: i64, db: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id FROM games WHERE stage = 'running'").fetch_all(&mut *db).await?;
    for row in rows {
        let id: GameId = parsed(&row, 0)?;
        match table(db, &id).await {
            Ok(Some((table, _))) if version == ADDS_TO_MOVE => update_to_move(&id, &table, db).await?,
            Ok(Some((table, _))) => guard(&id, &table.guarded_positions(), db).await?,
            Ok(None) | Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the schema version of a database; 0 for an empty one.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA user_version").fetch_one(connection).await?;
    Ok(row.try_get(0)?)
}
