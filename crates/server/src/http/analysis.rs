//! What is to be said about positions: chances, best lines, threats. Never about games that people are playing.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ai::review::each_legal;
use ai::{Analysis, Analyst, Limits, Scored, Threat, ThreatKind, threats_until};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::Cancellation;
use ringrift::{Action, Player, Position};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use crate::hub::RoomSnapshot;
use crate::id::{GameId, GuestId};
use crate::table::{AnyGame, Table};
use crate::wire::CellsView;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse))
}

/// The most positions that one analysis looks at.
const MOST_NODES: u64 = 50_000;

/// The longest that one takes, threats included.
const LONGEST: Duration = Duration::from_secs(10);

/// How many actions are told of at most.
const MOST_LINES: usize = 20;

/// What is to be analysed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnalyseBody {
    /// A position of RingRift as text, with all rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Or a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// After how many of its actions; as it stands by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// How many positions are looked at, up to 50000; 5000 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How many of the best actions are told of, up to 20; 5 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Whether threats are looked for; they are by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<bool>,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AnalysisView {
    /// The hash of the position.
    pub hash: String,
    /// The colour to move, from 1; none if the game is over.
    pub player: Option<u8>,
    /// The chance of every colour to win.
    pub chances: Vec<f64>,
    /// The best actions, the best first.
    pub actions: Vec<ScoredView>,
    /// What the others could do if it were their turn; nothing if that was not wanted.
    pub threats: Vec<ThreatView>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// An action and what comes of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScoredView {
    /// The action.
    pub action: String,
    /// The cells it is made of, in the order in which they are picked.
    pub picks: Vec<String>,
    /// Other cells that belong to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// The chance of every colour to win after it.
    pub chances: Vec<f64>,
    /// Whether that is proved.
    pub proved: bool,
    /// How the game goes on if all play well, the action first.
    pub line: Vec<String>,
}

/// Something that a player could do if it were his turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ThreatView {
    /// Which colour, from 1.
    pub player: u8,
    /// What: `win`, `rings` or `territory`.
    pub kind: String,
    /// How much of it.
    pub gain: u32,
    /// The actions that do it.
    pub line: Vec<String>,
    /// The cells of each of these actions.
    pub cells: Vec<CellsView>,
}

/// Chances, best lines and threats of a position; refused for positions of running games between people
#[utoipa::path(post, path = "/api/analyse", request_body = AnalyseBody, responses((status = 200, body = AnalysisView), (status = 403, body = ErrorView), (status = 422, body = ErrorView)))]
async fn analyse(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<AnalyseBody>,
) -> Result<Json<AnalysisView>, ApiError> {
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    let position = position(&app, &body, &guest).await?;
    if app.hub.store().is_guarded(&position.fingerprint_hash().to_string()).await? {
        let message = "people are playing a game that stands here; nobody is helped with it before it is over";
        return Err(ApiError::forbidden("being_played", message));
    }
    let nodes = body.nodes.unwrap_or(5_000).clamp(1, MOST_NODES);
    let lines = body.lines.unwrap_or(5).clamp(1, MOST_LINES);
    let has_threats = body.threats.unwrap_or(true);
    let turn = app.analysts.line_up(&guest)?;
    let place = app.analysts.places.clone().acquire_owned().await.map_err(|_| ApiError::closing())?;
    let stop = StopOnDrop(Cancellation::new());
    let cancellation = stop.0.clone();
    let found = tokio::task::spawn_blocking(move || {
        let (_place, _turn) = (place, turn);
        let deadline = Instant::now() + LONGEST;
        let stopped = || cancellation.is_cancelled() || Instant::now() >= deadline;
        // They take the smaller part of the time, so that they come first.
        let threats = if has_threats { threats_until(&position, &stopped) } else { Vec::new() };
        let limits = Limits { nodes: Some(nodes), time: None, threads: NonZeroUsize::MIN };
        let analysis = Analyst::new(limits).analyse(&position, &stopped);
        view(&position, analysis.as_ref(), &threats, lines)
    });
    Ok(Json(found.await.map_err(|_| ApiError::closing())?))
}

/// Nobody waits any more: the work ends.
struct StopOnDrop(Cancellation);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Those who analyse, and those who wait for them.
pub(crate) struct Analysts {
    /// How many positions may be analysed at once.
    pub(super) places: Arc<Semaphore>,
    /// Whose positions are analysed or wait for it.
    line: Arc<Mutex<Vec<GuestId>>>,
}

/// A place in the line, as long as it lives.
pub(super) struct Turn {
    guest: GuestId,
    line: Arc<Mutex<Vec<GuestId>>>,
}

impl Analysts {
    /// How many can wait or be worked at.
    const MOST_WAITING: usize = 16;

    /// How many positions of one guest can wait or be worked at.
    const MOST_OF_ONE: usize = 2;

    pub(crate) fn new(places: usize) -> Analysts {
        Analysts { places: Arc::new(Semaphore::new(places)), line: Arc::new(Mutex::new(Vec::new())) }
    }

    /// Takes a place in the line.
    pub(super) fn line_up(&self, guest: &GuestId) -> Result<Turn, ApiError> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.iter().filter(|other| *other == guest).count() >= Analysts::MOST_OF_ONE {
            let message = "two of your positions are being analysed; wait until one is done";
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_often", message));
        }
        if line.len() >= Analysts::MOST_WAITING {
            let message = "many positions wait to be analysed; try again in a moment";
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message));
        }
        line.push(guest.clone());
        Ok(Turn { guest: guest.clone(), line: self.line.clone() })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = line.iter().position(|guest| *guest == self.guest) {
            line.swap_remove(at);
        }
    }
}

async fn position(app: &App, body: &AnalyseBody, guest: &GuestId) -> Result<Position, ApiError> {
    match (&body.position, &body.game) {
        (Some(text), None) if body.ply.is_none() => {
            Position::parse(text).map_err(|error| ApiError::problems("bad_position", vec![error.to_string()]))
        }
        (None, Some(id)) => {
            let snapshot = room(app, id).await?.snapshot();
            let table = snapshot.table_for(Some(guest), app.hub.now());
            let moves = table.moves();
            let ply = body.ply.unwrap_or(moves.len());
            let played = moves.get(..ply).ok_or_else(|| {
                ApiError::not_found(format!("the game has {} actions, and no ply {ply}", moves.len()))
            })?;
            refuse_contest(&snapshot, &table)?;
            let mut game = snapshot.table.start().clone();
            for made in played {
                game.play(&made.action).map_err(|problem| ApiError::bad("illegal", problem.to_string()))?;
            }
            match game {
                AnyGame::RingRift(game) => Ok(game.position().clone()),
                AnyGame::Asg(_) => Err(ApiError::bad("no_analysis", "only positions of RingRift can be analysed")),
            }
        }
        _ => {
            Err(ApiError::bad("bad_question", "ask about a \"position\", or about a \"game\" and perhaps its \"ply\""))
        }
    }
}

/// Refuses help with a game that people play against each other, as far as the asker can see that.
pub(super) fn refuse_contest(snapshot: &RoomSnapshot, seen: &Table) -> Result<(), ApiError> {
    // Whoever looks on later than the players learns later that they have ended.
    if snapshot.table.is_contest() || seen.is_contest() {
        return Err(ApiError::forbidden("being_played", "people are playing this game; wait until it is over"));
    }
    Ok(())
}

fn view(position: &Position, analysis: Option<&Analysis>, threats: &[Threat], lines: usize) -> AnalysisView {
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
        actions: analysis.actions.iter().take(lines).map(|scored| ScoredView::new(position, scored)).collect(),
        threats: threats.iter().map(ThreatView::new).collect(),
        nodes: analysis.nodes,
    }
}

impl ScoredView {
    fn new(position: &Position, scored: &Scored) -> ScoredView {
        let CellsView { picks, others } = CellsView::of(position, scored.action);
        ScoredView {
            action: position.action_text(scored.action),
            picks,
            others,
            chances: scored.chances.of(position.rules().players).to_vec(),
            proved: scored.is_proved,
            line: texts(position, &scored.line),
        }
    }
}

impl ThreatView {
    fn new(threat: &Threat) -> ThreatView {
        let (kind, gain) = match threat.kind {
            ThreatKind::Win => ("win", 1),
            ThreatKind::Rings(rings) => ("rings", rings),
            ThreatKind::Territory(cells) => ("territory", cells),
        };
        let mut cells = Vec::new();
        each_legal(&threat.from, &threat.line, |position, action| cells.push(CellsView::of(position, action)));
        let line = texts(&threat.from, &threat.line);
        ThreatView { player: threat.player.seat(), kind: kind.to_owned(), gain, line, cells }
    }
}

/// Actions in the positions where they are played.
pub(super) fn texts(position: &Position, line: &[Action]) -> Vec<String> {
    let mut texts = Vec::new();
    each_legal(position, line, |position, action| texts.push(position.action_text(action)));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_short_and_fair() {
        let analysts = Analysts::new(1);
        let guests: Vec<GuestId> = (0..15).map(|_| GuestId::random()).collect();
        let code = |guest: &GuestId| match analysts.line_up(guest) {
            Err(ApiError::Plain(_, view)) => view.code,
            _ => "a place".to_owned(),
        };
        let mut turns = vec![analysts.line_up(&guests[0]), analysts.line_up(&guests[0])];
        assert_eq!(code(&guests[0]), "too_often");
        turns.extend(guests[1..].iter().map(|guest| analysts.line_up(guest)));
        assert!(turns.iter().all(Result::is_ok));
        assert_eq!(code(&guests[1]), "busy");
        turns.remove(0).expect("a place");
        assert_eq!((code(&guests[0]), code(&guests[1])), ("a place".to_owned(), "a place".to_owned()));
    }
}
