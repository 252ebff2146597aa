//! Conversion of positions to state objects.

use api::rules::{
    BoardState, CellRef, ChainState, MarkerState, Owner, PlayerState, Point, RoundsState, StackState, StateObject,
    TextOr,
};
use ringrift::{BoardKind, Coord, Edition, Phase, Player, Position, Ruleset, Setup, Shape, TurnProgress};

/// Returns the wire name of a turn progress.
pub(crate) const fn turn_progress_name(progress: TurnProgress) -> &'static str {
    match progress {
        TurnProgress::Idle => "nothing",
        TurnProgress::Swapped => "swap",
        TurnProgress::Changed => "change",
        TurnProgress::Recovered => "recovery",
    }
}

/// The only type of marker on the board (`MarkerInfo` of the compact rulebook).
pub(crate) const MARKER_TYPE: &str = "regular";

/// Converts a position; [`position_of_state`](crate::position_of_state) converts the object back to an equal position. The
/// history of moves is empty, because a position does not contain it.
pub fn state_of_position(position: &Position) -> StateObject {
    let state = position.to_setup();
    let rules = &state.rules;
    let board = rules.board;
    let (edition, overrides) = rules.describe();
    let point = |cell| CellRef::Object(Point::of(board, cell));
    let (must_move, chain) = match state.phase {
        Some(Phase::Movement { must_move: Some(at) }) => (Some(CellRef::Text(Point::of(board, at).key())), None),
        Some(Phase::CaptureOffer { at } | Phase::CaptureChain { at }) => (None, Some(point(at))),
        _ => (None, None),
    };
    let outcome = position.outcome();
    let player = |player: Player| PlayerState {
        player_number: Some(player.seat()),
        rings_in_hand: state.hands[player],
        eliminated_rings: state.credits[player],
        territory_spaces: Some(position.territory(player)),
    };
    let rounds = &state.rounds;
    let lost = state.elimination_order.of(rules.players).to_vec();
    StateObject {
        board_type: Some(board.name().to_owned()),
        chosen_line: None,
        edition: Some(edition.name().to_owned()),
        options: overrides.texts().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        board: Some(TextOr::Object(board_state(&state))),
        players: Player::seats(rules.players).map(player).collect(),
        current_player: state.to_move.seat(),
        current_phase: state.phase.map(|phase| phase.name().to_owned()),
        game_status: Some(if outcome.is_some() { "completed" } else { "active" }.to_owned()),
        must_move_from_stack_key: must_move,
        chain_capture_state: chain.map(|current_position| ChainState { current_position }),
        winner: outcome.map(|end| end.winner.map_or(0, Player::seat)),
        reason: outcome.map(|end| end.reason.name().to_owned()),
        total_rings_in_play: Some(rules.total_rings().into()),
        total_rings_eliminated: Some(state.credits.0.iter().copied().map(u32::from).sum()),
        victory_threshold: Some(rules.elimination_threshold.into()),
        territory_victory_threshold: Some(rules.territory_threshold.into()),
        move_history: Vec::new(),
        turn: Some(state.turn),
        last_standing: state.last_standing.map(Player::seat),
        last_actions: state.last_actions.iter().map(|player| player.seat()).collect(),
        deed: state.turn_progress.map(|progress| turn_progress_name(progress).to_owned()),
        rounds: (*rounds != ringrift::LastStandingRounds::default()).then(|| RoundsState {
            opener: rounds.opener.map(Player::seat),
            acted: rounds.acted.iter().map(Player::seat).collect(),
            alone: rounds.alone.map(Player::seat),
            count: rounds.count,
        }),
        lost: if lost.iter().any(|&order| order > 0) { lost } else { Vec::new() },
    }
}

fn board_state(state: &Setup) -> BoardState {
    let board = state.rules.board;
    let point = |at: &Coord| Point::of_coord(board, *at);
    let stack = |at: &Coord, rings: &[Player]| StackState::Object {
        position: Some(CellRef::Object(point(at))),
        rings: rings.iter().map(|ring| ring.seat()).collect(),
        stack_height: Some(rings.len() as u32),
        cap_height: Some(cap_height(rings)),
        controlling_player: rings.last().map(|ring| ring.seat()),
    };
    let marker = |at: &Coord, owner: Player| MarkerState::Object {
        player: owner.seat(),
        position: Some(CellRef::Object(point(at))),
        kind: Some(MARKER_TYPE.to_owned()),
    };
    let eliminated = |player: Player| (player.seat().to_string(), state.credits[player].into());
    BoardState {
        kind: Some(board.name().to_owned()),
        size: Some(size(&state.rules)),
        stacks: state.stacks.iter().map(|(at, rings)| (point(at).key(), stack(at, rings))).collect(),
        markers: state.markers.iter().map(|(at, owner)| (point(at).key(), marker(at, *owner))).collect(),
        collapsed_spaces: (state.collapsed.iter())
            .map(|(at, owner)| (point(at).key(), Owner::Seat(owner.seat())))
            .collect(),
        eliminated_rings: Some(Player::seats(state.rules.players).map(eliminated).collect()),
    }
}

/// Returns the number of rings in the cap (RR-CANON-R022).
pub(crate) fn cap_height(rings: &[Player]) -> u32 {
    rings.iter().rev().take_while(|&ring| Some(ring) == rings.last()).count() as u32
}

/// Returns the size of the board: its side length, except for hexagonal boards of the live edition, whose size is the
/// diameter.
fn size(rules: &Ruleset) -> u32 {
    let [side, diameter] = sizes(rules.board);
    if rules.describe().0 == Edition::Live { diameter } else { side }
}

/// Returns the side length and the diameter of a board. The rulebooks call either of them the size of a hexagonal board, so
/// readers accept both; they are equal on square boards.
pub(crate) fn sizes(board: BoardKind) -> [u32; 2] {
    match board.shape() {
        Shape::Square { side } => [side.into(); 2],
        Shape::Hexagon { radius } => [u32::from(radius) + 1, 2 * u32::from(radius) + 1],
    }
}
