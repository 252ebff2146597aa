//! Available games, and the geometry of boards.

use api::{BoardOffer, BoardView, Catalogue, CellView, ErrorView, LabelView, ScenarioOffer};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ringrift::{BoardKind, Edition, Overrides, Ruleset};
use ringrift_draw::Layout;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::middleware::Path;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(catalogue)).routes(routes!(board))
}

/// List boards, editions, bots, maps and agents
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let texts = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
    let rosters = app.hub.rosters();
    // Bots with a chosen search effort are not available on servers.
    let for_servers = |usages: Vec<&'static str>| {
        let is_offered = |usage: &&str| !usage.starts_with("nodes") && !usage.starts_with("neural");
        usages.into_iter().filter(is_offered).map(str::to_owned).collect()
    };
    Json(Catalogue {
        boards: BoardKind::ALL.iter().map(|board| board.name().to_owned()).collect(),
        board_offers: BoardKind::ALL.iter().map(|&board| board_offer(board)).collect(),
        editions: Edition::ALL.iter().map(|edition| edition.name().to_owned()).collect(),
        options: texts(Overrides::NAMES.to_vec()),
        ringrift_bots: for_servers(rosters.ringrift.usages()),
        asg_bots: for_servers(rosters.asg.usages()),
        scenarios: texts(asg::library::ALL.iter().map(|scenario| scenario.id).collect()),
        scenario_offers: asg::library::ALL
            .iter()
            .map(|entry| {
                let scenario = entry.scenario();
                let title = scenario.file().name.clone();
                ScenarioOffer { id: entry.id.to_owned(), title, nodes: scenario.len() }
            })
            .collect(),
        agents: app.hub.agents().names(false),
    })
}

fn board_offer(board: BoardKind) -> BoardOffer {
    let has_rules = |edition: &&Edition| Ruleset::new(**edition, board, 2, &Overrides::default()).is_ok();
    BoardOffer {
        board: board.name().to_owned(),
        shape: cell_shape(board).to_owned(),
        cells: board.cells(),
        editions: Edition::ALL.iter().filter(has_rules).map(|edition| edition.name().to_owned()).collect(),
    }
}

fn cell_shape(board: BoardKind) -> &'static str {
    if board.is_hexagonal() { "hexagon" } else { "square" }
}

/// Get the geometry of a board
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)), responses((status = 200, body = BoardView), (status = 404, body = ErrorView)))]
async fn board(Path(name): Path<String>) -> Result<Response, ApiError> {
    let board: BoardKind = name.parse().map_err(|error| ApiError::not_found(format!("{error}")))?;
    let mut response = Json(board_view(board)).into_response();
    // The geometry only changes with a new version of the server.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}

fn board_view(board: BoardKind) -> BoardView {
    let Layout { width, height, margins, font_size, cell_path, cells, names } = Layout::new(board);
    let rounded = |number: f64| (number * 1_000.0).round() / 1_000.0;
    let cells = cells.into_iter().map(|(cell, x, y)| CellView {
        name: board.cell_name(cell).to_string(),
        x: rounded(x),
        y: rounded(y),
    });
    let labels = names.into_iter().map(|name| LabelView {
        text: name.text,
        x: rounded(name.x),
        y: rounded(name.y),
        anchor: name.align.anchor().into(),
    });
    BoardView {
        board: board.name().to_owned(),
        shape: cell_shape(board).into(),
        width: rounded(width),
        height: rounded(height),
        margin: [margins.0, margins.1],
        font: font_size,
        cell: cell_path,
        cells: cells.collect(),
        labels: labels.collect(),
    }
}
