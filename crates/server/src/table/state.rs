//! A table, made from its log.

use std::collections::HashMap;
use std::sync::Arc;

use api::{AgentNote, Purpose};
use game::Ranks;
use ringrift::Cell;
use ringrift_text::ending::deciding_cells;
use serde_json::Value;

use super::clock::Clocks;
use super::entry::{Entry, LogEvent};
use super::game::{ActionEvents, AnyGame};
use super::seat::{Controller, Departure, DepartureReason, Seat};
use super::setup::{SetupError, TableSetup};
use crate::id::{GameId, GuestId};
use crate::time::Moment;

/// A table: everything that its log says.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    setup: Arc<TableSetup>,
    start: AnyGame,
    pub(super) game: AnyGame,
    pub(super) seats: Vec<Seat>,
    pub(super) stage: Stage,
    pub(super) moves: Vec<PlayedAction>,
    pub(super) clocks: Clocks,
    pub(super) takeback: Option<Proposal>,
    pub(super) rematch: Option<Proposal>,
    successor: Option<GameId>,
    /// The names that clients gave to their actions, and what came of them.
    pub(super) clients: HashMap<(usize, String), u64>,
    log: Vec<Arc<Entry>>,
    /// The number of the last entry that changed the position.
    pub(super) position_seq: u64,
    created: Moment,
}

/// How far a game is.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Seats are open.
    Waiting,
    /// It is played.
    Running,
    /// It is over.
    Over(Ending),
}

/// How a game ended, by the rules or otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Why, as it is called in records.
    pub reason: &'static str,
    /// The places by seat; none if the game counts for nothing.
    pub ranks: Option<Ranks>,
    /// The cells that show it, if the rules of RingRift ended it.
    pub cells: Vec<Cell>,
}

impl Ending {
    /// An ending that the board does not show.
    fn unseen(reason: &'static str, ranks: Option<Ranks>) -> Ending {
        Ending { reason, ranks, cells: Vec::new() }
    }
}

/// An action that stands.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedAction {
    /// By whom.
    pub seat: usize,
    /// What.
    pub action: Value,
    /// In which turn.
    pub turn: u64,
    /// Whether luck had a part in it.
    pub has_luck: bool,
    /// When.
    pub at: Moment,
    /// The milliseconds that it cost.
    pub spent: u64,
    /// The milliseconds that were left afterwards, if there are clocks.
    pub left: Option<u64>,
    /// What an agent said about it.
    pub note: Option<Box<AgentNote>>,
}

/// An entry, and what happened in the game.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedEntry {
    /// The entry.
    pub entry: Arc<Entry>,
    /// What happened, if it was an action.
    pub events: Option<ActionEvents>,
}

/// Something that all have to agree to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proposal {
    /// Who asked.
    pub(super) by: usize,
    /// The seats that agree.
    pub(super) agreed: Vec<usize>,
}

/// A log that does not make sense.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LogError {
    /// The beginning does not.
    #[error("the setup cannot be used: {0}")]
    Setup(#[from] SetupError),
    /// An entry has the wrong number.
    #[error("entry {found} stands where {expected} is due")]
    Order {
        /// The number that is due.
        expected: u64,
        /// The number that is there.
        found: u64,
    },
    /// An action cannot be played.
    #[error("entry {seq}: {problem}")]
    Action {
        /// Which.
        seq: u64,
        /// Why.
        problem: String,
    },
    /// A state is not what it was.
    #[error("entry {seq} says the state is {expected}, but it is {found}")]
    Hash {
        /// Which.
        seq: u64,
        /// What the entry says.
        expected: String,
        /// What it is.
        found: String,
    },
}

impl Table {
    /// A table at which nothing has happened.
    ///
    /// # Errors
    /// If the setup makes no sense.
    pub fn new(setup: Arc<TableSetup>, created: Moment) -> Result<Table, SetupError> {
        let start = setup.game.start()?;
        let seats = start.seats();
        Ok(Table {
            clocks: Clocks::new(setup.clock, seats),
            setup,
            game: start.clone(),
            start,
            seats: vec![Seat::default(); seats],
            stage: Stage::Waiting,
            moves: Vec::new(),
            takeback: None,
            rematch: None,
            successor: None,
            clients: HashMap::new(),
            log: Vec::new(),
            position_seq: 0,
            created,
        })
    }

    /// The table that a log tells of.
    ///
    /// # Errors
    /// If the log makes no sense.
    pub fn replay(
        setup: Arc<TableSetup>,
        created: Moment,
        log: impl IntoIterator<Item = impl Into<Arc<Entry>>>,
    ) -> Result<Table, LogError> {
        let mut table = Table::new(setup, created)?;
        for entry in log {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// The table as it was after an entry.
    ///
    /// # Panics
    /// Never: the log has been played before.
    #[must_use]
    pub fn after(&self, seq: u64) -> Table {
        let count = usize::try_from(seq).unwrap_or(usize::MAX).min(self.log.len());
        Table::replay(self.setup.clone(), self.created, self.log[..count].iter().cloned())
            .expect("a log that was played")
    }

    /// What was agreed.
    pub fn setup(&self) -> &Arc<TableSetup> {
        &self.setup
    }

    /// When it was made.
    pub fn created(&self) -> Moment {
        self.created
    }

    /// The game as it began.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// How far it is.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The actions that stand.
    pub fn moves(&self) -> &[PlayedAction] {
        &self.moves
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The game that all went on to.
    pub fn successor(&self) -> Option<&GameId> {
        self.successor.as_ref()
    }

    /// Who has asked for a takeback, and who agrees.
    pub fn takeback(&self) -> Option<(usize, &[usize])> {
        self.takeback.as_ref().map(|proposal| (proposal.by, &proposal.agreed[..]))
    }

    /// Who wants to play again.
    pub fn rematch(&self) -> &[usize] {
        self.rematch.as_ref().map_or(&[], |proposal| &proposal.agreed)
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Arc<Entry>] {
        &self.log
    }

    /// The number of the last entry.
    pub fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// When something happened last.
    pub fn last_change(&self) -> Moment {
        self.log.last().map_or(self.created, |entry| entry.at)
    }

    /// The hash of the state.
    pub fn hash(&self) -> String {
        self.log.last().map_or_else(|| self.game.hash(), |entry| entry.hash.clone())
    }

    /// The hash of the state after an entry; after the last one, if there is no such entry.
    pub fn hash_after(&self, seq: u64) -> String {
        let index = seq.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        match index {
            None => self.start.hash(),
            Some(index) => self.log.get(index).map_or_else(|| self.hash(), |entry| entry.hash.clone()),
        }
    }

    /// Whose decision it is; nobody's unless the game is played.
    pub fn to_move(&self) -> Option<usize> {
        if self.stage == Stage::Running { self.game.to_move() } else { None }
    }

    /// Whether the turn of a seat is still its own: it has acted in it, and is to move again.
    pub fn can_undo(&self, seat: usize) -> bool {
        let Some(last) = self.moves.last() else { return false };
        match self.setup.purpose {
            Purpose::Analysis => !matches!(&self.stage, Stage::Over(ending) if ending.ranks.is_none()),
            _ => last.seat == seat && self.to_move() == Some(seat) && self.game.turn() == last.turn && !last.has_luck,
        }
    }

    /// The people who sit at the table and have not left, each once.
    pub fn people(&self) -> Vec<&GuestId> {
        let mut people: Vec<&GuestId> = self.seats.iter().filter_map(Seat::guest).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Whether people play against each other now: nobody is helped with such a game.
    pub fn is_contest(&self) -> bool {
        self.stage == Stage::Running && self.people().len() > 1
    }

    /// Whether everybody may have its positions analysed now.
    pub fn may_be_analysed(&self) -> bool {
        matches!(self.game, AnyGame::RingRift(_)) && !self.is_contest()
    }

    /// Does a deed, and gives the entry that says so.
    ///
    /// # Errors
    /// If it cannot be done; the table is of no use any more then.
    pub(super) fn perform_new(&mut self, event: LogEvent, at: Moment) -> Result<AppliedEntry, LogError> {
        let at = at.max(self.last_change());
        let mut entry = Entry { seq: self.seq() + 1, at, event, hash: String::new() };
        let events = self.perform(&entry)?;
        entry.hash = self.game.hash();
        let entry = Arc::new(entry);
        self.log.push(entry.clone());
        Ok(AppliedEntry { entry, events })
    }

    /// Does what an entry of the log says. On an error the table is of no use any more.
    ///
    /// # Errors
    /// If the entry makes no sense here.
    pub fn apply(&mut self, entry: impl Into<Arc<Entry>>) -> Result<AppliedEntry, LogError> {
        let entry = entry.into();
        let expected = self.seq() + 1;
        if entry.seq != expected {
            return Err(LogError::Order { expected, found: entry.seq });
        }
        let events = self.perform(&entry)?;
        let found = self.game.hash();
        if found != entry.hash {
            return Err(LogError::Hash { seq: entry.seq, expected: entry.hash.clone(), found });
        }
        self.log.push(entry.clone());
        Ok(AppliedEntry { entry, events })
    }

    fn perform(&mut self, entry: &Entry) -> Result<Option<ActionEvents>, LogError> {
        let at = entry.at;
        let running = self.clocks.running().map(|(seat, _)| (seat, self.clocks.spent(seat, at)));
        let mut events = None;
        match &entry.event {
            LogEvent::SeatTaken { seat, occupant } => self.seat_mut(*seat, entry)?.occupant = occupant.clone(),
            LogEvent::SeatLeft { seat } => *self.seat_mut(*seat, entry)? = Seat::default(),
            LogEvent::Started => self.stage = Stage::Running,
            LogEvent::Acted { seat, action, client, spent, note, .. } => {
                events = Some(self.act(*seat, action, *spent, entry)?);
                if let Some(made) = self.moves.last_mut() {
                    made.note.clone_from(note);
                }
                self.remember(*seat, client.as_deref(), entry.seq);
            }
            LogEvent::Undone { seat, client } => {
                self.go_back(self.moves.len().saturating_sub(1), entry)?;
                self.remember(*seat, client.as_deref(), entry.seq);
            }
            LogEvent::TakebackAsked { seat, client } => {
                self.takeback = Some(Proposal { by: *seat, agreed: vec![*seat] });
                self.remember(*seat, client.as_deref(), entry.seq);
            }
            LogEvent::TakebackAgreed { seat, client } => {
                self.takeback.iter_mut().for_each(|proposal| proposal.agreed.push(*seat));
                self.remember(*seat, client.as_deref(), entry.seq);
            }
            LogEvent::TakebackRefused { seat, client } => {
                self.takeback = None;
                self.remember(*seat, client.as_deref(), entry.seq);
            }
            LogEvent::TakenBack { actions, seat, client } => {
                self.go_back(*actions, entry)?;
                if let Some(seat) = seat {
                    self.remember(*seat, client.as_deref(), entry.seq);
                }
            }
            LogEvent::Resigned { seat } => self.leave(*seat, DepartureReason::Resignation, entry)?,
            LogEvent::TimedOut { seat } => self.leave(*seat, DepartureReason::Timeout, entry)?,
            LogEvent::Failed { seat, .. } => self.leave(*seat, DepartureReason::Failure, entry)?,
            LogEvent::Aborted { .. } => self.stage = Stage::Over(Ending::unseen("aborted", None)),
            LogEvent::Abandoned => self.stage = Stage::Over(Ending::unseen("abandoned", None)),
            LogEvent::Interrupted { from } => self.clocks.skip(*from, at),
            LogEvent::RematchAsked { seat } => {
                let proposal = self.rematch.get_or_insert_with(|| Proposal { by: *seat, agreed: Vec::new() });
                proposal.agreed.push(*seat);
            }
            LogEvent::RematchMade { game } => self.successor = Some(game.clone()),
        }
        if matches!(self.stage, Stage::Over(_)) {
            self.takeback = None;
        }
        if entry.event.touches_position() {
            // An action says itself what it cost, which is less if the network is slow.
            if let (Some((seat, spent)), false) = (running, matches!(entry.event, LogEvent::Acted { .. })) {
                self.clocks.charge(seat, spent);
            }
            self.position_seq = entry.seq;
            self.restart_clock(at);
        }
        Ok(events)
    }

    fn seat_mut(&mut self, seat: usize, entry: &Entry) -> Result<&mut Seat, LogError> {
        self.seats.get_mut(seat).ok_or_else(|| entry.senseless("there is no such seat"))
    }

    fn remember(&mut self, seat: usize, client: Option<&str>, seq: u64) {
        if let Some(client) = client {
            self.clients.insert((seat, client.to_owned()), seq);
        }
    }

    fn act(&mut self, seat: usize, action: &Value, spent: u64, entry: &Entry) -> Result<ActionEvents, LogError> {
        if self.to_move() != Some(seat) {
            return Err(entry.senseless("it is another seat's decision"));
        }
        let turn = self.game.turn();
        let events = self.game.play(action).map_err(|problem| entry.senseless(&problem.to_string()))?;
        self.clocks.charge(seat, spent);
        if self.game.turn() != turn || self.game.to_move() != Some(seat) {
            self.clocks.turn_ended(seat);
        }
        let left = self.clocks.exist().then(|| self.clocks.left()[seat]);
        let has_luck = events.has_luck();
        self.moves.push(PlayedAction {
            seat,
            action: action.clone(),
            turn,
            has_luck,
            at: entry.at,
            spent,
            left,
            note: None,
        });
        self.takeback = None;
        if self.game.ending().is_some() {
            self.stage = Stage::Over(self.ending_by_rules(&events));
        }
        Ok(events)
    }

    fn go_back(&mut self, actions: usize, entry: &Entry) -> Result<(), LogError> {
        let mut game = self.start.clone();
        self.moves.truncate(actions);
        for made in &self.moves {
            game.play(&made.action).map_err(|problem| entry.senseless(&problem.to_string()))?;
        }
        self.game = game;
        self.takeback = None;
        self.stage = Stage::Running;
        Ok(())
    }

    /// Somebody leaves: he is last but for those who left before. The game ends when one is left.
    fn leave(&mut self, seat: usize, reason: DepartureReason, entry: &Entry) -> Result<(), LogError> {
        let order = self.seats.iter().filter(|seat| seat.departure.is_some()).count();
        self.seat_mut(seat, entry)?.departure = Some(Departure { reason, order });
        self.takeback = None;
        if order + 2 >= self.seats.len() {
            let all_equal = vec![1; self.seats.len()];
            self.stage = Stage::Over(Ending::unseen(reason.name(), Some(self.ranks(&all_equal))));
        }
        Ok(())
    }

    /// How the rules ended it, by what happened last.
    fn ending_by_rules(&self, last: &ActionEvents) -> Ending {
        let ending = self.game.ending().expect("asked only after the end");
        let ranks = self.ranks(&ending.ranks);
        // Whoever left has not won, whatever was played on for him.
        let is_winner = |(seat, &place): (usize, &u8)| place == 1 && ranks.winner() == Some(seat);
        let cells = match (&self.game, last) {
            (AnyGame::RingRift(game), ActionEvents::RingRift(events))
                if ending.ranks.iter().enumerate().any(is_winner) =>
            {
                deciding_cells(game.position(), events)
            }
            _ => Vec::new(),
        };
        Ending { reason: ending.reason, ranks: Some(ranks), cells }
    }

    /// The places: those who left are behind those who did not, the first to leave last; the others as the rules have them.
    fn ranks(&self, by_rules: &[u8]) -> Ranks {
        let score = |(seat, &place): (usize, &u8)| match self.seats[seat].departure {
            None => (1, 0, -i32::from(place)),
            Some(departure) => (0, departure.order, 0),
        };
        let scores: Vec<(i32, usize, i32)> = by_rules.iter().enumerate().map(score).collect();
        Ranks::by_score(&scores)
    }

    /// Runs the clock of whoever is to move, if he is a person.
    fn restart_clock(&mut self, at: Moment) {
        let seat = self.to_move().filter(|&seat| self.seats[seat].driver() == Controller::Guest);
        self.clocks.run(seat, at);
    }
}

impl LogEvent {
    /// Whether the position, or who decides, can be another one afterwards.
    fn touches_position(&self) -> bool {
        use LogEvent::{Abandoned, Aborted, Acted, Failed, Resigned, Started, TakenBack, TimedOut, Undone};
        matches!(
            self,
            Started
                | Acted { .. }
                | Undone { .. }
                | TakenBack { .. }
                | Resigned { .. }
                | TimedOut { .. }
                | Failed { .. }
                | Aborted { .. }
                | Abandoned
        )
    }
}

impl Entry {
    fn senseless(&self, problem: &str) -> LogError {
        LogError::Action { seq: self.seq, problem: problem.to_owned() }
    }
}
