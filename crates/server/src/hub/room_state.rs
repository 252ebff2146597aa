//! What a room does, without sockets, clock and disk: it decides, and shows what came of it when that is safe. Rooms run it, and
//! so does the simulation in `tests/simulation`.

use std::collections::HashMap;
use std::sync::Arc;

use api::{ClientMessage, Receipt, Rejection};

use super::HubError;
use super::room_snapshot::RoomSnapshot;
use crate::id::{GameId, GuestId};
use crate::table::{
    ActionSource, AppliedEntry, Command, CommandRejection, Decision, MOST_LAG, Occupant, Purpose, Stage, Table,
    TableSetup,
};
use crate::time::Moment;
use crate::view::{Names, rejection};

/// A table at which one thing happens after the other.
#[derive(Clone, Debug)]
pub struct RoomState {
    snapshot: Arc<RoomSnapshot>,
    lags: HashMap<usize, u64>,
    idle_limit: u64,
}

/// What a command leads to.
#[derive(Clone, Debug)]
pub enum CommandPlan {
    /// Nothing has to be written.
    Done(Receipt),
    /// This has to be written first.
    Write(Box<PendingWrite>),
}

/// Entries that count when they are safe.
#[derive(Clone, Debug)]
pub struct PendingWrite {
    /// What happened.
    pub steps: Vec<AppliedEntry>,
    /// The table afterwards.
    pub after: Table,
    /// The table at which all play again, if they do.
    pub rematch: Option<(GameId, Box<TableSetup>, Vec<Occupant>)>,
    client: Option<String>,
}

/// A message of a client as a command; none if it asks for something else. The seat is filled in by [`Session::for_seat`].
pub fn command_of(message: ClientMessage, next_game: GameId) -> Option<(Option<usize>, Command, Option<String>)> {
    let (own, from) = (0, ActionSource::Guest { lag: 0 });
    Some(match message {
        ClientMessage::Act { seat, action, seq, client } => {
            (seat, Command::Act { seat: own, action, seq, client: client.clone(), from }, client)
        }
        ClientMessage::Undo { seat, seq, client } => {
            (seat, Command::Undo { seat: own, seq, client: client.clone() }, client)
        }
        ClientMessage::Takeback { seat, agree: true, client } => {
            (seat, Command::AgreeTakeback { seat: own, client: client.clone() }, client)
        }
        ClientMessage::Takeback { seat, agree: false, client } => {
            (seat, Command::RefuseTakeback { seat: own, client: client.clone() }, client)
        }
        ClientMessage::Resign { seat, client } => (seat, Command::Resign { seat: own }, client),
        ClientMessage::Abort { seat, client } => (seat, Command::Abort { seat: own }, client),
        ClientMessage::Rematch { seat, client } => (seat, Command::Rematch { seat: own, game: next_game }, client),
        ClientMessage::Sync => return None,
    })
}

impl RoomState {
    /// A table as it was read. A game without clocks can rest for `idle_limit` milliseconds.
    pub fn new(id: GameId, table: Table, holders: Vec<(usize, GuestId)>, names: Names, idle_limit: u64) -> RoomState {
        RoomState { snapshot: Arc::new(RoomSnapshot::new(id, table, holders, names)), lags: HashMap::new(), idle_limit }
    }

    /// The table as everybody sees it.
    pub fn snapshot(&self) -> &Arc<RoomSnapshot> {
        &self.snapshot
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.snapshot.table
    }

    /// Shows something else.
    pub fn show(&mut self, snapshot: RoomSnapshot) {
        self.snapshot = Arc::new(snapshot);
    }

    /// The network of whoever holds these seats takes so many milliseconds.
    pub fn note_lag(&mut self, seats: &[usize], lag: u64) {
        self.lags.extend(seats.iter().map(|&seat| (seat, lag.min(MOST_LAG))));
    }

    /// The milliseconds that the network of whoever is to move takes.
    fn lag(&self) -> u64 {
        self.table().to_move().and_then(|seat| self.lags.get(&seat)).copied().unwrap_or(0)
    }

    /// When nobody has come back to a table where no clock runs.
    fn rest(&self) -> Moment {
        self.table().last_change().plus(self.idle_limit)
    }

    /// When the table has to be looked at without anybody asking.
    pub fn wake_at(&self) -> Option<Moment> {
        match self.table().stage() {
            Stage::Over(_) => None,
            Stage::Waiting | Stage::Running => Some(self.table().wake_at(self.lag()).unwrap_or_else(|| self.rest())),
        }
    }

    /// What to do when it is looked at: somebody's time may be up, or nobody has come back.
    pub fn look(&self, now: Moment) -> Command {
        let lag = self.lag();
        match self.table().wake_at(lag) {
            None if now >= self.rest() => Command::Abandon,
            _ => Command::CheckClock { lag },
        }
    }

    /// A command of a guest, for the seat that he means and holds.
    ///
    /// # Errors
    /// If he holds none, or it is not clear which one he means.
    pub fn for_seat(
        &self,
        guest: &GuestId,
        seat: Option<usize>,
        lag: u64,
        mut command: Command,
    ) -> Result<Command, HubError> {
        let held = self.snapshot.seats_of(Some(guest));
        let chosen = match (seat, &held[..]) {
            (Some(seat), held) if held.contains(&seat) => seat,
            (Some(_), _) | (None, []) => return Err(HubError::NotYours),
            (None, &[seat]) => seat,
            (None, held) => {
                // On one screen whoever is to move is meant.
                let to_move = self.table().to_move().filter(|seat| held.contains(seat));
                match (self.table().setup().purpose, to_move) {
                    (Purpose::Match, _) => return Err(HubError::WhichSeat),
                    (_, to_move) => to_move.unwrap_or(held[0]),
                }
            }
        };
        match &mut command {
            Command::Act { seat, from, .. } => {
                *from = ActionSource::Guest { lag };
                *seat = chosen;
            }
            Command::Undo { seat, .. }
            | Command::Leave { seat }
            | Command::AgreeTakeback { seat, .. }
            | Command::RefuseTakeback { seat, .. }
            | Command::Resign { seat }
            | Command::Abort { seat }
            | Command::Rematch { seat, .. } => *seat = chosen,
            Command::Join { .. }
            | Command::Fill { .. }
            | Command::Fail { .. }
            | Command::CheckClock { .. }
            | Command::Interrupted { .. }
            | Command::Abandon => return Err(HubError::NotYours),
        }
        Ok(command)
    }

    /// What a command leads to. Nothing changes before [`Session::written`].
    ///
    /// # Errors
    /// Says why nothing follows from it.
    pub fn decide(&self, command: Command, client: Option<String>, now: Moment) -> Result<CommandPlan, Box<Rejection>> {
        match self.table().decide(command, now) {
            Ok(Decision::Done { seq }) => {
                Ok(CommandPlan::Done(Receipt { seq, hash: self.table().hash_after(seq), client }))
            }
            Ok(Decision::Write { steps, after, rematch }) => {
                Ok(CommandPlan::Write(Box::new(PendingWrite { steps, after: *after, rematch, client })))
            }
            Err(refused) => Err(self.refusal(refused, client)),
        }
    }

    /// A refusal at this table.
    pub fn refusal(&self, refused: CommandRejection, client: Option<String>) -> Box<Rejection> {
        Box::new(rejection(refused, self.table(), client))
    }

    /// It is safe: from now on it counts, and is shown.
    pub fn written(&mut self, writing: PendingWrite) -> Receipt {
        let PendingWrite { steps, after, client, .. } = writing;
        let receipt = Receipt { seq: after.seq(), hash: after.hash(), client };
        self.show(self.snapshot.then(&steps, after));
        receipt
    }

    /// What was read again counts: something may have been written after all, or by somebody else.
    pub fn read_again(&mut self, table: Table, holders: Vec<(usize, GuestId)>, names: Names) {
        self.show(RoomSnapshot::new(self.snapshot.id.clone(), table, holders, names));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{ClockRules, GameSetup, Visibility};
    use crate::time::DAY;

    /// A table of two people that can rest for two weeks.
    fn session(clock: ClockRules) -> RoomState {
        let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, 2).expect("rules");
        let start = ringrift::Position::new(&rules).expect("a start").to_string();
        let (purpose, visibility) = (Purpose::Match, Visibility::Private);
        let game = GameSetup::RingRift { start };
        let setup = TableSetup { game, clock, purpose, visibility, spectator_delay: 0 };
        let mut table = Table::new(Arc::new(setup), Moment(0)).expect("a table");
        for (seat, letter) in ["a", "b"].into_iter().enumerate() {
            let guest: GuestId = letter.repeat(16).parse().expect("a name");
            let decided = table.decide(Command::Join { guest, seat: Some(seat) }, Moment(0)).expect("a seat");
            let Decision::Write { after, .. } = decided else { panic!("a seat was taken") };
            table = *after;
        }
        RoomState::new(GameId::random(), table, Vec::new(), Names::new(), 14 * DAY)
    }

    #[test]
    fn only_games_without_clocks_are_abandoned() {
        let free = session(ClockRules::None);
        assert_eq!(free.wake_at(), Some(Moment(0).plus(14 * DAY)));
        assert_eq!(free.look(Moment(0).plus(14 * DAY)), Command::Abandon);
        let slow = session(ClockRules::Days { days: 30 });
        assert_eq!(slow.look(Moment(0).plus(14 * DAY)), Command::CheckClock { lag: 0 });
        assert!(slow.wake_at().is_some_and(|wake| wake > Moment(0).plus(30 * DAY)));
    }
}
