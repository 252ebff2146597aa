//! Write operations of the store.

use std::sync::Arc;

use serde::Serialize;
use sqlx::SqliteConnection;
use table::view::{game_name, rules_text, stage_name};
use table::{ClockRules, GuardedPosition, LogEntry, Occupant, Purpose, Stage, Table, TableSetup, Visibility};

use super::append::{Append, append};
use super::bans::{self, BanRow, TraceRow};
use crate::bans::Ban;
use crate::id::{GameId, GuestId};
use crate::time::Moment;

/// One write operation.
#[derive(Clone, Debug)]
pub enum Op {
    NewGame(Box<NewGameRow>),
    /// Appends entries to the log of a game.
    Append {
        game: GameId,
        entries: Vec<Arc<LogEntry>>,
        /// The game after the entries.
        row: Box<GameRow>,
    },
    /// Lets a guest act for a seat.
    GrantSeat {
        game: GameId,
        seat: usize,
        guest: GuestId,
    },
    /// Revokes the right of all guests, except one, to act for a seat.
    RevokeSeat {
        game: GameId,
        seat: usize,
        /// The guest who keeps the right; `None` revokes the right of all guests.
        except: Option<GuestId>,
    },
    /// Replaces the secret of a seat.
    SeatSecret {
        game: GameId,
        seat: usize,
        /// Hash of the secret.
        digest: String,
    },
    /// Stores that an invitation was used.
    UsedInvitation {
        game: GameId,
        seat: usize,
        /// Hash of the secret.
        digest: String,
    },
    /// Creates the share link of a game, unless it has one.
    Share {
        game: GameId,
        /// Random text from which the secret of the link is derived.
        nonce: String,
    },
    /// Deletes the share link of a game, and revokes the access of all guests who opened it.
    Unshare {
        game: GameId,
    },
    /// Lets a guest watch a private game.
    NewViewer {
        game: GameId,
        guest: GuestId,
    },
    NewGuest(NewGuest),
    Rename {
        guest: GuestId,
        name: String,
    },
    /// Records when a guest was last active.
    Seen {
        guest: GuestId,
        at: Moment,
    },
    /// Replaces the recovery code of a guest.
    Recovery {
        guest: GuestId,
        /// Hash of the code.
        digest: String,
    },
    /// Invalidates all cookies of a guest.
    InvalidateCookies {
        guest: GuestId,
    },
    /// Bans a guest, or lifts the ban.
    Ban {
        guest: GuestId,
        /// `None` lifts the ban.
        ban: Option<Ban>,
    },
    /// Bans a device or a network.
    NewBan(Box<BanRow>),
    /// Lifts the ban with this id, or all bans of devices and networks made together with the ban of the guest with this id.
    LiftBans {
        id: String,
    },
    /// Stores a device or network that a guest uses.
    Trace {
        guest: GuestId,
        trace: TraceRow,
    },
    /// Deletes devices and networks of guests that were last used before `traces`, and bans that end before `bans`.
    Expire {
        traces: Moment,
        bans: Moment,
    },
    /// Sets the maximum number of unfinished games that a guest may have created.
    Quota {
        guest: GuestId,
        /// `None` restores the server's default.
        games: Option<u32>,
    },
    /// Deletes a guest with their tokens and rights to seats. Their games remain.
    DeleteGuest {
        guest: GuestId,
    },
    NewToken(NewToken),
    DeleteToken {
        guest: GuestId,
        /// Public id of the token.
        id: String,
    },
    /// Sets the time at which the server has to open a game, unless the game has changed in the meantime.
    Wake {
        game: GameId,
        /// Time of the game's last entry.
        changed: Moment,
        wake: Option<Moment>,
    },
    /// Deletes a game with its log.
    DeleteGame {
        game: GameId,
    },
    /// Sets a server-wide value.
    Meta {
        key: &'static str,
        value: String,
    },
}

#[derive(Clone, Debug)]
pub struct NewGameRow {
    pub id: GameId,
    pub created: Moment,
    pub setup: Arc<TableSetup>,
    /// The guest who created the game.
    pub owner: Option<GuestId>,
    pub row: GameRow,
}

#[derive(Clone, Debug)]
pub struct NewGuest {
    pub id: GuestId,
    /// Display name.
    pub name: String,
    pub at: Moment,
}

#[derive(Clone, Debug)]
pub struct NewToken {
    /// Public id, shown in lists.
    pub id: String,
    /// Hash of the token.
    pub digest: String,
    pub guest: GuestId,
    /// Name that the guest gave the token.
    pub name: String,
    /// Space-separated scopes.
    pub scopes: String,
    pub at: Moment,
}

/// Columns of a game that are derived from its log, so that lists do not have to replay it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    pub(super) changed: Moment,
    kind: &'static str,
    rules: String,
    purpose: Purpose,
    visibility: Visibility,
    pub(super) stage: &'static str,
    pub(super) occupants: Vec<Occupant>,
    pub(super) actions: i64,
    pub(super) to_move: Option<i64>,
    /// The seat to move, if a guest plays it.
    pub(super) awaited: Option<i64>,
    /// Positions that must not be evaluated and may not be in the store yet; empty if the game has none.
    pub(super) guarded: Vec<GuardedPosition>,
    pub(super) last_open_turn: u64,
    /// Time of the start, if spectators see the game with a delay.
    pub(super) started: Option<Moment>,
    pub(super) ending: Option<&'static str>,
    pub(super) ranks: Option<String>,
    pub(super) wake: Option<Moment>,
}

impl GameRow {
    /// Derives the columns from a table. `wake` is the time at which the server has to open the game without a request.
    pub fn new(table: &Table, wake: Option<Moment>) -> GameRow {
        let (ending, ranks) = match table.stage() {
            Stage::Over(ending) => (Some(ending.reason), ending.ranks.map(|ranks| ranks.to_string())),
            _ => (None, None),
        };
        GameRow {
            changed: table.last_change(),
            kind: game_name(table.game()),
            rules: rules_text(table.game()),
            purpose: table.setup().purpose,
            visibility: table.setup().visibility,
            stage: stage_name(table.stage()).name(),
            occupants: table.seats().iter().map(|seat| seat.occupant.clone()).collect(),
            actions: i64::try_from(table.moves().len()).unwrap_or(i64::MAX),
            to_move: table.to_move().map(integer),
            awaited: guest_to_move(table).map(integer),
            guarded: Vec::from_iter(table.guarded_position()),
            last_open_turn: table.last_open_turn(),
            started: if table.setup().spectator_delay > 0 { table.started() } else { None },
            ending,
            ranks,
            wake,
        }
    }

    /// Adds positions that must not be evaluated. [`GameRow::new`] adds only the current one, because the earlier ones are in
    /// the store, unless the game has gone back.
    #[must_use]
    pub fn guarding(mut self, positions: Vec<GuardedPosition>) -> GameRow {
        self.guarded.extend(positions);
        self
    }
}

/// Returns the seat to move if a guest plays it.
fn guest_to_move(table: &Table) -> Option<usize> {
    table.to_move().filter(|&seat| table.seats()[seat].guest().is_some())
}

impl Op {
    /// Runs the operation. Fails with [`sqlx::Error::Encode`] if a value cannot be serialized.
    pub(super) async fn run(&self, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Op::NewGame(game) => new_game(game, db).await,
            Op::Append { game, entries, row } => append(&[Append { game, entries, row }], db).await,
            Op::GrantSeat { game, seat, guest } => {
                let sql = "INSERT OR IGNORE INTO holders (game, seat, guest, changed, stage) \
                           SELECT id, ?, ?, changed, stage FROM games WHERE id = ?";
                done(sqlx::query(sql).bind(integer(*seat)).bind(guest.as_str()).bind(game.as_str()).execute(db).await)
            }
            Op::RevokeSeat { game, seat, except } => {
                let sql = "DELETE FROM holders WHERE game = ? AND seat = ? AND guest IS NOT ?";
                let except = except.as_ref().map(GuestId::as_str);
                done(sqlx::query(sql).bind(game.as_str()).bind(integer(*seat)).bind(except).execute(db).await)
            }
            Op::SeatSecret { game, seat, digest } => {
                let sql = "INSERT OR REPLACE INTO seat_secrets (game, seat, digest) VALUES (?, ?, ?)";
                done(sqlx::query(sql).bind(game.as_str()).bind(integer(*seat)).bind(digest).execute(db).await)
            }
            Op::UsedInvitation { game, seat, digest } => {
                let sql = "INSERT OR REPLACE INTO used_invitations (digest, game, seat) VALUES (?, ?, ?)";
                done(sqlx::query(sql).bind(digest).bind(game.as_str()).bind(integer(*seat)).execute(db).await)
            }
            Op::Share { game, nonce } => {
                let sql = "INSERT OR IGNORE INTO shares (game, nonce) VALUES (?, ?)";
                done(sqlx::query(sql).bind(game.as_str()).bind(nonce).execute(db).await)
            }
            Op::Unshare { game } => {
                done(sqlx::query("DELETE FROM shares WHERE game = ?").bind(game.as_str()).execute(&mut *db).await)?;
                done(sqlx::query("DELETE FROM viewers WHERE game = ?").bind(game.as_str()).execute(db).await)
            }
            Op::NewViewer { game, guest } => {
                let sql = "INSERT OR IGNORE INTO viewers (game, guest) VALUES (?, ?)";
                done(sqlx::query(sql).bind(game.as_str()).bind(guest.as_str()).execute(db).await)
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
            Op::InvalidateCookies { guest } => {
                let sql = "UPDATE guests SET generation = generation + 1 WHERE id = ?";
                done(sqlx::query(sql).bind(guest.as_str()).execute(db).await)
            }
            Op::Ban { guest, ban } => {
                let (reason, until) = ban.as_ref().map(|ban| (&ban.reason, ban.until.map(|until| until.0))).unzip();
                let sql = "UPDATE guests SET banned = ?, banned_until = ? WHERE id = ?";
                done(sqlx::query(sql).bind(reason).bind(until.flatten()).bind(guest.as_str()).execute(db).await)
            }
            Op::NewBan(ban) => bans::add(ban, db).await,
            Op::LiftBans { id } => bans::lift(id, db).await,
            Op::Trace { guest, trace } => bans::trace(guest, trace, db).await,
            Op::Expire { traces, bans } => bans::expire(*traces, *bans, db).await,
            Op::Quota { guest, games } => {
                let sql = "UPDATE guests SET quota = ? WHERE id = ?";
                done(sqlx::query(sql).bind(games.map(i64::from)).bind(guest.as_str()).execute(db).await)
            }
            Op::DeleteGuest { guest } => {
                done(sqlx::query("DELETE FROM guests WHERE id = ?").bind(guest.as_str()).execute(&mut *db).await)?;
                let sql = "UPDATE games SET owner = NULL WHERE owner = ?";
                done(sqlx::query(sql).bind(guest.as_str()).execute(db).await)
            }
            Op::NewToken(NewToken { id, digest, guest, name, scopes, at }) => {
                let sql = "INSERT INTO tokens (id, digest, guest, name, scopes, created) VALUES (?, ?, ?, ?, ?, ?)";
                let query = sqlx::query(sql).bind(id).bind(digest).bind(guest.as_str());
                done(query.bind(name).bind(scopes).bind(at.0).execute(db).await)
            }
            Op::DeleteToken { guest, id } => {
                let sql = "DELETE FROM tokens WHERE guest = ? AND id = ?";
                done(sqlx::query(sql).bind(guest.as_str()).bind(id).execute(db).await)
            }
            Op::Wake { game, changed, wake } => {
                let query = sqlx::query("UPDATE games SET wake = ? WHERE id = ? AND changed = ?");
                done(query.bind(wake.map(|wake| wake.0)).bind(game.as_str()).bind(changed.0).execute(db).await)
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

fn integer(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(super) fn done<T>(result: Result<T, sqlx::Error>) -> Result<(), sqlx::Error> {
    result.map(|_| ())
}

/// Serializes a value for a text column.
pub(super) fn json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

/// Returns the name of an enum variant without fields, as serde writes it.
fn variant_name(value: &impl Serialize) -> Result<String, sqlx::Error> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Ok(name),
        Ok(other) => Err(sqlx::Error::Encode(format!("expected a name, found {other}").into())),
        Err(error) => Err(sqlx::Error::Encode(Box::new(error))),
    }
}

async fn new_game(game: &NewGameRow, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, \
               actions, ending, ranks, wake, to_move, awaited, spectator_delay, has_clocks) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let GameRow { changed, kind, rules, purpose, visibility, stage, occupants, actions, .. } = &game.row;
    let GameRow { to_move, awaited, ending, ranks, wake, .. } = &game.row;
    let query = sqlx::query(sql)
        .bind(game.id.as_str())
        .bind(game.created.0)
        .bind(json(&*game.setup)?)
        .bind(game.owner.as_ref().map(GuestId::as_str));
    let query = query.bind(changed.0).bind(*kind).bind(rules);
    let query = query.bind(variant_name(purpose)?).bind(variant_name(visibility)?).bind(*stage).bind(json(occupants)?);
    let query = query.bind(actions).bind(*ending);
    let query = query.bind(ranks).bind(wake.map(|wake| wake.0)).bind(to_move).bind(awaited);
    let delay = i64::try_from(game.setup.spectator_delay).unwrap_or(i64::MAX);
    done(query.bind(delay).bind(game.setup.clock != ClockRules::None).execute(db).await)
}

/// Fills the columns `to_move` and `awaited`, for the migration that adds them.
pub(super) async fn update_to_move(game: &GameId, table: &Table, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE games SET to_move = ?, awaited = ? WHERE id = ?");
    let query = query.bind(table.to_move().map(integer)).bind(guest_to_move(table).map(integer));
    done(query.bind(game.as_str()).execute(db).await)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn value_without_json_form_is_an_error() {
        let unserializable = BTreeMap::from([(vec![1], "a key that is not a string")]);
        assert!(matches!(json(&unserializable), Err(sqlx::Error::Encode(_))));
        assert!(matches!(variant_name(&unserializable), Err(sqlx::Error::Encode(_))));
    }

    #[test]
    fn variant_name_accepts_only_names() {
        assert_eq!(variant_name(&Purpose::HotSeat).expect("the purpose has a name"), "hot_seat");
        assert!(variant_name(&7).is_err());
    }
}
