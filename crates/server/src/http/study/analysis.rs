//! Analysis of positions: win probabilities, best lines and threats. Running games between people are excluded.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ai::review::each_legal;
use ai::{Analysis, Analyst, Limits, ScoredAction, Threat, ThreatKind, threats_until};
use api::{AnalyseBody, AnalysisView, CellsView, ErrorView, GuestId, ScoredView, ThreatView};
use axum::Json;
use axum::extract::State;
use game::Cancellation;
use ringrift::{Action, Player, Position};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::guard::{reject_guarded, reject_running_contest};
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::games::room;
use crate::http::middleware::{Body, Caller, Scope};
use crate::hub::RoomSnapshot;
use crate::table::AnyGame;
use crate::time::Moment;
use crate::view::cells_view;

/// Largest number of search nodes.
const MAX_NODES: u64 = 50_000;

/// Time limit of one analysis, including threats.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// On boards with a network, one simulation replaces this many nodes: 5,000 nodes become 200 simulations.
const NODES_PER_SIMULATION: u64 = 25;

/// Largest number of actions in a response.
const MAX_LINES: usize = 20;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// Analyse a position: win probabilities, best lines and threats; rejected for positions of running games between people
#[utoipa::path(post, path = "/api/analyse", request_body = AnalyseBody, responses((status = 200, body = AnalysisView), (status = 403, body = ErrorView), (status = 422, body = ErrorView)))]
async fn analyse(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<AnalyseBody>,
) -> Result<Json<AnalysisView>, ApiError> {
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    let position = requested_position(&app, &body, &caller).await?;
    reject_guarded(&app, &position).await?;
    let nodes = body.nodes.unwrap_or(5_000).clamp(1, MAX_NODES);
    let simulations = nodes.div_ceil(NODES_PER_SIMULATION);
    let lines = body.lines.unwrap_or(5).clamp(1, MAX_LINES);
    let has_threats = body.threats.unwrap_or(true);
    let entry = app.analyses.enqueue(&guest)?;
    let slot = app.analyses.running.clone().acquire_owned().await.map_err(|_| ApiError::closing())?;
    let cancel = CancelOnDrop(Cancellation::new());
    let cancellation = cancel.0.clone();
    let job = tokio::task::spawn_blocking(move || {
        let (_slot, _entry) = (slot, entry);
        let deadline = Instant::now() + TIME_LIMIT;
        let stopped = || cancellation.is_cancelled() || Instant::now() >= deadline;
        // The search for threats takes less time than the analysis, which gets all remaining time.
        let threats = if has_threats { threats_until(&position, &stopped) } else { Vec::new() };
        let limits =
            Limits { nodes: Some(nodes), simulations: Some(simulations), time: None, threads: NonZeroUsize::MIN };
        let analysis = Analyst::new(limits).analyse(&position, &stopped);
        analysis_view(&position, analysis.as_ref(), &threats, lines)
    });
    Ok(Json(job.await.map_err(|_| ApiError::closing())?))
}

/// Cancels the search when the client disconnects.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Returns the position given as text, or that of a game after a number of actions.
async fn requested_position(app: &App, body: &AnalyseBody, caller: &Caller) -> Result<Position, ApiError> {
    match (&body.position, &body.game) {
        (Some(text), None) if body.ply.is_none() => {
            Position::parse(text).map_err(|error| ApiError::problems("bad_position", vec![error.to_string()]))
        }
        (None, Some(id)) => {
            let guest = &caller.guest(Scope::Analyse)?.id;
            let snapshot = room(app, caller, Scope::Analyse, id).await?.snapshot();
            let (guest, now, wanted) = (guest.clone(), app.hub.now(), body.ply);
            app.replays.run(move || position_after(&snapshot, &guest, now, wanted)).await
        }
        _ => {
            let message = "give either a \"position\", or a \"game\" and optionally its \"ply\"";
            Err(ApiError::bad_request("bad_question", message))
        }
    }
}

/// Returns the position of a game after `ply` actions; the last one by default.
fn position_after(
    snapshot: &RoomSnapshot,
    guest: &GuestId,
    now: Moment,
    ply: Option<usize>,
) -> Result<Position, ApiError> {
    let table = snapshot.table_for(Some(guest), now);
    let total = table.moves().len();
    let ply = ply.unwrap_or(total);
    if ply > total {
        return Err(ApiError::no_such_ply(ply, total));
    }
    reject_running_contest(snapshot, &table)?;
    match table.game_after(ply).map_err(|problem| ApiError::bad_request("illegal", problem.to_string()))? {
        AnyGame::RingRift(game) => Ok(game.position().clone()),
        AnyGame::Asg(_) => Err(ApiError::bad_request("no_analysis", "only RingRift positions can be analysed")),
    }
}

fn analysis_view(position: &Position, analysis: Option<&Analysis>, threats: &[Threat], lines: usize) -> AnalysisView {
    let players = usize::from(position.rules().players);
    let hash = position.fingerprint_hash().to_string();
    let Some(analysis) = analysis else {
        let chances = ai::final_chances(position).map_or(Vec::new(), |chances| chances.0[..players].to_vec());
        return AnalysisView { hash, player: None, chances, actions: Vec::new(), threats: Vec::new(), nodes: 0 };
    };
    AnalysisView {
        hash,
        player: Some(Player::seat(analysis.to_move)),
        chances: analysis.chances.0[..players].to_vec(),
        actions: analysis.actions.iter().take(lines).map(|scored| scored_view(position, scored)).collect(),
        threats: threats.iter().map(threat_view).collect(),
        nodes: analysis.nodes,
    }
}

fn scored_view(position: &Position, scored: &ScoredAction) -> ScoredView {
    let CellsView { picks, others } = cells_view(position, scored.action);
    ScoredView {
        action: position.action_text(scored.action),
        picks,
        others,
        chances: scored.chances.of(position.rules().players).to_vec(),
        proved: scored.is_proved,
        line: line_texts(position, &scored.line),
    }
}

fn threat_view(threat: &Threat) -> ThreatView {
    let (kind, gain) = match threat.kind {
        ThreatKind::Win => ("win", 1),
        ThreatKind::Rings(rings) => ("rings", rings),
        ThreatKind::Territory(cells) => ("territory", cells),
    };
    let mut cells = Vec::new();
    each_legal(&threat.from, &threat.line, |position, action| cells.push(cells_view(position, action)));
    let line = line_texts(&threat.from, &threat.line);
    ThreatView { player: threat.player.seat(), kind: kind.to_owned(), gain, line, cells }
}

/// Returns the notation of each action of a line that starts in `position`.
pub(super) fn line_texts(position: &Position, line: &[Action]) -> Vec<String> {
    let mut texts = Vec::new();
    each_legal(position, line, |position, action| texts.push(position.action_text(action)));
    texts
}
