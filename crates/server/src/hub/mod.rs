//! All tables that somebody needs now: each has a room, in which one thing happens after the other.

mod create_game;
mod maintenance;
mod player;
mod room;
mod room_snapshot;
mod room_state;
mod subscription;
mod thinking;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::Rosters;
use tokio::sync::{Semaphore, watch};

pub use create_game::CreatedGame;
pub use player::{AgentEntry, AgentRegistry};
pub use room::{Requester, RoomHandle, SeatGrant};
pub use room_snapshot::{RenderedUpdate, RoomSnapshot, Thinking};
pub use room_state::{CommandPlan, PendingWrite, RoomState, command_of};
pub use subscription::Subscription;

use crate::id::{GameId, GuestId, Secret};
use crate::rules::RulesService;
use crate::store::{Op, Store, StoreError};
use crate::table::{Command, CommandRejection, Table};
use crate::time::{DAY, Moment, SteadyClock};
use crate::view::rejection;
use maintenance::ALIVE;
use room::Room;

/// All tables. Clones share them.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Store,
    clock: SteadyClock,
    settings: HubSettings,
    rosters: Rosters,
    agents: AgentRegistry,
    rules: Arc<RulesService>,
    /// How many players of the server may think at once.
    thinkers: Arc<Semaphore>,
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
    /// Whoever follows all games of a guest is woken through these.
    subscribers: Mutex<HashMap<GuestId, watch::Sender<()>>>,
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
    Rejected(Box<api::Rejection>),
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
    pub(crate) fn refused(refused: CommandRejection, table: &Table) -> HubError {
        HubError::Rejected(Box::new(rejection(refused, table, None)))
    }
}

impl Hub {
    /// Opens the tables of a store: whatever was going on goes on.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn start(
        store: Store,
        settings: HubSettings,
        rosters: Rosters,
        agents: AgentRegistry,
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
            subscribers: Mutex::default(),
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
    pub fn agents(&self) -> &AgentRegistry {
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

    /// Whoever follows the games of guests hears that there is something new.
    fn notify_subscribers_of<'a>(&self, guests: impl Iterator<Item = &'a GuestId>) {
        let subscribers = self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        for guest in guests {
            if let Some(sender) = subscribers.get(guest) {
                sender.send_replace(());
            }
        }
    }

    /// Follows all games of a guest: the receiver changes when something happened in one of them.
    pub fn follow(&self, guest: &GuestId) -> watch::Receiver<()> {
        let mut subscribers = self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|_, sender| sender.receiver_count() > 0);
        subscribers.entry(guest.clone()).or_insert_with(|| watch::Sender::new(())).subscribe()
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
            if room.snapshot().names.contains_key(guest) || !room.snapshot().seats_of(Some(guest)).is_empty() {
                room.refresh().await;
            }
        }
    }

    /// Somebody opens a seat with its secret: he takes it if it is open, and may speak for it in any case.
    ///
    /// # Errors
    /// If nothing can be opened with the secret.
    pub async fn claim(&self, guest: &GuestId, secret: Secret) -> Result<(GameId, SeatGrant), HubError> {
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
