//! A table, as clients see it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Text;
use crate::id::{GameId, GuestId};
use crate::table::{AnyGame, ClockRules, GameSetup, Occupant, PlayedAction, Purpose, Seat, Stage, Table, Visibility};
use crate::time::Moment;

/// The names of guests.
pub type Names = HashMap<GuestId, String>;

/// A table without the position of its game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    /// The name of the game.
    pub id: GameId,
    /// `ringrift` or `asg`.
    #[schema(value_type = String)]
    pub game: Text,
    /// The rules: board, players, edition and options, or those of ASG with the map's name.
    pub rules: String,
    /// The board of RingRift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub board: Option<Text>,
    /// What the table is for.
    pub purpose: Purpose,
    /// Who can see it.
    pub visibility: Visibility,
    /// How far the game is.
    pub stage: StageName,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The seat whose decision it is.
    pub to_move: Option<usize>,
    /// How many actions stand.
    pub actions: usize,
    /// The clocks.
    pub clock: ClockView,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// Whether those who play can still call it off.
    #[serde(default)]
    pub can_abort: bool,
    /// Whether its positions may be analysed now; a single one is refused all the same while people play another game that stands there.
    #[serde(default)]
    pub may_analyse: bool,
    /// Who has asked for a takeback.
    pub takeback: Option<usize>,
    /// Who wants to play again.
    pub rematch: Vec<usize>,
    /// The game in which they do.
    pub next_game: Option<GameId>,
    /// The milliseconds by which spectators see everything later.
    pub spectator_delay: u64,
    /// When it was made.
    pub created: Moment,
    /// When something happened last.
    pub changed: Moment,
    /// For ASG the BLAKE3 hash of `salt:seed`, which cannot be changed any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_promise: Option<String>,
    /// For ASG the seed, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// For ASG the salt, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
}

/// How far a game is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageName {
    /// Seats are open.
    Waiting,
    /// It is played.
    Running,
    /// It is over.
    Over,
}

impl StageName {
    /// The name of a stage.
    pub fn of(stage: &Stage) -> StageName {
        match stage {
            Stage::Waiting => StageName::Waiting,
            Stage::Running => StageName::Running,
            Stage::Over(_) => StageName::Over,
        }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            StageName::Waiting => "waiting",
            StageName::Running => "running",
            StageName::Over => "over",
        }
    }
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// Its number, from 0.
    pub seat: usize,
    /// Who sits there.
    pub kind: SeatKind,
    /// His name.
    pub name: String,
    /// Why he left the game, if he did: a caretaker plays on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub gone: Option<Text>,
}

/// Who sits on a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody.
    Open,
    /// A person, or a program with a token.
    Person,
    /// A built-in player.
    Bot,
    /// An agent.
    Agent,
}

/// The clocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockView {
    /// Their rules.
    pub rules: ClockRules,
    /// The milliseconds left for each seat at `at`.
    pub left: Vec<u64>,
    /// The seat whose clock runs.
    pub running: Option<usize>,
    /// The server's time.
    pub at: Moment,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndingView {
    /// Why.
    #[schema(value_type = String)]
    pub reason: Text,
    /// The places by seat, if it counts.
    #[schema(value_type = Option<Vec<u8>>)]
    pub ranks: Option<game::Ranks>,
    /// The seat that won alone.
    pub winner: Option<usize>,
    /// The cells that show it, if the rules of RingRift ended it: the territory that won, where the last rings left the game, or the stacks of the last who could act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// An action that stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    /// By whom.
    pub seat: usize,
    /// In which turn.
    pub turn: u64,
    /// What: notation, or a list of orders.
    pub action: Value,
    /// When.
    pub at: Moment,
    /// The milliseconds left afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

impl From<&PlayedAction> for MoveView {
    fn from(made: &PlayedAction) -> MoveView {
        let PlayedAction { seat, turn, action, at, left, .. } = made;
        MoveView { seat: *seat, turn: *turn, action: action.clone(), at: *at, left: *left }
    }
}

impl TableView {
    /// A table at a moment.
    pub fn new(id: &GameId, table: &Table, names: &Names, now: Moment) -> TableView {
        let setup = table.setup();
        let is_over = matches!(table.stage(), Stage::Over(_));
        let (seed, salt) = match &setup.game {
            GameSetup::Asg { seed, salt, .. } if is_over => (Some(*seed), Some(salt.clone())),
            _ => (None, None),
        };
        TableView {
            id: id.clone(),
            game: game_name(table.game()).into(),
            rules: rules_text(table.game()),
            board: match table.game() {
                AnyGame::RingRift(game) => Some(game.position().rules().board.name().into()),
                AnyGame::Asg(_) => None,
            },
            purpose: setup.purpose,
            visibility: setup.visibility,
            stage: StageName::of(table.stage()),
            seats: table.seats().iter().enumerate().map(|(i, seat)| SeatView::new(i, seat, names)).collect(),
            to_move: table.to_move(),
            actions: table.moves().len(),
            clock: ClockView::new(table, now),
            ending: EndingView::of(table),
            can_abort: table.can_abort(),
            may_analyse: table.may_be_analysed(),
            takeback: table.takeback().map(|(by, _)| by),
            rematch: table.rematch().to_vec(),
            next_game: table.successor().cloned(),
            spectator_delay: setup.spectator_delay,
            created: table.created(),
            changed: table.last_change(),
            seed_promise: setup.game.seed_promise(),
            seed,
            salt,
        }
    }
}

/// The name of the game that is played.
pub(crate) fn game_name(game: &AnyGame) -> &'static str {
    match game {
        AnyGame::RingRift(_) => "ringrift",
        AnyGame::Asg(_) => "asg",
    }
}

/// The rules of a game in one line.
pub(crate) fn rules_text(game: &AnyGame) -> String {
    match game {
        AnyGame::RingRift(game) => game.position().rules().to_string(),
        AnyGame::Asg(game) => format!("{} on {}", game.rules().name(), game.scenario().file().id),
    }
}

impl SeatView {
    /// A seat with a number.
    pub fn new(number: usize, seat: &Seat, names: &Names) -> SeatView {
        let (kind, name) = match &seat.occupant {
            Occupant::Open => (SeatKind::Open, String::new()),
            Occupant::Guest { guest } => {
                (SeatKind::Person, names.get(guest).cloned().unwrap_or_else(|| "deleted guest".to_owned()))
            }
            Occupant::Bot { name } => (SeatKind::Bot, name.clone()),
            Occupant::Agent { name } => (SeatKind::Agent, name.clone()),
        };
        SeatView { seat: number, kind, name, gone: seat.departure.map(|departure| departure.reason.name().into()) }
    }
}

impl ClockView {
    fn new(table: &Table, now: Moment) -> ClockView {
        let clocks = table.clocks();
        let left = if clocks.exist() {
            (0..clocks.left().len()).map(|seat| clocks.left_at(seat, now)).collect()
        } else {
            Vec::new()
        };
        let running = clocks.running().map(|(seat, _)| seat);
        ClockView { rules: table.setup().clock, left, running, at: now }
    }
}

impl EndingView {
    /// The ending of a game that is over.
    pub fn of(table: &Table) -> Option<EndingView> {
        let Stage::Over(ending) = table.stage() else { return None };
        let winner = ending.ranks.and_then(|ranks| ranks.winner());
        let cells = match table.game() {
            AnyGame::RingRift(game) => {
                let board = game.position().rules().board;
                ending.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect()
            }
            AnyGame::Asg(_) => Vec::new(),
        };
        Some(EndingView { reason: ending.reason.into(), ranks: ending.ranks, winner, cells })
    }
}
