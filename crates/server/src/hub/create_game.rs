//! Creation of games.

use std::sync::Arc;

use api::NewSeat;
use table::{AnyGame, Command, Decision, LogEntry, Occupant, PlayerCommand, Table, TableSetup};

use super::{Hub, HubError};
use crate::id::{GameId, GuestId, Secret};
use crate::store::{GameRow, NewGameRow, Op, StoreError};
use crate::time::Moment;

/// A game that was created.
#[derive(Clone, Debug)]
pub struct CreatedGame {
    pub id: GameId,
    /// Secret of each seat; `None` for seats of bots and agents.
    pub secrets: Vec<Option<Secret>>,
}

impl Hub {
    /// Creates a game.
    ///
    /// # Errors
    /// Returns an error if the setup is invalid, people are playing its position, the name of the owner looks like that of a bot
    /// or agent on a seat, or the game cannot be written.
    pub async fn create_game(
        &self,
        owner: &GuestId,
        setup: TableSetup,
        seats: &[NewSeat],
    ) -> Result<CreatedGame, HubError> {
        let occupants: Vec<Occupant> = seats
            .iter()
            .map(|seat| match seat {
                NewSeat::Me => Occupant::Guest { guest: owner.clone() },
                NewSeat::Open => Occupant::Open,
                NewSeat::Bot { name } => Occupant::Bot { name: name.clone() },
                NewSeat::Agent { name } => Occupant::Agent { name: name.clone() },
            })
            .collect();
        self.require_unplayed_start(&setup, &occupants).await?;
        if seats.contains(&NewSeat::Me)
            && let Some(guest) = self.0.store.guest(owner).await?
        {
            self.require_distinct_name(owner, &guest.name, &occupants).await?;
        }
        let id = GameId::random();
        let (ops, secrets) = self.new_game_ops(&id, setup, occupants, Some(owner))?;
        self.0.store.write(ops).await?;
        self.notify_subscribers_of(std::iter::once(owner));
        // Opens the room, so that a bot with the first turn starts at once.
        self.room(&id).await?;
        Ok(CreatedGame { id, secrets })
    }

    /// Rejects a start position that people are playing if a bot or agent could choose actions in it: one of the occupants, or
    /// the bot that replaces a player who leaves a game of three or four.
    ///
    /// # Errors
    /// Returns an error if people are playing the position, or the database cannot be read.
    pub(super) async fn require_unplayed_start(
        &self,
        setup: &TableSetup,
        occupants: &[Occupant],
    ) -> Result<(), HubError> {
        let is_bot = |occupant: &Occupant| matches!(occupant, Occupant::Bot { .. } | Occupant::Agent { .. });
        if occupants.len() <= 2 && !occupants.iter().any(is_bot) {
            return Ok(());
        }
        let AnyGame::RingRift(start) = setup.game.start().map_err(StoreError::from)? else { return Ok(()) };
        let guarded = self.store().guarded_among(&[start.position().symmetric_hash()]).await?;
        if guarded.is_empty() { Ok(()) } else { Err(HubError::BeingPlayed) }
    }

    /// Creates an analysis board and plays `actions` on it.
    ///
    /// # Errors
    /// Returns an error if an action is not legal or the board cannot be written.
    pub async fn import(
        &self,
        owner: &GuestId,
        setup: TableSetup,
        actions: Vec<serde_json::Value>,
    ) -> Result<GameId, HubError> {
        let id = GameId::random();
        let seats = setup.game.start().map_err(StoreError::from)?.seats();
        let occupants = vec![Occupant::Guest { guest: owner.clone() }; seats];
        let (mut ops, _) = self.new_game_ops(&id, setup.clone(), occupants.clone(), Some(owner))?;
        let (now, setup) = (self.now(), Arc::new(setup));
        let (table, entries) = self.compute(move || play_all(setup, occupants, actions, now)).await??;
        let row = GameRow::new(&table, self.wake_at(&table));
        ops.push(Op::Append { game: id.clone(), entries, row: Box::new(row) });
        self.0.store.write(ops).await?;
        Ok(id)
    }

    /// Returns the operations that create a game, and the secrets of its seats.
    pub(super) fn new_game_ops(
        &self,
        id: &GameId,
        setup: TableSetup,
        occupants: Vec<Occupant>,
        owner: Option<&GuestId>,
    ) -> Result<(Vec<Op>, Vec<Option<Secret>>), HubError> {
        let now = self.now();
        let setup = Arc::new(setup);
        let mut table = Table::new(setup.clone(), now).map_err(StoreError::from)?;
        let mut entries = Vec::new();
        let mut ops = Vec::new();
        let mut secrets = Vec::new();
        for (seat, occupant) in occupants.into_iter().enumerate() {
            let secret = matches!(occupant, Occupant::Open | Occupant::Guest { .. }).then(Secret::random);
            if let Some(secret) = &secret {
                ops.push(Op::SeatSecret { game: id.clone(), seat, digest: secret.digest() });
            }
            secrets.push(secret);
            if let Occupant::Guest { guest } = &occupant {
                ops.push(Op::GrantSeat { game: id.clone(), seat, guest: guest.clone() });
            }
            if occupant != Occupant::Open {
                entries.extend(run(&mut table, Command::Fill { seat, occupant }, now)?);
            }
        }
        let row = GameRow::new(&table, self.wake_at(&table));
        let new = NewGameRow { id: id.clone(), created: now, setup, owner: owner.cloned(), row: row.clone() };
        let append = Op::Append { game: id.clone(), entries, row: Box::new(row) };
        ops.splice(0..0, [Op::NewGame(Box::new(new)), append]);
        Ok((ops, secrets))
    }
}

/// Plays actions at a new table. Returns the table and the log entries of the actions, without the entries for the seats.
fn play_all(
    setup: Arc<TableSetup>,
    occupants: Vec<Occupant>,
    actions: Vec<serde_json::Value>,
    now: Moment,
) -> Result<(Table, Vec<Arc<LogEntry>>), HubError> {
    let mut table = Table::new(setup, now).map_err(StoreError::from)?;
    for (seat, occupant) in occupants.into_iter().enumerate() {
        run(&mut table, Command::Fill { seat, occupant }, now)?;
    }
    let mut entries = Vec::new();
    for action in actions {
        // After the end of the game no seat is to move, and the table rejects the action for seat 0 as well.
        let (seat, seq) = (table.to_move().unwrap_or(0), table.seq());
        let act = PlayerCommand::Act { seq, action };
        entries.extend(run(&mut table, Command::Player { seat, lag: 0, client: None, command: act }, now)?);
    }
    Ok((table, entries))
}

/// Runs a command on a table that is not stored yet. Returns the new entries.
fn run(table: &mut Table, command: Command, now: Moment) -> Result<Vec<Arc<LogEntry>>, HubError> {
    match table.decide(command, now).map_err(|rejection| HubError::rejected(rejection, table))? {
        Decision::Done { .. } => Ok(Vec::new()),
        Decision::Write { entries, after, .. } => {
            *table = *after;
            Ok(entries.into_iter().map(|applied| applied.entry).collect())
        }
    }
}
