//! The move strings of recorded games.

use ringrift::{Action, Phase, Setup};
use ringrift_record::TraceSpelling;

use crate::conform::engine::Engine;

/// Returns the legal actions of a position with their move strings, sorted by move string.
pub(super) fn legal_moves<E: Engine>(engine: &E, state: &Setup) -> Vec<(String, Action)> {
    let choosing = state.phase == Some(Phase::RegionChoice);
    let spelling = TraceSpelling::new(state, if choosing { engine.regions() } else { Vec::new() });
    let mut moves: Vec<_> = engine.legal().into_iter().map(|action| (spelling.text(action), action)).collect();
    moves.sort();
    moves
}
