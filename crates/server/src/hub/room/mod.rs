//! A room: one table, at which one thing happens after the other.

mod bots;
mod judging;
mod seats;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use metrics::{counter, histogram};
use tokio::sync::{mpsc, oneshot, watch};

pub(super) use bots::{BotReply, Reports};
pub use seats::SeatGrant;

use super::player::BotPlayer;
use super::room_snapshot::{RoomSnapshot, Thinking};
use super::room_state::{CommandPlan, PendingWrite, RoomState};
use super::thinking::Task;
use super::{Hub, HubError};
use crate::id::{GameId, GuestId, Secret};
use crate::store::{GameRow, Op, StoreError, StoredGame};
use crate::table::{Command, Occupant, Table};
use api::{Receipt, Rejection};
use judging::judge;

/// How many asks can wait in a room.
const MOST_WAITING: usize = 256;

/// The way into a room. Clones lead to the same one.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    inbox: mpsc::Sender<Request>,
    snapshot: Arc<watch::Sender<Arc<RoomSnapshot>>>,
    ended: watch::Receiver<bool>,
}

/// Who speaks.
#[derive(Clone, PartialEq, Debug)]
pub enum Requester {
    /// A guest.
    Guest {
        /// Who.
        guest: GuestId,
        /// For which seat, if he says so.
        seat: Option<usize>,
        /// The milliseconds that his network takes.
        lag: u64,
    },
    /// The server itself.
    Server,
}

type Answer = Result<Receipt, HubError>;

#[derive(Debug)]
enum Request {
    /// Somebody wants something.
    Command { requester: Requester, command: Command, client: Option<String>, reply: oneshot::Sender<Answer> },
    /// Somebody wants to sit down.
    Join { guest: GuestId, seat: Option<usize>, reply: oneshot::Sender<Result<SeatGrant, HubError>> },
    /// Somebody has the secret of a seat.
    Claim { guest: GuestId, secret: Secret, reply: oneshot::Sender<Result<SeatGrant, HubError>> },
    /// Whoever holds a seat wants a new secret for it and all others to lose it, or one for a seat that is open.
    Renew { guest: GuestId, seat: Option<usize>, reply: oneshot::Sender<Result<(usize, Secret), HubError>> },
    /// Who holds seats, or what guests are called, has changed.
    Refresh { reply: oneshot::Sender<()> },
    /// The network of whoever holds seats takes so many milliseconds.
    Lag { seats: Vec<usize>, lag: u64 },
    /// A player of the server has begun to think, and done so many thousandths of its work, if it counts them.
    Begun { seq: u64, thousandths: Option<u16> },
    /// A player of the server has chosen.
    BotReply(Box<BotReply>),
}

impl RoomHandle {
    /// The room as it is now.
    pub fn snapshot(&self) -> Arc<RoomSnapshot> {
        self.snapshot.borrow().clone()
    }

    /// Follows the room.
    pub fn follow(&self) -> watch::Receiver<Arc<RoomSnapshot>> {
        self.snapshot.subscribe()
    }

    /// Whether anything can be asked here.
    pub(super) fn is_open(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// Waits until the room is closed and everything in it is written.
    pub(crate) async fn closed(&self) {
        let mut ended = self.ended.clone();
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Asks for something, and waits until it is done and safe.
    ///
    /// # Errors
    /// If it is refused, or cannot be saved.
    pub async fn command(&self, requester: Requester, command: Command, client: Option<String>) -> Answer {
        let begun = Instant::now();
        let answer = self.ask(|reply| Request::Command { requester, command, client, reply }).await?;
        histogram!("command_seconds").record(begun.elapsed());
        answer
    }

    /// The room, after the house has said something in it, if it has something to say.
    pub(super) async fn told(self, command: Option<Command>) -> Result<RoomHandle, HubError> {
        if let Some(command) = command {
            self.command(Requester::Server, command, None).await?;
        }
        Ok(self)
    }

    /// Gives a guest a seat, or any that is open.
    ///
    /// # Errors
    /// If it is refused, or cannot be saved.
    pub async fn join(&self, guest: GuestId, seat: Option<usize>) -> Result<SeatGrant, HubError> {
        self.ask(|reply| Request::Join { guest, seat, reply }).await?
    }

    /// Opens a seat for whoever has its secret.
    ///
    /// # Errors
    /// If it is refused, or cannot be saved.
    pub async fn claim(&self, guest: GuestId, secret: Secret) -> Result<SeatGrant, HubError> {
        self.ask(|reply| Request::Claim { guest, secret, reply }).await?
    }

    /// A new secret for a seat: the one before, and everybody else who held the seat by it, are shut out.
    ///
    /// # Errors
    /// If the guest does not hold the seat, nor is it open and he somebody who can invite; or if it cannot be saved.
    pub async fn renew(&self, guest: GuestId, seat: Option<usize>) -> Result<(usize, Secret), HubError> {
        self.ask(|reply| Request::Renew { guest, seat, reply }).await?
    }

    /// Who holds seats, or what guests are called, has changed.
    pub(super) async fn refresh(&self) {
        // A room that is closed will read everything anew.
        let _ = self.ask(|reply| Request::Refresh { reply }).await;
    }

    /// The network of whoever holds these seats takes so many milliseconds.
    pub fn note_lag(&self, seats: &[usize], lag: u64) {
        // If the room is busy, the next measurement will do.
        let _ = self.inbox.try_send(Request::Lag { seats: seats.to_vec(), lag });
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, HubError> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(request(reply)).await.map_err(|_| HubError::Closing)?;
        answer.await.map_err(|_| HubError::Closing)
    }
}

/// The inside of a room.
pub(super) struct Room {
    hub: Hub,
    id: GameId,
    state: RoomState,
    shown: Arc<watch::Sender<Arc<RoomSnapshot>>>,
    inbox: mpsc::Receiver<Request>,
    door: mpsc::WeakSender<Request>,
    players: HashMap<usize, BotPlayer>,
    task: Option<Task>,
    is_deleted: bool,
}

impl Room {
    /// Opens the room of a game. What the house says first is done before anybody looks at the clocks; it gives the answer.
    pub(super) fn open(
        hub: Hub,
        id: GameId,
        stored: StoredGame,
        first: Option<Command>,
    ) -> (RoomHandle, Option<oneshot::Receiver<Answer>>) {
        let StoredGame { table, holders, names } = stored;
        let state = RoomState::new(id.clone(), table, holders, names, hub.0.settings.idle_limit);
        let shown = Arc::new(watch::Sender::new(state.snapshot().clone()));
        let (sender, inbox) = mpsc::channel(MOST_WAITING);
        let (end, ended) = watch::channel(false);
        let room = Room {
            hub,
            id,
            state,
            shown: shown.clone(),
            inbox,
            door: sender.downgrade(),
            players: HashMap::new(),
            task: None,
            is_deleted: false,
        };
        let (first, answer) = match first {
            Some(command) => {
                let (reply, answer) = oneshot::channel();
                (Some((command, reply)), Some(answer))
            }
            None => (None, None),
        };
        tokio::spawn(async move {
            room.run(first).await;
            end.send_replace(true);
        });
        (RoomHandle { inbox: sender, snapshot: shown, ended }, answer)
    }

    async fn run(mut self, first: Option<(Command, oneshot::Sender<Answer>)>) {
        let mut closing = self.hub.closing();
        if let Some((command, reply)) = first {
            let answer = self.carry_out(command, None, Vec::new()).await;
            // Without it nothing may happen here: whoever comes next opens another room.
            self.is_deleted |= answer.is_err();
            let _ = reply.send(answer);
        }
        while !self.is_deleted {
            self.think();
            let linger = Duration::from_millis(self.hub.0.settings.linger);
            let wake = self.time_to_wake();
            tokio::select! {
                request = self.inbox.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => break,
                },
                () = tokio::time::sleep(wake.unwrap_or(linger).min(linger)) => {
                    if wake.is_some_and(|wake| wake <= linger) {
                        self.look().await;
                    } else if self.is_idle() {
                        break;
                    }
                }
                () = async { drop(closing.wait_for(|closing| *closing).await) } => break,
            }
        }
        self.task = None;
        self.inbox.close();
        // What was asked before the door was shut is answered.
        while let Some(request) = self.inbox.recv().await {
            self.handle(request).await;
        }
        self.hub.rooms().remove(&self.id);
    }

    fn table(&self) -> &Arc<Table> {
        self.state.table()
    }

    fn snapshot(&self) -> &Arc<RoomSnapshot> {
        self.state.snapshot()
    }

    fn is_idle(&self) -> bool {
        self.shown.receiver_count() == 0 && self.task.is_none()
    }

    /// How long until the table has to be looked at.
    fn time_to_wake(&self) -> Option<Duration> {
        self.state.wake_at().map(|wake| Duration::from_millis(wake.since(self.hub.now())))
    }

    /// Looks whether somebody's time is up, or nobody has come back.
    async fn look(&mut self) {
        let command = self.state.look(self.hub.now());
        if let Err(error) = self.carry_out(command, None, Vec::new()).await {
            tracing::error!(game = %self.id, %error, "a game could not be looked after");
            // Not at once again, if the disk does not work.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Command { requester, command, client, reply } => {
                let answer = self.command(requester, command, client).await;
                let _ = reply.send(answer);
            }
            Request::Join { guest, seat, reply } => {
                let answer = self.join(guest, seat).await;
                let _ = reply.send(answer);
            }
            Request::Claim { guest, secret, reply } => {
                let answer = self.claim(guest, &secret).await;
                let _ = reply.send(answer);
            }
            Request::Renew { guest, seat, reply } => {
                let answer = self.renew(&guest, seat).await;
                let _ = reply.send(answer);
            }
            Request::Refresh { reply } => {
                self.read_holders().await;
                let _ = reply.send(());
            }
            Request::Lag { seats, lag } => self.state.note_lag(&seats, lag),
            Request::Begun { seq, thousandths } if seq == self.table().seq() => {
                let thinking =
                    self.snapshot().thinking.map(|thinking| Thinking { begun: true, thousandths, ..thinking });
                self.show(RoomSnapshot { thinking, ..(**self.snapshot()).clone() });
            }
            Request::Begun { .. } => {}
            Request::BotReply(thought) => self.thought(*thought).await,
        }
    }

    fn show(&mut self, snapshot: RoomSnapshot) {
        self.state.show(snapshot);
        self.show_all();
    }

    /// Everybody who follows sees what the session shows.
    fn show_all(&mut self) {
        self.shown.send_replace(self.state.snapshot().clone());
    }

    async fn command(&mut self, requester: Requester, command: Command, client: Option<String>) -> Answer {
        let command = match &requester {
            Requester::Server => command,
            Requester::Guest { guest, seat, lag } => self.state.for_seat(guest, *seat, *lag, command)?,
        };
        let ops = match command {
            Command::Leave { seat } => {
                let game = self.id.clone();
                // Nobody knows this secret; whoever invites somebody else asks for another.
                vec![Op::HoldAlone { game, seat, guest: None }, self.new_secret(seat).1]
            }
            _ => Vec::new(),
        };
        self.carry_out(command, client, ops).await
    }

    /// Decides, writes, and shows what came of it.
    async fn carry_out(&mut self, command: Command, client: Option<String>, ops: Vec<Op>) -> Answer {
        let is_action = matches!(command, Command::Act { .. });
        if let Command::Act { action, .. } = &command {
            let judged = judge(self.hub.rules().clone(), self.table().clone(), action, &self.id).await;
            judged.map_err(|reason| refused(self.state.refusal(reason, client.clone())))?;
        }
        let plan = self.state.decide(command, client, self.hub.now());
        match plan.map_err(refused)? {
            CommandPlan::Done(receipt) => Ok(receipt),
            CommandPlan::Write(mut writing) => {
                let mut ops = ops;
                if let Some((id, setup, occupants)) = writing.rematch.take() {
                    let owner = occupants.iter().find_map(|occupant| match occupant {
                        Occupant::Guest { guest } => Some(guest.clone()),
                        _ => None,
                    });
                    let seats = occupants.len();
                    let (more, _) = self.hub.new_game_ops(&id, *setup, occupants, owner.as_ref())?;
                    ops.extend(more);
                    // Other devices find their seats there too.
                    let holders = self.snapshot().holders.iter();
                    ops.extend(holders.map(|(seat, guest)| Op::Hold {
                        game: id.clone(),
                        seat: (seat + seats - 1) % seats,
                        guest: guest.clone(),
                    }));
                }
                let receipt = self.write(*writing, ops).await?;
                if is_action {
                    counter!("actions_total").increment(1);
                }
                Ok(receipt)
            }
        }
    }

    /// Writes entries, and shows them when they are safe.
    async fn write(&mut self, writing: PendingWrite, mut ops: Vec<Op>) -> Answer {
        let row = GameRow::new(&writing.after, self.hub.wake_at(&writing.after));
        let entries = writing.steps.iter().map(|step| step.entry.clone()).collect();
        ops.insert(0, Op::Append { game: self.id.clone(), entries, row: Box::new(row) });
        let holds = ops.iter().any(|op| matches!(op, Op::Hold { .. } | Op::HoldAlone { .. }));
        match self.hub.store().write(ops).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return Err(HubError::Closing),
            Err(error) => {
                self.read_again().await;
                return Err(error.into());
            }
        }
        let receipt = self.state.written(writing);
        self.show_all();
        if holds {
            self.read_holders().await;
        }
        self.hub.notify_subscribers_of(self.snapshot().holders.iter().map(|(_, guest)| guest));
        Ok(receipt)
    }

    /// What is in the store counts: something may have been written after all, or by somebody else.
    async fn read_again(&mut self) {
        match self.hub.store().game(&self.id).await {
            Ok(Some(StoredGame { table, holders, names })) => {
                self.state.read_again(table, holders, names);
                self.show_all();
            }
            Ok(None) => self.is_deleted = true,
            Err(error) => {
                // Whoever comes next opens another room, with what is in the store then.
                tracing::error!(game = %self.id, %error, "a game could not be read again");
                self.is_deleted = true;
            }
        }
    }

    async fn read_holders(&mut self) {
        if let Ok((holders, names)) = self.hub.store().holders(&self.id, self.table()).await {
            let (holders, names) = (Arc::new(holders), Arc::new(names));
            self.show(RoomSnapshot { holders, names, ..(**self.snapshot()).clone() });
        }
    }
}

/// A refusal, which is counted.
fn refused(view: Box<Rejection>) -> HubError {
    counter!("refusals_total", "code" => view.code.clone()).increment(1);
    HubError::Rejected(view)
}
