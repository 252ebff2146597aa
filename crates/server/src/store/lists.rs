//! Lists of games. Each query reads its games from an index, however many other games there are.

use api::MAX_SPECTATOR_DELAY;
use metrics::counter;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};
use table::Occupant;

use super::Store;
use super::error::StoreError;
use super::guests::parsed;
use super::read::damaged;
use crate::id::{GameId, GuestId};
use crate::time::Moment;

/// All stages of a game.
const STAGES: [&str; 3] = ["waiting", "running", "over"];

/// Summary of a game for lists.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    pub id: GameId,
    /// `ringrift` or `asg`.
    pub kind: String,
    /// The rules in one line.
    pub rules: String,
    pub purpose: String,
    pub stage: String,
    /// Occupants by seat.
    pub occupants: Vec<Occupant>,
    /// The seat to move.
    pub to_move: Option<usize>,
    /// Whether it is the turn of the guest in [`GameFilter::caller`].
    pub is_callers_turn: bool,
    /// Number of actions that were played and not taken back.
    pub actions: i64,
    /// Why the game ended, as named in records.
    pub ending: Option<String>,
    /// Ranks by seat, such as `1/2`.
    pub ranks: Option<String>,
    pub created: Moment,
    /// Time of the last entry.
    pub changed: Moment,
    /// Time by which the list is ordered: that of the last entry, or that of the start for a game whose changes the list hides.
    pub listed: Moment,
    /// Milliseconds by which spectators lag behind the players.
    pub spectator_delay: u64,
}

/// Selection of games for a list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameFilter {
    /// Only games in which this guest holds a seat; all public games if `None`.
    pub guest: Option<GuestId>,
    /// Only games at this stage.
    pub stage: Option<String>,
    /// Only games whose [`GameSummary::listed`] is before this moment, for the next page.
    pub before: Option<Moment>,
    /// The last game of the previous page; games with the same moment follow it in descending order of their ids.
    pub last: Option<GameId>,
    /// The guest for whom [`GameSummary::is_callers_turn`] is computed.
    pub caller: Option<GuestId>,
    /// Time at which spectators see the list: a delayed game is filtered by the stage that spectators see at this time.
    pub seen_at: Option<Moment>,
    /// Maximum number of games.
    pub limit: u32,
    /// Whether to include private games of all guests.
    pub include_private: bool,
}

impl Store {
    /// Returns summaries of games, the most recently changed first. Damaged games are logged, counted and left out.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>, StoreError> {
        let mut rest = filter.clone();
        let mut summaries = Vec::new();
        loop {
            let rows = list_query("", &rest).build().fetch_all(&self.read).await?;
            let is_last = rows.len() < rest.limit as usize;
            for row in &rows {
                match summary(row) {
                    Ok(summary) => summaries.push(summary),
                    Err(error) => {
                        let game = row.try_get::<&str, _>(0).unwrap_or_default();
                        tracing::error!(game, %error, "a game is damaged and left out of a list");
                        counter!("damaged_games_total").increment(1);
                    }
                }
            }
            // A page that is shorter than its limit means that there are no further games, so damaged ones are replaced.
            rest.limit = filter.limit.saturating_sub(u32::try_from(summaries.len()).unwrap_or(u32::MAX));
            let last = rows.last().and_then(|row| Some((row.try_get("listed").ok()?, parsed(row, 0).ok()?)));
            let Some((listed, id)) = last.filter(|_| !is_last && rest.limit > 0) else { return Ok(summaries) };
            (rest.before, rest.last) = (Some(Moment(listed)), Some(id));
        }
    }
}

/// Returns the query of a list after `prefix`. It joins the first games of each part of the list, because an index has the order
/// of the list only within a part: the games of one stage, which are public, private or of one guest.
fn list_query(prefix: &str, filter: &GameFilter) -> QueryBuilder<Sqlite> {
    let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new(format!(
        "{prefix}SELECT games.id, kind, rules, purpose, stage, seats, to_move, actions, ending, ranks, created, changed, \
         page.listed, spectator_delay, EXISTS (SELECT 1 FROM holders WHERE game = games.id AND seat = games.awaited AND guest = "
    ));
    sql.push_bind(filter.caller.as_ref().map(|guest| guest.as_str().to_owned()));
    sql.push(") AS is_callers_turn FROM (SELECT * FROM (");
    let stages = STAGES.into_iter().filter(|stage| filter.stage.as_deref().is_none_or(|wanted| wanted == *stage));
    let mut is_first = true;
    for part in stages.flat_map(|stage| parts(stage, filter)) {
        if !is_first {
            sql.push(" UNION ALL ");
        }
        is_first = false;
        part.push(&mut sql, filter);
    }
    sql.push(") ORDER BY listed DESC, id DESC LIMIT ").push_bind(i64::from(filter.limit));
    sql.push(") AS page CROSS JOIN games ON games.id = page.id ORDER BY page.listed DESC, page.id DESC");
    sql
}

/// Part of a list whose games are consecutive in an index.
#[derive(Copy, Clone)]
enum ListPart<'a> {
    /// Games of a guest.
    OfGuest { guest: &'a GuestId, stage: &'static str },
    /// Games with this visibility.
    All { visibility: &'static str, stage: &'static str },
    /// Public games whose end is visible to spectators at a moment.
    VisiblyOver { now: Moment },
    /// Public games that are over, but not for spectators, who see them with a delay.
    InvisiblyOver { now: Moment },
}

/// Returns the parts of a list that show the games of a stage.
fn parts<'a>(stage: &'static str, filter: &'a GameFilter) -> Vec<ListPart<'a>> {
    let all = |visibility| ListPart::All { visibility, stage };
    match (&filter.guest, stage, filter.seen_at) {
        (Some(guest), ..) => vec![ListPart::OfGuest { guest, stage }],
        (None, ..) if filter.include_private => vec![all("public"), all("private")],
        (None, "running", Some(now)) => vec![all("public"), ListPart::InvisiblyOver { now }],
        (None, "over", Some(now)) => vec![ListPart::VisiblyOver { now }],
        _ => vec![all("public")],
    }
}

impl ListPart<'_> {
    fn push(self, sql: &mut QueryBuilder<Sqlite>, filter: &GameFilter) {
        let (id, listed) = match self {
            ListPart::OfGuest { guest, stage } => {
                // A guest can hold several seats of a game.
                sql.push("SELECT * FROM (SELECT DISTINCT game AS id, changed AS listed FROM holders WHERE guest = ");
                sql.push_bind(guest.as_str().to_owned()).push(" AND stage = ").push_bind(stage);
                ("game", "changed")
            }
            ListPart::All { visibility, stage } => {
                sql.push("SELECT * FROM (SELECT id, listed FROM games WHERE visibility = ").push_bind(visibility);
                sql.push(" AND stage = ").push_bind(stage);
                ("id", "listed")
            }
            ListPart::VisiblyOver { now } => {
                sql.push("SELECT * FROM (SELECT id, listed FROM games WHERE visibility = 'public' AND stage = 'over'");
                sql.push(" AND (spectator_delay = 0 OR changed + spectator_delay <= ").push_bind(now.0).push(")");
                ("id", "listed")
            }
            ListPart::InvisiblyOver { now } => {
                // Spectators must not see when the game ended.
                sql.push("SELECT * FROM (SELECT id, coalesce(started, created) AS listed");
                sql.push(" FROM games INDEXED BY games_delayed");
                sql.push(" WHERE visibility = 'public' AND stage = 'over'");
                sql.push(" AND spectator_delay > 0 AND changed > ").push_bind(now.minus(MAX_SPECTATOR_DELAY).0);
                sql.push(" AND changed + spectator_delay > ").push_bind(now.0);
                ("id", "coalesce(started, created)")
            }
        };
        match (filter.before, &filter.last) {
            (Some(before), Some(last)) => {
                sql.push(format_args!(" AND {listed} <= ")).push_bind(before.0);
                sql.push(format_args!(" AND ({listed} < ")).push_bind(before.0);
                sql.push(format_args!(" OR {id} < ")).push_bind(last.as_str().to_owned()).push(")");
            }
            (Some(before), None) => drop(sql.push(format_args!(" AND {listed} < ")).push_bind(before.0)),
            (None, _) => {}
        }
        sql.push(format_args!(" ORDER BY {listed} DESC, {id} DESC LIMIT "))
            .push_bind(i64::from(filter.limit))
            .push(")");
    }
}

fn summary(row: &SqliteRow) -> Result<GameSummary, StoreError> {
    let id: GameId = parsed(row, 0)?;
    let occupants = serde_json::from_str(row.try_get("seats")?).map_err(|error| damaged(&id, &error))?;
    Ok(GameSummary {
        id,
        kind: row.try_get("kind")?,
        rules: row.try_get("rules")?,
        purpose: row.try_get("purpose")?,
        stage: row.try_get("stage")?,
        occupants,
        to_move: row.try_get::<Option<i64>, _>("to_move")?.and_then(|seat| usize::try_from(seat).ok()),
        is_callers_turn: row.try_get::<Option<bool>, _>("is_callers_turn")?.unwrap_or(false),
        actions: row.try_get("actions")?,
        ending: row.try_get("ending")?,
        ranks: row.try_get("ranks")?,
        created: Moment(row.try_get("created")?),
        changed: Moment(row.try_get("changed")?),
        listed: Moment(row.try_get("listed")?),
        spectator_delay: u64::try_from(row.try_get::<i64, _>("spectator_delay")?).unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::guests::INACTIVE;
    use super::super::read::{
        ENTRIES_OF_GUEST, GAMES_TO_WAKE, GAMES_WITH_CLOCKS, IDLE_GAME, RECENT_ENTRIES_OF_GUEST, TABLES_OF_GUEST,
        UNFINISHED_AFTER, UNFINISHED_OF_OWNER,
    };
    use super::*;

    /// Panics if a step of a query plan reads a whole table or index.
    fn check_plan(name: &str, rows: &[SqliteRow]) {
        for row in rows {
            let step: &str = row.try_get("detail").expect("the plan has a column with the step");
            let is_scan = ["games", "holders", "entries", "guests"].iter().any(|table| {
                let scan = format!("SCAN {table}");
                step == scan || step.starts_with(&format!("{scan} "))
            });
            assert!(!is_scan, "{name}: {step}");
        }
    }

    #[tokio::test]
    async fn lists_read_no_table_as_a_whole() {
        let folder = TempDir::new().expect("the temporary folder can be created");
        let store = Store::open(folder.path()).await.expect("the store opens");
        let guest: GuestId = "aaaaaaaaaaaaaaaa".parse().expect("the guest id is valid");
        for stage in [None, Some("waiting"), Some("running"), Some("over")] {
            for (mine, private) in [(false, false), (true, false), (false, true)] {
                for last in [None, Some(GameId::random())] {
                    let filter = GameFilter {
                        guest: mine.then(|| guest.clone()),
                        stage: stage.map(str::to_owned),
                        before: last.is_some().then_some(Moment(5)),
                        last,
                        caller: Some(guest.clone()),
                        seen_at: (!mine && !private).then_some(Moment(9)),
                        limit: 20,
                        include_private: private,
                    };
                    let mut sql = list_query("EXPLAIN QUERY PLAN ", &filter);
                    let rows = sql.build().fetch_all(&store.read).await.expect("the plan can be read");
                    let name = format!("{filter:?}");
                    check_plan(&name, &rows);
                    let steps = rows.iter().map(|row| row.try_get::<&str, _>("detail").expect("the plan has steps"));
                    // Without the stage, all games of a guest or with a visibility would be read and sorted.
                    let wide = ["seats_in_lists (guest=?)", "games_in_lists (visibility=?)"];
                    let wide = steps.clone().find(|step| wide.iter().any(|end| step.ends_with(end)));
                    assert_eq!(wide, None, "{name}");
                    let is_delayed = matches!(stage, None | Some("running")) && !mine && !private;
                    assert_eq!(steps.clone().any(|step| step.contains("games_delayed")), is_delayed, "{name}");
                }
            }
        }
        store.close().await;
    }

    #[tokio::test]
    async fn periodic_and_personal_queries_read_no_table_as_a_whole() {
        let folder = TempDir::new().expect("the temporary folder can be created");
        let store = Store::open(folder.path()).await.expect("the store opens");
        let periodic = [GAMES_TO_WAKE, GAMES_WITH_CLOCKS, UNFINISHED_AFTER, IDLE_GAME, UNFINISHED_OF_OWNER, INACTIVE];
        // These read all games of the guest.
        let personal = [RECENT_ENTRIES_OF_GUEST, ENTRIES_OF_GUEST, TABLES_OF_GUEST];
        for sql in periodic.into_iter().chain(personal) {
            let explain = format!("EXPLAIN QUERY PLAN {sql}");
            let rows = sqlx::query(sqlx::AssertSqlSafe(explain)).fetch_all(&store.read).await;
            check_plan(sql, &rows.expect("the plan can be read"));
        }
        store.close().await;
    }
}
