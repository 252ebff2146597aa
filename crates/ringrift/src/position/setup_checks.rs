//! Building positions from setups, with all checks.

use std::collections::BTreeSet;

use crate::action::Action;
use crate::board::Board;
use crate::board::kind::Coord;
use crate::board::stack::MAX_HEIGHT;
use crate::event::Observer;
use crate::outcome::Reason;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::setup::{FinishedGames, Setup, SetupError, SetupProblem};
use crate::position::{LastActions, PositionOf};
use crate::ruleset::options::{Forced, LastStanding, Tiebreak};

impl<const W: usize> PositionOf<W> {
    /// Builds a position from a setup. If the setup has no phase, starts the turn, advances to its first decision and
    /// reports the events.
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
                None => match position.threshold_winner() {
                    Some((winner, reason)) => position.end(Some(winner), reason, observer),
                    None => position.start_turn(observer),
                },
            }
        }
        if let (Phase::Over { winner, reason }, FinishedGames::Reject) = (position.phase, finished) {
            let result = winner.map_or_else(|| "a draw".to_owned(), |player| format!("player {player} has won"));
            problems.push(SetupProblem::Over(format!("{result} by {reason}")));
        }
        if problems.is_empty() { Ok(position) } else { Err(SetupError { problems }) }
    }

    /// Builds a position without further checks; all coordinates of the setup must be on the board.
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
            position.turn_progress = setup.turn_progress.unwrap_or(TurnProgress::default_in(position.phase));
        }
        for player in setup.last_actions.iter().rev() {
            position.last_actions.note(*player);
        }
        let cell = |at: Coord| board.cell(at).expect("coordinates were checked");
        for (at, rings) in &setup.stacks {
            position.board.put_stack(position.geometry, cell(*at), rings.iter().copied().collect());
        }
        for &(at, player) in &setup.markers {
            position.board.put_marker(position.geometry, cell(at), player);
        }
        for &(at, player) in &setup.collapsed {
            position.board.collapse(position.geometry, cell(at), player);
        }
        position
    }

    /// Checks the player to move, the turn number, and that no other player has won already.
    fn check_turn(&self, setup: &Setup, problems: &mut Vec<SetupProblem>) {
        if self.phase.is_over() {
            return;
        }
        // A player can lose the last ring in their own turn; then only a segment of a line can still be taken.
        if self.is_eliminated(self.to_move) && setup.phase != Some(Phase::LineChoice) {
            problems.push(SetupProblem::EliminatedToMove(self.to_move));
        }
        if self.rules.turn_cap.is_some_and(|cap| self.turn > cap) {
            problems.push(SetupProblem::Turn(self.turn));
        }
        // Thresholds are checked when a turn ends, so within a turn only the mover can have passed one.
        if setup.phase.is_some() {
            for player in Player::seats(self.rules.players).filter(|&player| player != self.to_move) {
                if let Some(reason) = self.threshold_reached(player) {
                    problems.push(SetupProblem::Over(format!("player {player} has won by {reason}")));
                }
            }
        }
    }

    /// Checks that the phase can occur in this position.
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
            _ if self.count_legal() == 0 => wrong(format!("player {player} has no action in this phase")),
            _ => {}
        }
    }

    /// Checks that a claimed result is possible in this position.
    fn check_end(&self, winner: Option<Player>, reason: Reason, wrong: &mut impl FnMut(String)) {
        let by_rungs = self.rules.tiebreak == Tiebreak::Rungs && self.is_stalemate();
        let by_ladder = matches!(reason, Reason::Stalemate | Reason::TurnCap);
        let plausible = match (winner, reason) {
            (Some(player), _) if player.seat() > self.rules.players => false,
            (Some(_), _) if by_rungs && reason != Reason::TurnCap && self.matches_rungs() => true,
            (Some(player), Reason::RingElimination) => self.has_won_rings(player),
            (Some(player), Reason::TerritoryControl) => self.has_won_territory(player),
            (Some(player), Reason::LastPlayerStanding) => {
                self.has_real_action(player) || self.immediate_last_standing() == Some(player)
            }
            (None, _) if !by_ladder => false,
            _ => {
                let mut copy = self.clone();
                copy.end_by_ladder(reason, &mut ());
                (self.rules.tiebreak == Tiebreak::Rungs || self.hands == ByPlayer::default())
                    && copy.phase == self.phase
            }
        };
        if !plausible || (reason == Reason::TurnCap && self.rules.turn_cap != Some(self.turn)) {
            wrong(match winner {
                Some(player) => format!("player {player} cannot have won by {reason} here"),
                None => format!("the game cannot be drawn by {reason} here"),
            });
        }
    }

    /// Reports whether the rungs of the tiebreak ladder give the claimed result.
    fn matches_rungs(&self) -> bool {
        let mut copy = self.clone();
        copy.end_by_ladder(Reason::Stalemate, &mut ());
        copy.phase == self.phase
    }
}

/// Checks the parts of a setup that can be checked before a position is built: rules, cells, occupants, heights, seats
/// and counts.
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
        problems.push(SetupProblem::Unused("the turn progress"));
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
            ("the status of last player standing", setup.last_standing == Some(player)),
            ("a last action", setup.last_actions.contains(&player)),
            ("an entry in the rounds", setup.rounds.mentions(player)),
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

/// Checks the rings of each player against the supply, and the credits against the missing rings (RR-CANON-R020, R052).
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
