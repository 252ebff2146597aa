//! Logic of a room without I/O, used by [`Room`](super::room) and by the simulation in `tests/simulation`.
//!
//! A command is decided first; the table changes in memory only after the new entries are on disk.

use std::collections::HashMap;
use std::sync::Arc;

use api::{Receipt, Rejection};
use arena::protocol::LINE_OPTION;
use table::view::{self, Names};
use table::{
    AppliedEntry, Command, CommandRejection, Continued, Decision, LineChoice, MAX_LAG, PlayerRequest, Purpose, Rematch,
    Stage, Table,
};

use super::HubError;
use super::room_snapshot::RoomSnapshot;
use crate::id::{GameId, GuestId};
use crate::time::Moment;

/// State of a room: the current snapshot and the measured latencies.
#[derive(Clone, Debug)]
pub struct RoomState {
    snapshot: Arc<RoomSnapshot>,
    /// Latency by seat, in milliseconds.
    lags: HashMap<usize, u64>,
    line_choice: LineChoice,
    /// Milliseconds after which an inactive game without clocks ends without a result.
    idle_limit: u64,
}

/// Effect of an accepted command.
#[derive(Clone, Debug)]
pub enum CommandPlan {
    /// Nothing to write.
    Done(Receipt),
    Write(Box<PendingWrite>),
}

/// Entries that take effect once they are on disk.
#[derive(Clone, Debug)]
pub struct PendingWrite {
    pub entries: Vec<AppliedEntry>,
    /// The table after the entries.
    pub after: Table,
    /// New game to create together with the entries.
    pub rematch: Option<Box<Rematch>>,
    client: Option<String>,
}

impl RoomState {
    pub fn new(id: GameId, table: Table, holders: Vec<(usize, GuestId)>, names: Names, idle_limit: u64) -> RoomState {
        let snapshot = Arc::new(RoomSnapshot::new(id, table, holders, names));
        RoomState { snapshot, lags: HashMap::new(), line_choice: LineChoice::default(), idle_limit }
    }

    pub fn snapshot(&self) -> &Arc<RoomSnapshot> {
        &self.snapshot
    }

    pub fn table(&self) -> &Arc<Table> {
        &self.snapshot.table
    }

    /// Replaces the snapshot.
    pub fn show(&mut self, snapshot: RoomSnapshot) {
        self.snapshot = Arc::new(snapshot);
    }

    /// Removes rendered updates that subscribers have had time to take.
    pub fn expire_rendered(&self, now: Moment) {
        self.snapshot.recent.expire(now);
    }

    /// Records the measured latency of seats, in milliseconds.
    pub fn note_lag(&mut self, seats: &[usize], lag: u64) {
        self.lags.extend(seats.iter().map(|&seat| (seat, lag.min(MAX_LAG))));
    }

    /// Returns the latency of the seat to move.
    fn lag(&self) -> u64 {
        self.table().to_move().and_then(|seat| self.lags.get(&seat)).copied().unwrap_or(0)
    }

    /// Returns the time at which the game ends because of inactivity.
    fn idle_deadline(&self) -> Moment {
        self.table().last_change().plus(self.idle_limit)
    }

    /// Returns the time at which the room has to check its clock or its inactivity limit.
    pub fn wake_at(&self) -> Option<Moment> {
        match self.table().stage() {
            Stage::Over(_) => None,
            Stage::Waiting | Stage::Running => {
                Some(self.table().wake_at(self.lag()).unwrap_or_else(|| self.idle_deadline()))
            }
        }
    }

    /// Returns the command to run at a wake-up.
    pub fn wake_command(&self, now: Moment) -> Command {
        let lag = self.lag();
        match self.table().wake_at(lag) {
            None if now >= self.idle_deadline() => Command::Abandon,
            _ => Command::CheckClock { lag },
        }
    }

    /// Converts a guest's request into a command for the seat that the request names, or for the guest's only seat. Outside of
    /// matches a guest may hold several seats; a request that names none is then for the seat to move.
    ///
    /// # Errors
    /// Returns an error if the guest does not hold the seat, or holds several seats of a match and the request names none.
    pub fn player_command(&self, guest: &GuestId, lag: u64, request: PlayerRequest) -> Result<Command, HubError> {
        let PlayerRequest { seat, client, command } = request;
        Ok(Command::Player { seat: self.seat_for(guest, seat)?, lag, client, command })
    }

    fn seat_for(&self, guest: &GuestId, seat: Option<usize>) -> Result<usize, HubError> {
        let held = self.snapshot.seats_of(Some(guest));
        match (seat, &held[..]) {
            (Some(seat), held) if held.contains(&seat) => Ok(seat),
            (Some(_), _) | (None, []) => Err(HubError::NotYours),
            (None, &[seat]) => Ok(seat),
            (None, _) if self.table().setup().purpose == Purpose::Match => Err(HubError::WhichSeat),
            // Outside of matches one guest may play several seats; the request is for the seat to move.
            (None, held) => Ok(self.table().to_move().filter(|seat| held.contains(seat)).unwrap_or(held[0])),
        }
    }

    /// Returns the effect of a command. The table does not change before [`RoomState::commit`]; a line that the player has
    /// chosen is remembered at once.
    ///
    /// # Errors
    /// Returns why the command is rejected.
    pub fn decide(&mut self, command: Command, now: Moment) -> Result<CommandPlan, Box<Rejection>> {
        let client = command.client().map(str::to_owned);
        let done = |table: &Table, seq: u64, client, line_options| {
            Ok(CommandPlan::Done(Receipt { seq, hash: table.hash_after(seq), client, line_options }))
        };
        let command = match self.line_choice.complete(self.table(), command) {
            Ok(Continued::Command(command)) => command,
            Ok(Continued::AlreadyTaken) => return done(self.table(), self.table().seq(), client, Vec::new()),
            Err(rejection) => return Err(self.rejection(rejection, client)),
        };
        let action = command.action_text().map(str::to_owned);
        match self.table().decide(command, now) {
            Ok(Decision::Done { seq }) => done(self.table(), seq, client, Vec::new()),
            Ok(Decision::Write { entries, after, rematch }) => {
                Ok(CommandPlan::Write(Box::new(PendingWrite { entries, after: *after, rematch, client })))
            }
            Err(rejection) if rejection.reason.code == LINE_OPTION => {
                let table = self.snapshot.table.clone();
                match self.line_choice.remember(&table, action.as_deref().unwrap_or_default()) {
                    Some(options) => done(&table, table.seq(), client, options),
                    None => Err(self.rejection(rejection, client)),
                }
            }
            Err(rejection) => Err(self.rejection(rejection, client)),
        }
    }

    /// Adds the state of the table to a rejection.
    pub fn rejection(&self, rejection: CommandRejection, client: Option<String>) -> Box<Rejection> {
        Box::new(view::rejection(rejection, self.table(), client))
    }

    /// Applies entries that are now on disk.
    pub fn commit(&mut self, write: PendingWrite) -> Receipt {
        let PendingWrite { entries, after, client, .. } = write;
        let receipt = Receipt { seq: after.seq(), hash: after.hash(), client, line_options: Vec::new() };
        self.show(self.snapshot.then(&entries, after));
        receipt
    }

    /// Replaces the state with the game that was read from disk after a failed write.
    pub fn reload(&mut self, table: Table, holders: Vec<(usize, GuestId)>, names: Names) {
        self.show(RoomSnapshot::new(self.snapshot.id.clone(), table, holders, names));
    }
}

impl PendingWrite {
    /// Returns the idempotency key of the command.
    pub fn client(&self) -> Option<&str> {
        self.client.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::testing::{guest, ringrift_table, table_of_two};
    use crate::time::DAY;
    use table::{ClockRules, PlayerCommand};

    /// Returns a room of two guests whose game ends after two inactive weeks.
    fn room(clock: ClockRules) -> RoomState {
        let holders = vec![(0, guest('a')), (1, guest('b'))];
        RoomState::new(GameId::random(), table_of_two(clock), holders, Names::new(), 14 * DAY)
    }

    #[test]
    fn inactive_game_without_clocks_is_abandoned() {
        let room = room(ClockRules::None);
        assert_eq!(room.wake_at(), Some(Moment(0).plus(14 * DAY)));
        assert_eq!(room.wake_command(Moment(0).plus(14 * DAY)), Command::Abandon);
    }

    #[test]
    fn game_with_clocks_is_not_abandoned() {
        let room = room(ClockRules::Days { days: 30 });
        assert_eq!(room.wake_command(Moment(0).plus(14 * DAY)), Command::CheckClock { lag: 0 });
        assert!(room.wake_at().is_some_and(|wake| wake > Moment(0).plus(30 * DAY)));
    }

    /// Document 003, sections 2.2 and 2.3: `L` and `LR` are two actions.
    #[test]
    fn line_and_option_are_two_commands_and_one_log_entry() {
        let start = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";
        let holders = vec![(0, guest('a')), (1, guest('b'))];
        let mut room = RoomState::new(GameId::random(), ringrift_table(start, &[]), holders, Names::new(), DAY);
        let act = |room: &mut RoomState, seat, action: &str| {
            let command = PlayerCommand::Act { seq: room.table().seq(), action: action.into() };
            room.decide(Command::Player { seat, lag: 0, client: None, command }, Moment(0))
        };
        let before = room.table().seq();
        let Ok(CommandPlan::Done(receipt)) = act(&mut room, 0, "L 1") else { panic!("L 1 is accepted") };
        assert_eq!(
            (receipt.seq, &receipt.line_options[..]),
            (before, &["LR 1", "LR 2:1", "LR 2:2"].map(str::to_owned)[..])
        );
        let refused = act(&mut room, 1, "LR 1").expect_err("it is not the turn of seat 1");
        assert_eq!(refused.code, "not_your_turn");
        let several = act(&mut room, 0, "LR 2").expect_err("two segments fit");
        assert!(
            several.message.contains("'L 1; LR 2:1' for a1 to c1 or 'L 1; LR 2:2' for b1 to d1"),
            "{}",
            several.message
        );
        let Ok(CommandPlan::Write(write)) = act(&mut room, 0, "LR 2:2") else { panic!("LR 2:2 is accepted") };
        let receipt = room.commit(*write);
        assert_eq!((receipt.seq, receipt.line_options.len()), (before + 1, 0));
        let last = room.table().moves().last().map(|played| played.action().clone());
        assert_eq!(last, Some("L 1; LR 2:2".into()));
    }

    #[test]
    fn player_command_gets_the_seat_of_the_guest() {
        let room = room(ClockRules::None);
        let request = |seat| PlayerRequest { seat, client: Some("key".to_owned()), command: PlayerCommand::Resign };
        let command = room.player_command(&guest('b'), 7, request(None)).expect("guest b holds seat 1");
        let client = Some("key".to_owned());
        assert_eq!(command, Command::Player { seat: 1, lag: 7, client, command: PlayerCommand::Resign });
        assert!(matches!(room.player_command(&guest('b'), 0, request(Some(0))), Err(HubError::NotYours)));
        assert!(matches!(room.player_command(&guest('c'), 0, request(None)), Err(HubError::NotYours)));
    }

    #[test]
    fn guest_with_two_seats_of_a_match_must_name_one() {
        let holders = vec![(0, guest('a')), (1, guest('a'))];
        let table = table_of_two(ClockRules::None);
        let room = RoomState::new(GameId::random(), table, holders, Names::new(), DAY);
        let request = |seat| PlayerRequest { seat, client: None, command: PlayerCommand::Resign };
        assert!(matches!(room.player_command(&guest('a'), 0, request(None)), Err(HubError::WhichSeat)));
        assert!(room.player_command(&guest('a'), 0, request(Some(1))).is_ok());
    }
}
