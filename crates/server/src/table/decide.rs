//! What somebody wants to do, and what follows from it.

use api::{AgentNote, Purpose};
use arena::RejectedAction;
use game::Rejection;
use serde_json::Value;

use super::clock::MOST_LAG;
use super::entry::LogEvent;
use super::seat::{Controller, Occupant};
use super::setup::TableSetup;
use super::state::{AppliedEntry, LogError, Stage, Table};
use crate::id::{GameId, GuestId};
use crate::time::Moment;

/// What somebody wants to do. Who may speak for a seat was checked before.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Take a seat: this one, or any that is open.
    Join {
        /// Who.
        guest: GuestId,
        /// Where.
        seat: Option<usize>,
    },
    /// Put somebody on an open seat, as whoever makes the table does.
    Fill {
        /// Where.
        seat: usize,
        /// Whom.
        occupant: Occupant,
    },
    /// Leave before the game has begun.
    Leave {
        /// From where.
        seat: usize,
    },
    /// Act.
    Act {
        /// For which seat.
        seat: usize,
        /// What.
        action: Value,
        /// The number of the last entry that was known then.
        seq: u64,
        /// A name for the action: whoever sends it twice means it once.
        client: Option<String>,
        /// Who says so.
        from: ActionSource,
    },
    /// Take back the last action of one's own turn.
    Undo {
        /// For which seat.
        seat: usize,
        /// The number of the last entry that was known then.
        seq: u64,
        /// A name for it.
        client: Option<String>,
    },
    /// Ask for a takeback, or agree to one.
    AgreeTakeback {
        /// For which seat.
        seat: usize,
        /// A name for it: whoever sends it twice means it once.
        client: Option<String>,
    },
    /// Refuse a takeback, or ask no longer for it.
    RefuseTakeback {
        /// For which seat.
        seat: usize,
        /// A name for it.
        client: Option<String>,
    },
    /// Give up.
    Resign {
        /// For which seat.
        seat: usize,
    },
    /// Call the game off, before it has really begun.
    Abort {
        /// For which seat.
        seat: usize,
    },
    /// Play again.
    Rematch {
        /// For which seat.
        seat: usize,
        /// The name of the new game, if this makes it.
        game: GameId,
    },
    /// An agent did not answer with anything of use.
    Fail {
        /// Whose seat.
        seat: usize,
        /// The number of the last entry that was known then.
        seq: u64,
        /// What was wrong.
        message: String,
    },
    /// Look at the clocks.
    CheckClock {
        /// The milliseconds that the network of whoever is to move takes.
        lag: u64,
    },
    /// Nobody was there since a moment.
    Interrupted {
        /// Since when.
        from: Moment,
    },
    /// Nobody came back.
    Abandon,
}

/// Where an action comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionSource {
    /// From whoever holds the seat.
    Guest {
        /// The milliseconds that the network took, as the server has measured them.
        lag: u64,
    },
    /// From a player that the server runs.
    Bot,
    /// From an agent that the server asks, with what it said.
    Agent(Box<AgentNote>),
}

/// What follows from a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// Nothing, or nothing any more: it was done before, by this entry if it has one.
    Done {
        /// By which.
        seq: u64,
    },
    /// This is to be written.
    Write {
        /// What happened.
        steps: Vec<AppliedEntry>,
        /// The table afterwards. It counts when the entries are safe.
        after: Box<Table>,
        /// The table at which all play again, if they do: its name, and who sits down in which order.
        rematch: Option<(GameId, Box<TableSetup>, Vec<Occupant>)>,
    },
}

/// Why a command was refused.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandRejection {
    /// The reason.
    pub rejection: Rejection,
    /// For a list of orders, everything that is wrong.
    pub refusals: Vec<RejectedAction>,
}

impl CommandRejection {
    /// The first of several reasons why nothing can be made of an action.
    pub(crate) fn first_of(refusals: &[RejectedAction]) -> Rejection {
        let nothing = || Rejection::new("unreadable", "nothing can be made of the action");
        refusals.first().map_or_else(nothing, |refusal| refusal.rejection.clone())
    }

    /// A refusal with a code, which never changes, and words.
    pub fn new(code: &str, message: impl Into<String>) -> CommandRejection {
        CommandRejection { rejection: Rejection::new(code, message), refusals: Vec::new() }
    }
}

impl From<LogError> for CommandRejection {
    fn from(error: LogError) -> CommandRejection {
        CommandRejection::new("impossible", error.to_string())
    }
}

/// The longest name that a client gives to an action.
const LONGEST_CLIENT: usize = 64;

/// The most entries that the log of a table has.
const MOST_ENTRIES: u64 = 20_000;

impl Table {
    /// What a command leads to at a moment. The table does not change.
    ///
    /// # Errors
    /// Says why nothing follows from it.
    pub fn decide(&self, command: Command, now: Moment) -> Result<Decision, CommandRejection> {
        if self.seq() >= MOST_ENTRIES && command.fills_the_log() {
            let message = format!("people can add to {MOST_ENTRIES} entries no more; resign, or let the clock decide");
            return Err(CommandRejection::new("log_full", message));
        }
        if let Some(seat) = command.seat().filter(|&seat| seat >= self.seats.len()) {
            return Err(CommandRejection::new("no_such_seat", format!("there is no seat {seat}; the first is 0")));
        }
        match command {
            Command::Join { guest, seat } => self.join(guest, seat, now),
            Command::Fill { seat, occupant } => self.take_seat(seat, occupant, now),
            Command::Leave { seat } => self.leave_seat(seat, now),
            Command::Act { seat, action, seq, client, from } => self.act_now(seat, &action, seq, client, from, now),
            Command::Undo { seat, seq, client } => self.undo(seat, seq, client, now),
            Command::AgreeTakeback { seat, client } => self.agree(seat, client, now),
            Command::RefuseTakeback { seat, client } => self.disagree(seat, client, now),
            Command::Resign { seat } => {
                self.must_run()?;
                self.must_stay(seat)?;
                self.write(vec![LogEvent::Resigned { seat }], now)
            }
            Command::Abort { seat } => self.abort(seat, now),
            Command::Rematch { seat, game } => self.play_again(seat, game, now),
            Command::Fail { seat, seq, message } => {
                self.must_be_current(seq)?;
                self.must_decide(seat)?;
                self.write(vec![LogEvent::Failed { seat, message }], now)
            }
            Command::CheckClock { lag } => match self.overdue(lag.min(MOST_LAG), now) {
                Some(seat) => self.write(vec![LogEvent::TimedOut { seat }], now),
                None => Ok(Decision::Done { seq: self.seq() }),
            },
            Command::Interrupted { from } => {
                // Whatever is in the log happened while the server was there, also that it told of an absence before.
                self.write(vec![LogEvent::Interrupted { from: from.max(self.last_change()) }], now)
            }
            Command::Abandon if matches!(self.stage, Stage::Over(_)) => Ok(Decision::Done { seq: self.seq() }),
            Command::Abandon => self.write(vec![LogEvent::Abandoned], now),
        }
    }

    fn write(&self, events: Vec<LogEvent>, now: Moment) -> Result<Decision, CommandRejection> {
        let mut after = Box::new(self.clone());
        let steps = events
            .into_iter()
            .map(|event| after.perform_new(event, now))
            .collect::<Result<Vec<AppliedEntry>, LogError>>()?;
        Ok(Decision::Write { steps, after, rematch: None })
    }

    fn join(&self, guest: GuestId, seat: Option<usize>, now: Moment) -> Result<Decision, CommandRejection> {
        let is_open = |&seat: &usize| self.seats[seat].occupant == Occupant::Open;
        if self.setup().purpose == Purpose::Match && self.people().contains(&&guest) {
            return Err(CommandRejection::new("seated", "you sit at this table already"));
        }
        let seat = match seat {
            Some(seat) => seat,
            None => {
                (0..self.seats.len()).find(is_open).ok_or_else(|| CommandRejection::new("full", "no seat is open"))?
            }
        };
        self.take_seat(seat, Occupant::Guest { guest }, now)
    }

    fn take_seat(&self, seat: usize, occupant: Occupant, now: Moment) -> Result<Decision, CommandRejection> {
        if self.stage != Stage::Waiting {
            return Err(CommandRejection::new("begun", "the game has begun; nobody can sit down any more"));
        }
        if self.seats[seat].occupant != Occupant::Open {
            return Err(CommandRejection::new("taken", format!("seat {seat} is taken")));
        }
        let others = self.seats.iter().enumerate().filter(|&(other, _)| other != seat);
        let is_last = others.clone().all(|(_, other)| other.occupant != Occupant::Open);
        let mut events = vec![LogEvent::SeatTaken { seat, occupant }];
        if is_last {
            events.push(LogEvent::Started);
        }
        self.write(events, now)
    }

    fn leave_seat(&self, seat: usize, now: Moment) -> Result<Decision, CommandRejection> {
        if self.stage != Stage::Waiting {
            return Err(CommandRejection::new("begun", "the game has begun; resign instead of leaving"));
        }
        if self.seats[seat].guest().is_none() {
            return Err(CommandRejection::new("not_seated", "nobody sits there who could leave"));
        }
        self.write(vec![LogEvent::SeatLeft { seat }], now)
    }

    fn act_now(
        &self,
        seat: usize,
        action: &Value,
        seq: u64,
        client: Option<String>,
        from: ActionSource,
        now: Moment,
    ) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.done_before(seat, client.as_deref())? {
            return Ok(done);
        }
        self.must_run()?;
        self.must_be_current(seq)?;
        self.must_decide(seat)?;
        let (lag, note) = match from {
            ActionSource::Guest { lag } => {
                self.must_stay(seat)?;
                (lag.min(MOST_LAG), None)
            }
            ActionSource::Bot => (0, None),
            ActionSource::Agent(note) => (0, Some(note)),
        };
        if self.overdue(lag, now) == Some(seat) {
            return Err(CommandRejection::new("time_up", "your time was up before the action arrived"));
        }
        let action = self.game.read(action).map_err(|bad| CommandRejection {
            rejection: CommandRejection::first_of(&bad.refusals),
            refusals: bad.refusals,
        })?;
        let elapsed = self.clocks.spent(seat, now);
        let lag = lag.min(elapsed);
        self.write(vec![LogEvent::Acted { seat, action, client, spent: elapsed - lag, lag, note }], now)
    }

    fn undo(&self, seat: usize, seq: u64, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.done_before(seat, client.as_deref())? {
            return Ok(done);
        }
        self.must_stay(seat)?;
        self.must_be_current(seq)?;
        if self.overdue(0, now) == Some(seat) {
            return Err(CommandRejection::new("time_up", "your time was up before that arrived"));
        }
        if !self.can_undo(seat) {
            let message = "there is nothing of your own turn that could be undone; ask for a takeback";
            return Err(CommandRejection::new("nothing_to_undo", message));
        }
        self.write(vec![LogEvent::Undone { seat, client }], now)
    }

    fn done_before(&self, seat: usize, client: Option<&str>) -> Result<Option<Decision>, CommandRejection> {
        let Some(client) = client else { return Ok(None) };
        if client.is_empty() || client.len() > LONGEST_CLIENT || client.chars().any(char::is_control) {
            let message = format!("the client's name of an action has 1 to {LONGEST_CLIENT} bytes");
            return Err(CommandRejection::new("bad_client", message));
        }
        Ok(self.clients.get(&(seat, client.to_owned())).map(|&seq| Decision::Done { seq }))
    }

    fn must_run(&self) -> Result<(), CommandRejection> {
        match self.stage {
            Stage::Running => Ok(()),
            Stage::Waiting => Err(CommandRejection::new("not_begun", "the game has not begun; seats are open")),
            Stage::Over(_) => Err(CommandRejection::new("over", "the game is over")),
        }
    }

    fn must_stay(&self, seat: usize) -> Result<(), CommandRejection> {
        match self.seats[seat].departure {
            None => Ok(()),
            Some(_) => Err(CommandRejection::new("gone", "this seat has left the game")),
        }
    }

    fn must_be_current(&self, seq: u64) -> Result<(), CommandRejection> {
        if (self.position_seq..=self.seq()).contains(&seq) {
            return Ok(());
        }
        let message = format!("that was meant for entry {seq}, but the game is at entry {} now", self.seq());
        Err(CommandRejection::new("stale", message))
    }

    fn must_decide(&self, seat: usize) -> Result<(), CommandRejection> {
        match self.to_move() {
            Some(to_move) if to_move == seat => Ok(()),
            Some(to_move) => Err(CommandRejection::new("not_your_turn", format!("it is the turn of seat {to_move}"))),
            None => self.must_run(),
        }
    }

    /// The seat whose time is up.
    fn overdue(&self, lag: u64, now: Moment) -> Option<usize> {
        let deadline = self.clocks.deadline()?.plus(lag);
        if now > deadline { self.clocks.running().map(|(seat, _)| seat) } else { None }
    }

    fn disagree(&self, seat: usize, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.done_before(seat, client.as_deref())? {
            return Ok(done);
        }
        self.must_run()?;
        self.must_stay(seat)?;
        self.takeback
            .as_ref()
            .ok_or_else(|| CommandRejection::new("no_takeback", "nobody has asked for a takeback"))?;
        self.write(vec![LogEvent::TakebackRefused { seat, client }], now)
    }

    fn agree(&self, seat: usize, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.done_before(seat, client.as_deref())? {
            return Ok(done);
        }
        self.must_run()?;
        self.must_stay(seat)?;
        let mut agreed = self.takeback.as_ref().map_or(Vec::new(), |proposal| proposal.agreed.clone());
        if agreed.contains(&seat) {
            return Ok(Decision::Done { seq: self.seq() });
        }
        let by = self.takeback.as_ref().map_or(seat, |proposal| proposal.by);
        let actions = self.takeback_goal(by)?;
        agreed.push(seat);
        if self.all_agree(&agreed) {
            return self.write(vec![LogEvent::TakenBack { actions, seat: Some(seat), client }], now);
        }
        let event = if by == seat {
            LogEvent::TakebackAsked { seat, client }
        } else {
            LogEvent::TakebackAgreed { seat, client }
        };
        self.write(vec![event], now)
    }

    /// How many actions are left when a seat has taken back its last whole turn.
    fn takeback_goal(&self, seat: usize) -> Result<usize, CommandRejection> {
        let nothing =
            || CommandRejection::new("nothing_to_take_back", "you have not ended a turn that could be taken back");
        let own = |index: &usize| {
            let made = &self.moves[*index];
            made.seat == seat && (made.turn != self.game.turn() || self.to_move() != Some(seat))
        };
        let last = (0..self.moves.len()).rev().find(own).ok_or_else(nothing)?;
        let turn = self.moves[last].turn;
        let first =
            (0..=last).rev().take_while(|&index| self.moves[index].turn == turn && self.moves[index].seat == seat);
        let goal = first.last().ok_or_else(nothing)?;
        if self.moves[goal..].iter().any(|made| made.has_luck) {
            return Err(CommandRejection::new("fought", "what luck has decided cannot be taken back"));
        }
        Ok(goal)
    }

    /// Whether the people of these seats are all who sit at the table.
    fn all_agree(&self, agreed: &[usize]) -> bool {
        let agreed: Vec<&GuestId> = agreed.iter().filter_map(|&seat| self.seats[seat].guest()).collect();
        self.people().iter().all(|person| agreed.contains(person))
    }

    fn abort(&self, seat: usize, now: Moment) -> Result<Decision, CommandRejection> {
        self.must_stay(seat)?;
        self.must_be_early()?;
        self.write(vec![LogEvent::Aborted { seat }], now)
    }

    /// Whether those who play can still call the game off.
    pub fn can_abort(&self) -> bool {
        self.must_be_early().is_ok()
    }

    fn must_be_early(&self) -> Result<(), CommandRejection> {
        let has_moved = |seat: usize| self.moves.iter().any(|made| made.seat == seat);
        let is_early = !(0..self.seats.len()).all(has_moved);
        match self.stage {
            Stage::Waiting if self.people().len() > 1 => Err(CommandRejection::new(
                "not_alone",
                "others have sat down already; leave instead of calling the game off",
            )),
            Stage::Over(_) => Err(CommandRejection::new("over", "the game is over")),
            Stage::Running if !is_early && self.setup().purpose != Purpose::Analysis => {
                Err(CommandRejection::new("too_late", "everybody has moved; resign instead of calling the game off"))
            }
            _ => Ok(()),
        }
    }

    fn play_again(&self, seat: usize, game: GameId, now: Moment) -> Result<Decision, CommandRejection> {
        if !matches!(self.stage, Stage::Over(_)) {
            return Err(CommandRejection::new("not_over", "the game is not over"));
        }
        let mut agreed = self.rematch().to_vec();
        if self.successor().is_some() || agreed.contains(&seat) {
            return Ok(Decision::Done { seq: self.seq() });
        }
        agreed.push(seat);
        let ask = LogEvent::RematchAsked { seat };
        if !self.all_sat_agree(&agreed) {
            return self.write(vec![ask], now);
        }
        let mut decision = self.write(vec![ask, LogEvent::RematchMade { game: game.clone() }], now)?;
        // Whoever was first is last in the next game.
        let mut occupants: Vec<Occupant> = self.seats.iter().map(|seat| seat.occupant.clone()).collect();
        occupants.rotate_left(1);
        if let Decision::Write { rematch, .. } = &mut decision {
            *rematch = Some((game, Box::new((**self.setup()).clone()), occupants));
        }
        Ok(decision)
    }

    /// Whether the people of these seats are all who have ever sat at the table.
    fn all_sat_agree(&self, agreed: &[usize]) -> bool {
        let guest = |seat: usize| match &self.seats[seat].occupant {
            Occupant::Guest { guest } => Some(guest),
            _ => None,
        };
        let agreed: Vec<&GuestId> = agreed.iter().filter_map(|&seat| guest(seat)).collect();
        (0..self.seats.len()).filter_map(guest).all(|person| agreed.contains(&person))
    }

    /// When something has to be looked at without anybody asking: a clock that is up.
    pub fn wake_at(&self, lag: u64) -> Option<Moment> {
        self.clocks.deadline().map(|deadline| deadline.plus(lag.min(MOST_LAG) + 1))
    }

    /// The seat for which the server has to find a move.
    pub fn awaits(&self) -> Option<(usize, Controller<'_>)> {
        let seat = self.to_move()?;
        let driver = self.seats[seat].driver();
        matches!(driver, Controller::Bot(_) | Controller::Agent(_)).then_some((seat, driver))
    }
}

impl Command {
    /// Whether people could go on with it without end.
    fn fills_the_log(&self) -> bool {
        match self {
            Command::Act { from, .. } => matches!(from, ActionSource::Guest { .. }),
            Command::Join { .. }
            | Command::Leave { .. }
            | Command::Undo { .. }
            | Command::AgreeTakeback { .. }
            | Command::RefuseTakeback { .. } => true,
            Command::Fill { .. }
            | Command::Resign { .. }
            | Command::Abort { .. }
            | Command::Rematch { .. }
            | Command::Fail { .. }
            | Command::CheckClock { .. }
            | Command::Interrupted { .. }
            | Command::Abandon => false,
        }
    }

    fn seat(&self) -> Option<usize> {
        match self {
            Command::Join { seat, .. } => *seat,
            Command::Fill { seat, .. }
            | Command::Leave { seat }
            | Command::Act { seat, .. }
            | Command::Undo { seat, .. }
            | Command::AgreeTakeback { seat, .. }
            | Command::RefuseTakeback { seat, .. }
            | Command::Resign { seat }
            | Command::Abort { seat }
            | Command::Rematch { seat, .. }
            | Command::Fail { seat, .. } => Some(*seat),
            Command::CheckClock { .. } | Command::Interrupted { .. } | Command::Abandon => None,
        }
    }
}
