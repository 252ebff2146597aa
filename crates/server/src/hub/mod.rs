//! Registry of open games. Each open game has a room, a task that handles its commands one at a time.

mod bot_player;
mod bot_queue;
mod bot_task;
mod bot_work;
mod clock_check;
mod create_game;
mod maintenance;
mod recent_updates;
mod rendering;
mod room;
mod room_snapshot;
mod room_state;
mod subscription;
#[cfg(test)]
mod testing;

use std::collections::HashMap;
use std::sync::Arc;

use api::InvitationView;
use game::Rosters;
use parking_lot::{Mutex, MutexGuard, RwLock};
use table::view;
use table::{Command, CommandRejection, Occupant, Table};
use tokio::sync::watch;

pub use bot_player::{AgentEntry, AgentRegistry};
pub use clock_check::ClockError;
pub use create_game::CreatedGame;
pub use rendering::{RenderJob, Rendered};
pub use room::{Readers, RoomHandle, RoomWatch, SeatGrant};
pub use room_snapshot::{RenderedUpdate, RoomSnapshot, Thinking};
pub use room_state::{CommandPlan, PendingWrite, RoomState};
pub use subscription::{Subscription, SubscriptionStep};

use crate::bans::BanList;
use crate::blocking::{BlockingSlots, JobFailed};
use crate::id::{GameId, GuestId, Secret};
use crate::identity::imitated_player;
use crate::rules::RulesService;
use crate::store::{Op, Store, StoreError};
use crate::time::{DAY, Moment, SteadyClock};
use bot_queue::BotQueue;
use maintenance::HEARTBEAT;
use room::Room;

/// Registry of open games. Clones share it.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Store,
    clock: SteadyClock,
    settings: HubSettings,
    rosters: Rosters,
    agents: AgentRegistry,
    rules: Arc<RulesService>,
    /// Limits the number of bots and agents that run at once.
    bot_queue: BotQueue,
    /// Renders messages whose cost grows with the length of a game.
    rendering: BlockingSlots,
    /// Renders missed updates. They are separate, because a client that resumes a long game causes many jobs.
    catching_up: BlockingSlots,
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
    /// Senders by guest; each notifies its receivers when a game of the guest changes.
    guest_subscribers: Mutex<HashMap<GuestId, watch::Sender<()>>>,
    closing: watch::Sender<bool>,
    /// The bans of devices and networks, and their version in the store.
    bans: RwLock<(Option<String>, Arc<BanList>)>,
}

/// Settings of the hub. All durations are in milliseconds.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// Maximum number of bots that think at once, and of agents. One more bot thinks if it takes little time.
    pub bot_workers: usize,
    /// Whether bots play games in which no person sits while there are no subscribers.
    pub bots_play_unwatched: bool,
    /// Time after which an inactive game without clocks ends without a result.
    pub idle_limit: u64,
    /// Time after which an inactive guest without unfinished games is deleted.
    pub guest_retention: u64,
    /// Time for which the devices and networks of guests are stored; 0 stores none.
    pub trace_retention: u64,
    /// Time after which a room without subscribers is closed; its game continues and can be opened again.
    pub idle_room_timeout: u64,
    /// Whether to use the system time even if it is far from the latest stored time.
    pub accept_clock: bool,
}

impl Default for HubSettings {
    fn default() -> HubSettings {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        HubSettings {
            bot_workers: (cores / 2).max(1),
            bots_play_unwatched: false,
            idle_limit: 14 * DAY,
            guest_retention: 180 * DAY,
            trace_retention: 30 * DAY,
            idle_room_timeout: 60_000,
            accept_clock: false,
        }
    }
}

/// Why the hub cannot start.
#[derive(Debug, thiserror::Error)]
pub enum HubStartError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Clock(#[from] ClockError),
}

/// Why a request to the hub failed.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    #[error("there is no such game")]
    NoGame,
    #[error("{}", .0.message)]
    Rejected(Box<api::Rejection>),
    #[error("you do not hold this seat; join the game or open your invite link first")]
    NotYours,
    #[error("your name looks like that of {0}, who sits in this game; choose another name")]
    LookAlike(String),
    #[error(
        "{} guests have opened the share link of this game, which is the limit; ask a player of the game for a new link",
        room::MAX_VIEWERS
    )]
    TooManyViewers,
    #[error(
        "people are playing this position in a running game, so computers neither evaluate nor play it; wait until that game \
         is over, or try moves without a computer in the sandbox"
    )]
    BeingPlayed,
    #[error("you hold several seats; name one with \"seat\"")]
    WhichSeat,
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the server is restarting; try again in a moment")]
    Closing,
    #[error("{0}")]
    Failed(#[from] JobFailed),
}

impl HubError {
    pub(crate) fn rejected(rejection: CommandRejection, table: &Table) -> HubError {
        HubError::Rejected(Box::new(view::rejection(rejection, table, None)))
    }
}

impl Hub {
    /// Starts the hub: records the downtime in running games and starts the periodic maintenance.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written, or the system time is far from the latest stored time.
    pub async fn start(
        store: Store,
        settings: HubSettings,
        rosters: Rosters,
        agents: AgentRegistry,
        rules: Arc<RulesService>,
    ) -> Result<Hub, HubStartError> {
        let bot_queue = BotQueue::new(settings.bot_workers);
        let heartbeat = store.meta(HEARTBEAT).await?.and_then(|text| text.parse().ok()).map(Moment);
        let known = heartbeat.max(store.last_entry_at().await?);
        let clock = clock_check::start_clock(&store, known, &settings).await?;
        let hub = Hub(Arc::new(Inner {
            store,
            clock,
            settings,
            rosters,
            agents,
            rules,
            bot_queue,
            rendering: BlockingSlots::for_this_machine(),
            catching_up: BlockingSlots::for_this_machine(),
            rooms: Mutex::default(),
            guest_subscribers: Mutex::default(),
            closing: watch::Sender::new(false),
            bans: RwLock::default(),
        }));
        hub.reload_bans().await?;
        // The downtime is recorded before the first heartbeat, because a heartbeat overwrites the start of the downtime.
        hub.record_downtime(heartbeat.or(known).unwrap_or(Moment(0))).await?;
        tokio::spawn(hub.clone().run_maintenance());
        Ok(hub)
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    pub fn now(&self) -> Moment {
        self.0.clock.now()
    }

    /// Returns the built-in bots.
    pub fn rosters(&self) -> &Rosters {
        &self.0.rosters
    }

    /// Returns the agents from the configuration.
    pub fn agents(&self) -> &AgentRegistry {
        &self.0.agents
    }

    /// Returns the service that checks RingRift actions.
    pub fn rules(&self) -> &Arc<RulesService> {
        &self.0.rules
    }

    /// Reports whether the bots of a game may think while it has no subscribers.
    fn may_think(&self, table: &Table) -> bool {
        self.0.settings.bots_play_unwatched || !table.present_guests().is_empty()
    }

    /// Returns the bans of devices and networks.
    pub(crate) fn bans(&self) -> Arc<BanList> {
        self.0.bans.read().1.clone()
    }

    /// Returns the time for which the devices and networks of guests are stored, in milliseconds; 0 stores none.
    pub(crate) fn trace_retention(&self) -> u64 {
        self.0.settings.trace_retention
    }

    /// Returns a receiver that becomes `true` when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Runs a computation whose cost grows with the length of a game on a thread for blocking work.
    ///
    /// # Errors
    /// Returns an error if the computation panics.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HubError> {
        Ok(self.0.rendering.run(job).await?)
    }

    /// Renders messages for a subscriber.
    ///
    /// # Errors
    /// Returns an error if the job panics.
    pub(crate) async fn render(&self, job: RenderJob) -> Result<Rendered, HubError> {
        let slots = if job.is_snapshot() { &self.0.rendering } else { &self.0.catching_up };
        Ok(slots.run(|| job.run()).await?)
    }

    fn open_rooms(&self) -> Vec<RoomHandle> {
        self.rooms().values().cloned().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, RoomHandle>> {
        self.0.rooms.lock()
    }

    /// Returns the room of a game, and opens it if necessary.
    ///
    /// # Errors
    /// Returns an error if there is no such game or it cannot be read.
    pub async fn room(&self, id: &GameId) -> Result<RoomHandle, HubError> {
        self.open_with(id, None).await
    }

    /// Returns the room of a game, and opens it if necessary. First runs the command `first` of the server; in a new room it
    /// runs before all requests.
    async fn open_with(&self, id: &GameId, first: Option<Command>) -> Result<RoomHandle, HubError> {
        if *self.0.closing.borrow() {
            return Err(HubError::Closing);
        }
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known {
            if room.is_open() {
                return room.server_command(first).await;
            }
            // The room is closing. Its queued requests must be written before the game is read.
            room.closed().await;
        }
        let stored = self.0.store.game(id).await?.ok_or(HubError::NoGame)?;
        let opened = {
            let mut rooms = self.rooms();
            // Another request may have opened the room in the meantime.
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
            Err(room) => room.server_command(first).await,
            Ok((room, None)) => Ok(room),
            Ok((room, Some(answer))) => {
                answer.await.map_err(|_| HubError::Closing)??;
                Ok(room)
            }
        }
    }

    /// Notifies the subscribers of guests that one of their games has changed.
    fn notify_subscribers_of<'a>(&self, guests: impl Iterator<Item = &'a GuestId>) {
        let subscribers = self.0.guest_subscribers.lock();
        for guest in guests {
            if let Some(sender) = subscribers.get(guest) {
                sender.send_replace(());
            }
        }
    }

    /// Subscribes to all games of a guest: the receiver is notified when one of them changes.
    pub fn subscribe(&self, guest: &GuestId) -> watch::Receiver<()> {
        let mut subscribers = self.0.guest_subscribers.lock();
        subscribers.retain(|_, sender| sender.receiver_count() > 0);
        subscribers.entry(guest.clone()).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    /// Changes the display name of a guest.
    ///
    /// # Errors
    /// Returns an error if the name cannot be written, or looks like that of another player in an unfinished or open game of the guest.
    pub async fn rename(&self, guest: &GuestId, name: &str) -> Result<(), HubError> {
        for occupants in self.0.store.tables_of(guest).await? {
            self.require_distinct_name(guest, name, &occupants).await?;
        }
        for room in self.open_rooms() {
            let snapshot = room.snapshot();
            if snapshot.names.contains_key(guest) {
                snapshot.require_distinct_name(guest, name)?;
            }
        }
        self.0.store.write(vec![Op::Rename { guest: guest.clone(), name: name.to_owned() }]).await?;
        self.refresh_rooms_of(guest).await;
        Ok(())
    }

    /// Rejects a name of a guest that looks like the name of another occupant of a table.
    async fn require_distinct_name(&self, guest: &GuestId, name: &str, seats: &[Occupant]) -> Result<(), HubError> {
        let guests = seats.iter().filter_map(|occupant| match occupant {
            Occupant::Guest { guest } => Some(guest.clone()),
            _ => None,
        });
        let names = self.0.store.names(guests.collect()).await?;
        imitated_player(guest, name, seats, &names).map_or(Ok(()), |other| Err(HubError::LookAlike(other)))
    }

    /// Deletes a guest with their name, tokens and seats. Their games remain.
    ///
    /// # Errors
    /// Returns an error if the change cannot be written.
    pub async fn delete_guest(&self, guest: &GuestId) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::DeleteGuest { guest: guest.clone() }]).await?;
        self.refresh_rooms_of(guest).await;
        Ok(())
    }

    async fn refresh_rooms_of(&self, guest: &GuestId) {
        for room in self.open_rooms() {
            let snapshot = room.snapshot();
            let is_guest_of =
                |guest| !snapshot.seats_of(Some(guest)).is_empty() || snapshot.readers.viewers.contains(guest);
            if snapshot.names.contains_key(guest) || is_guest_of(guest) {
                room.refresh().await;
            }
        }
    }

    /// Describes what the secret of a seat means to a guest, without using it.
    ///
    /// # Errors
    /// Returns an error if the secret belongs to no seat, and no guest has taken a seat with it.
    pub async fn invitation(&self, guest: &GuestId, secret: &Secret) -> Result<InvitationView, HubError> {
        let (id, seat) = self.game_of_secret(secret).await?;
        Ok(self.room(&id).await?.snapshot().invitation(seat, guest, self.now()))
    }

    /// Returns the game that a secret belongs to, and the seat unless the secret is an invitation that was used.
    async fn game_of_secret(&self, secret: &Secret) -> Result<(GameId, Option<usize>), HubError> {
        if let Some((id, seat)) = self.0.store.seat_of_secret(secret).await? {
            return Ok((id, Some(seat)));
        }
        let (id, _) = self.0.store.seat_of_used_invitation(secret).await?.ok_or(HubError::NotYours)?;
        Ok((id, None))
    }

    /// Gives a guest access to the seat that a secret belongs to. If the seat is open, the guest takes it. With an invitation that the
    /// guest has used, nothing changes.
    ///
    /// # Errors
    /// Returns an error if the secret belongs to no seat, or another guest has used the invitation.
    pub async fn claim(&self, guest: &GuestId, secret: Secret) -> Result<(GameId, SeatGrant), HubError> {
        let (id, _) = self.game_of_secret(&secret).await?;
        let grant = self.room(&id).await?.claim(guest.clone(), secret).await?;
        Ok((id, grant))
    }

    /// Stops the hub. Rooms finish their queued requests, and a last heartbeat is written.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        for room in self.open_rooms() {
            room.closed().await;
        }
        if let Err(error) = self.write_heartbeat().await {
            tracing::warn!(%error, "the last heartbeat was not written; clocks may count the last seconds as downtime");
        }
    }
}
