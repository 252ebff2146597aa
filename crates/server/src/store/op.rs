//! What is written.

use std::sync::Arc;

use sqlx::SqliteConnection;

use crate::id::{GameId, GuestId};
use crate::table::{Entry, Occupant, Seat, Stage, Table, TableSetup};
use crate::time::Moment;
use crate::view::{game_name, rules_text, stage_name};

/// One thing that is written.
#[derive(Clone, Debug)]
pub enum Op {
    /// A new game.
    NewGame(Box<NewGameRow>),
    /// Entries at the end of a game's log.
    Append {
        /// Which game.
        game: GameId,
        /// The entries.
        entries: Vec<Arc<Entry>>,
        /// What the game is afterwards.
        row: Box<GameRow>,
    },
    /// Somebody may speak for a seat.
    Hold {
        /// Of which game.
        game: GameId,
        /// Which seat.
        seat: usize,
        /// Who.
        guest: GuestId,
    },
    /// Nobody but one may speak for a seat any more.
    HoldAlone {
        /// Of which game.
        game: GameId,
        /// Which seat.
        seat: usize,
        /// Who may; nobody at all if none.
        guest: Option<GuestId>,
    },
    /// A seat has a new secret; the one before is worthless.
    SeatSecret {
        /// Of which game.
        game: GameId,
        /// Which seat.
        seat: usize,
        /// What is kept of the secret.
        digest: String,
    },
    /// A new guest.
    NewGuest(NewGuest),
    /// A guest has another name.
    Rename {
        /// Who.
        guest: GuestId,
        /// The name.
        name: String,
    },
    /// A guest was here.
    Seen {
        /// Who.
        guest: GuestId,
        /// When.
        at: Moment,
    },
    /// A guest has a new recovery code.
    Recovery {
        /// Who.
        guest: GuestId,
        /// What is kept of the code.
        digest: String,
    },
    /// All cookies of a guest are worthless.
    EndCookies {
        /// Whose.
        guest: GuestId,
    },
    /// A guest is shut out, or let in again.
    Ban {
        /// Who.
        guest: GuestId,
        /// Why; none lets him in.
        reason: Option<String>,
    },
    /// A guest may have so many games at once, instead of the usual number.
    Quota {
        /// Who.
        guest: GuestId,
        /// How many; none for the usual number.
        games: Option<u32>,
    },
    /// A guest is forgotten: his name, his tokens, what he holds. His games stay.
    Forget {
        /// Who.
        guest: GuestId,
    },
    /// A new token.
    NewToken(NewToken),
    /// A token is worthless.
    DropToken {
        /// Whose.
        guest: GuestId,
        /// Its name in lists.
        id: String,
    },
    /// A game is deleted, with its log.
    DeleteGame {
        /// Which.
        game: GameId,
    },
    /// A fact about the server itself.
    Meta {
        /// Which.
        key: &'static str,
        /// What.
        value: String,
    },
}

/// A new game.
#[derive(Clone, Debug)]
pub struct NewGameRow {
    /// Its name.
    pub id: GameId,
    /// When it was made.
    pub created: Moment,
    /// What was agreed.
    pub setup: Arc<TableSetup>,
    /// Who made it.
    pub owner: Option<GuestId>,
    /// The rest.
    pub row: GameRow,
}

/// A new guest.
#[derive(Clone, Debug)]
pub struct NewGuest {
    /// His name inside the server.
    pub id: GuestId,
    /// The name that others see.
    pub name: String,
    /// When he came.
    pub at: Moment,
}

/// A new token.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its name in lists.
    pub id: String,
    /// What is kept of it.
    pub digest: String,
    /// Whose.
    pub guest: GuestId,
    /// What it is called.
    pub name: String,
    /// What it may be used for.
    pub scopes: String,
    /// When it was made.
    pub at: Moment,
}

/// What follows from the log of a game, for lists.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    changed: Moment,
    kind: &'static str,
    rules: String,
    purpose: String,
    visibility: String,
    stage: &'static str,
    seats: String,
    actions: i64,
    to_move: Option<i64>,
    awaited: Option<i64>,
    guarded: Option<String>,
    ending: Option<&'static str>,
    ranks: Option<String>,
    wake: Option<Moment>,
}

impl GameRow {
    /// What follows from a table, which is to be looked at again at a moment.
    pub fn new(table: &Table, wake: Option<Moment>) -> GameRow {
        let occupants: Vec<&Occupant> = table.seats().iter().map(|seat: &Seat| &seat.occupant).collect();
        let (ending, ranks) = match table.stage() {
            Stage::Over(ending) => (Some(ending.reason), ending.ranks.map(|ranks| ranks.to_string())),
            _ => (None, None),
        };
        let name = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        GameRow {
            changed: table.last_change(),
            kind: game_name(table.game()),
            rules: rules_text(table.game()),
            purpose: name(serde_json::json!(table.setup().purpose)),
            visibility: name(serde_json::json!(table.setup().visibility)),
            stage: stage_name(table.stage()).name(),
            seats: serde_json::to_string(&occupants).unwrap_or_default(),
            actions: i64::try_from(table.moves().len()).unwrap_or(i64::MAX),
            to_move: table.to_move().map(number),
            awaited: awaited(table).map(number),
            guarded: is_guarded(table).then(|| table.hash()),
            ending,
            ranks,
            wake,
        }
    }
}

/// The seat to move, if a person decides there.
fn awaited(table: &Table) -> Option<usize> {
    table.to_move().filter(|&seat| table.seats()[seat].guest().is_some())
}

/// Whether people play against each other, and have begun.
fn is_guarded(table: &Table) -> bool {
    table.is_contest() && !table.moves().is_empty()
}

impl Op {
    /// Carries it out.
    pub(super) async fn run(&self, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Op::NewGame(game) => new_game(game, db).await,
            Op::Append { game, entries, row } => {
                for entry in entries {
                    append(game, entry, db).await?;
                }
                update(game, row, db).await
            }
            Op::Hold { game, seat, guest } => {
                let sql = "INSERT OR IGNORE INTO holders (game, seat, guest) VALUES (?, ?, ?)";
                done(sqlx::query(sql).bind(game.as_str()).bind(number(*seat)).bind(guest.as_str()).execute(db).await)
            }
            Op::HoldAlone { game, seat, guest } => {
                let sql = "DELETE FROM holders WHERE game = ? AND seat = ? AND guest IS NOT ?";
                let guest = guest.as_ref().map(GuestId::as_str);
                done(sqlx::query(sql).bind(game.as_str()).bind(number(*seat)).bind(guest).execute(db).await)
            }
            Op::SeatSecret { game, seat, digest } => {
                let sql = "INSERT OR REPLACE INTO seat_secrets (game, seat, digest) VALUES (?, ?, ?)";
                done(sqlx::query(sql).bind(game.as_str()).bind(number(*seat)).bind(digest).execute(db).await)
            }
            Op::NewGuest(NewGuest { id, name, at }) => {
                let sql = "INSERT INTO guests (id, name, created, seen) VALUES (?, ?, ?, ?)";
                done(sqlx::query(sql).bind(id.as_str()).bind(name).bind(at.0).bind(at.0).execute(db).await)
            }
            Op::Rename { guest, name } => {
                let sql = "UPDATE guests SET name = ? WHERE id = ?";
                done(sqlx::query(sql).bind(name).bind(guest.as_str()).execute(db).await)
            }
            Op::Seen { guest, at } => {
                let sql = "UPDATE guests SET seen = ? WHERE id = ?";
                done(sqlx::query(sql).bind(at.0).bind(guest.as_str()).execute(db).await)
            }
            Op::Recovery { guest, digest } => {
                let sql = "UPDATE guests SET recovery = ? WHERE id = ?";
                done(sqlx::query(sql).bind(digest).bind(guest.as_str()).execute(db).await)
            }
            Op::EndCookies { guest } => {
                let sql = "UPDATE guests SET generation = generation + 1 WHERE id = ?";
                done(sqlx::query(sql).bind(guest.as_str()).execute(db).await)
            }
            Op::Ban { guest, reason } => {
                let sql = "UPDATE guests SET banned = ? WHERE id = ?";
                done(sqlx::query(sql).bind(reason).bind(guest.as_str()).execute(db).await)
            }
            Op::Quota { guest, games } => {
                let sql = "UPDATE guests SET quota = ? WHERE id = ?";
                done(sqlx::query(sql).bind(games.map(i64::from)).bind(guest.as_str()).execute(db).await)
            }
            Op::Forget { guest } => {
                done(sqlx::query("DELETE FROM guests WHERE id = ?").bind(guest.as_str()).execute(&mut *db).await)?;
                let sql = "UPDATE games SET owner = NULL WHERE owner = ?";
                done(sqlx::query(sql).bind(guest.as_str()).execute(db).await)
            }
            Op::NewToken(NewToken { id, digest, guest, name, scopes, at }) => {
                let sql = "INSERT INTO tokens (id, digest, guest, name, scopes, created) VALUES (?, ?, ?, ?, ?, ?)";
                let query = sqlx::query(sql).bind(id).bind(digest).bind(guest.as_str());
                done(query.bind(name).bind(scopes).bind(at.0).execute(db).await)
            }
            Op::DropToken { guest, id } => {
                let sql = "DELETE FROM tokens WHERE guest = ? AND id = ?";
                done(sqlx::query(sql).bind(guest.as_str()).bind(id).execute(db).await)
            }
            Op::DeleteGame { game } => {
                done(sqlx::query("DELETE FROM games WHERE id = ?").bind(game.as_str()).execute(db).await)
            }
            Op::Meta { key, value } => {
                let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)";
                done(sqlx::query(sql).bind(*key).bind(value).execute(db).await)
            }
        }
    }
}

fn number(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn done<T>(result: Result<T, sqlx::Error>) -> Result<(), sqlx::Error> {
    result.map(|_| ())
}

async fn new_game(game: &NewGameRow, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, \
               actions, guarded, ending, ranks, wake, to_move, awaited) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let GameRow { changed, kind, rules, purpose, visibility, stage, seats, actions, .. } = &game.row;
    let GameRow { to_move, awaited, guarded, ending, ranks, wake, .. } = &game.row;
    let query = sqlx::query(sql)
        .bind(game.id.as_str())
        .bind(game.created.0)
        .bind(serde_json::to_string(&*game.setup).unwrap_or_default())
        .bind(game.owner.as_ref().map(GuestId::as_str));
    let query = query.bind(changed.0).bind(*kind).bind(rules).bind(purpose).bind(visibility).bind(*stage).bind(seats);
    let query = query.bind(actions).bind(guarded).bind(*ending);
    let query = query.bind(ranks).bind(wake.map(|wake| wake.0)).bind(to_move).bind(awaited);
    done(query.execute(db).await)
}

async fn append(game: &GameId, entry: &Entry, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO entries (game, seq, at, deed, hash) VALUES (?, ?, ?, ?, ?)";
    let query =
        sqlx::query(sql).bind(game.as_str()).bind(i64::try_from(entry.seq).unwrap_or(i64::MAX)).bind(entry.at.0);
    done(query.bind(serde_json::to_string(&entry.event).unwrap_or_default()).bind(&entry.hash).execute(db).await)
}

async fn update(game: &GameId, row: &GameRow, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let GameRow { changed, stage, seats, actions, to_move, awaited, guarded, ending, ranks, wake, .. } = row;
    let sql = "UPDATE games SET changed = ?, stage = ?, seats = ?, actions = ?, guarded = ?, ending = ?, ranks = ?, \
               wake = ?, to_move = ?, awaited = ? WHERE id = ?";
    let query = sqlx::query(sql).bind(changed.0).bind(*stage).bind(seats).bind(actions).bind(guarded);
    let query = query.bind(*ending).bind(ranks).bind(wake.map(|wake| wake.0)).bind(to_move).bind(awaited);
    done(query.bind(game.as_str()).execute(db).await)
}

/// Takes note of whose turn it is at a table, for lists of databases that did not know it.
pub(super) async fn to_move(game: &GameId, table: &Table, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE games SET to_move = ?, awaited = ? WHERE id = ?");
    let query = query.bind(table.to_move().map(number)).bind(awaited(table).map(number));
    done(query.bind(game.as_str()).execute(db).await)
}
