//! A game on the player's device, against computer players or between people at one screen.
//!
//! It has the log, the views and the messages of a game on the server, so that the page needs no second implementation.

use std::collections::HashMap;
use std::sync::Arc;

use agent_protocol::{AgentGame as _, LINE_OPTION};
use api::{
    ClientMessage, ClockRules, GameId, GuestId, Moment, NewGame, NewSeat, PliesQuery, Receipt, RecordQuery,
    ServerMessage,
};
use game::{Bot, Cancellation, Progress, RingRift, derived_seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::records::RecordedTable;
use table::view::{self, Names};
use table::{
    AnyGame, Command, CommandRejection, Continued, Controller, Decision, LineChoice, LogEntry, Occupant, PlayerRequest,
    Problem, Rematch, RequestError, Table, TableSetup, new_game, read_body, study,
};

use crate::players::require_network;
use crate::requests::Response;

/// A game on the player's device.
pub struct LocalGame {
    id: GameId,
    table: Table,
    /// The person who plays all seats that are not played by the computer.
    guest: GuestId,
    names: Names,
    line_choice: LineChoice,
    /// Computer players by seat. They keep their search results between turns.
    bots: HashMap<usize, LocalBot>,
    /// The game that a rematch created, until the page takes it.
    rematch: Option<Box<LocalGame>>,
}

/// A game as it is stored on the device.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    id: GameId,
    guest: GuestId,
    name: String,
    created: Moment,
    setup: TableSetup,
    log: Vec<LogEntry>,
}

enum LocalBot {
    RingRift(Box<dyn Bot<RingRift>>),
    Asg(Box<dyn Bot<asg::Match>>),
}

impl LocalGame {
    /// Creates a game from the body of `POST /api/games`. `name` is that of the player.
    ///
    /// # Errors
    /// Lists the problems of the request.
    pub fn create(body: &str, name: &str, now: Moment) -> Result<LocalGame, RequestError> {
        let request: NewGame = read_body(body)?;
        let mut problems: Vec<Problem> = Vec::new();
        if request.clock != ClockRules::None {
            problems.push("games on this device have no clock".into());
        }
        if request.seats.contains(&NewSeat::Open) {
            problems.push("games on this device have no open seats".into());
        }
        let plan = new_game::plan(&request, &ai::rosters(), &[]).map_err(|found| problems.extend(found));
        let (Ok((setup, seats)), true) = (plan, problems.is_empty()) else {
            return Err(RequestError::problems("bad_game", problems));
        };
        let guest = GuestId::random();
        let occupants = seats.into_iter().map(|seat| match seat {
            NewSeat::Bot { name } | NewSeat::Agent { name } => Occupant::Bot { name },
            NewSeat::Me | NewSeat::Open => Occupant::Guest { guest: guest.clone() },
        });
        LocalGame::start(GameId::random(), setup, occupants.collect(), guest.clone(), name, now)
    }

    fn start(
        id: GameId,
        setup: TableSetup,
        occupants: Vec<Occupant>,
        guest: GuestId,
        name: &str,
        now: Moment,
    ) -> Result<LocalGame, RequestError> {
        let invalid = |problem: String| RequestError::problems("bad_game", vec![problem]);
        let mut table = Table::new(Arc::new(setup), now).map_err(|error| invalid(error.to_string()))?;
        for (seat, occupant) in occupants.into_iter().enumerate() {
            let filled = table.decide(Command::Fill { seat, occupant }, now);
            if let Decision::Write { after, .. } = filled.map_err(|rejected| invalid(rejected.reason.message))? {
                table = *after;
            }
        }
        Ok(LocalGame::with_table(id, table, guest, name))
    }

    fn with_table(id: GameId, table: Table, guest: GuestId, name: &str) -> LocalGame {
        let names = Names::from([(guest.clone(), name.to_owned())]);
        let (line_choice, bots) = (LineChoice::default(), HashMap::new());
        LocalGame { id, table, guest, names, line_choice, bots, rematch: None }
    }

    /// Reads a game that [`LocalGame::save`] wrote.
    ///
    /// # Errors
    /// If the text is damaged.
    pub fn restore(text: &str) -> Result<LocalGame, RequestError> {
        let damaged =
            |problem: String| RequestError::unprocessable("damaged", format!("the stored game is damaged: {problem}"));
        let saved: SavedGame = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
        let table = Table::replay(Arc::new(saved.setup), saved.created, saved.log);
        let table = table.map_err(|error| damaged(error.to_string()))?;
        Ok(LocalGame::with_table(saved.id, table, saved.guest, &saved.name))
    }

    /// Writes the game as JSON.
    pub fn save(&self) -> String {
        let saved = SavedGame {
            id: self.id.clone(),
            guest: self.guest.clone(),
            name: self.names.get(&self.guest).cloned().unwrap_or_default(),
            created: self.table.created(),
            setup: TableSetup::clone(self.table.setup()),
            log: self.table.log().iter().map(|entry| LogEntry::clone(entry)).collect(),
        };
        serde_json::to_string(&saved).expect("a game serializes to JSON")
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// Returns the seats of the person.
    fn seats(&self) -> Vec<usize> {
        let is_own = |seat: &table::Seat| seat.occupant == Occupant::Guest { guest: self.guest.clone() };
        self.table.seats().iter().enumerate().filter(|(_, seat)| is_own(seat)).map(|(number, _)| number).collect()
    }

    /// Responds to a request about the game; `path` is what follows its id in `/api/games/{id}`.
    pub fn respond(&self, method: &str, path: &str, body: &str, now: Moment) -> Response {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        match (method, path) {
            ("GET", "") => Response::json(Ok(view::snapshot(&self.id, &self.table, &self.names, &self.seats(), now))),
            ("GET", "/legal") => Response::json(Ok(view::legal_view(self.table.game()))),
            ("POST", "/preview") => {
                let body = read_body(body);
                Response::json(body.and_then(|body: api::PreviewBody| study::preview_of(&self.table, &body.action)))
            }
            ("POST", "/why") => {
                Response::json(read_body(body).and_then(|body| study::why_of(self.table.game(), &body)))
            }
            ("GET", "/plies") => {
                let PliesQuery { from, to } = read_plies_query(query);
                Response::json(view::plies(&self.table, from, to))
            }
            ("GET", "/map") => Response::json(match self.table.game() {
                AnyGame::Asg(game) => Ok(view::map_view(game.scenario(), game.rules().name())),
                AnyGame::RingRift(_) => Err(RequestError::not_found("RingRift games have a board, not a map")),
            }),
            ("GET", "/record") => {
                let form = query.contains("form=json").then(|| "json".to_owned());
                let recorded = RecordedTable { id: &self.id, table: &self.table, names: &self.names };
                match recorded.text(&RecordQuery { form, ..RecordQuery::default() }) {
                    Ok((_, body)) => Response { status: 200, body },
                    Err(error) => Response::json::<()>(Err(error)),
                }
            }
            ("GET", "/review") => Response::json(self.review()),
            _ => Response::json::<()>(Err(RequestError::not_found("games on this device do not have this request"))),
        }
    }

    fn review(&self) -> Result<api::ReviewView, RequestError> {
        if let AnyGame::RingRift(game) = self.table.game() {
            require_network(game.position().rules().board)?;
        }
        let recorded = RecordedTable { id: &self.id, table: &self.table, names: &self.names };
        let review = study::review(recorded.ringrift_record()?, &[], None, &|| false, &|| {});
        review.ok_or_else(|| RequestError::new(500, "broken", "the review was cancelled"))
    }

    /// Executes a message of the page: returns the messages that the server would send over the socket of the game, as JSON.
    pub fn command(&mut self, message: &str, now: Moment) -> Vec<ServerMessage> {
        let message: ClientMessage = match read_body(message) {
            Ok(message) => message,
            Err(error) => {
                let text = error.body()["message"].as_str().unwrap_or_default().to_owned();
                return vec![self.rejected(CommandRejection::new("unreadable", text), None)];
            }
        };
        let Some(PlayerRequest { seat, client, command }) = PlayerRequest::from_message(message, GameId::random())
        else {
            let snapshot = view::snapshot(&self.id, &self.table, &self.names, &self.seats(), now);
            return vec![ServerMessage::Snapshot(snapshot)];
        };
        let own = self.seats();
        let default = self.table.to_move().filter(|seat| own.contains(seat)).or(own.first().copied());
        let Some(seat) = seat.or(default).filter(|seat| own.contains(seat)) else {
            return vec![self.rejected(CommandRejection::new("not_yours", "this seat is not yours"), client)];
        };
        self.execute(Command::Player { seat, lag: 0, client, command }, now)
    }

    fn execute(&mut self, command: Command, now: Moment) -> Vec<ServerMessage> {
        let client = command.client().map(str::to_owned);
        let command = match self.line_choice.complete(&self.table, command) {
            Ok(Continued::Command(command)) => command,
            Ok(Continued::AlreadyTaken) => return vec![self.done(self.table.seq(), client, Vec::new())],
            Err(rejection) => return vec![self.rejected(rejection, client)],
        };
        let action = command.action_text().map(str::to_owned);
        match self.table.decide(command, now) {
            Ok(Decision::Done { seq }) => vec![self.done(seq, client, Vec::new())],
            Ok(Decision::Write { entries, after, rematch }) => {
                let mut messages = Vec::new();
                self.table = *after;
                for applied in &entries {
                    // The state after each of several entries is that after the last one: they are of one command.
                    let mut update = view::update(&self.id, applied, &self.table, &self.names);
                    update.you = view::own_seats(&self.table, &self.seats());
                    messages.push(ServerMessage::Update(update));
                }
                self.rematch = rematch.and_then(|rematch| self.next_game(*rematch, now));
                messages.push(self.done(self.table.seq(), client, Vec::new()));
                messages
            }
            Err(rejection) if rejection.reason.code == LINE_OPTION => {
                match self.line_choice.remember(&self.table, action.as_deref().unwrap_or_default()) {
                    Some(options) => vec![self.done(self.table.seq(), client, options)],
                    None => vec![self.rejected(rejection, client)],
                }
            }
            Err(rejection) => vec![self.rejected(rejection, client)],
        }
    }

    fn next_game(&self, rematch: Rematch, now: Moment) -> Option<Box<LocalGame>> {
        let Rematch { id, setup, occupants } = rematch;
        let name = self.names.get(&self.guest).map_or("", String::as_str);
        LocalGame::start(id, setup, occupants, self.guest.clone(), name, now).ok().map(Box::new)
    }

    /// Takes the game that a rematch created.
    pub fn take_rematch(&mut self) -> Option<LocalGame> {
        self.rematch.take().map(|game| *game)
    }

    fn done(&self, seq: u64, client: Option<String>, line_options: Vec<String>) -> ServerMessage {
        ServerMessage::Done(Receipt { seq, hash: self.table.hash_after(seq), client, line_options })
    }

    fn rejected(&self, rejection: CommandRejection, client: Option<String>) -> ServerMessage {
        ServerMessage::Rejected(view::rejection(rejection, &self.table, client))
    }

    /// Returns the seat of the computer player to move.
    pub fn bot_to_move(&self) -> Option<usize> {
        self.table.bot_to_move().map(|(seat, _)| seat)
    }

    /// Returns the board whose network the computer player to move needs.
    pub fn network(&self) -> Option<&'static str> {
        let AnyGame::RingRift(game) = self.table.game() else { return None };
        Some(game.position().rules().board.name())
    }

    /// Lets the computer player to move choose and play an action. Returns the messages of a socket.
    ///
    /// # Errors
    /// If the network of the board is not loaded.
    pub fn bot_act(&mut self, now: Moment) -> Result<Vec<ServerMessage>, RequestError> {
        if let AnyGame::RingRift(game) = self.table.game() {
            require_network(game.position().rules().board)?;
        }
        let Some((seat, Controller::Bot(name))) = self.table.bot_to_move() else { return Ok(Vec::new()) };
        let seq = self.table.seq();
        let mut bot = match self.bots.remove(&seat) {
            Some(bot) => bot,
            None => match self.new_bot(seat, name) {
                Ok(bot) => bot,
                Err(message) => return Ok(self.execute(Command::BotFail { seat, seq, message }, now)),
            },
        };
        let Some(action) = bot.choose(self.table.game()) else {
            let message = "the computer player belongs to another game".to_owned();
            return Ok(self.execute(Command::BotFail { seat, seq, message }, now));
        };
        self.bots.insert(seat, bot);
        Ok(self.execute(Command::BotAct { seat, seq, action, note: None }, now))
    }

    fn new_bot(&self, seat: usize, name: &str) -> Result<LocalBot, String> {
        let seed = derived_seed(0, &["server", self.id.as_str(), &seat.to_string()]);
        let rosters = ai::rosters();
        Ok(match self.table.game() {
            AnyGame::RingRift(_) => LocalBot::RingRift(rosters.ringrift.find(name)?(seed)),
            AnyGame::Asg(_) => LocalBot::Asg(rosters.asg.find(name)?(seed)),
        })
    }
}

impl LocalBot {
    /// Chooses an action; `None` if the player was made for the other game.
    fn choose(&mut self, game: &AnyGame) -> Option<Value> {
        let (cancellation, progress) = (Cancellation::new(), Progress::new());
        match (self, game) {
            (LocalBot::RingRift(bot), AnyGame::RingRift(game)) => {
                Some(game.move_json(&bot.choose(game, &cancellation, &progress)))
            }
            (LocalBot::Asg(bot), AnyGame::Asg(game)) => {
                Some(game.move_json(&bot.choose(game, &cancellation, &progress)))
            }
            _ => None,
        }
    }
}

/// Reads `from` and `to` of a query such as `from=0&to=20`; other fields are ignored.
fn read_plies_query(query: &str) -> PliesQuery {
    let field = |name: &str| {
        let mut fields = query.split('&').filter_map(|field| field.split_once('='));
        fields.find(|(key, _)| *key == name).and_then(|(_, value)| value.parse().ok())
    };
    PliesQuery { from: field("from"), to: field("to") }
}
