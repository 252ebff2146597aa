//! Positions as free data: anything can be written down, and [`Position::from_setup`](crate::Position::from_setup) says
//! what is wrong with it.

use std::collections::BTreeSet;
use std::fmt;

use crate::action::Action;
use crate::board::Board;
use crate::board_kind::{BoardKind, Coord};
use crate::cell_set::CellSet;
use crate::choices::{Forced, LastStanding, Tiebreak};
use crate::event::Observer;
use crate::outcome::Reason;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::{LastActions, PositionOf};
use crate::ruleset::{Ruleset, RulesetProblem, write_problems};
use crate::stack::MAX_HEIGHT;

/// A position to be set up; nothing about it is checked.
///
/// The lists may stand in any order. [`Position::to_setup`](crate::Position::to_setup) writes them in cell order, so that
/// two setups made by engines are equal exactly if the positions are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules of the game.
    pub rules: Ruleset,
    /// Stacks with their rings from bottom to top (RR-CANON-R021).
    pub stacks: Vec<(Coord, Vec<Player>)>,
    /// Markers (RR-CANON-R030).
    pub markers: Vec<(Coord, Player)>,
    /// Collapsed cells (RR-CANON-R031).
    pub collapsed: Vec<(Coord, Player)>,
    /// Rings in hand.
    pub hands: ByPlayer<u16>,
    /// Eliminated rings credited to each player (RR-CANON-R060).
    pub credits: ByPlayer<u16>,
    /// The player to move.
    pub to_move: Player,
    /// The decision the player faces; none at the start of a turn, where the rules find it (rules.md 4.1).
    pub phase: Option<Phase>,
    /// The number of turns begun, automatic passes included; 1 in the first turn.
    pub turn: u32,
    /// The last player who had a real action at the start of a turn of his (RR-CANON-R172); none where it does not matter.
    pub last_standing: Option<Player>,
    /// The players who have acted, the latest first (RR-CANON-R173); empty where it does not matter.
    pub last_actions: Vec<Player>,
    /// What the player to move has done in his turn; none for what the phase suggests, and where it does not matter (live 2).
    pub turn_progress: Option<TurnProgress>,
    /// The rounds of the last player standing (live 9); nothing where they do not matter.
    pub rounds: LastStandingRounds,
    /// In which order the players lost their last rings: 1 for those of the first turn in which somebody did, 2 for the
    /// next, 0 for those who have one (live 10); all 0 where it does not matter.
    pub elimination_order: ByPlayer<u8>,
}

impl Setup {
    /// An empty board with empty hands; seat 1 starts the first turn.
    pub fn empty(rules: Ruleset) -> Setup {
        Setup {
            rules,
            stacks: Vec::new(),
            markers: Vec::new(),
            collapsed: Vec::new(),
            hands: ByPlayer::default(),
            credits: ByPlayer::default(),
            to_move: Player::One,
            phase: None,
            turn: 1,
            last_standing: None,
            last_actions: Vec::new(),
            turn_progress: None,
            rounds: LastStandingRounds::default(),
            elimination_order: ByPlayer::default(),
        }
    }

    /// The start of a game: an empty board and full hands (RR-CANON-R020).
    pub fn start(rules: Ruleset) -> Setup {
        let mut setup = Setup::empty(rules);
        for player in Player::seats(rules.players) {
            setup.hands[player] = rules.rings_per_player;
        }
        setup
    }
}

/// One thing that is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupProblem {
    /// The rules themselves are refused.
    #[error("{0}")]
    Rules(RulesetProblem),
    /// A coordinate is not on the board.
    #[error("{cell} is not on {board}")]
    OffBoard {
        /// The coordinate as the board writes it.
        cell: String,
        /// The board.
        board: BoardKind,
    },
    /// A cell is given more than one content (RR-CANON-R021).
    #[error("{0} has more than one occupant")]
    TwoOccupants(String),
    /// A stack without rings.
    #[error("the stack on {0} has no rings")]
    NoRings(String),
    /// A stack that is too high.
    #[error("the stack on {cell} is {height} rings high; at most {MAX_HEIGHT} are possible")]
    TooHigh {
        /// Where.
        cell: String,
        /// How high.
        height: usize,
    },
    /// A ring, marker, cell, hand or credit of a seat that does not play.
    #[error("{what} of player {player}, but only {players} play")]
    MissingPlayer {
        /// What belongs to him.
        what: &'static str,
        /// Who.
        player: Player,
        /// The number of players.
        players: u8,
    },
    /// More rings of a colour than exist (RR-CANON-R020).
    #[error("player {player} has {found} rings in hand and on the board; there are only {supply}")]
    TooManyRings {
        /// Whose.
        player: Player,
        /// How many.
        found: u32,
        /// How many exist.
        supply: u16,
    },
    /// More credited rings than are missing from hands and board (RR-CANON-R052).
    #[error("{credited} eliminated rings are credited, but only {missing} are missing from hands and board")]
    TooManyCredits {
        /// The sum of all credits.
        credited: u32,
        /// The rings that are neither in hand nor on the board.
        missing: u32,
    },
    /// The player to move has no ring anywhere (RR-CANON-R172).
    #[error("player {0} is to move but has no ring left")]
    EliminatedToMove(Player),
    /// The turn number is 0, or beyond the cap in a game that goes on.
    #[error("turn {0} does not exist here; turns count from 1 up to the turn cap")]
    Turn(u32),
    /// A player is listed twice among the last actions.
    #[error("player {0} is listed twice among the last actions")]
    RepeatedAction(Player),
    /// Data that the rules do not use.
    #[error("{0} has no meaning under these rules")]
    Unused(&'static str),
    /// The phase does not fit the position.
    #[error("phase {phase} does not fit: {reason}")]
    Phase {
        /// The phase.
        phase: &'static str,
        /// Why.
        reason: String,
    },
    /// The game is over.
    #[error("the game is already over: {0}")]
    Over(String),
}

/// Everything that is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The problems, never empty.
    pub problems: Vec<SetupProblem>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, "invalid position", &self.problems)
    }
}

impl std::error::Error for SetupError {}

/// What to do with positions of finished games: those that say so, those in which somebody has reached a threshold, and
/// those in which nobody can act.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FinishedGames {
    /// Rejects them.
    Reject,
    /// Accept them.
    Allow,
}

impl<const W: usize> PositionOf<W> {
    /// Makes a position of a setup. A start of a turn is played on to the first decision, passes included; the observer
    /// hears of that.
    pub(crate) fn from_setup(
        setup: &Setup,
        finished: FinishedGames,
        observer: &mut impl Observer,
    ) -> Result<PositionOf<W>, SetupError> {
        let mut problems = check_components(setup);
        if !problems.is_empty() {
            return Err(SetupError { problems });
        }
        let mut position = PositionOf::unchecked(setup);
        position.check_turn(setup, &mut problems);
        if problems.is_empty() {
            match setup.phase {
                Some(_) => position.check_phase(&mut problems),
                None => match position.won_before() {
                    Some((winner, reason)) => position.end(Some(winner), reason, observer),
                    None => position.start_turn(observer),
                },
            }
        }
        if let (Phase::Over { winner, reason }, FinishedGames::Reject) = (position.phase, finished) {
            let winner = winner.map_or("nobody".to_owned(), |player| format!("player {player}"));
            problems.push(SetupProblem::Over(format!("{winner} has won by {reason}")));
        }
        if problems.is_empty() { Ok(position) } else { Err(SetupError { problems }) }
    }

    /// Puts everything where the setup says, which must name cells of the board only.
    fn unchecked(setup: &Setup) -> PositionOf<W> {
        let board = setup.rules.board;
        let mut position = PositionOf {
            rules: setup.rules,
            geometry: board.geometry(),
            board: Board::EMPTY,
            hands: setup.hands,
            credits: setup.credits,
            to_move: setup.to_move,
            phase: setup.phase.unwrap_or(Phase::Placement),
            turn: setup.turn,
            last_standing: setup.last_standing,
            last_actions: LastActions::default(),
            turn_progress: TurnProgress::Idle,
            rounds: setup.rounds,
            elimination_order: setup.elimination_order,
        };
        if position.rules.tracks_turn_progress() {
            position.turn_progress = setup.turn_progress.unwrap_or(TurnProgress::usual(position.phase));
        }
        for player in setup.last_actions.iter().rev() {
            position.last_actions.note(*player);
        }
        let cell = |at: Coord| board.cell(at).expect("checked to be on the board");
        for (at, rings) in &setup.stacks {
            position.board.put_stack(cell(*at), rings.iter().copied().collect());
        }
        for &(at, player) in &setup.markers {
            position.board.put_marker(cell(at), player);
        }
        for &(at, player) in &setup.collapsed {
            position.board.collapse(cell(at), player);
        }
        position
    }

    /// Checks whose turn it is, and that nobody has won before it.
    fn check_turn(&self, setup: &Setup, problems: &mut Vec<SetupProblem>) {
        if self.phase.is_over() {
            return;
        }
        // The last ring may have gone in this very turn; then only a long line can still be taken in part.
        if self.is_eliminated(self.to_move) && setup.phase != Some(Phase::LineChoice) {
            problems.push(SetupProblem::EliminatedToMove(self.to_move));
        }
        if self.rules.turn_cap.is_some_and(|cap| self.turn > cap) {
            problems.push(SetupProblem::Turn(self.turn));
        }
        // Within a turn the mover may have passed a threshold that is only looked at when the turn ends; nobody else can.
        if let (Some(_), Some((winner, reason))) = (setup.phase, self.won_before())
            && winner != self.to_move
        {
            problems.push(SetupProblem::Over(format!("player {winner} has won by {reason}")));
        }
    }

    /// Who has reached a threshold already, the mover last.
    fn won_before(&self) -> Option<(Player, Reason)> {
        let mut seats: Vec<Player> = Player::seats(self.rules.players).collect();
        seats.sort_by_key(|&player| player == self.to_move);
        seats.into_iter().find_map(|player| {
            if self.credits[player] >= self.rules.elimination_threshold {
                Some((player, Reason::RingElimination))
            } else if self.has_won_territory(player) {
                Some((player, Reason::TerritoryControl))
            } else {
                None
            }
        })
    }

    /// Checks that the phase could have been reached with these data.
    fn check_phase(&self, problems: &mut Vec<SetupProblem>) {
        let mut wrong = |reason: String| {
            problems.push(SetupProblem::Phase { phase: self.phase.name(), reason });
        };
        let player = self.to_move;
        let controlled = self.board.controlled(player);
        let at = match self.phase {
            Phase::Movement { must_move } => must_move,
            Phase::CaptureOffer { at } | Phase::CaptureChain { at } => Some(at),
            _ => None,
        };
        if let Some(at) = at {
            if at.0 >= self.rules.board.cells() {
                return wrong(format!("cell number {} is not on the board", at.index()));
            }
            if !controlled.contains(at) {
                return wrong(format!("player {player} controls no stack on {}", self.rules.board.cell_name(at)));
            }
        }
        match self.phase {
            Phase::Over { winner, reason } => self.check_end(winner, reason, &mut wrong),
            Phase::Placement if self.first_phase(player) != Some(Phase::Placement) => {
                wrong(format!("player {player} cannot place"));
            }
            Phase::Recovery if self.movement_phase(player) != Some(Phase::Recovery) => {
                wrong(format!("player {player} cannot recover, or can move or capture"));
            }
            Phase::ForcedElimination if self.rules.forced == Forced::First && self.has_real_action(player) => {
                wrong(format!("player {player} can place, move or capture"));
            }
            Phase::RegionChoice if !self.legal_actions().iter().any(|a| matches!(a, Action::ClaimRegion { .. })) => {
                wrong(format!("no region is eligible for player {player}"));
            }
            Phase::CaptureOffer { at } if !self.can_capture(player, at) => {
                wrong(format!("the stack on {} cannot capture", self.rules.board.cell_name(at)));
            }
            _ if self.count_legal() == 0 => wrong(format!("player {player} has nothing to decide there")),
            _ => {}
        }
    }

    /// Checks what can be known of a claimed result.
    fn check_end(&self, winner: Option<Player>, reason: Reason, wrong: &mut impl FnMut(String)) {
        let name = winner.map_or("nobody".to_owned(), |player| format!("player {player}"));
        let by_rungs = self.rules.tiebreak == Tiebreak::Rungs && self.is_stalemate();
        let by_ladder = matches!(reason, Reason::Stalemate | Reason::TurnCap);
        let plausible = match (winner, reason) {
            (Some(player), _) if player.seat() > self.rules.players => false,
            (Some(_), _) if by_rungs && reason != Reason::TurnCap && self.ends_by_rungs() => true,
            (Some(player), Reason::RingElimination) => self.credits[player] >= self.rules.elimination_threshold,
            (Some(player), Reason::TerritoryControl) => self.has_won_territory(player),
            (Some(player), Reason::LastPlayerStanding) => {
                self.has_real_action(player) || self.only_one_able() == Some(player)
            }
            (None, _) if !by_ladder => false,
            _ => {
                let mut copy = self.clone();
                copy.climb_ladder(reason, &mut ());
                (self.rules.tiebreak == Tiebreak::Rungs || self.hands == ByPlayer::default())
                    && copy.phase == self.phase
            }
        };
        if !plausible || (reason == Reason::TurnCap && self.rules.turn_cap != Some(self.turn)) {
            wrong(format!("{name} cannot have won by {reason} here"));
        }
    }

    /// Whether the rungs of the ladder give the result that is claimed.
    fn ends_by_rungs(&self) -> bool {
        let mut copy = self.clone();
        copy.climb_ladder(Reason::Stalemate, &mut ());
        copy.phase == self.phase
    }

    /// The position as free data, complete and in cell order.
    pub fn to_setup(&self) -> Setup {
        let board = self.rules.board;
        let coord = |cell| board.coord(cell);
        let owned = |sets: fn(&Board<W>, Player) -> CellSet<W>| {
            let mut list: Vec<(Coord, Player)> = Player::seats(self.rules.players)
                .flat_map(|player| sets(&self.board, player).iter().map(move |cell| (board.coord(cell), player)))
                .collect();
            list.sort_unstable();
            list
        };
        let stacks = self.board.all_stacks();
        Setup {
            rules: self.rules,
            stacks: stacks.iter().map(|cell| (coord(cell), self.board.stack(cell).rings().collect())).collect(),
            markers: owned(Board::markers),
            collapsed: owned(Board::collapsed),
            hands: self.hands,
            credits: self.credits,
            to_move: self.to_move,
            phase: Some(self.phase),
            turn: self.turn,
            last_standing: self.last_standing,
            last_actions: self.last_actions.iter().collect(),
            turn_progress: self.rules.tracks_turn_progress().then_some(self.turn_progress),
            rounds: self.rounds,
            elimination_order: self.elimination_order,
        }
    }
}

/// Checks everything that needs no position: cells, occupants, heights, seats, counts.
fn check_components(setup: &Setup) -> Vec<SetupProblem> {
    let rules = &setup.rules;
    let mut problems = Vec::new();
    if let Err(error) = rules.check() {
        problems.extend(error.problems.into_iter().map(SetupProblem::Rules));
        return problems;
    }
    check_cells(setup, &mut problems);
    check_seats(setup, &mut problems);
    check_counts(setup, &mut problems);
    if setup.turn == 0 {
        problems.push(SetupProblem::Turn(0));
    }
    if setup.last_standing.is_some() && rules.last_standing != LastStanding::Round {
        problems.push(SetupProblem::Unused("a last player standing"));
    }
    if setup.rounds != LastStandingRounds::default() && rules.last_standing != LastStanding::Rounds {
        problems.push(SetupProblem::Unused("a round of the last player standing"));
    }
    if setup.elimination_order != ByPlayer::default() && rules.tiebreak != Tiebreak::Rungs {
        problems.push(SetupProblem::Unused("the order of losing the last ring"));
    }
    if setup.turn_progress.is_some() && !rules.tracks_turn_progress() {
        problems.push(SetupProblem::Unused("what the player has done in his turn"));
    }
    if !setup.last_actions.is_empty() && rules.tiebreak != Tiebreak::LastAction {
        problems.push(SetupProblem::Unused("the order of last actions"));
    }
    problems
}

fn check_cells(setup: &Setup, problems: &mut Vec<SetupProblem>) {
    let board = setup.rules.board;
    let mut seen = BTreeSet::new();
    let mut reported = BTreeSet::new();
    let stacks = setup.stacks.iter().map(|(at, _)| at);
    let others = setup.markers.iter().chain(&setup.collapsed).map(|(at, _)| at);
    for &at in stacks.chain(others) {
        if !board.contains(at) {
            problems.push(SetupProblem::OffBoard { cell: board.coord_name(at).to_string(), board });
        } else if !seen.insert(at) && reported.insert(at) {
            problems.push(SetupProblem::TwoOccupants(board.coord_name(at).to_string()));
        }
    }
    for (at, rings) in &setup.stacks {
        let cell = || board.coord_name(*at).to_string();
        if rings.is_empty() {
            problems.push(SetupProblem::NoRings(cell()));
        } else if rings.len() > MAX_HEIGHT as usize {
            problems.push(SetupProblem::TooHigh { cell: cell(), height: rings.len() });
        }
    }
}

fn check_seats(setup: &Setup, problems: &mut Vec<SetupProblem>) {
    let players = setup.rules.players;
    for player in Player::ALL.into_iter().skip(usize::from(players)) {
        let owns = |list: &[(Coord, Player)]| list.iter().any(|&(_, owner)| owner == player);
        let claims = [
            ("a ring", setup.stacks.iter().any(|(_, rings)| rings.contains(&player))),
            ("a marker", owns(&setup.markers)),
            ("a collapsed cell", owns(&setup.collapsed)),
            ("rings in the hand", setup.hands[player] > 0),
            ("credited rings", setup.credits[player] > 0),
            ("the turn", setup.to_move == player),
            ("the last standing", setup.last_standing == Some(player)),
            ("a last action", setup.last_actions.contains(&player)),
            ("a part in the rounds", setup.rounds.names(player)),
            ("a loss of the last ring", setup.elimination_order[player] > 0),
        ];
        let found = claims.into_iter().filter(|&(_, found)| found);
        problems.extend(found.map(|(what, _)| SetupProblem::MissingPlayer { what, player, players }));
    }
    let mut acted = PlayerSet::EMPTY;
    for &player in &setup.last_actions {
        if acted.contains(player) {
            problems.push(SetupProblem::RepeatedAction(player));
        }
        acted.insert(player);
    }
}

/// Checks the supply of every colour and the credits against what is missing (RR-CANON-R020, R052).
fn check_counts(setup: &Setup, problems: &mut Vec<SetupProblem>) {
    let supply = setup.rules.rings_per_player;
    let mut missing = 0;
    for player in Player::seats(setup.rules.players) {
        let on_board = setup.stacks.iter().flat_map(|(_, rings)| rings).filter(|&&ring| ring == player).count();
        let found = u32::from(setup.hands[player]) + on_board as u32;
        if found > u32::from(supply) {
            problems.push(SetupProblem::TooManyRings { player, found, supply });
        }
        missing += u32::from(supply).saturating_sub(found);
    }
    let credited = setup.credits.of(setup.rules.players).iter().map(|&credits| u32::from(credits)).sum();
    if credited > missing {
        problems.push(SetupProblem::TooManyCredits { credited, missing });
    }
}
