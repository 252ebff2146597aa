//! A client: sends requests, checks the responses, and keeps the guests and games that valid requests need.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use game::{GameRng, derived_seed};
use serde_json::{Value, json};

use super::checks::{Codes, problems};
use super::http::{Answer, Connection, Framing, Request, Response};
use super::openapi::Description;
use super::report::{DROPPED, Failure, Report};

/// What all clients share.
pub(super) struct Target {
    pub(super) server: SocketAddr,
    pub(super) description: Description,
    pub(super) codes: Codes,
    pub(super) report: Report,
    /// End of the run.
    pub(super) end: Instant,
}

/// A signed-in guest.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest {
    pub(super) cookies: String,
    /// Tokens with their scopes.
    pub(super) tokens: Vec<String>,
}

/// A game of the client's own guests.
#[derive(Clone, Debug)]
pub(super) struct OwnGame {
    pub(super) id: String,
    /// Guest in each seat, as an index into [`Client::players`].
    pub(super) players: Vec<usize>,
    pub(super) is_asg: bool,
}

/// A game of guests whose credentials no request uses, so that it must never change.
#[derive(Clone, Debug)]
pub(super) struct ForeignGame {
    pub(super) id: String,
    cookies: String,
    seq: u64,
    hash: String,
}

/// A client with its own connection, guests and games.
pub(super) struct Client<'a> {
    pub(super) number: usize,
    pub(super) target: &'a Target,
    pub(super) rng: GameRng,
    connection: Option<Connection>,
    health: Option<Connection>,
    /// Requests sent so far.
    requests: u64,
    pub(super) guests_made: u64,
    pub(super) players: Vec<Guest>,
    pub(super) games: Vec<OwnGame>,
    pub(super) foreign: Vec<ForeignGame>,
    /// Cookies and tokens of the guests of the foreign games, which no response may contain.
    foreign_secrets: Vec<String>,
    /// Secrets of seats, recovery codes and tokens of the client's own guests.
    pub(super) secrets: Vec<String>,
    /// Replay of a finished ASG game.
    pub(super) replay: String,
    /// Texts for random values: ids, names, positions, actions and other words of the interface.
    pub(super) words: Vec<String>,
}

/// Words that values of the interface have.
const WORDS: [&str; 44] = [
    "",
    "Ann",
    "a1",
    "d4",
    "z99",
    "P d4",
    "P d4*2",
    "M d4-d6",
    "C a1-c1 xb1",
    "L 1",
    "LR 2:1",
    "pass",
    "G square8 2p",
    "G square8 2p; S a1=1,b1=2,h8=2; P movement",
    "G hexagonal 3p canon",
    "G square19 4p live",
    "square8",
    "square19",
    "hexagonal",
    "standard",
    "canon",
    "live",
    "compact",
    "ringrift",
    "asg",
    "v0",
    "v1",
    "scenario_01",
    "frontier",
    "level:1",
    "random",
    "match",
    "hot_seat",
    "analysis",
    "public",
    "private",
    "waiting",
    "running",
    "over",
    "text",
    "json",
    "light",
    "read",
    "play",
];

impl<'a> Client<'a> {
    pub(super) fn new(number: usize, target: &'a Target, seed: u64) -> Client<'a> {
        Client {
            number,
            target,
            rng: GameRng::seeded(derived_seed(seed, &["client", &number.to_string()])),
            connection: None,
            health: None,
            requests: 0,
            guests_made: 0,
            players: Vec::new(),
            games: Vec::new(),
            foreign: Vec::new(),
            foreign_secrets: Vec::new(),
            secrets: Vec::new(),
            replay: String::new(),
            words: WORDS.map(str::to_owned).to_vec(),
        }
    }

    /// Reports whether the run is over.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.target.end || self.target.report.is_full()
    }

    pub(super) fn request(&self, method: &str, target: impl Into<Vec<u8>>) -> Request {
        Request::new(method, target, self.target.server)
    }

    /// Returns a request of one of the client's guests.
    pub(super) fn request_of(&self, player: usize, method: &str, target: impl Into<Vec<u8>>) -> Request {
        self.request(method, target).header("cookie", &self.players[player].cookies)
    }

    /// Records a failed check.
    pub(super) fn fail(&self, problem: String, request: &Request) {
        self.fail_with(problem, request.shell_command(self.target.server), request.bytes());
    }

    pub(super) fn fail_with(&self, problem: String, command: String, bytes: Vec<u8>) {
        let place = format!("client {}, request {}", self.number, self.requests);
        self.target.report.fail(Failure { place, problem, command, bytes });
    }

    /// Sends a request and checks the response. Returns `None` if there was no response. Reads a stream until it ends if
    /// `to_the_end`, and otherwise until it pauses.
    pub(super) fn send(&mut self, request: &Request, to_the_end: bool) -> Option<Response> {
        let answer = self.exchange(request, to_the_end);
        let response = self.accept(request, answer);
        if response.is_none() || self.requests.is_multiple_of(16) {
            self.check_health(request);
        }
        response
    }

    /// Sends a request over the open connection, or over a new one if the server has closed that.
    fn exchange(&mut self, request: &Request, to_the_end: bool) -> Answer {
        for _ in 0..2 {
            let mut connection = match self.connection.take().map_or_else(|| Connection::open(self.target.server), Ok) {
                Ok(connection) => connection,
                Err(error) => return Answer::Closed(format!("cannot connect: {error}")),
            };
            let was_reused = connection.is_reused;
            let (answer, is_open) = connection.exchange(request, to_the_end);
            if is_open && !request.may_be_dropped {
                self.connection = Some(connection);
            }
            if !(was_reused && matches!(answer, Answer::Closed(_))) {
                return answer;
            }
        }
        Answer::Closed("the server closed a new connection".to_owned())
    }

    /// Counts and checks the answer to a request.
    pub(super) fn accept(&mut self, request: &Request, answer: Answer) -> Option<Response> {
        self.requests += 1;
        let operation = self.target.description.matching(&request.method, &request.target);
        let name = operation.name();
        match answer {
            Answer::Response(response) => {
                self.target.report.add(&name, response.status, response.took);
                let Target { description, codes, .. } = self.target;
                for problem in problems(description, codes, &operation, request, &response) {
                    self.fail(format!("{name}: {problem}"), request);
                }
                self.check_secrets(&name, request, &response.body);
                Some(response)
            }
            Answer::Closed(reason) => {
                self.target.report.add(&name, DROPPED, Duration::ZERO);
                if !request.may_be_dropped {
                    self.fail(format!("{name}: no response: {reason}"), request);
                }
                None
            }
            Answer::Silent => {
                self.target.report.add(&name, DROPPED, Duration::ZERO);
                self.fail(format!("{name}: no response within the time limit"), request);
                None
            }
        }
    }

    /// Checks that a response contains no credentials of other guests.
    pub(super) fn check_secrets(&self, name: &str, request: &Request, body: &[u8]) {
        let contains = |secret: &&String| body.windows(secret.len()).any(|part| part == secret.as_bytes());
        if self.foreign_secrets.iter().any(|secret| contains(&secret)) {
            self.fail(format!("{name}: the response contains credentials of another guest"), request);
        }
    }

    /// Checks that the server is still there.
    fn check_health(&mut self, last: &Request) {
        let request = self.request("GET", "/health");
        for _ in 0..2 {
            let connection = self.health.take().map_or_else(|| Connection::open(self.target.server), Ok);
            let Ok(mut connection) = connection else { break };
            let was_reused = connection.is_reused;
            match connection.exchange(&request, true) {
                (Answer::Response(response), is_open) if response.status == 200 => {
                    self.health = is_open.then_some(connection);
                    return;
                }
                (Answer::Closed(_), _) if was_reused => {}
                _ => break,
            }
        }
        self.fail("/health does not respond with 200 after a request".to_owned(), last);
    }

    /// Sends a valid request that prepares another one, and returns the body of the response.
    ///
    /// # Errors
    /// If the response is not a success.
    pub(super) fn call(&mut self, request: &Request) -> Result<Value, String> {
        Ok(self.call_for_response(request)?.json().unwrap_or_default())
    }

    /// Like [`Client::call`], but returns the whole response.
    pub(super) fn call_for_response(&mut self, request: &Request) -> Result<Response, String> {
        let name = format!("{} {}", String::from_utf8_lossy(&request.method), String::from_utf8_lossy(&request.target));
        // A server that has much to do asks the client to wait.
        for _ in 0..20 {
            let response = self.send(request, false).ok_or_else(|| format!("{name}: no response"))?;
            match response.status {
                200..300 => return Ok(response),
                429 | 503 => std::thread::sleep(Duration::from_millis(250)),
                status => {
                    let body = String::from_utf8_lossy(&response.body).chars().take(500).collect::<String>();
                    return Err(format!("{name}: status {status}: {body}"));
                }
            }
        }
        Err(format!("{name}: the server has too much to do"))
    }

    /// Signs in as a new guest.
    pub(super) fn new_guest(&mut self) -> Result<Guest, String> {
        const NAMES: [&str; 8] = ["Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath"];
        self.guests_made += 1;
        let word = NAMES[self.guests_made as usize % NAMES.len()];
        let name = format!("{word} {}-{}", self.number, self.guests_made);
        let request = self.request("POST", "/api/me").json(&json!({ "name": name }));
        let response = self.call_for_response(&request)?;
        let cookies = response.cookies().ok_or("POST /api/me sets no cookie")?;
        Ok(Guest { cookies, tokens: Vec::new() })
    }

    /// Creates the guests, the games and the other state that valid requests need.
    pub(super) fn set_up(&mut self) -> Result<(), String> {
        self.players.clear();
        self.games.clear();
        self.secrets.clear();
        for _ in 0..3 {
            let guest = self.new_guest()?;
            self.players.push(guest);
        }
        self.make_tokens()?;
        for is_asg in [false, true] {
            self.new_game(is_asg)?;
        }
        if self.foreign.is_empty() {
            self.set_up_foreign_games()?;
            self.replay = self.finished_replay()?;
        }
        self.words.truncate(WORDS.len());
        let ids = self.games.iter().map(|game| game.id.clone()).chain(self.foreign.iter().map(|game| game.id.clone()));
        self.words.extend(ids.collect::<Vec<_>>());
        Ok(())
    }

    /// Creates a token with each scope and one with all scopes.
    fn make_tokens(&mut self) -> Result<(), String> {
        for scopes in [&["read"][..], &["play"], &["create"], &["analyse"], &["read", "play", "create", "analyse"]] {
            let body = json!({ "name": scopes.join(" "), "scopes": scopes });
            let request = self.request_of(0, "POST", "/api/me/tokens").json(&body);
            let made = self.call(&request)?;
            let token = made["token"].as_str().ok_or("POST /api/me/tokens returns no token")?.to_owned();
            self.players[0].tokens.push(token);
        }
        Ok(())
    }

    /// Starts a public game between the first two players.
    pub(super) fn new_game(&mut self, is_asg: bool) -> Result<OwnGame, String> {
        let body = json!({ "game": if is_asg { "asg" } else { "ringrift" }, "visibility": "public" });
        let (first, second) = (self.players[0].cookies.clone(), self.players[1].cookies.clone());
        let id = self.start_game(&body, &first, &second)?;
        let game = OwnGame { id, players: vec![0, 1], is_asg };
        self.games.push(game.clone());
        Ok(game)
    }

    /// Creates a game as one guest and joins it as another one.
    fn start_game(&mut self, wish: &Value, first: &str, second: &str) -> Result<String, String> {
        let request = self.request("POST", "/api/games").header("cookie", first).json(wish);
        let made = self.call(&request)?;
        let id = made["id"].as_str().ok_or("POST /api/games returns no id")?.to_owned();
        let secret = made["secrets"].as_array().into_iter().flatten().filter_map(Value::as_str).next_back();
        let claim = json!({ "secret": secret.ok_or("POST /api/games returns no invitation")? });
        let request = self.request("POST", "/api/seats/claim").header("cookie", second).json(&claim);
        self.call(&request)?;
        Ok(id)
    }

    /// Starts games of guests whose credentials no other request uses.
    fn set_up_foreign_games(&mut self) -> Result<(), String> {
        let guests = [self.new_guest()?, self.new_guest()?];
        let [first, second] = guests.map(|guest| guest.cookies);
        let wishes = [
            json!({ "visibility": "public" }),
            json!({ "game": "asg", "visibility": "private" }),
            json!({ "game": "ringrift", "visibility": "private" }),
        ];
        for wish in wishes {
            let id = self.start_game(&wish, &first, &second)?;
            let (seq, hash) = self.state_of(&id, &first)?;
            self.foreign.push(ForeignGame { id, cookies: first.clone(), seq, hash });
        }
        let pairs = [&first, &second].into_iter().flat_map(|cookies| cookies.split("; "));
        let values = pairs.filter_map(|pair| pair.split_once('=')).map(|(_, value)| value.to_owned());
        self.foreign_secrets = values.filter(|value| value.len() > 8).collect();
        Ok(())
    }

    /// Returns the number of the last log entry of a game and the hash of its state.
    fn state_of(&mut self, id: &str, cookies: &str) -> Result<(u64, String), String> {
        let request = self.request("GET", format!("/api/games/{id}")).header("cookie", cookies);
        let game = self.call(&request)?;
        let hash = game["hash"].as_str().unwrap_or_default().to_owned();
        Ok((game["seq"].as_u64().ok_or("GET /api/games/{id} returns no seq")?, hash))
    }

    /// Checks that the foreign games are as they were; `last` is the request sent before.
    pub(super) fn check_foreign_games(&mut self, last: &Request) {
        for index in 0..self.foreign.len() {
            let ForeignGame { id, cookies, seq, hash } = self.foreign[index].clone();
            match self.state_of(&id, &cookies) {
                Ok(state) if state == (seq, hash) => {}
                Ok((now, _)) => self.fail(format!("game {id} of other guests changed from entry {seq} to {now}"), last),
                Err(problem) => self.fail(format!("game {id} of other guests: {problem}"), last),
            }
        }
    }

    /// Plays an ASG game for one ply, resigns, and returns its replay.
    fn finished_replay(&mut self) -> Result<String, String> {
        let game = self.new_game(true)?;
        let action = self.command_of_turn(&game)?.ok_or("a new ASG game has no legal orders")?;
        self.command(&game, action.0, &action.1)?;
        self.command(&game, 0, &json!({ "type": "resign" }))?;
        self.games.retain(|other| other.id != game.id);
        let request = self.request_of(0, "GET", format!("/api/games/{}/record", game.id));
        let replay = self.call_for_response(&request)?;
        Ok(String::from_utf8_lossy(&replay.body).into_owned())
    }

    /// Sends a command of a player over HTTP.
    pub(super) fn command(&mut self, game: &OwnGame, player: usize, body: &Value) -> Result<Value, String> {
        let request = self.request_of(player, "POST", format!("/api/games/{}/commands", game.id)).json(body);
        self.call(&request)
    }

    /// Returns the player to move with a command that plays a legal action; `None` if the game is over.
    pub(super) fn command_of_turn(&mut self, game: &OwnGame) -> Result<Option<(usize, Value)>, String> {
        for &player in &game.players {
            let request = self.request_of(player, "GET", format!("/api/games/{}", game.id));
            let snapshot = self.call(&request)?;
            if let Some(action) = legal_action(&snapshot["you"]["legal"], &mut self.rng) {
                return Ok(Some((player, json!({ "type": "act", "action": action, "seq": snapshot["seq"] }))));
            }
        }
        Ok(None)
    }

    /// Returns whether the framing of a request lets the server close the connection without a response.
    pub(super) fn is_irregular(framing: Framing) -> bool {
        !matches!(framing, Framing::Length | Framing::Chunked(_))
    }
}

/// Returns a random legal action.
pub(super) fn legal_action(legal: &Value, rng: &mut GameRng) -> Option<Value> {
    if legal["game"] == "asg" {
        return Some(match rng.pick(legal["moves"].as_array().map_or(&[][..], Vec::as_slice)) {
            Some(range) => json!([{ "type": "move", "from": range["from"], "to": range["to"][0], "amount": 1 }]),
            None => json!([{ "type": "pass" }]),
        });
    }
    let group = rng.pick(legal["groups"].as_array()?)?;
    rng.pick(group["choices"].as_array()?).map(|choice| choice["action"].clone())
}
