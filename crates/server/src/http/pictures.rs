//! Pictures of games by address.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ringrift::{ByPlayer, Player};
use ringrift_draw::{Change, Frame, Options, PngSize, Theme, picture, png};
use serde::Deserialize;
use tokio::sync::Semaphore;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Path, Query, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use crate::hub::Scene;
use crate::id::GameId;
use crate::table::{AnyGame, Table};
use crate::wire::SeatView;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(svg_picture)).routes(routes!(png_picture))
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

/// Makes PNGs, one at a time, and keeps the last ones.
pub(crate) struct Studio {
    kept: Mutex<VecDeque<(String, Bytes)>>,
    work: Semaphore,
}

impl Default for Studio {
    fn default() -> Studio {
        Studio { kept: Mutex::default(), work: Semaphore::new(1) }
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
    let drawn = draw(&app, &caller, &id, &query).await?;
    // Whoever opens the picture alone gets nothing but the picture.
    let policy = (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    Ok(answer(&headers, &drawn.tag, || ([(header::CONTENT_TYPE, "image/svg+xml"), policy], drawn.svg).into_response()))
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
    let width = query.width.unwrap_or(800);
    if !(16..=WIDEST).contains(&width) {
        return Err(ApiError::bad("bad_width", format!("a picture is 16 to {WIDEST} pixels wide")));
    }
    let Drawn { svg, tag } = draw(&app, &caller, &id, &query).await?;
    let key = format!("{tag}-{width}");
    let bytes = match app.pictures.kept(&key) {
        Some(bytes) => bytes,
        None => {
            let _place = app.pictures.work.acquire().await;
            let made = tokio::task::spawn_blocking(move || png(&svg, PngSize::Width(width))).await;
            let failed = |problem: String| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_picture", problem);
            let pixels = made.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
            let bytes = Bytes::from(pixels);
            app.pictures.keep(key.clone(), bytes.clone());
            bytes
        }
    };
    Ok(answer(&headers, &key, || ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()))
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

async fn draw(app: &App, caller: &Caller, id: &GameId, query: &PictureQuery) -> Result<Drawn, ApiError> {
    let theme = match query.theme.as_deref() {
        None | Some("auto") => Theme::Auto,
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(other) => {
            let shown = ringrift::shown(other);
            return Err(ApiError::bad(
                "bad_theme",
                format!("there is no theme {shown}; there are light, dark and auto"),
            ));
        }
    };
    let scene = room(app, id).await?.scene();
    let table = scene.table_for(caller.guest_id(Scope::Read), app.hub.now());
    let most = table.moves().len();
    let ply = query.ply.unwrap_or(most);
    if ply > most {
        return Err(ApiError::not_found(format!("the game has {most} actions, and no ply {ply}")));
    }
    let svg = drawing(&scene, &table, ply, theme)?;
    let tag = blake3::hash(svg.as_bytes()).to_hex()[..24].to_owned();
    Ok(Drawn { svg, tag })
}

fn drawing(scene: &Scene, table: &Table, ply: usize, theme: Theme) -> Result<String, ApiError> {
    let failed = |problem: String| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_picture", problem);
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
                orders = asg::Submitted::read_list(list, game.scenario()).iter().map(asg::Submitted::action).collect();
            }
            _ => {}
        }
        game.play(&made.action).map_err(|problem| failed(problem.to_string()))?;
    }
    match &game {
        AnyGame::RingRift(game) => {
            let mut names: ByPlayer<String> = ByPlayer::default();
            for player in Player::seats(game.position().rules().players) {
                let seat = game.seat_of(player);
                names.0[player.index()] = SeatView::new(seat, &table.seats()[seat], &scene.names).name;
            }
            let last = table.moves()[..ply].last().and_then(|made| made.action.as_str()).unwrap_or("start");
            let frame = Frame {
                changes,
                title: format!("Game {}", scene.id),
                subtitle: format!("ply {ply}: {last}"),
                ..Frame::new(game.position())
            };
            let options = Options { theme, names, ..Options::default() };
            picture(&frame, &options).map_err(|error| failed(error.to_string()))
        }
        AnyGame::Asg(game) => Ok(asg::picture(game.scenario(), game.position(), &orders)),
    }
}
