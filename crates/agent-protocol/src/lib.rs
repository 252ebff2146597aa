//! Requests to agents, their replies, and the rules for playing replies.

mod asg;
mod attempt;
mod exchange;
mod fault;
mod policy;
mod ringrift;
mod ringrift_rules;
mod usage;

use game::{Game, Rejection};
use serde_json::{Value, json};

pub use self::asg::play_orders;
pub use self::attempt::{Attempt, request_moves};
pub use self::exchange::{Agent, AgentRequest, Exchange, RejectedAction, Reply};
pub use self::fault::{Fault, FaultClass, Forfeit};
pub use self::policy::{Compat, Policy};
pub use self::ringrift::{LINE_OPTION, LONGEST_ACTION, resolve_action};
pub use self::usage::Usage;

/// Version of the request and reply format of the reference implementation.
pub const API_VERSION: &str = "0.1";

/// Maximum number of actions played from one reply, unless the action budget of the scenario is larger.
pub const MOST_ACTIONS: usize = 64;

/// Which fields a request contains.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Detail {
    /// All fields: settings, map, legal actions, moves since the agent's last usable reply, rejected actions.
    #[default]
    Full,
    /// In ASG only the fields of the reference implementation, for agents written for it. RingRift always uses the full form.
    Reference,
}

/// A game that agents can play: it builds requests and plays the actions of replies.
pub trait AgentGame: Game {
    /// Name of the game in requests.
    const NAME: &'static str;

    /// Whether programs can play the game through the engine protocol.
    const HAS_ENGINES: bool;

    /// Builds the JSON body of a request.
    fn request(request: &AgentRequest<'_, Self>, detail: Detail) -> Value;

    /// Plays the legal actions of a reply and rejects the others.
    fn submit(&mut self, actions: &[Value]) -> Submission<Self::Move>;

    /// Converts a move that is legal now to the JSON form used by agents and logs.
    fn move_json(&self, chosen: &Self::Move) -> Value;

    /// Returns the move played for an agent whose reply was unusable: passing if possible, otherwise a legal move selected by
    /// `number`.
    fn fallback(&self, number: u64) -> Self::Move;

    /// Returns the rules and the format of actions, for a language model that has not seen the game.
    fn rules_text(&self) -> String;

    /// Returns the JSON Schema of one action.
    fn action_schema(&self) -> Value;

    /// Returns the position in the notation of the engine protocol, or `None` if the game has no engines.
    fn engine_position(&self) -> Option<String>;
}

/// Result of playing the actions of a reply.
#[derive(Clone, PartialEq, Debug)]
pub struct Submission<M> {
    /// Moves that were played, in order.
    pub played: Vec<M>,
    pub rejected: Vec<RejectedAction>,
}

/// Length in bytes up to which a rejected action is recorded verbatim. Meaningful actions are far shorter.
const LONGEST_VERBATIM: usize = 400;

/// Returns an action as it is recorded: verbatim if it is short, otherwise a note of its length.
fn bounded(action: &Value) -> Value {
    let length = action.to_string().len();
    if length <= LONGEST_VERBATIM { action.clone() } else { format!("an action of {length} bytes").into() }
}

/// Rejects all actions after the first `most` with a single entry.
fn too_many(actions: &[Value], most: usize) -> Option<RejectedAction> {
    let action = bounded(actions.get(most)?);
    let message = format!("the reply has {} actions; only the first {most} are played", actions.len());
    Some(RejectedAction { index: most, action, rejection: Rejection::new("too_many", message) })
}

/// Fields common to the requests of all games.
struct Envelope<'a> {
    match_id: &'a str,
    player: String,
    scenario_id: String,
    ply: usize,
    action_budget: u64,
    observation: Value,
}

impl Envelope<'_> {
    /// Builds the request. In addition to the fields of the reference implementation, the full form names the game, and a retry
    /// contains the fault of the previous reply.
    fn body<G: AgentGame>(self, request: &AgentRequest<'_, G>, detail: Detail) -> Value {
        let mut body = json!({
            "api_version": API_VERSION,
            "match_id": file_name_of(self.match_id),
            "player": self.player,
            "scenario_id": self.scenario_id,
            "ply": self.ply,
            "action_budget": self.action_budget,
            "observation": self.observation,
        });
        if detail == Detail::Full {
            body["game"] = G::NAME.into();
        }
        if let Some(fault) = request.retry {
            body["retry"] = json!({ "class": fault.class, "message": fault.message, "rejected": request.rejections });
        }
        body
    }
}

/// Replaces all characters except ASCII letters, digits, `-` and `_` by `_`: agents use the id of a match as a file name.
fn file_name_of(match_id: &str) -> String {
    let is_safe = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    match_id.chars().map(|char| if is_safe(char) { char } else { '_' }).collect()
}
