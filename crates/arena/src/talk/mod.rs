//! How a game is put to agents, and how their replies are taken.

mod asg;
mod ringrift;
mod ringrift_rules;

use game::{Game, Rejection};
use serde_json::{Value, json};

use crate::player::{Ask, Refusal};

/// The version of the form of requests and replies, that of the reference.
pub const API_VERSION: &str = "0.1";

/// The most actions of a reply that are looked at, unless the budget of a ply is larger.
pub const MOST_ACTIONS: usize = 64;

/// Which fields a request has.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Detail {
    /// All that it takes to choose: settings, map, what is possible, what changed, what was refused.
    #[default]
    Full,
    /// For ASG only the fields of the reference, for agents that were made for it. RingRift has no other than the full form.
    Reference,
}

/// A game that can be talked about.
pub trait Talk: Game {
    /// The name of the game in requests.
    const NAME: &'static str;

    /// Whether there are programs that play it by the engine protocol.
    const HAS_ENGINES: bool;

    /// The body of a request.
    fn request(ask: &Ask<'_, Self>, detail: Detail) -> Value;

    /// Plays what a reply says, as far as that is possible. Whatever is refused is void, the rest counts.
    fn submit(&mut self, actions: &[Value]) -> Submission<Self::Move>;

    /// A move as agents and readers of logs know it; it is about to be played.
    fn move_json(&self, chosen: &Self::Move) -> Value;

    /// What is played for an agent that said nothing of use: he passes where that is possible, and makes a move that the
    /// number picks where it is not.
    fn fallback(&self, number: u64) -> Self::Move;

    /// The rules, and what an action looks like, for a model that has never heard of the game.
    fn rules_text(&self) -> String;

    /// The JSON Schema of one action.
    fn action_schema(&self) -> Value;

    /// The position as the engine protocol writes it, if the game has engines.
    fn engine_position(&self) -> Option<String>;
}

/// What became of a reply.
#[derive(Clone, PartialEq, Debug)]
pub struct Submission<M> {
    /// The moves that were played, in order.
    pub played: Vec<M>,
    /// What was refused.
    pub refused: Vec<Refusal>,
}

/// The longest action that is kept as it came; none that means something is nearly as long.
const LONGEST_KEPT: usize = 400;

/// An action as it is kept: foreign texts can be long.
fn kept(action: &Value) -> Value {
    let length = action.to_string().len();
    if length <= LONGEST_KEPT { action.clone() } else { format!("an action of {length} bytes").into() }
}

/// The refusals of actions that are not looked at. One stands for all of them.
fn too_many(actions: &[Value], most: usize) -> Option<Refusal> {
    let action = kept(actions.get(most)?);
    let message = format!("{most} actions of a reply are looked at, and this one has {}", actions.len());
    Some(Refusal { index: most, action, rejection: Rejection::new("too_many", message) })
}

/// What the requests of all games have.
struct Envelope<'a> {
    match_id: &'a str,
    player: String,
    scenario_id: String,
    ply: usize,
    action_budget: u64,
    observation: Value,
}

impl Envelope<'_> {
    /// The body of a request. Beyond what the reference has, it names the game in the full form, and tells what was wrong
    /// when the agent is asked once more.
    fn body<G: Talk>(self, ask: &Ask<'_, G>, detail: Detail) -> Value {
        let mut body = json!({
            "api_version": API_VERSION,
            "match_id": self.match_id,
            "player": self.player,
            "scenario_id": self.scenario_id,
            "ply": self.ply,
            "action_budget": self.action_budget,
            "observation": self.observation,
        });
        if detail == Detail::Full {
            body["game"] = G::NAME.into();
        }
        if let Some(fault) = ask.retry {
            body["retry"] = json!({ "class": fault.class, "message": fault.message, "rejected": ask.refusals });
        }
        body
    }
}
