//! Recomputation of ASG replays.

use api::{ReplayBody, ReplayPly, ReplayView};
use asg::json::{Form, PlyJson};
use asg::replay::{Ply, Replay};

use crate::RequestError;
use crate::view::{asg_state, map_view};

/// Largest product of plies and nodes in a replay. The response contains every node after every ply and needs about 1 KiB of
/// memory for each.
const MAX_NODE_STATES: usize = 100_000;

/// Returns every state and event of a replay, and the first difference from the file.
///
/// # Errors
/// If the file is not a replay, or too large to show.
pub fn recompute(body: &ReplayBody) -> Result<ReplayView, RequestError> {
    replay_view(&body.replay).map_err(|problem| RequestError::unprocessable("bad_replay", problem))
}

fn replay_view(text: &str) -> Result<ReplayView, String> {
    let replay = Replay::read(text).map_err(|error| error.to_string())?;
    let (plies, nodes) = (replay.turns.len(), replay.scenario.len());
    if plies.saturating_mul(nodes) > MAX_NODE_STATES {
        return Err(format!(
            "the replay is too large to show: {plies} plies times {nodes} nodes exceed {MAX_NODE_STATES}"
        ));
    }
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    let replay = verified.replay;
    Ok(ReplayView {
        map: map_view(&replay.scenario, replay.rules.name()),
        seed: replay.seed,
        created_at: replay.created_at.clone(),
        players: replay
            .players
            .as_ref()
            .map(|players| serde_json::to_value(players).expect("the players serialize to JSON")),
        start: asg_state(&replay.start()),
        plies: replay.plies().map(|ply| ply_view(&replay, ply)).collect(),
        ending: serde_json::to_value(replay.outcome()).expect("an outcome serializes to JSON"),
        difference: verified.difference.map(|difference| difference.to_string()),
    })
}

fn ply_view(replay: &Replay, ply: Ply<'_>) -> ReplayPly {
    let Ply { turn, before, events, after } = ply;
    let json = PlyJson { scenario: &replay.scenario, orders: &turn.orders, events: &events, form: Form::Full };
    ReplayPly {
        ply: before.ply() + 1,
        side: before.active().name().to_owned(),
        controller: turn.controller.clone(),
        orders: turn.orders.iter().map(|order| order.to_json(&replay.scenario)).collect(),
        events: serde_json::to_value(json.events()).expect("events serialize to JSON"),
        state: asg_state(&after),
        rationale: turn.rationale.clone(),
        latency_ms: turn.latency_ms,
        diagnostics: turn.diagnostics.clone(),
    }
}
