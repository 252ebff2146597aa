//! Prompts and request bodies for models. The texts are part of manifests and therefore of run names.

use serde_json::{Map, Value, json};

use crate::agent::settings::{LlmSettings, ReplyMode};
use crate::protocol::{AgentGame, AgentRequest, Detail};

/// Prompt that is part of every request of a game.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Prompt {
    /// Rules and reply instructions.
    pub system: String,
    /// Tool definition, unless the model replies in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Value>,
}

impl Prompt {
    /// Returns the prompt in the first reply form of the settings.
    ///
    /// ```
    /// use arena::agent::{LlmSettings, Prompt};
    /// use game::RingRift;
    /// use ringrift::{BoardKind, Position, Ruleset};
    /// let game = RingRift::new(Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?);
    /// let prompt = Prompt::new(&game, &LlmSettings::new("http://localhost/v1", "some-model"));
    /// assert!(prompt.system.contains("19 eliminated rings"));
    /// assert_eq!(prompt.tool.unwrap()["function"]["name"], "act");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<G: AgentGame>(game: &G, settings: &LlmSettings) -> Prompt {
        Prompt::in_form(game, ReplyForm::first(settings.reply))
    }

    pub(super) fn in_form<G: AgentGame>(game: &G, form: ReplyForm) -> Prompt {
        let how = if form == ReplyForm::Tool { HOW_BY_TOOL } else { HOW_IN_JSON };
        let mut system = format!("{}\n\n## How to reply\n\n{how}", game.rules_text().trim_end());
        if form != ReplyForm::Tool {
            system.push_str(&format!("\n\nThe JSON Schema of an action: {}", game.action_schema()));
        }
        Prompt { system, tool: (form == ReplyForm::Tool).then(|| tool(game)) }
    }
}

/// Form in which the model is asked to reply.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ReplyForm {
    Tool,
    Json,
    /// JSON within text; the JSON mode of the endpoint is not used.
    Text,
}

impl ReplyForm {
    pub(super) fn first(mode: ReplyMode) -> ReplyForm {
        if mode == ReplyMode::Json { ReplyForm::Json } else { ReplyForm::Tool }
    }

    /// Returns the form to try after the endpoint rejected this one.
    pub(super) fn next(self) -> Option<ReplyForm> {
        match self {
            ReplyForm::Tool => Some(ReplyForm::Json),
            ReplyForm::Json => Some(ReplyForm::Text),
            ReplyForm::Text => None,
        }
    }
}

const HOW_BY_TOOL: &str = "\
Call the tool `act` once. `actions` is the list of your actions in the order in which they are to happen; \
`rationale_text` is one or two sentences on why. Do not reply in any other way.";

const HOW_IN_JSON: &str = "\
Reply with one JSON object and nothing else: {\"rationale_text\": \"one or two sentences on why\", \"actions\": [...]}. \
`actions` is the list of your actions in the order in which they are to happen.";

/// Instruction after a reply that could not be parsed.
pub(super) const RETRY_INSTRUCTION: &str = "\
Your reply could not be parsed. Reply again with one JSON object that has the list `actions` and nothing else, and keep it short.";

fn tool<G: AgentGame>(game: &G) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": "act",
            "description": "Plays your actions.",
            "parameters": {
                "type": "object",
                "properties": {
                    "rationale_text": { "type": "string", "description": "why, in one or two sentences" },
                    "actions": { "type": "array", "minItems": 1, "items": game.action_schema() },
                },
                "required": ["actions"],
            },
        },
    })
}

/// Returns the user message: the board diagram as text, everything else as compact JSON.
pub(super) fn question<G: AgentGame>(request: &AgentRequest<'_, G>) -> String {
    let mut body = G::request(request, Detail::Full);
    let mut text = String::new();
    if let Some(fault) = request.retry {
        text.push_str(&format!("Your last reply could not be used ({fault}). This is your last attempt.\n\n"));
    }
    if let Some(fields) = body.as_object_mut() {
        // The first two are irrelevant for a model, and the third was stated above.
        ["api_version", "match_id", "retry"].iter().for_each(|&key| drop(fields.remove(key)));
    }
    if let Some(observation) = body.get_mut("observation").and_then(Value::as_object_mut) {
        if let Some(Value::String(picture)) = observation.remove("picture") {
            text.push_str(&format!("{}\n\n", picture.trim_end()));
        }
        if let Some(Value::Array(actions)) = observation.get_mut("legal_actions") {
            actions.iter_mut().for_each(shorten);
        }
    }
    text.push_str(&body.to_string());
    text.push_str("\n\nIt is your move.");
    text
}

/// Shortens a legal action to `7: P a1` or `7: T 1 (details)`, to save tokens.
fn shorten(action: &mut Value) {
    let (Some(id), Some(text)) = (action["id"].as_u64(), action["action"].as_str()) else { return };
    let details = action["details"].as_str().map_or(String::new(), |details| format!(" ({details})"));
    *action = format!("{id}: {text}{details}").into();
}

/// Builds the body of a request to the endpoint.
pub(super) fn body(
    settings: &LlmSettings,
    prompt: &Prompt,
    form: ReplyForm,
    messages: &[Value],
    tokens: &str,
) -> Value {
    let mut fields = Map::new();
    let mut set = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
    set("model", settings.model.as_str().into());
    set("messages", messages.into());
    set(tokens, settings.max_output_tokens.into());
    if let Some(temperature) = settings.temperature {
        set("temperature", temperature.into());
    }
    if let Some(seed) = settings.seed {
        set("seed", seed.into());
    }
    if let Some(effort) = &settings.reasoning_effort {
        set("reasoning_effort", effort.as_str().into());
    }
    if let Some(tool) = &prompt.tool {
        set("tools", json!([tool]));
        set("tool_choice", json!({ "type": "function", "function": { "name": "act" } }));
    }
    if form == ReplyForm::Json {
        set("response_format", json!({ "type": "json_object" }));
    }
    fields.extend(settings.extra.clone());
    Value::Object(fields)
}
