//! All tables that somebody needs now: each has a room, in which one thing happens after the other.

mod following;
mod player;
mod room;
mod scene;
mod session;
mod thinking;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::Rosters;
use futures_util::{StreamExt, stream};
use metrics::gauge;
use tokio::sync::{Semaphore, watch};

pub use following::Following;
pub use player::{AgentBook, AgentEntry};
pub use room::{RoomHandle, Speaker, Taken};
pub use scene::{Rendered, Scene, Thinking};
pub use session::{Plan, Session, Writing, command_of};

use crate::id::{GameId, GuestId, Secret};
use crate::rules::RulesService;
use crate::store::{GameRow, NewGameRow, Op, Store, StoreError};
use crate::table::{Command, Decision, Entry, Occupant, Origin, Refused, Table, TableSetup};
use crate::time::{Moment, SteadyClock};
use crate::wire::{NewSeat, RefusalView};
use room::Room;

/// All tables. Clones share them.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Store,
    clock: SteadyClock,
    settings: HubSettings,
    rosters: Rosters,
    agents: AgentBook,
    rules: Arc<RulesService>,
    /// How many players of the server may think at once.
    thinkers: Arc<Semaphore>,
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
    /// Whoever follows all games of a guest is woken through these.
    followers: Mutex<HashMap<GuestId, watch::Sender<()>>>,
    closing: watch::Sender<bool>,
}

/// What can be set.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// How many players of the server think at once.
    pub thinkers: usize,
    /// How many milliseconds a game without clocks can rest before it is archived.
    pub idle_limit: u64,
    /// After how many milliseconds without a visit a guest who plays nothing is forgotten.
    pub forget_after: u64,
    /// How many milliseconds a room stays open that nobody needs.
    pub linger: u64,
}

impl Default for HubSettings {
    fn default() -> HubSettings {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        HubSettings { thinkers: (cores / 2).max(1), idle_limit: 14 * DAY, forget_after: 180 * DAY, linger: 60_000 }
    }
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// The table refused it.
    #[error("{}", .0.message)]
    Refused(Box<RefusalView>),
    /// Whoever asked may not speak for the seat.
    #[error("you hold no seat of this game that could do that")]
    NotYours,
    /// Several seats are held, and none was named.
    #[error("you hold several seats; say which one with \"seat\"")]
    WhichSeat,
    /// It could not be saved.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The server is stopping.
    #[error("the server is stopping; try again in a moment")]
    Closing,
}

impl HubError {
    /// Nothing can be said about a table but this.
    pub(crate) fn refused(refused: Refused, table: &Table) -> HubError {
        HubError::Refused(Box::new(RefusalView::new(refused, table, None)))
    }
}

/// A game that was made: its name, and the secrets of the seats that are open or the maker's own.
#[derive(Clone, Debug)]
pub struct MadeGame {
    /// Its name.
    pub id: GameId,
    /// The secrets by seat; built-in players have none.
    pub secrets: Vec<Option<Secret>>,
}

const DAY: u64 = 24 * 3_600_000;

/// How many rooms are opened at once for games that have to be looked at.
const MOST_WOKEN: u32 = 64;

/// Every so many rounds there is a sign of life for games with clocks that nobody has open.
const SIGNS_ANYWAY_EVERY: u64 = 16;

/// How many games are told at once that the server was away.
const TOLD_AT_ONCE: usize = 64;

/// How often it is tried to write that the server was away.
const TRIES: u32 = 5;

/// The name under which the last sign of life is kept.
const ALIVE: &str = "alive";

impl Hub {
    /// Opens the tables of a store: whatever was going on goes on.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn start(
        store: Store,
        settings: HubSettings,
        rosters: Rosters,
        agents: AgentBook,
        rules: Arc<RulesService>,
    ) -> Result<Hub, StoreError> {
        let thinkers = Arc::new(Semaphore::new(settings.thinkers));
        let alive = store.meta(ALIVE).await?.and_then(|text| text.parse().ok()).map(Moment);
        let last_entry = store.last_entry_at().await?;
        let hub = Hub(Arc::new(Inner {
            store,
            clock: SteadyClock::start().not_before(alive.max(last_entry)),
            settings,
            rosters,
            agents,
            rules,
            thinkers,
            rooms: Mutex::default(),
            followers: Mutex::default(),
            closing: watch::Sender::new(false),
        }));
        // No sign of life is given before all have been told, or the others would never be.
        hub.tell_of_downtime(alive.unwrap_or(Moment(0))).await?;
        tokio::spawn(hub.clone().look_after());
        Ok(hub)
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The time.
    pub fn now(&self) -> Moment {
        self.0.clock.now()
    }

    /// The built-in players.
    pub fn rosters(&self) -> &Rosters {
        &self.0.rosters
    }

    /// The agents that the operator has set up.
    pub fn agents(&self) -> &AgentBook {
        &self.0.agents
    }

    /// Who judges the moves of RingRift.
    pub fn rules(&self) -> &Arc<RulesService> {
        &self.0.rules
    }

    /// Becomes true when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Clocks stood still while the server was away: every game with clocks is told since when, before anybody looks at it.
    async fn tell_of_downtime(&self, from: Moment) -> Result<(), StoreError> {
        let games = self.0.store.games_with_clocks(u32::MAX).await?;
        // What comes together is written together.
        let mut told =
            stream::iter(games).map(|game| self.tell_game_of_downtime(game, from)).buffer_unordered(TOLD_AT_ONCE);
        while let Some(told) = told.next().await {
            told?;
        }
        Ok(())
    }

    async fn tell_game_of_downtime(&self, game: GameId, from: Moment) -> Result<(), StoreError> {
        let mut tries = 1;
        loop {
            match self.open_with(&game, Some(Command::Interrupted { from })).await {
                Ok(_) => return Ok(()),
                Err(HubError::Store(StoreError::Damaged(error))) => {
                    // Nobody can play it, and the others are not to wait for it.
                    tracing::error!(%game, error, "a game cannot be read");
                    return Ok(());
                }
                // Whoever plays would lose the time for which the server was away.
                Err(HubError::Store(error)) if tries == TRIES => return Err(error),
                Err(HubError::Store(error)) => {
                    tracing::error!(%game, %error, "the clock of a game could not be set right");
                    tries += 1;
                }
                Err(_) => return Ok(()),
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Gives signs of life, and wakes games that need it.
    async fn look_after(self) {
        let mut closing = self.closing();
        let mut every = tokio::time::interval(Duration::from_secs(1));
        let mut seldom = tokio::time::interval(Duration::from_secs(3_600));
        let mut rounds = 0_u64;
        loop {
            let done = tokio::select! {
                _ = every.tick() => {
                    rounds += 1;
                    self.round(rounds.is_multiple_of(SIGNS_ANYWAY_EVERY)).await
                }
                _ = seldom.tick() => self.forget_some().await,
                _ = closing.changed() => return,
            };
            if let Err(error) = done {
                tracing::error!(%error, "games could not be looked after");
            }
        }
    }

    /// Forgets guests who have not come back for long.
    async fn forget_some(&self) -> Result<(), StoreError> {
        let before = self.now().minus(self.0.settings.forget_after);
        for guest in self.0.store.forgotten_guests(before, 1_000).await? {
            self.forget(&guest).await?;
        }
        Ok(())
    }

    async fn round(&self, also_for_others: bool) -> Result<(), StoreError> {
        let now = self.now();
        let is_clock_seen = self.open_rooms().iter().any(|room| room.scene().table.clocks().running().is_some());
        if is_clock_seen || (also_for_others && self.has_clocks().await?) {
            self.sign_of_life().await?;
        }
        // A room that is open looks after itself, and must not keep others from being looked at.
        let most = MOST_WOKEN.saturating_add(u32::try_from(self.open_rooms().len()).unwrap_or(u32::MAX));
        for game in self.0.store.games_to_wake(now, most).await? {
            if let Err(error) = self.room(&game).await {
                tracing::error!(%game, %error, "a game could not be woken");
            }
        }
        gauge!("games_open").set(self.open_rooms().len() as f64);
        Ok(())
    }

    /// Whether it matters to any game how long the server was there.
    async fn has_clocks(&self) -> Result<bool, StoreError> {
        Ok(!self.0.store.games_with_clocks(1).await?.is_empty())
    }

    async fn sign_of_life(&self) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::Meta { key: ALIVE, value: self.now().0.to_string() }]).await
    }

    fn open_rooms(&self) -> Vec<RoomHandle> {
        self.rooms().values().cloned().collect()
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, RoomHandle>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub async fn room(&self, id: &GameId) -> Result<RoomHandle, HubError> {
        self.open_with(id, None).await
    }

    /// The room of a game, in which the house says something before anything else happens.
    async fn open_with(&self, id: &GameId, first: Option<Command>) -> Result<RoomHandle, HubError> {
        if *self.0.closing.borrow() {
            return Err(HubError::Closing);
        }
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known {
            if room.is_open() {
                return room.told(first).await;
            }
            // It is being closed; what was asked there is written first.
            room.closed().await;
        }
        let stored = self.0.store.game(id).await?.ok_or(HubError::NoGame)?;
        let opened = {
            let mut rooms = self.rooms();
            // Somebody may have opened it in the meantime.
            match rooms.get(id).filter(|room| room.is_open()) {
                Some(room) => Err(room.clone()),
                None => {
                    let (room, answer) = Room::open(self.clone(), id.clone(), stored, first.clone());
                    rooms.insert(id.clone(), room.clone());
                    Ok((room, answer))
                }
            }
        };
        match opened {
            Err(room) => room.told(first).await,
            Ok((room, None)) => Ok(room),
            Ok((room, Some(answer))) => {
                answer.await.map_err(|_| HubError::Closing)??;
                Ok(room)
            }
        }
    }

    /// Makes a game.
    ///
    /// # Errors
    /// If it cannot be saved.
    ///
    /// # Panics
    /// Never: the setup was checked.
    pub async fn make(&self, owner: &GuestId, setup: TableSetup, seats: &[NewSeat]) -> Result<MadeGame, HubError> {
        let occupants = seats.iter().map(|seat| match seat {
            NewSeat::Me => Occupant::Guest { guest: owner.clone() },
            NewSeat::Open => Occupant::Open,
            NewSeat::Bot { name } => Occupant::Bot { name: name.clone() },
            NewSeat::Agent { name } => Occupant::Agent { name: name.clone() },
        });
        let id = GameId::random();
        let (ops, secrets) = self.new_game(&id, setup, occupants.collect(), Some(owner))?;
        self.0.store.write(ops).await?;
        self.followers_of(std::iter::once(owner));
        // Players of the server begin at once.
        self.room(&id).await?;
        Ok(MadeGame { id, secrets })
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
        let damaged = |error: crate::table::SetupError| StoreError::Damaged(error.to_string());
        let seats = setup.game.start().map_err(damaged)?.seats();
        let occupants = vec![Occupant::Guest { guest: owner.clone() }; seats];
        let (mut ops, _) = self.new_game(&id, setup.clone(), occupants.clone(), Some(owner))?;
        let (now, setup) = (self.now(), Arc::new(setup));
        let played = tokio::task::spawn_blocking(move || play_all(setup, occupants, actions, now)).await;
        let (table, entries) = played.map_err(|_| HubError::Closing)??;
        let row = GameRow::new(&table, self.wake_at(&table));
        ops.push(Op::Append { game: id.clone(), entries, row: Box::new(row) });
        self.0.store.write(ops).await?;
        Ok(id)
    }

    /// What is to be written for a new game.
    fn new_game(
        &self,
        id: &GameId,
        setup: TableSetup,
        occupants: Vec<Occupant>,
        owner: Option<&GuestId>,
    ) -> Result<(Vec<Op>, Vec<Option<Secret>>), HubError> {
        let now = self.now();
        let setup = Arc::new(setup);
        let damaged = |error: crate::table::SetupError| StoreError::Damaged(error.to_string());
        let mut table = Table::new(setup.clone(), now).map_err(damaged)?;
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

    /// When a game has to be looked at without anybody asking.
    fn wake_at(&self, table: &Table) -> Option<Moment> {
        if matches!(table.stage(), crate::table::Stage::Over(_)) {
            return None;
        }
        if table.awaits().is_some() {
            return Some(Moment(0));
        }
        let idle = || table.last_change().plus(self.0.settings.idle_limit);
        Some(table.wake_at(crate::table::MOST_LAG).unwrap_or_else(idle))
    }

    /// Whoever follows the games of guests hears that there is something new.
    fn followers_of<'a>(&self, guests: impl Iterator<Item = &'a GuestId>) {
        let followers = self.0.followers.lock().unwrap_or_else(PoisonError::into_inner);
        for guest in guests {
            if let Some(sender) = followers.get(guest) {
                sender.send_replace(());
            }
        }
    }

    /// Follows all games of a guest: the receiver changes when something happened in one of them.
    pub fn follow(&self, guest: &GuestId) -> watch::Receiver<()> {
        let mut followers = self.0.followers.lock().unwrap_or_else(PoisonError::into_inner);
        followers.retain(|_, sender| sender.receiver_count() > 0);
        followers.entry(guest.clone()).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    /// Gives a guest another name.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn rename(&self, guest: &GuestId, name: &str) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::Rename { guest: guest.clone(), name: name.to_owned() }]).await?;
        self.refresh_rooms_of(guest).await;
        Ok(())
    }

    /// Forgets a guest: his name, his tokens and what he holds. His games stay.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn forget(&self, guest: &GuestId) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::Forget { guest: guest.clone() }]).await?;
        self.refresh_rooms_of(guest).await;
        Ok(())
    }

    async fn refresh_rooms_of(&self, guest: &GuestId) {
        for room in self.open_rooms() {
            if room.scene().names.contains_key(guest) || !room.scene().seats_of(Some(guest)).is_empty() {
                room.refresh().await;
            }
        }
    }

    /// Somebody opens a seat with its secret: he takes it if it is open, and may speak for it in any case.
    ///
    /// # Errors
    /// If nothing can be opened with the secret.
    pub async fn claim(&self, guest: &GuestId, secret: Secret) -> Result<(GameId, Taken), HubError> {
        let (id, _) = self.0.store.seat_of_secret(&secret).await?.ok_or(HubError::NotYours)?;
        let taken = self.room(&id).await?.claim(guest.clone(), secret).await?;
        Ok((id, taken))
    }

    /// Stops: rooms end what they are doing, clients are told to come back.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        let rooms: Vec<RoomHandle> = self.open_rooms();
        for room in rooms {
            room.closed().await;
        }
        let told = match self.has_clocks().await {
            Ok(true) => self.sign_of_life().await,
            other => other.map(|_| ()),
        };
        if let Err(error) = told {
            tracing::warn!(%error, "clocks may take the last seconds for downtime");
        }
    }
}

/// A table at which actions have been played, and the entries of those actions.
fn play_all(
    setup: Arc<TableSetup>,
    occupants: Vec<Occupant>,
    actions: Vec<serde_json::Value>,
    now: Moment,
) -> Result<(Table, Vec<Arc<Entry>>), HubError> {
    let damaged = |error: crate::table::SetupError| StoreError::Damaged(error.to_string());
    let mut table = Table::new(setup, now).map_err(damaged)?;
    let mut entries = Vec::new();
    let seated = occupants.into_iter().enumerate().map(|(seat, occupant)| (Command::Fill { seat, occupant }, false));
    let acted = actions.into_iter().map(|action| {
        let from = Origin::Holder { lag: 0 };
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
