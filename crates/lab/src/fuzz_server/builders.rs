//! A valid request for every operation. A new route of the server needs an entry in [`BUILDERS`].

use serde_json::{Value, json};
use table::study;

use super::client::{Client, OwnGame};
use super::http::Request;
use super::openapi::{Description, Operation};

/// Builds a request that the server answers with success, if the state of the client's guests and games allows it.
type Builder = fn(&mut Client<'_>) -> Result<Request, String>;

/// Builders by method and path. Those that the OpenAPI description does not list are tested too.
const BUILDERS: &[(&str, &str, Builder)] = &[
    ("GET", "/health", |client| Ok(client.request("GET", "/health?details=true"))),
    ("GET", "/ready", |client| Ok(client.request("GET", "/ready"))),
    ("GET", "/metrics", |client| Ok(client.request("GET", "/metrics"))),
    ("GET", "/", |client| Ok(client.request("GET", "/"))),
    ("GET", "/rules", |client| Ok(client.request("GET", "/rules"))),
    ("GET", "/web/{path}", |client| Ok(client.request("GET", "/web/index.html"))),
    ("GET", "/service-worker.js", |client| Ok(client.request("GET", "/service-worker.js"))),
    ("GET", "/book/{path}", |client| Ok(client.request("GET", "/book/rules.html"))),
    ("GET", "/api/openapi.json", |client| Ok(client.request("GET", "/api/openapi.json"))),
    ("GET", "/api/catalogue", |client| Ok(client.request("GET", "/api/catalogue"))),
    ("GET", "/api/boards/{name}", board),
    ("GET", "/api/lessons", |client| Ok(client.request("GET", "/api/lessons"))),
    ("POST", "/api/lessons/{lesson}/{exercise}", attempt),
    ("POST", "/api/puzzles", puzzle),
    ("GET", "/api/me", |client| Ok(client.request_of(0, "GET", "/api/me"))),
    ("POST", "/api/me", |client| Ok(client.request("POST", "/api/me").json(&json!({})))),
    ("PATCH", "/api/me", rename),
    ("DELETE", "/api/me", delete_guest),
    ("POST", "/api/me/recovery", |client| Ok(client.request_of(2, "POST", "/api/me/recovery"))),
    ("POST", "/api/recover", recover),
    ("POST", "/api/me/end-cookies", end_cookies),
    ("GET", "/api/me/tokens", |client| Ok(client.request_of(0, "GET", "/api/me/tokens"))),
    ("POST", "/api/me/tokens", new_token),
    ("DELETE", "/api/me/tokens/{id}", delete_token),
    ("GET", "/api/me/events", |client| Ok(client.request_of(0, "GET", "/api/me/events?since=0"))),
    ("GET", "/api/me/socket", |client| Ok(client.request_of(0, "GET", "/api/me/socket?since=0").upgrade())),
    ("GET", "/api/games", list),
    ("POST", "/api/games", create),
    ("GET", "/api/games/{id}", |client| read_game(client, "")),
    ("GET", "/api/games/{id}/legal", |client| read_game(client, "/legal")),
    ("GET", "/api/games/{id}/plies", |client| read_game(client, "/plies?from=0&to=3")),
    ("GET", "/api/games/{id}/picture.svg", |client| read_game(client, "/picture.svg?theme=dark")),
    ("GET", "/api/games/{id}/picture.png", |client| read_game(client, "/picture.png?width=64")),
    ("GET", "/api/games/{id}/events", |client| read_game(client, "/events?since=1")),
    ("GET", "/api/games/{id}/socket", |client| read_game(client, "/socket?since=1").map(Request::upgrade)),
    ("GET", "/api/games/{id}/map", |client| read_kind(client, true, "/map")),
    ("GET", "/api/games/{id}/record", |client| read_kind(client, false, "/record?form=json")),
    ("GET", "/api/games/{id}/review", review),
    ("POST", "/api/games/{id}/commands", command),
    ("POST", "/api/games/{id}/join", join),
    ("POST", "/api/games/{id}/leave", leave),
    ("POST", "/api/games/{id}/secret", renew),
    ("POST", "/api/seats/claim", claim),
    ("POST", "/api/seats/invitation", invitation),
    ("POST", "/api/games/{id}/share", |client| private_game(client).map(|id| share(client, "POST", &id))),
    ("DELETE", "/api/games/{id}/share", |client| private_game(client).map(|id| share(client, "DELETE", &id))),
    ("POST", "/api/games/{id}/watch", watch),
    ("POST", "/api/games/{id}/preview", preview),
    ("POST", "/api/games/{id}/why", why),
    ("POST", "/api/import", import),
    ("POST", "/api/analyse", analyse),
    ("POST", "/api/analyse/check", |client| {
        Ok(client.request_of(2, "POST", "/api/analyse/check").json(&json!({ "position": MOVE })))
    }),
    ("POST", "/api/asg/replay", replay),
    ("POST", "/api/study", |client| post(client, "/api/study", &json!({ "board": "square8", "players": 2 }))),
    ("POST", "/api/study/act", |client| {
        post(client, "/api/study/act", &json!({ "position": MOVE, "action": CAPTURE }))
    }),
    ("POST", "/api/study/preview", |client| {
        post(client, "/api/study/preview", &json!({ "position": MOVE, "action": CAPTURE }))
    }),
    ("POST", "/api/study/why", |client| post(client, "/api/study/why", &json!({ "position": MOVE, "cell": "h8" }))),
    ("POST", "/api/study/check", check_setup),
    ("POST", "/api/study/read", |client| post(client, "/api/study/read", &json!({ "text": RECORD }))),
    ("POST", "/api/study/line", |client| post(client, "/api/study/line", &line())),
    ("POST", "/api/study/record", |client| post(client, "/api/study/record", &line())),
    ("GET", "/api/study/picture.svg", |client| {
        Ok(client.request("GET", format!("/api/study/picture.svg?position={START_IN_URL}")))
    }),
    ("GET", "/api/study/picture.png", |client| {
        Ok(client.request("GET", format!("/api/study/picture.png?width=64&position={START_IN_URL}")))
    }),
    ("POST", "/rules/evaluate_move", |client| {
        post(client, "/rules/evaluate_move", &json!({ "position": MOVE, "move": CAPTURE, "details": true }))
    }),
    ("POST", "/rules/legal_moves", |client| post(client, "/rules/legal_moves", &json!({ "position": MOVE }))),
];

/// Operations that need much computation. They are fuzzed less often, so that they do not take most of the time.
const SLOW: [&str; 4] = [
    "POST /api/analyse",
    "GET /api/games/{id}/review",
    "GET /api/games/{id}/picture.png",
    "GET /api/study/picture.png",
];

/// A position with a capture, which occurs in no game.
const MOVE: &str = "G square8 2p canon; S a1=1,b1=2,h8=2; H 3,3; P movement";
const CAPTURE: &str = "C a1-c1 xb1";
const RECORD: &str = "[Board \"square8\"]\n\n1. P d4*2; M d4-d6";
const START_IN_URL: &str = "G+square8+2p%3B+H+18%2C18";

/// Adds the routes that the OpenAPI description does not list.
pub(super) fn add_unlisted(description: &mut Description) {
    for (method, path, _) in BUILDERS {
        let is_page = !path.starts_with("/api/") || *path == "/api/openapi.json";
        if is_page && description.find(method, path).is_none() {
            description.add_unlisted(method, path);
        }
    }
}

/// Returns the builder of an operation.
///
/// # Errors
/// If the operation has no builder.
pub(super) fn builder(operation: &Operation) -> Result<Builder, String> {
    let found = BUILDERS.iter().find(|(method, path, _)| *method == operation.method && *path == operation.path);
    found.map(|(_, _, builder)| *builder).ok_or_else(|| {
        format!(
            "the OpenAPI description lists {}, but the fuzzer has no valid request for it: add one to BUILDERS in \
             crates/lab/src/fuzz_server/builders.rs",
            operation.name()
        )
    })
}

/// Reports whether an operation needs much computation.
pub(super) fn is_slow(operation: &Operation) -> bool {
    SLOW.contains(&operation.name().as_str())
}

fn post(client: &mut Client<'_>, path: &str, body: &Value) -> Result<Request, String> {
    Ok(client.request("POST", path).json(body))
}

fn line() -> Value {
    json!({ "start": "G square8 2p; H 18,18", "actions": ["P d4*2", "M d4-d6"] })
}

fn board(client: &mut Client<'_>) -> Result<Request, String> {
    let name = client.rng.pick(&["square8", "square19", "hexagonal"]).unwrap_or_default();
    Ok(client.request("GET", format!("/api/boards/{name}")))
}

fn attempt(client: &mut Client<'_>) -> Result<Request, String> {
    let request = client.request("GET", "/api/lessons");
    let lessons = client.call(&request)?;
    let lesson = client.rng.below(lessons.as_array().map_or(1, Vec::len));
    let position = &lessons[lesson]["exercises"][0]["position"];
    let request = client.request("POST", "/api/study").json(&json!({ "position": position }));
    let study = client.call(&request)?;
    let action = super::client::legal_action(&study["legal"], &mut client.rng);
    let actions: Vec<Value> = action.into_iter().collect();
    post(client, &format!("/api/lessons/{}/1", lesson + 1), &json!({ "actions": actions }))
}

fn puzzle(client: &mut Client<'_>) -> Result<Request, String> {
    let puzzle = client.rng.pick(study::puzzles()).ok_or("there are no puzzles")?;
    // The first action does not end the turn, so that nothing is searched.
    let actions: Vec<&String> = puzzle.solution.iter().take(1).collect();
    let body = json!({ "position": puzzle.position, "goal": puzzle.goal.to_string(), "actions": actions });
    post(client, "/api/puzzles", &body)
}

fn rename(client: &mut Client<'_>) -> Result<Request, String> {
    client.guests_made += 1;
    let name = format!("Renamed {}-{}", client.number, client.guests_made);
    Ok(client.request_of(2, "PATCH", "/api/me").json(&json!({ "name": name })))
}

fn delete_guest(client: &mut Client<'_>) -> Result<Request, String> {
    let guest = client.new_guest()?;
    Ok(client.request("DELETE", "/api/me").header("cookie", &guest.cookies))
}

fn recover(client: &mut Client<'_>) -> Result<Request, String> {
    let request = client.request_of(2, "POST", "/api/me/recovery");
    let code = client.call(&request)?;
    Ok(client.request("POST", "/api/recover").json(&code))
}

fn end_cookies(client: &mut Client<'_>) -> Result<Request, String> {
    let guest = client.new_guest()?;
    Ok(client.request("POST", "/api/me/end-cookies").header("cookie", &guest.cookies))
}

fn new_token(client: &mut Client<'_>) -> Result<Request, String> {
    let guest = client.new_guest()?;
    let request = client.request("POST", "/api/me/tokens").header("cookie", &guest.cookies);
    Ok(request.json(&json!({ "name": "program", "scopes": ["read", "play"] })))
}

fn delete_token(client: &mut Client<'_>) -> Result<Request, String> {
    let guest = client.new_guest()?;
    let request = client.request("POST", "/api/me/tokens").header("cookie", &guest.cookies);
    let token = client.call(&request.json(&json!({ "name": "program", "scopes": ["read"] })))?;
    let target = format!("/api/me/tokens/{}", token["id"].as_str().unwrap_or_default());
    Ok(client.request("DELETE", target).header("cookie", &guest.cookies))
}

fn list(client: &mut Client<'_>) -> Result<Request, String> {
    let queries =
        ["", "?mine=true", "?stage=waiting", "?stage=running&most=100", "?stage=over", "?before=1&last=abcdefgh"];
    let query = client.rng.pick(&queries).unwrap_or_default();
    Ok(client.request_of(0, "GET", format!("/api/games{query}")))
}

fn create(client: &mut Client<'_>) -> Result<Request, String> {
    let wishes = [
        json!({ "visibility": "public" }),
        json!({ "game": "asg", "scenario": "scenario_01", "rules": "v1", "purpose": "analysis" }),
        json!({ "board": "hexagonal", "players": 3, "edition": "live", "purpose": "hot_seat" }),
        json!({ "seats": [{ "who": "me" }, { "who": "bot", "name": "level:1" }], "clock": { "kind": "days", "days": 1 } }),
        json!({ "position": MOVE, "purpose": "analysis" }),
        json!({ "clock": { "kind": "increment", "base": 60_000, "increment": 1_000 }, "spectator_delay": 1_000 }),
    ];
    let wish = client.rng.pick(&wishes).unwrap_or_default();
    Ok(client.request_of(2, "POST", "/api/games").json(&wish))
}

/// Returns a game of the first two players that is not over.
fn running_game(client: &mut Client<'_>, is_asg: Option<bool>) -> Result<OwnGame, String> {
    let games: Vec<OwnGame> =
        client.games.iter().filter(|game| is_asg.is_none_or(|wanted| wanted == game.is_asg)).cloned().collect();
    match client.rng.pick(&games) {
        Some(game) => Ok(game),
        None => client.new_game(is_asg.unwrap_or(false)),
    }
}

fn read_game(client: &mut Client<'_>, rest: &str) -> Result<Request, String> {
    let game = running_game(client, None)?;
    let player = client.rng.below(2);
    Ok(client.request_of(player, "GET", format!("/api/games/{}{rest}", game.id)))
}

fn read_kind(client: &mut Client<'_>, is_asg: bool, rest: &str) -> Result<Request, String> {
    let game = running_game(client, Some(is_asg))?;
    Ok(client.request_of(0, "GET", format!("/api/games/{}{rest}", game.id)))
}

/// Creates an analysis board with two actions, which may be reviewed while it is open.
fn imported(client: &mut Client<'_>) -> Result<String, String> {
    let request = client.request_of(2, "POST", "/api/import").json(&json!({ "record": RECORD }));
    let board = client.call(&request)?;
    board["id"].as_str().map(str::to_owned).ok_or_else(|| "POST /api/import returns no id".to_owned())
}

fn review(client: &mut Client<'_>) -> Result<Request, String> {
    let id = imported(client)?;
    Ok(client.request_of(2, "GET", format!("/api/games/{id}/review")))
}

fn command(client: &mut Client<'_>) -> Result<Request, String> {
    for _ in 0..3 {
        let game = running_game(client, None)?;
        if let Some((player, action)) = client.command_of_turn(&game)? {
            return Ok(client.request_of(player, "POST", format!("/api/games/{}/commands", game.id)).json(&action));
        }
        client.games.retain(|other| other.id != game.id);
    }
    Err("no running game has a legal action".to_owned())
}

/// Creates a game of three with two open seats, and returns its id.
fn open_game(client: &mut Client<'_>) -> Result<String, String> {
    let wish = json!({ "players": 3, "visibility": "public" });
    let request = client.request_of(0, "POST", "/api/games").json(&wish);
    let made = client.call(&request)?;
    let secrets = made["secrets"].as_array().into_iter().flatten().filter_map(Value::as_str);
    client.secrets = secrets.map(str::to_owned).collect();
    made["id"].as_str().map(str::to_owned).ok_or_else(|| "POST /api/games returns no id".to_owned())
}

fn join(client: &mut Client<'_>) -> Result<Request, String> {
    let id = open_game(client)?;
    Ok(client.request_of(1, "POST", format!("/api/games/{id}/join")).json(&json!({ "seat": 2 })))
}

fn leave(client: &mut Client<'_>) -> Result<Request, String> {
    let join = join(client)?;
    client.call(&join)?;
    let target = String::from_utf8_lossy(&join.target).replace("/join", "/leave");
    Ok(client.request_of(1, "POST", target).json(&json!({})))
}

fn renew(client: &mut Client<'_>) -> Result<Request, String> {
    let id = open_game(client)?;
    Ok(client.request_of(0, "POST", format!("/api/games/{id}/secret")).json(&json!({ "seat": 1 })))
}

fn claim(client: &mut Client<'_>) -> Result<Request, String> {
    open_game(client)?;
    let secret = client.secrets.last().cloned().ok_or("POST /api/games returns no invitation")?;
    Ok(client.request_of(1, "POST", "/api/seats/claim").json(&json!({ "secret": secret })))
}

fn invitation(client: &mut Client<'_>) -> Result<Request, String> {
    let mut request = claim(client)?;
    request.target = b"/api/seats/invitation".to_vec();
    Ok(request)
}

/// Creates a private game, and returns its id.
fn private_game(client: &mut Client<'_>) -> Result<String, String> {
    let request = client.request_of(0, "POST", "/api/games").json(&json!({ "visibility": "private" }));
    let made = client.call(&request)?;
    made["id"].as_str().map(str::to_owned).ok_or_else(|| "POST /api/games returns no id".to_owned())
}

/// Returns a request for the share link of a game, or for deleting it.
fn share(client: &mut Client<'_>, method: &str, id: &str) -> Request {
    client.request_of(0, method, format!("/api/games/{id}/share"))
}

fn watch(client: &mut Client<'_>) -> Result<Request, String> {
    let id = private_game(client)?;
    let request = share(client, "POST", &id);
    let link = client.call(&request)?;
    Ok(client.request_of(1, "POST", format!("/api/games/{id}/watch")).json(&json!({ "secret": link["secret"] })))
}

fn preview(client: &mut Client<'_>) -> Result<Request, String> {
    let mut request = command(client)?;
    let body: Option<Value> = request.body.as_deref().and_then(|body| serde_json::from_slice(body).ok());
    request.target = String::from_utf8_lossy(&request.target).replace("/commands", "/preview").into();
    request.body = Some(json!({ "action": body.unwrap_or_default()["action"] }).to_string().into());
    Ok(request)
}

fn why(client: &mut Client<'_>) -> Result<Request, String> {
    let game = running_game(client, None)?;
    let question = if game.is_asg { json!({ "action": [{ "type": "pass" }] }) } else { json!({ "cell": "d4" }) };
    Ok(client.request_of(0, "POST", format!("/api/games/{}/why", game.id)).json(&question))
}

fn import(client: &mut Client<'_>) -> Result<Request, String> {
    let record = if client.rng.below(2) == 0 { RECORD.to_owned() } else { client.replay.clone() };
    Ok(client.request_of(2, "POST", "/api/import").json(&json!({ "record": record })))
}

fn analyse(client: &mut Client<'_>) -> Result<Request, String> {
    let body = json!({ "position": MOVE, "nodes": 50, "lines": 2, "threats": true });
    Ok(client.request_of(2, "POST", "/api/analyse").json(&body))
}

fn replay(client: &mut Client<'_>) -> Result<Request, String> {
    let body = json!({ "replay": client.replay });
    post(client, "/api/asg/replay", &body)
}

fn check_setup(client: &mut Client<'_>) -> Result<Request, String> {
    let body = json!({ "board": "square8", "players": 2, "stacks": { "a1": "1" }, "hands": [17, 18] });
    post(client, "/api/study/check", &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_valid_request() {
        let document =
            serde_json::from_str(include_str!("../../../../docs/openapi.json")).expect("the document is JSON");
        let description = Description::read(document).expect("the document has paths");
        let missing: Vec<String> = description.operations.iter().filter_map(|one| builder(one).err()).collect();
        assert_eq!(missing, Vec::<String>::new());
        let names: Vec<String> = description.operations.iter().map(Operation::name).collect();
        let is_listed = |name: &&str| names.iter().any(|one| one == name);
        assert!(SLOW.iter().all(is_listed), "an operation of SLOW does not exist any more");
        let is_old = |(method, path, _): &&(&str, &str, Builder)| {
            path.starts_with("/api/") && *path != "/api/openapi.json" && description.find(method, path).is_none()
        };
        let old: Vec<&str> = BUILDERS.iter().filter(is_old).map(|(_, path, _)| *path).collect();
        assert_eq!(old, Vec::<&str>::new(), "these paths of BUILDERS do not exist any more");
    }

    #[test]
    fn operation_without_a_valid_request_is_named() {
        let document = json!({ "paths": { "/api/new": { "put": {} } } });
        let description = Description::read(document).expect("the document has paths");
        let problem = builder(&description.operations[0]).expect_err("the operation is unknown");
        assert!(problem.contains("PUT /api/new") && problem.contains("builders.rs"), "{problem}");
    }
}
