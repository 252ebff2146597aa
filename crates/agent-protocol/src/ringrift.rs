//! Requests and replies of RingRift: the position as notation and as a text diagram, numbered legal actions, events in English.

use game::{Game, Rejection, RingRift};
use ringrift::{Action, ActionReader, ChosenLine, Player, ReadAction, ReadActionError, ResolveActionError};
use ringrift_text::action_text::details;
use ringrift_text::board_view::plain_picture;
use ringrift_text::event_text::describe_all;
use ringrift_text::situation::headline;
use serde_json::{Value, json};

use super::{
    AgentGame, AgentRequest, Detail, Envelope, MOST_ACTIONS, RejectedAction, Submission, bounded, ringrift_rules,
    too_many,
};

/// Length limit of an action in bytes. Meaningful actions are far shorter.
pub const LONGEST_ACTION: usize = 100;

impl AgentGame for RingRift {
    const NAME: &'static str = "ringrift";
    const HAS_ENGINES: bool = true;

    fn request(request: &AgentRequest<'_, RingRift>, detail: Detail) -> Value {
        let position = request.game.position();
        let envelope = Envelope {
            match_id: request.match_id,
            player: format!("P{}", request.game.colour_of(request.seat)),
            scenario_id: format!("ringrift {}", position.rules()),
            ply: request.ply,
            action_budget: MOST_ACTIONS as u64,
            observation: observation(request),
        };
        envelope.body(request, detail)
    }

    /// Plays actions while the agent's seat is to move. Ids refer to the list in the request, so only the first action can be
    /// given by its id. `L 1` and `LR 2` may be two actions of the list.
    fn submit(&mut self, actions: &[Value]) -> Submission<Action> {
        let seat = self.to_move();
        let mut submission = Submission { played: Vec::new(), rejected: Vec::new() };
        let mut reader = ActionReader::default();
        // A chosen line is a rejection unless the next action says how to take it.
        let mut chosen: Option<(ChosenLine, RejectedAction)> = None;
        for (index, action) in actions.iter().take(MOST_ACTIONS).enumerate() {
            let rejected = |rejection| RejectedAction { index, action: bounded(action), rejection };
            let is_to_move = self.to_move() == seat && seat.is_some();
            let played = match read_json(self, &mut reader, action, submission.played.is_empty()) {
                Ok(ReadAction::AlreadyTaken) => continue,
                _ if !is_to_move => Err(Rejection::new("not_your_decision", "your turn ended before this action")),
                Ok(ReadAction::LineChosen(line)) => {
                    let earlier = chosen.replace((line.clone(), rejected(line_option(line))));
                    submission.rejected.extend(earlier.map(|(_, rejected)| rejected));
                    continue;
                }
                Ok(ReadAction::Action(action)) => {
                    let other_line = chosen.take_if(|(line, _)| !line.is_taken_by(self.position(), action));
                    submission.rejected.extend(other_line.map(|(_, rejected)| rejected));
                    self.play(&action).map(|()| action)
                }
                Err(rejection) => Err(rejection),
            };
            match played {
                Ok(action) => {
                    chosen = None;
                    submission.played.push(action);
                }
                Err(rejection) => submission.rejected.push(rejected(rejection)),
            }
        }
        submission.rejected.extend(chosen.map(|(_, rejected)| rejected));
        submission.rejected.extend(too_many(actions, MOST_ACTIONS));
        submission
    }

    fn move_json(&self, &chosen: &Action) -> Value {
        self.position().action_text(chosen).into()
    }

    /// Declines or skips if that is legal. Otherwise plays the action selected by `number`.
    fn fallback(&self, number: u64) -> Action {
        let actions = self.position().legal_actions();
        let declines = |action: &&Action| {
            use Action::{DeclineCapture, SkipPlacement, SkipRecovery, StopTerritory};
            matches!(action, SkipPlacement | SkipRecovery | DeclineCapture | StopTerritory)
        };
        let selected = || actions[(number % actions.len() as u64) as usize];
        actions.iter().find(declines).copied().unwrap_or_else(selected)
    }

    fn rules_text(&self) -> String {
        ringrift_rules::rules_text(self.position().rules())
    }

    fn action_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "id": { "type": "integer", "minimum": 1, "description": "the id of one of the legal_actions" },
                "action": { "type": "string", "description": "the action in notation, instead of its id" },
            },
        })
    }

    fn engine_position(&self) -> Option<String> {
        Some(self.position().to_string())
    }
}

/// Resolves a single action, given by its number in the list of legal actions or by its notation.
///
/// # Errors
/// Returns why the action cannot be parsed or is not legal.
pub fn resolve_action(game: &RingRift, action: &Value) -> Result<Action, Box<RejectedAction>> {
    let resolved = match game.to_move() {
        Some(_) => match read_json(game, &mut ActionReader::default(), action, true) {
            Ok(ReadAction::Action(action)) => Ok(action),
            Ok(ReadAction::LineChosen(line)) => Err(line_option(line)),
            Ok(ReadAction::AlreadyTaken) => Err(Rejection::new("unreadable", "no line was chosen before this action")),
            Err(rejection) => Err(rejection),
        },
        None => Err(Rejection::new("not_your_decision", "the game is over")),
    };
    resolved.map_err(|rejection| Box::new(RejectedAction { index: 0, action: bounded(action), rejection }))
}

/// Code of the rejection of an `L` whose line can be taken in several ways, if no `LR` follows.
pub const LINE_OPTION: &str = "line_option";

fn line_option(line: ChosenLine) -> Rejection {
    Rejection::new(LINE_OPTION, ResolveActionError::from(line).to_string())
}

/// Reads an action given by its number in the list of legal actions, if such ids are valid here, or by its notation.
fn read_json(
    game: &RingRift,
    reader: &mut ActionReader,
    action: &Value,
    ids_are_valid: bool,
) -> Result<ReadAction, Rejection> {
    let inner = |key: &str| action.get(key).filter(|value| !value.is_null());
    let bad_shape = || {
        let message = "expected {\"id\": N} with the id of a legal action, or {\"action\": \"M d4-d6\"}";
        Rejection::new("bad_shape", message)
    };
    match inner("action").or(inner("id")).unwrap_or(action) {
        Value::Number(number) => {
            if !ids_are_valid {
                let message = "an id is valid only for the first action of a reply; send the others in notation";
                return Err(Rejection::new("stale_id", message));
            }
            let listed = game.position().legal_actions();
            let index = number.as_u64().and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
            let action = index.and_then(|index| listed.get(index)).copied().ok_or_else(|| {
                Rejection::new("unknown_id", format!("the ids of the legal actions are 1 to {}", listed.len()))
            })?;
            Ok(ReadAction::Action(action))
        }
        Value::String(text) if text.len() <= LONGEST_ACTION => {
            let text = text.trim();
            reader.read(game.position(), text).map_err(|error| match error {
                ReadActionError::Resolve(ResolveActionError::Illegal { why, .. }) => game.rejection(why),
                other => Rejection::new("unreadable", other.to_string()),
            })
        }
        _ => Err(bad_shape()),
    }
}

fn observation(request: &AgentRequest<'_, RingRift>) -> Value {
    let position = request.game.position();
    let rules = position.rules();
    let actions = position.legal_actions();
    let legal: Vec<Value> =
        actions.iter().enumerate().map(|(i, &action)| action_json(request.game, i + 1, action)).collect();
    let players: Vec<Value> = Player::seats(rules.players).map(|player| player_json(request.game, player)).collect();
    json!({
        "player": request.game.colour_of(request.seat).seat(),
        "rules": rules.to_string(),
        "turn": position.turn(),
        "phase": position.phase().name(),
        "request": headline(position).to_string(),
        "position": position.to_string(),
        "picture": plain_picture(position),
        "players": players,
        "needed": { "eliminated": rules.elimination_threshold, "territory": rules.territory_threshold },
        "legal_actions": legal,
        "since": since(request),
        "rejected": request.rejections,
    })
}

fn action_json(game: &RingRift, id: usize, action: Action) -> Value {
    let text = game.position().action_text(action);
    match details(game.position(), action) {
        None => json!({ "id": id, "action": text }),
        Some(details) => json!({ "id": id, "action": text, "details": details.to_string() }),
    }
}

fn player_json(game: &RingRift, player: Player) -> Value {
    let position = game.position();
    json!({
        "player": player.seat(),
        "in_hand": position.hand(player),
        "on_board": position.rings_on_board(player),
        "eliminated": position.credits(player),
        "territory": position.territory(player),
    })
}

/// Returns the actions in [`AgentRequest::since`] with their events.
fn since(request: &AgentRequest<'_, RingRift>) -> Vec<Value> {
    let mut game = request.seen.clone();
    let actions = request.since.iter().map(|&action| {
        let (player, text) = (game.position().to_move(), game.position().action_text(action));
        let mut events = Vec::new();
        let mut position = game.position().clone();
        // The action was played in the game, so it is legal.
        let _ = position.play_observed(action, &mut events);
        let _ = game.play(&action);
        json!({ "player": player.seat(), "action": text, "events": describe_all(&events, position.rules().board) })
    });
    actions.collect()
}
