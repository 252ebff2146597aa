//! Requests to the server: paths, queries, headers, cookies and bodies of all routes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri, header};
use serde_json::Value;
use server::hub::{AgentRegistry, Hub, HubSettings};
use server::rules::{RulesService, Settings};
use server::store::Store;
use server::{Config, ConnectionLimits, ConnectionSlots, Rates, RouterOptions, router};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::Verdict;
use crate::temp::temp_folder;

/// Longest response that is read, in bytes. Event streams end only when the client leaves.
const LONGEST_RESPONSE: usize = 64 << 20;

/// Routes that are left out: they search, wait for events, or change the signed-in guest for all later requests.
const LEFT_OUT: [&str; 8] = [
    "/api/analyse",
    "/api/me/events",
    "/api/me/socket",
    "/api/me/end-cookies",
    "/events",
    "/socket",
    "/review",
    "/api/recover",
];

/// A server without a network, with a signed-in guest and a game.
struct App {
    runtime: Runtime,
    router: Router,
    cookie: String,
    game: String,
    _folder: TempDir,
}

static APP: LazyLock<Mutex<App>> = LazyLock::new(|| Mutex::new(App::new()));

impl App {
    fn new() -> App {
        let folder = temp_folder();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
        const MANY: u32 = 1_000_000_000;
        let rates = Rates {
            requests_per_second: MANY,
            requests_burst: MANY,
            new_per_minute: MANY,
            new_burst: MANY,
            rules_per_second: MANY,
            rules_burst: MANY,
            ..Rates::default()
        };
        let config = Config { data: folder.path().to_owned(), rates, games_per_guest: 20, ..Config::default() };
        let router = runtime.block_on(async {
            let store = Store::open(folder.path()).await.expect("the database opens");
            let rules = Arc::new(RulesService::start(&Settings::default()).expect("the rules service starts"));
            let agents = AgentRegistry::default();
            let hub = Hub::start(store, HubSettings::default(), ai::rosters(), agents, rules).await;
            let connections = ConnectionSlots::new(ConnectionLimits { total: 10, per_network: 10 });
            let options = RouterOptions { config, connections, metrics: None };
            router(hub.expect("the hub starts"), options).await.expect("the database can be read")
        });
        let mut app = App { runtime, router, cookie: String::new(), game: String::new(), _folder: folder };
        app.sign_in();
        app
    }

    /// Signs in as a guest and creates a game for one screen.
    fn sign_in(&mut self) {
        let (status, headers, _) = self.send(json_request("/api/me", r#"{"name":"Ann"}"#, ""));
        let cookie = headers.get(header::SET_COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        assert_eq!(status, StatusCode::OK);
        self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let request = json_request("/api/games", r#"{"board":"square8","purpose":"hot_seat"}"#, &self.cookie);
        let (status, _, body) = self.send(request);
        assert_eq!(status, StatusCode::CREATED, "{}", String::from_utf8_lossy(&body));
        let created: Value = serde_json::from_slice(&body).expect("the response is JSON");
        self.game = created["id"].as_str().expect("the game has an id").to_owned();
    }

    fn send(&self, mut request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
        let peer = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);
        request.extensions_mut().insert(ConnectInfo(peer));
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.expect("the router is infallible");
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, LONGEST_RESPONSE).await.expect("the body can be read");
            (parts.status, parts.headers, body.to_vec())
        })
    }
}

fn json_request(path: &str, body: &str, cookie: &str) -> Request<Body> {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json").header(header::COOKIE, cookie);
    request.body(Body::from(body.to_owned())).expect("the request is valid")
}

/// A request as in HTTP: a line with method and path, headers, a blank line and the body. `GAME` in the path is the id of a
/// game, and the header `cookie: me` is that of a guest. The server answers without an internal error, and describes every
/// rejected request of its interface in JSON.
pub(crate) fn http(bytes: &[u8]) -> Verdict {
    let app = APP.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(request) = parse(bytes, &app) else { return Verdict::Rejected };
    let path = request.uri().path().to_owned();
    let (status, headers, body) = app.send(request);
    assert!(!status.is_server_error() || status == StatusCode::NOT_IMPLEMENTED, "{status}: {path}");
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_json || (status.is_client_error() && path.starts_with("/api/") && !body.is_empty()) {
        let described = serde_json::from_slice::<Value>(&body).is_ok();
        assert!(described, "{status}: {path}: {}", String::from_utf8_lossy(&body));
    }
    Verdict::of(status.is_success())
}

fn parse(bytes: &[u8], app: &App) -> Option<Request<Body>> {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = end.map_or((bytes, &b""[..]), |end| (&bytes[..end], &bytes[end + 2..]));
    let mut lines = std::str::from_utf8(head).ok()?.lines();
    let (method, path) = lines.next()?.split_once(' ')?;
    let uri: Uri = path.replace("GAME", &app.game).parse().ok()?;
    let method: Method = method.parse().ok()?;
    let is_left_out = LEFT_OUT.iter().any(|part| uri.path().contains(part));
    if is_left_out || uri.host().is_some() || (uri.path() == "/api/me" && method != Method::GET) {
        return None;
    }
    let mut request = Request::builder().method(method).uri(uri);
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = if value.trim() == "me" { app.cookie.as_str() } else { value.trim() };
        request = request.header(name, value);
    }
    request.body(Body::from(body.to_vec())).ok()
}
