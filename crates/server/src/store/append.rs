//! Appends new log entries to games. A few statements write the entries of all games of a batch.
//!
//! Every statement costs a message to the thread of the database and back, which takes longer than its work. Each one therefore
//! receives the values of all rows as a JSON array of arrays.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use sqlx::SqliteConnection;
use table::{GuardedPosition, LogEntry};

use super::op::{GameRow, done, json};
use crate::id::GameId;

/// New entries of a game, and its columns after them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Append<'a> {
    pub(super) game: &'a GameId,
    pub(super) entries: &'a [Arc<LogEntry>],
    pub(super) row: &'a GameRow,
}

const INSERT_ENTRIES: &str = "INSERT INTO entries (game, seq, at, deed, hash) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)";

const UPDATE_GAMES: &str = "UPDATE games SET changed = new.value ->> 1, stage = new.value ->> 2, seats = new.value ->> 3, \
    actions = new.value ->> 4, ending = new.value ->> 5, ranks = new.value ->> 6, wake = new.value ->> 7, \
    to_move = new.value ->> 8, awaited = new.value ->> 9, started = new.value ->> 10 \
    FROM json_each(?) AS new WHERE games.id = new.value ->> 0";

const UPDATE_HOLDERS: &str = "UPDATE holders SET changed = new.value ->> 1, stage = new.value ->> 2 \
    FROM json_each(?) AS new WHERE holders.game = new.value ->> 0";

const INSERT_GUARDED: &str = "INSERT OR IGNORE INTO guarded_positions (game, turn, hash) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";

const DELETE_GUARDED: &str = "DELETE FROM guarded_positions WHERE (game, turn, hash) IN \
    (SELECT old.game, old.turn, old.hash FROM json_each(?) AS new CROSS JOIN guarded_positions AS old \
    ON old.game = new.value ->> 0 AND old.turn <= new.value ->> 1)";

/// Writes the entries in order. If a game occurs several times, its last columns are kept.
pub(super) async fn append(appends: &[Append<'_>], db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut entries = Vec::new();
    let mut guarded = Vec::new();
    let mut last: HashMap<&str, &GameRow> = HashMap::new();
    for &Append { game, entries: new, row } in appends {
        for entry in new {
            entries.push((game.as_str(), entry.seq, entry.at.0, json(&entry.event)?, &entry.hash));
        }
        guarded.extend(row.guarded.iter().map(|position| guarded_row(game, position)));
        last.insert(game.as_str(), row);
    }
    let mut games = Vec::with_capacity(last.len());
    let mut open_turns = Vec::with_capacity(last.len());
    for (game, row) in last {
        let GameRow { changed, stage, occupants, actions, ending, ranks, wake, to_move, awaited, started, .. } = row;
        let (wake, started) = (wake.map(|wake| wake.0), started.map(|started| started.0));
        let columns =
            (game, changed.0, stage, json(occupants)?, actions, ending, ranks, wake, to_move, awaited, started);
        games.push(columns);
        let last_open = if row.guarded.is_empty() { u64::MAX } else { row.last_open_turn };
        open_turns.push((game, i64::try_from(last_open).unwrap_or(i64::MAX)));
    }
    execute(INSERT_ENTRIES, &entries, db).await?;
    let games = json(&games)?;
    done(sqlx::query(UPDATE_GAMES).bind(&games).execute(&mut *db).await)?;
    done(sqlx::query(UPDATE_HOLDERS).bind(&games).execute(&mut *db).await)?;
    execute(INSERT_GUARDED, &guarded, db).await?;
    execute(DELETE_GUARDED, &open_turns, db).await
}

/// Adds guarded positions of a game.
pub(super) async fn guard(
    game: &GameId,
    positions: &[GuardedPosition],
    db: &mut SqliteConnection,
) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = positions.iter().map(|position| guarded_row(game, position)).collect();
    execute(INSERT_GUARDED, &rows, db).await
}

fn guarded_row<'a>(game: &'a GameId, position: &GuardedPosition) -> (&'a str, u64, i64) {
    (game.as_str(), position.turn, position.hash.cast_signed())
}

/// Runs a statement for rows of values; does nothing if there are none.
async fn execute(sql: &'static str, rows: &[impl Serialize], db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    done(sqlx::query(sql).bind(json(&rows)?).execute(db).await)
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;
    use crate::store::Store;

    /// A batch must not read all games: the rows of the batch come first, and each one finds its game by the primary key.
    #[tokio::test]
    async fn statements_find_games_by_their_key() {
        let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
        let store = Store::open(folder.path()).await.expect("the database opens");
        for (sql, table) in [(UPDATE_GAMES, "games"), (UPDATE_HOLDERS, "holders"), (DELETE_GUARDED, "old")] {
            let explain = format!("EXPLAIN QUERY PLAN {sql}");
            let query = sqlx::query(sqlx::AssertSqlSafe(explain)).bind("[]");
            let rows = query.fetch_all(&store.read).await.expect("the statement is valid");
            let steps: Vec<String> = rows.iter().map(|row| row.get::<String, _>("detail")).collect();
            let scans: Vec<&String> = steps.iter().filter(|step| step.starts_with("SCAN")).collect();
            assert!(scans.len() == 1 && scans[0].starts_with("SCAN new"), "{sql}: {steps:?}");
            let search = format!("SEARCH {table} USING PRIMARY KEY");
            assert!(steps.iter().any(|step| step.starts_with(&search)), "{sql}: {steps:?}");
        }
    }
}
