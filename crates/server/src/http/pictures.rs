//! Pictures of games and positions.

use std::collections::VecDeque;

use api::{ErrorView, GameId, PictureQuery, PositionPictureQuery};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use ringrift::{ByPlayer, Player};
use ringrift_draw::{Change, Frame, Options, picture};
use table::study::{self, picture_options};
use table::view::{player_title, seat_view};
use table::{AnyGame, Table};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::blocking_pool::BlockingPool;
use super::error::ApiError;
use super::games::room;
use super::middleware::{Caller, Path, Query, Scope};
use crate::hub::RoomSnapshot;

/// Largest width of a PNG, in pixels.
const MAX_WIDTH: u32 = 2_000;

/// Number of PNGs in the cache; each has a few hundred kilobytes at most.
const MAX_CACHED: usize = 64;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(svg_picture))
        .routes(routes!(png_picture))
        .routes(routes!(svg_of_position))
        .routes(routes!(png_of_position))
}

/// Renders PNGs one at a time, and caches the most recent ones.
pub(super) struct PngRenderer {
    cache: Mutex<VecDeque<(String, Bytes)>>,
    pool: BlockingPool,
}

impl Default for PngRenderer {
    fn default() -> PngRenderer {
        PngRenderer { cache: Mutex::default(), pool: BlockingPool::new(1) }
    }
}

impl PngRenderer {
    /// Returns the PNG of an SVG; `key` identifies the picture and its size.
    async fn render(&self, key: &str, svg: String, width: u32) -> Result<Bytes, ApiError> {
        if let Some(bytes) = self.cached(key) {
            return Ok(bytes);
        }
        let bytes = Bytes::from(self.pool.run(move || rasterize(&svg, width)).await?);
        let mut cache = self.cache.lock();
        cache.push_front((key.to_owned(), bytes.clone()));
        cache.truncate(MAX_CACHED);
        Ok(bytes)
    }

    fn cached(&self, key: &str) -> Option<Bytes> {
        let cache = self.cache.lock();
        cache.iter().find(|(other, _)| other == key).map(|(_, bytes)| bytes.clone())
    }
}

/// Draw a game as SVG
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", params(("id" = String, Path), PictureQuery), responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = ErrorView)))]
async fn svg_picture(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<GameId>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    Ok(as_svg(&headers, draw_game(&app, &caller, &id, &query).await?))
}

/// Draw a game as PNG
#[utoipa::path(get, path = "/api/games/{id}/picture.png", params(("id" = String, Path), PictureQuery), responses((status = 200, content_type = "image/png"), (status = 404, body = ErrorView)))]
async fn png_picture(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<GameId>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let width = width_of(query.width)?;
    let drawn = draw_game(&app, &caller, &id, &query).await?;
    as_png(&app, &headers, drawn, width).await
}

/// Draw a RingRift position as SVG
#[utoipa::path(get, path = "/api/study/picture.svg", params(PositionPictureQuery), responses((status = 200, content_type = "image/svg+xml"), (status = 400, body = ErrorView), (status = 422, body = ErrorView)))]
async fn svg_of_position(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<PositionPictureQuery>,
) -> Result<Response, ApiError> {
    Ok(as_svg(&headers, draw_position(&app, query).await?))
}

/// Draw a RingRift position as PNG
#[utoipa::path(get, path = "/api/study/picture.png", params(PositionPictureQuery), responses((status = 200, content_type = "image/png"), (status = 400, body = ErrorView), (status = 422, body = ErrorView)))]
async fn png_of_position(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<PositionPictureQuery>,
) -> Result<Response, ApiError> {
    let width = width_of(query.width)?;
    let drawn = draw_position(&app, query).await?;
    as_png(&app, &headers, drawn, width).await
}

#[cfg(feature = "png")]
fn rasterize(svg: &str, width: u32) -> Result<Vec<u8>, ApiError> {
    ringrift_draw::png(svg, ringrift_draw::PngSize::Width(width)).map_err(|error| failed(&error))
}

#[cfg(not(feature = "png"))]
fn rasterize(_svg: &str, _width: u32) -> Result<Vec<u8>, ApiError> {
    let message = "this server was built without PNG support; request picture.svg";
    Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "no_picture", message))
}

fn width_of(requested: Option<u32>) -> Result<u32, ApiError> {
    let width = requested.unwrap_or(800);
    let is_valid = (16..=MAX_WIDTH).contains(&width);
    let invalid = || ApiError::bad_request("bad_width", format!("the width must be 16 to {MAX_WIDTH} pixels"));
    is_valid.then_some(width).ok_or_else(invalid)
}

fn failed(problem: &impl ToString) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_picture", problem.to_string())
}

fn as_svg(headers: &HeaderMap, Drawing { svg, tag }: Drawing) -> Response {
    // An SVG that is opened as a page must not load resources or run scripts.
    let policy = (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    unless_cached(headers, &tag, || ([(header::CONTENT_TYPE, "image/svg+xml"), policy], svg).into_response())
}

async fn as_png(app: &App, headers: &HeaderMap, drawing: Drawing, width: u32) -> Result<Response, ApiError> {
    let Drawing { svg, tag } = drawing;
    let key = format!("{tag}-{width}");
    let bytes = app.pictures.render(&key, svg, width).await?;
    Ok(unless_cached(headers, &key, || ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()))
}

/// Returns the picture, or status 304 if the client already has it.
fn unless_cached(headers: &HeaderMap, tag: &str, picture: impl FnOnce() -> Response) -> Response {
    let tag = format!("\"{tag}\"");
    let is_cached = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_cached { StatusCode::NOT_MODIFIED.into_response() } else { picture() };
    if let Ok(value) = tag.parse() {
        response.headers_mut().insert(header::ETAG, value);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("private, no-cache"));
    response
}

struct Drawing {
    svg: String,
    /// Hash of the SVG, for the entity tag.
    tag: String,
}

impl Drawing {
    fn new(svg: String) -> Drawing {
        let tag = blake3::hash(svg.as_bytes()).to_hex()[..24].to_owned();
        Drawing { svg, tag }
    }
}

async fn draw_game(app: &App, caller: &Caller, id: &GameId, query: &PictureQuery) -> Result<Drawing, ApiError> {
    let options = picture_options(query.theme.as_deref(), query.material.as_deref())?;
    let snapshot = room(app, caller, Scope::Read, id).await?.snapshot();
    let (guest, now, wanted) = (caller.guest_id(Scope::Read).cloned(), app.hub.now(), query.ply);
    let draw = move || {
        let table = snapshot.table_for(guest.as_ref(), now);
        let total = table.moves().len();
        let ply = wanted.unwrap_or(total);
        if ply > total {
            return Err(ApiError::no_such_ply(ply, total));
        }
        svg_after(&snapshot, &table, ply, options).map(Drawing::new)
    };
    app.tables.run(draw).await
}

async fn draw_position(app: &App, query: PositionPictureQuery) -> Result<Drawing, ApiError> {
    let draw = move || Ok(Drawing::new(study::picture(&query)?));
    app.studies.run(draw).await
}

/// Returns the SVG of a game after `ply` actions, with the last action highlighted.
fn svg_after(snapshot: &RoomSnapshot, table: &Table, ply: usize, options: Options) -> Result<String, ApiError> {
    let mut game = table.game_after(ply.saturating_sub(1)).map_err(|error| failed(&error))?;
    let mut changes = Vec::new();
    let mut orders = Vec::new();
    if let Some(played) = ply.checked_sub(1).and_then(|last| table.moves().get(last)) {
        match &game {
            AnyGame::RingRift(game) => {
                let action = played.action().as_str().and_then(|text| game.position().read_action(text).ok());
                changes = action.and_then(|action| Change::of(game.position(), action)).into_iter().collect();
            }
            AnyGame::Asg(game) => {
                let list = played.action().as_array().map_or(&[][..], Vec::as_slice);
                orders = asg::SubmittedOrder::read_list(list, game.scenario())
                    .iter()
                    .map(asg::SubmittedOrder::order)
                    .collect();
            }
        }
        game.replay(played.action()).map_err(|error| failed(&error))?;
    }
    match &game {
        AnyGame::RingRift(game) => {
            let mut names: ByPlayer<String> = ByPlayer::default();
            for player in Player::seats(game.position().rules().players) {
                let seat = game.seat_of(player);
                names.0[player.index()] = player_title(&seat_view(seat, &table.seats()[seat], &snapshot.names));
            }
            let title = names.0[..usize::from(game.position().rules().players)].join(" – ");
            let frame = Frame { changes, title, ..Frame::new(game.position()) };
            picture(&frame, &Options { names, ..options }).map_err(|error| failed(&error))
        }
        AnyGame::Asg(game) => Ok(asg::picture(game.scenario(), game.position(), &orders)),
    }
}
