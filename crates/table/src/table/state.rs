//! State of a table.

use std::sync::Arc;

use api::{AgentNote, Purpose};
use game::{Ranks, Rejection};
use ringrift::Cell;
use serde_json::Value;

use super::checkpoint::{Checkpoints, INTERVAL};
use super::clock::Clocks;
use super::entry::{LogEntry, LogEvent};
use super::game::{ActionEvents, AnyGame};
use super::seat::Seat;
use super::setup::{TableSetup, TableSetupError};
use super::shared_list::SharedList;
use api::Moment;
use api::id::{GameId, GuestId};

/// A game on the server with its seats, clocks and log. Its whole state is derived from the setup and the log.
///
/// A clone shares the log entries and the played actions with the original, so cloning the table of a long game is cheap.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub(super) setup: Arc<TableSetup>,
    pub(super) start: Arc<AnyGame>,
    pub(super) game: AnyGame,
    pub(super) seats: Vec<Seat>,
    pub(super) stage: Stage,
    pub(super) moves: SharedList<PlayedAction>,
    /// The game after every [`INTERVAL`] of these actions.
    pub(super) positions: SharedList<AnyGame>,
    pub(super) clocks: Clocks,
    pub(super) takeback: Option<Proposal>,
    pub(super) draw: Option<Proposal>,
    pub(super) rematch: Option<Proposal>,
    pub(super) successor: Option<GameId>,
    pub(super) log: SharedList<LogEntry>,
    /// The table after every [`INTERVAL`] entries.
    pub(super) checkpoints: Checkpoints,
    /// Number of the last entry that changed the position.
    pub(super) position_seq: u64,
    pub(super) created: Moment,
}

/// Stage of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Some seats are open.
    Waiting,
    Running,
    Over(Ending),
}

/// Result of a game, decided by the rules or by another cause, such as a resignation.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Name of the reason in records.
    pub reason: &'static str,
    /// Ranks by seat; `None` if the game has no result.
    pub ranks: Option<Ranks>,
    /// Cells that show why the game ended, if the rules of RingRift ended it.
    pub cells: Vec<Cell>,
}

impl Ending {
    /// Creates an ending that the rules of the game did not cause.
    pub(super) fn outside_rules(reason: &'static str, ranks: Option<Ranks>) -> Ending {
        Ending { reason, ranks, cells: Vec::new() }
    }
}

/// An action that was played and not taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedAction {
    /// An entry with [`LogEvent::Acted`]. The action is not copied, because it can be long.
    entry: Arc<LogEntry>,
    pub seat: usize,
    pub turn: u64,
    /// Whether chance decided a part of the outcome.
    pub is_random: bool,
    /// Milliseconds left on the player's clock afterwards, if the game has clocks.
    pub left: Option<u64>,
}

impl PlayedAction {
    pub(super) fn new(entry: Arc<LogEntry>, effect: ActionEffect) -> PlayedAction {
        let ActionEffect { seat, turn, is_random, left } = effect;
        PlayedAction { entry, seat, turn, is_random, left }
    }

    /// Returns the action: RingRift notation, or the list of ASG orders.
    pub fn action(&self) -> &Value {
        match &self.entry.event {
            LogEvent::Acted { action, .. } => action,
            _ => &Value::Null,
        }
    }

    pub fn at(&self) -> Moment {
        self.entry.at
    }

    /// Returns the milliseconds charged to the player's clock.
    pub fn spent(&self) -> u64 {
        match &self.entry.event {
            LogEvent::Acted { spent, .. } => *spent,
            _ => 0,
        }
    }

    /// Returns the note of the agent that played the action.
    pub fn note(&self) -> Option<&AgentNote> {
        match &self.entry.event {
            LogEvent::Acted { note, .. } => note.as_deref(),
            _ => None,
        }
    }
}

/// The part of a [`PlayedAction`] that is not in its log entry.
#[derive(Copy, Clone, Debug)]
pub(super) struct ActionEffect {
    pub(super) seat: usize,
    pub(super) turn: u64,
    pub(super) is_random: bool,
    pub(super) left: Option<u64>,
}

/// A log entry and the events that it caused in the game.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedEntry {
    pub entry: Arc<LogEntry>,
    /// Present if the entry is an action.
    pub events: Option<ActionEvents>,
}

/// A request that takes effect once all players agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proposal {
    /// Seat that asked.
    pub(super) by: usize,
    /// Seats that agree, including the one that asked.
    pub(super) agreed: Vec<usize>,
}

/// Why a log is invalid.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LogError {
    #[error("invalid setup: {0}")]
    Setup(#[from] TableSetupError),
    #[error("expected entry {expected}, found entry {found}")]
    Order { expected: u64, found: u64 },
    #[error("entry {seq}: {problem}")]
    Action { seq: u64, problem: String },
    #[error("entry {seq}: the recorded state hash is {expected}, but the state has hash {found}")]
    Hash { seq: u64, expected: String, found: String },
}

impl Table {
    /// Creates a table with an empty log.
    ///
    /// # Errors
    /// Returns an error if the setup is invalid.
    pub fn new(setup: Arc<TableSetup>, created: Moment) -> Result<Table, TableSetupError> {
        let start = setup.game.start()?;
        Ok(Table::at_start(setup, Arc::new(start), created))
    }

    fn at_start(setup: Arc<TableSetup>, start: Arc<AnyGame>, created: Moment) -> Table {
        let game = (*start).clone();
        let seats = game.seats();
        Table {
            clocks: Clocks::new(setup.clock, seats),
            setup,
            start,
            game,
            seats: vec![Seat::default(); seats],
            stage: Stage::Waiting,
            moves: SharedList::default(),
            positions: SharedList::default(),
            takeback: None,
            draw: None,
            rematch: None,
            successor: None,
            log: SharedList::default(),
            checkpoints: Checkpoints::default(),
            position_seq: 0,
            created,
        }
    }

    /// Rebuilds a table from its log.
    ///
    /// # Errors
    /// Returns an error if the setup or the log is invalid.
    pub fn replay(
        setup: Arc<TableSetup>,
        created: Moment,
        log: impl IntoIterator<Item = impl Into<Arc<LogEntry>>>,
    ) -> Result<Table, LogError> {
        let mut table = Table::new(setup, created)?;
        for entry in log {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// Rebuilds the table as it was after an entry. Replays the entries since the last checkpoint.
    ///
    /// # Panics
    /// Never: the log was applied before.
    #[must_use]
    pub fn after(&self, seq: u64) -> Table {
        let count = usize::try_from(seq).unwrap_or(usize::MAX).min(self.log.len());
        let mut table = match self.checkpoints.before(count) {
            Some((checkpoint, entries)) => checkpoint.restore(self, entries),
            None => {
                let table = Table::at_start(self.setup.clone(), self.start.clone(), self.created);
                Table { checkpoints: self.checkpoints.clone(), ..table }
            }
        };
        for entry in self.log.iter_from(table.log.len()).take(count - table.log.len()) {
            table.apply(entry.clone()).expect("the log was applied before");
        }
        table
    }

    /// Rebuilds the game as it was after the first `actions` actions. Replays the actions since the last checkpoint.
    ///
    /// # Errors
    /// Returns an error if an action is not legal, which means that the log is damaged.
    pub fn game_after(&self, actions: usize) -> Result<AnyGame, Rejection> {
        let checkpoint = (actions / INTERVAL).min(self.positions.len());
        let mut game = match checkpoint.checked_sub(1) {
            Some(index) => self.positions[index].clone(),
            None => self.start(),
        };
        let replayed = checkpoint * INTERVAL;
        for played in self.moves.iter_from(replayed).take(actions.saturating_sub(replayed)) {
            game.replay(played.action())?;
        }
        Ok(game)
    }

    pub fn setup(&self) -> &Arc<TableSetup> {
        &self.setup
    }

    pub fn created(&self) -> Moment {
        self.created
    }

    /// Returns the game in its start position.
    pub fn start(&self) -> AnyGame {
        (*self.start).clone()
    }

    /// Returns the game in its current position.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Returns the actions that led to the current position; those that were taken back are not included.
    pub fn moves(&self) -> &SharedList<PlayedAction> {
        &self.moves
    }

    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the id of the rematch, if it was created.
    pub fn successor(&self) -> Option<&GameId> {
        self.successor.as_ref()
    }

    /// Returns the seat that asked for a takeback, and the seats that agree.
    pub fn takeback(&self) -> Option<(usize, &[usize])> {
        self.takeback.as_ref().map(|proposal| (proposal.by, &proposal.agreed[..]))
    }

    /// Returns the seat that offered a draw.
    pub fn draw_offer(&self) -> Option<usize> {
        self.draw.as_ref().map(|proposal| proposal.by)
    }

    /// Returns the seats that asked for a rematch.
    pub fn rematch(&self) -> &[usize] {
        self.rematch.as_ref().map_or(&[], |proposal| &proposal.agreed)
    }

    pub fn log(&self) -> &SharedList<LogEntry> {
        &self.log
    }

    /// Returns the number of the last entry; 0 if the log is empty.
    pub fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// Returns the time of the last entry, or of the table's creation.
    pub fn last_change(&self) -> Moment {
        self.log.last().map_or(self.created, |entry| entry.at)
    }

    /// Returns the time at which the game started; `None` if it has not.
    pub fn started(&self) -> Option<Moment> {
        self.log.iter().find(|entry| entry.event == LogEvent::Started).map(|entry| entry.at)
    }

    /// Returns the hash of the current game state.
    pub fn hash(&self) -> String {
        self.log.last().map_or_else(|| self.game.hash(), |entry| entry.hash.clone())
    }

    /// Returns the hash of the game state after an entry; of the current state if there is no such entry.
    pub fn hash_after(&self, seq: u64) -> String {
        let index = seq.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        match index {
            None => self.start().hash(),
            Some(index) => self.log.get(index).map_or_else(|| self.hash(), |entry| entry.hash.clone()),
        }
    }

    /// Returns the seat to move; `None` unless the game is running.
    pub fn to_move(&self) -> Option<usize> {
        if self.stage == Stage::Running { self.game.to_move() } else { None }
    }

    /// Reports whether a seat can undo the last action: the seat played it in the current turn, is still to move, and chance
    /// decided no part of its outcome. On an analysis board every action can be undone, unless the game ended without a result.
    pub fn can_undo(&self, seat: usize) -> bool {
        let Some(last) = self.moves.last() else { return false };
        match self.setup.purpose {
            Purpose::Analysis => !matches!(&self.stage, Stage::Over(ending) if ending.ranks.is_none()),
            _ => last.seat == seat && self.to_move() == Some(seat) && self.game.turn() == last.turn && !last.is_random,
        }
    }

    /// Returns the guests on the seats who have not left, each once.
    pub fn present_guests(&self) -> Vec<&GuestId> {
        let mut guests: Vec<&GuestId> = self.seats.iter().filter_map(Seat::guest).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }

    /// Reports whether two or more guests are playing against each other; their game must not be analysed.
    pub fn is_contest(&self) -> bool {
        self.stage == Stage::Running && self.present_guests().len() > 1
    }

    /// Reports whether the positions of this game may be analysed now.
    pub fn may_be_analysed(&self) -> bool {
        matches!(self.game, AnyGame::RingRift(_)) && !self.is_contest()
    }
}
