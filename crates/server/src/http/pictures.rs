//! Pictures of games and of positions by address.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ringrift::{ByPlayer, Player};
use ringrift_draw::{Change, Frame, Options, PngSize, Theme, picture, png};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Path, Query, Scope};
use super::desk::Desk;
use super::error::{ApiError, ErrorView};
use super::games::room;
use super::study::parsed;
use crate::hub::RoomSnapshot;
use crate::id::GameId;
use crate::table::{AnyGame, Table};
use crate::wire::SeatView;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(svg_picture))
        .routes(routes!(png_picture))
        .routes(routes!(svg_of_position))
        .routes(routes!(png_of_position))
}

/// The widest PNG, in pixels.
const WIDEST: u32 = 2_000;

/// Which picture.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// After how many actions; as the game stands by default.
    pub ply: Option<usize>,
    /// `light`, `dark`, or `auto` (the default), which for PNG is light.
    pub theme: Option<String>,
    /// The width of a PNG in pixels, up to 2000; 800 by default.
    pub width: Option<u32>,
}

/// Which picture of which position.
#[derive(Clone, PartialEq, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionPictureQuery {
    /// The position as text, with all rules.
    pub position: String,
    /// `light`, `dark`, or `auto` (the default), which for PNG is light.
    #[serde(default)]
    pub theme: Option<String>,
    /// The width of a PNG in pixels, up to 2000; 800 by default.
    #[serde(default)]
    pub width: Option<u32>,
}

/// Makes PNGs, one at a time, and keeps the last ones.
pub(crate) struct Studio {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    desk: Desk,
}

impl Default for Studio {
    fn default() -> Studio {
        Studio { kept: Mutex::default(), desk: Desk::new(1) }
    }
}

/// How many PNGs are kept; one has some hundred kilobytes at most.
const MOST_KEPT: usize = 64;

impl Studio {
    fn kept(&self, key: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == key).map(|(_, bytes)| bytes.clone())
    }

    fn keep(&self, key: String, bytes: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((key, bytes));
        kept.truncate(MOST_KEPT);
    }
}

/// A picture of a game as SVG
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", params(("id" = String, Path), PictureQuery), responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = ErrorView)))]
async fn svg_picture(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<GameId>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    Ok(as_svg(&headers, draw(&app, &caller, &id, &query).await?))
}

/// A picture of a game as PNG
#[utoipa::path(get, path = "/api/games/{id}/picture.png", params(("id" = String, Path), PictureQuery), responses((status = 200, content_type = "image/png"), (status = 404, body = ErrorView)))]
async fn png_picture(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<GameId>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let width = width_of(query.width)?;
    let drawn = draw(&app, &caller, &id, &query).await?;
    as_png(&app, &headers, drawn, width).await
}

/// A picture of any position of RingRift as SVG
#[utoipa::path(get, path = "/api/study/picture.svg", params(PositionPictureQuery), responses((status = 200, content_type = "image/svg+xml"), (status = 400, body = ErrorView), (status = 422, body = ErrorView)))]
async fn svg_of_position(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<PositionPictureQuery>,
) -> Result<Response, ApiError> {
    Ok(as_svg(&headers, draw_position(&app, query).await?))
}

/// A picture of any position of RingRift as PNG
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

fn width_of(wish: Option<u32>) -> Result<u32, ApiError> {
    let width = wish.unwrap_or(800);
    let is_fit = (16..=WIDEST).contains(&width);
    is_fit
        .then_some(width)
        .ok_or_else(|| ApiError::bad("bad_width", format!("a picture is 16 to {WIDEST} pixels wide")))
}

fn theme_of(wish: Option<&str>) -> Result<Theme, ApiError> {
    match wish {
        None | Some("auto") => Ok(Theme::Auto),
        Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some(other) => {
            let shown = ringrift::excerpt(other);
            Err(ApiError::bad("bad_theme", format!("there is no theme {shown}; there are light, dark and auto")))
        }
    }
}

fn failed(problem: &impl ToString) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_picture", problem.to_string())
}

fn as_svg(headers: &HeaderMap, Drawn { svg, tag }: Drawn) -> Response {
    // Whoever opens the picture alone gets nothing but the picture.
    let policy = (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    answer(headers, &tag, || ([(header::CONTENT_TYPE, "image/svg+xml"), policy], svg).into_response())
}

async fn as_png(app: &App, headers: &HeaderMap, Drawn { svg, tag }: Drawn, width: u32) -> Result<Response, ApiError> {
    let key = format!("{tag}-{width}");
    let bytes = match app.pictures.kept(&key) {
        Some(bytes) => bytes,
        None => {
            let pixels = move || png(&svg, PngSize::Width(width)).map_err(|error| failed(&error));
            let bytes = Bytes::from(app.pictures.desk.run(pixels).await?);
            app.pictures.keep(key.clone(), bytes.clone());
            bytes
        }
    };
    Ok(answer(headers, &key, || ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()))
}

/// A picture, unless the client has it.
fn answer(headers: &HeaderMap, tag: &str, picture: impl FnOnce() -> Response) -> Response {
    let tag = format!("\"{tag}\"");
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { picture() };
    if let Ok(value) = tag.parse() {
        response.headers_mut().insert(header::ETAG, value);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("private, no-cache"));
    response
}

struct Drawn {
    svg: String,
    /// Changes whenever the picture does.
    tag: String,
}

impl Drawn {
    fn new(svg: String) -> Drawn {
        let tag = blake3::hash(svg.as_bytes()).to_hex()[..24].to_owned();
        Drawn { svg, tag }
    }
}

async fn draw(app: &App, caller: &Caller, id: &GameId, query: &PictureQuery) -> Result<Drawn, ApiError> {
    let theme = theme_of(query.theme.as_deref())?;
    let snapshot = room(app, id).await?.snapshot();
    let table = snapshot.table_for(caller.guest_id(Scope::Read), app.hub.now());
    let most = table.moves().len();
    let ply = query.ply.unwrap_or(most);
    if ply > most {
        return Err(ApiError::not_found(format!("the game has {most} actions, and no ply {ply}")));
    }
    drawing(&snapshot, &table, ply, theme).map(Drawn::new)
}

/// Whoever asks need not be known, so that it is done beside everything else.
async fn draw_position(app: &App, query: PositionPictureQuery) -> Result<Drawn, ApiError> {
    let theme = theme_of(query.theme.as_deref())?;
    let draw = move || {
        let position = parsed(&query.position)?;
        let drawn = picture(&Frame::new(&position), &Options { theme, ..Options::default() });
        drawn.map(Drawn::new).map_err(|error| failed(&error))
    };
    app.studies.run(draw).await
}

fn drawing(snapshot: &RoomSnapshot, table: &Table, ply: usize, theme: Theme) -> Result<String, ApiError> {
    let mut game = table.start().clone();
    let mut changes = Vec::new();
    let mut orders = Vec::new();
    for (index, made) in table.moves()[..ply].iter().enumerate() {
        let is_last = index + 1 == ply;
        match &game {
            AnyGame::RingRift(game) if is_last => {
                let action = made.action.as_str().and_then(|text| game.position().read_action(text).ok());
                changes = action.and_then(|action| Change::of(game.position(), action)).into_iter().collect();
            }
            AnyGame::Asg(game) if is_last => {
                let list = made.action.as_array().map_or(&[][..], Vec::as_slice);
                orders = asg::SubmittedOrder::read_list(list, game.scenario())
                    .iter()
                    .map(asg::SubmittedOrder::order)
                    .collect();
            }
            _ => {}
        }
        game.play(&made.action).map_err(|error| failed(&error))?;
    }
    match &game {
        AnyGame::RingRift(game) => {
            let mut names: ByPlayer<String> = ByPlayer::default();
            for player in Player::seats(game.position().rules().players) {
                let seat = game.seat_of(player);
                names.0[player.index()] = SeatView::new(seat, &table.seats()[seat], &snapshot.names).name;
            }
            let last = table.moves()[..ply].last().and_then(|made| made.action.as_str()).unwrap_or("start");
            let frame = Frame {
                changes,
                title: format!("Game {}", snapshot.id),
                subtitle: format!("ply {ply}: {last}"),
                ..Frame::new(game.position())
            };
            let options = Options { theme, names, ..Options::default() };
            picture(&frame, &options).map_err(|error| failed(&error))
        }
        AnyGame::Asg(game) => Ok(asg::picture(game.scenario(), game.position(), &orders)),
    }
}
