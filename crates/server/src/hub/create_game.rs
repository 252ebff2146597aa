//! Making games.

use std::sync::Arc;

use super::{Hub, HubError};
use crate::id::{GameId, GuestId, Secret};
use crate::store::{GameRow, NewGameRow, Op, StoreError};
use crate::table::{ActionSource, Command, Decision, Entry, Occupant, Table, TableSetup};
use crate::time::Moment;
use api::NewSeat;

/// A game that was made: its name, and the secrets of the seats that are open or the maker's own.
#[derive(Clone, Debug)]
pub struct CreatedGame {
    /// Its name.
    pub id: GameId,
    /// The secrets by seat; built-in players have none.
    pub secrets: Vec<Option<Secret>>,
}

impl Hub {
    /// Makes a game.
    ///
    /// # Errors
    /// If it cannot be saved.
    ///
    /// # Panics
    /// Never: the setup was checked.
    pub async fn create_game(
        &self,
        owner: &GuestId,
        setup: TableSetup,
        seats: &[NewSeat],
    ) -> Result<CreatedGame, HubError> {
        let occupants = seats.iter().map(|seat| match seat {
            NewSeat::Me => Occupant::Guest { guest: owner.clone() },
            NewSeat::Open => Occupant::Open,
            NewSeat::Bot { name } => Occupant::Bot { name: name.clone() },
            NewSeat::Agent { name } => Occupant::Agent { name: name.clone() },
        });
        let id = GameId::random();
        let (ops, secrets) = self.new_game_ops(&id, setup, occupants.collect(), Some(owner))?;
        self.0.store.write(ops).await?;
        self.notify_subscribers_of(std::iter::once(owner));
        // Players of the server begin at once.
        self.room(&id).await?;
        Ok(CreatedGame { id, secrets })
    }

    /// Makes an analysis board at which these actions have been played.
    ///
    /// # Errors
    /// If an action cannot be played, or the board cannot be saved.
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
        let played = tokio::task::spawn_blocking(move || play_all(setup, occupants, actions, now)).await;
        let (table, entries) = played.map_err(|_| HubError::Closing)??;
        let row = GameRow::new(&table, self.wake_at(&table));
        ops.push(Op::Append { game: id.clone(), entries, row: Box::new(row) });
        self.0.store.write(ops).await?;
        Ok(id)
    }

    /// What is to be written for a new game.
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
            secrets.push(matches!(occupant, Occupant::Open | Occupant::Guest { .. }).then(Secret::random));
            if let Some(Some(secret)) = secrets.last() {
                ops.push(Op::SeatSecret { game: id.clone(), seat, digest: secret.digest() });
            }
            if let Occupant::Guest { guest } = &occupant {
                ops.push(Op::Hold { game: id.clone(), seat, guest: guest.clone() });
            }
            if occupant == Occupant::Open {
                continue;
            }
            let decided = table.decide(Command::Fill { seat, occupant }, now);
            if let Decision::Write { steps, after, .. } =
                decided.map_err(|refused| HubError::refused(refused, &table))?
            {
                entries.extend(steps.into_iter().map(|step| step.entry));
                table = *after;
            }
        }
        let row = GameRow::new(&table, self.wake_at(&table));
        let new = NewGameRow { id: id.clone(), created: now, setup, owner: owner.cloned(), row: row.clone() };
        let append = Op::Append { game: id.clone(), entries, row: Box::new(row) };
        ops.splice(0..0, [Op::NewGame(Box::new(new)), append]);
        Ok((ops, secrets))
    }
}

/// A table at which actions have been played, and the entries of those actions.
fn play_all(
    setup: Arc<TableSetup>,
    occupants: Vec<Occupant>,
    actions: Vec<serde_json::Value>,
    now: Moment,
) -> Result<(Table, Vec<Arc<Entry>>), HubError> {
    let mut table = Table::new(setup, now).map_err(StoreError::from)?;
    let mut entries = Vec::new();
    let seated = occupants.into_iter().enumerate().map(|(seat, occupant)| (Command::Fill { seat, occupant }, false));
    let acted = actions.into_iter().map(|action| {
        let from = ActionSource::Guest { lag: 0 };
        (Command::Act { seat: 0, action, seq: 0, client: None, from }, true)
    });
    for (mut command, is_new) in seated.chain(acted) {
        if let Command::Act { seat, seq, .. } = &mut command {
            (*seat, *seq) = (table.to_move().unwrap_or(0), table.seq());
        }
        let decided = table.decide(command, now).map_err(|refused| HubError::refused(refused, &table))?;
        if let Decision::Write { steps, after, .. } = decided {
            entries.extend(steps.into_iter().filter(|_| is_new).map(|step| step.entry));
            table = *after;
        }
    }
    Ok((table, entries))
}
