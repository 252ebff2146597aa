//! The engine for the page, compiled to WebAssembly.
//!
//! [`respond`] answers the requests of the HTTP interface that need no server, [`Board`] previews actions while the player
//! points at cells, and `LocalGame` (feature `players`) is a game on the player's device. The functions at the end of this
//! file are called from JavaScript. None of them panics on any input: problems are responses with a status, or texts.

mod board;
#[cfg(feature = "players")]
mod local_game;
#[cfg(feature = "players")]
mod players;
mod requests;
#[cfg(feature = "players")]
mod work;

use wasm_bindgen::prelude::wasm_bindgen;

pub use board::{Board, ChangedCell, Effect};
#[cfg(feature = "players")]
pub use local_game::LocalGame;
#[cfg(feature = "players")]
pub use players::review;
pub use requests::{Response, respond};
#[cfg(feature = "players")]
pub use work::{decide, evaluate, random_games};

/// Status and text of a response. Its name in JavaScript differs from that of the class for responses of servers.
#[wasm_bindgen(js_name = Answer)]
pub struct JsResponse(Response);

#[wasm_bindgen(js_class = Answer)]
impl JsResponse {
    /// HTTP status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// JSON, or the text of a picture.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> String {
        self.0.body.clone()
    }
}

/// Responds to a request of the HTTP interface, such as `POST /api/study`.
#[wasm_bindgen]
pub fn request(method: &str, path: &str, body: &str) -> JsResponse {
    JsResponse(respond(method, path, body))
}

/// Returns the effect of an action in the position of the board as JSON: `{events, changed, player, asked, asked_parts}`, or a
/// text that says why there is none. The board keeps its position, so that pointing at cells parses it only once.
#[wasm_bindgen]
pub fn effect(position: &str, action: &str) -> String {
    let json = match board::effect(position, action) {
        Ok(effect) => serde_json::to_string(&effect),
        Err(problem) => serde_json::to_string(&problem),
    };
    json.expect("an effect serializes to JSON")
}

#[cfg(feature = "players")]
/// Plays this many random games from a position and returns the number of actions, or -1 if the position is invalid.
#[wasm_bindgen(js_name = random_games)]
pub fn js_random_games(start: &str, games: u32) -> f64 {
    random_games(start, games).map_or(-1.0, |count| count as f64)
}

#[cfg(feature = "players")]
/// Returns the number of sequences of `depth` actions from a position, or -1 if the position is invalid.
#[wasm_bindgen]
pub fn perft(position: &str, depth: u32) -> f64 {
    work::perft(position, depth).map_or(-1.0, |count| count as f64)
}

/// Returns the action that a computer player chooses in a position, such as `M d4-d6`, or what is wrong after `error: `.
#[cfg(feature = "players")]
#[wasm_bindgen(js_name = decide)]
pub fn js_decide(position: &str, player: &str) -> String {
    decide(position, player).unwrap_or_else(|problem| format!("error: {problem}"))
}

/// Evaluates a position this many times with the network of its board. Returns the sum of the values for the player to move, or NaN if
/// the position is invalid, the game is over, or the network is not loaded.
#[cfg(feature = "players")]
#[wasm_bindgen(js_name = evaluate)]
pub fn js_evaluate(position: &str, times: u32) -> f64 {
    evaluate(position, times).unwrap_or(f64::NAN)
}

/// Reviews the game of a record, without the evaluation of hidden plies. Calls `progress` with the number of finished steps and that of all
/// steps.
#[cfg(feature = "players")]
#[wasm_bindgen(js_name = review)]
pub fn js_review(record: &str, hidden: &[u32], progress: &js_sys::Function) -> JsResponse {
    let call = |done: usize, steps: usize| {
        // What the function of the page throws does not end the review.
        let _ = progress.call2(&wasm_bindgen::JsValue::NULL, &(done as f64).into(), &(steps as f64).into());
    };
    JsResponse(review(record, hidden, &call))
}

/// Reads the network of a board, which analysis and levels need. Returns an empty text, or what is wrong with the file.
#[cfg(all(feature = "players", target_family = "wasm"))]
#[wasm_bindgen]
pub fn provide_network(file: &[u8]) -> String {
    neural::Network::provide(file).err().map(|error| error.to_string()).unwrap_or_default()
}

/// A game on the player's device, or the reason why there is none.
#[cfg(feature = "players")]
#[wasm_bindgen(js_name = Game)]
pub struct JsGame(Result<LocalGame, table::RequestError>);

#[cfg(feature = "players")]
#[wasm_bindgen(js_class = Game)]
impl JsGame {
    /// Creates a game from the body of `POST /api/games`.
    pub fn create(body: &str, name: &str, now: f64) -> JsGame {
        JsGame(LocalGame::create(body, name, moment(now)))
    }

    /// Reads a stored game.
    pub fn restore(text: &str) -> JsGame {
        JsGame(LocalGame::restore(text))
    }

    /// Status 200 if there is a game; otherwise the status and the body of the error.
    pub fn created(&self) -> JsResponse {
        JsResponse(match &self.0 {
            Ok(game) => Response::json(Ok(serde_json::json!({ "id": game.id() }))),
            Err(error) => Response::json::<()>(Err(error.clone())),
        })
    }

    /// The game as text, to store it.
    pub fn save(&self) -> String {
        self.0.as_ref().map(LocalGame::save).unwrap_or_default()
    }

    /// Responds to a request about the game; `path` is what follows its id in `/api/games/{id}`.
    pub fn request(&self, method: &str, path: &str, body: &str, now: f64) -> JsResponse {
        JsResponse(match &self.0 {
            Ok(game) => game.respond(method, path, body, moment(now)),
            Err(error) => Response::json::<()>(Err(error.clone())),
        })
    }

    /// Executes a message of the page. Returns a JSON list of the messages that the server would send.
    pub fn command(&mut self, message: &str, now: f64) -> String {
        json_list(&self.0.as_mut().map_or_else(|_| Vec::new(), |game| game.command(message, moment(now))))
    }

    /// Seat of the computer player to move; -1 if there is none.
    pub fn bot_to_move(&self) -> i32 {
        let seat = self.0.as_ref().ok().and_then(LocalGame::bot_to_move);
        seat.and_then(|seat| i32::try_from(seat).ok()).unwrap_or(-1)
    }

    /// Name of the board whose network the computer players need; an empty text if they need none.
    pub fn network(&self) -> String {
        self.0.as_ref().ok().and_then(LocalGame::network).unwrap_or_default().to_owned()
    }

    /// Lets the computer player to move act. Status 200 with a JSON list of messages, or an error.
    pub fn bot_act(&mut self, now: f64) -> JsResponse {
        JsResponse(match &mut self.0 {
            Ok(game) => Response::json(game.bot_act(moment(now))),
            Err(error) => Response::json::<()>(Err(error.clone())),
        })
    }

    /// Takes the game that a rematch created, if any.
    pub fn take_rematch(&mut self) -> Option<JsGame> {
        self.0.as_mut().ok()?.take_rematch().map(|game| JsGame(Ok(game)))
    }
}

/// Milliseconds since 1970, as JavaScript counts them.
#[cfg(feature = "players")]
fn moment(now: f64) -> api::Moment {
    api::Moment(now as i64)
}

#[cfg(feature = "players")]
fn json_list(messages: &[api::ServerMessage]) -> String {
    serde_json::to_string(messages).unwrap_or_else(|_| "[]".to_owned())
}
