//! Agents written for the reference implementation of ASG.

use game::Game;
use serde_json::Value;

use crate::agent::reply::bad_shape;
use crate::protocol::{Agent, AgentRequest, Exchange, Fault, Reply};

/// Agent whose replies are checked as the reference implementation checks them: one malformed action makes the whole reply
/// unusable. An action that is well-formed but illegal does not affect the others.
pub(crate) struct ReferenceAgent<G: Game>(pub(crate) Box<dyn Agent<G>>);

impl<G: Game> Agent<G> for ReferenceAgent<G> {
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange {
        let exchange = self.0.ask(request);
        Exchange { reply: exchange.reply.and_then(checked), ..exchange }
    }
}

fn checked(reply: Reply) -> Result<Reply, Fault> {
    let first = (1_usize..).zip(&reply.actions).find_map(|(number, action)| Some((number, malformation(action)?)));
    let Some((number, problem)) = first else { return Ok(reply) };
    Err(bad_shape(format!("action {number} {problem}, and with compat = \"reference\" that discards the reply")))
}

/// Describes why the reference implementation does not accept the form of an action. It accepts unknown nodes, and additional keys
/// except in a pass.
fn malformation(action: &Value) -> Option<&'static str> {
    let Some(fields) = action.as_object() else { return Some("is not an object") };
    let is_id = |key: &str| fields.get(key).and_then(Value::as_str).is_some_and(|id| !id.is_empty());
    let has_amount = || fields.get("amount").is_some_and(is_positive_integer);
    match fields.get("type").and_then(Value::as_str) {
        Some("pass") => (fields.len() > 1).then_some("is a pass with additional keys"),
        Some("reinforce" | "move") if !has_amount() => Some("has no positive integer as its amount"),
        Some("move") if !(is_id("from") && is_id("to")) => Some("does not have the ids of two nodes as from and to"),
        Some("reinforce" | "move") => None,
        _ => Some("has none of the types pass, reinforce and move"),
    }
}

/// Reports whether a value is a positive integer in JavaScript, where 2.0 is an integer.
fn is_positive_integer(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number >= 1.0 && number.fract() == 0.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn actions_in_the_form_of_the_reference_are_accepted() {
        for action in [
            json!({ "type": "pass" }),
            json!({ "type": "reinforce", "amount": 1 }),
            json!({ "type": "reinforce", "amount": 2.0, "why": "additional keys are allowed here" }),
            json!({ "type": "reinforce", "amount": 1e300 }),
            json!({ "type": "move", "from": "a", "to": "unknown", "amount": 3, "note": null }),
        ] {
            assert_eq!(malformation(&action), None, "{action}");
        }
        assert!(checked(Reply::default()).is_ok(), "a reply without actions is accepted");
    }

    #[test]
    fn one_malformed_action_discards_the_reply() {
        for (action, words) in [
            (json!({ "type": "pass", "why": "tired" }), "a pass with additional keys"),
            (json!({ "type": "reinforce" }), "no positive integer"),
            (json!({ "type": "reinforce", "amount": 0 }), "no positive integer"),
            (json!({ "type": "reinforce", "amount": 1.5 }), "no positive integer"),
            (json!({ "type": "reinforce", "amount": "2" }), "no positive integer"),
            (json!({ "type": "move", "from": "a", "to": "b", "amount": -1 }), "no positive integer"),
            (json!({ "type": "move", "from": "", "to": "b", "amount": 1 }), "ids of two nodes"),
            (json!({ "type": "move", "from": "a", "amount": 1 }), "ids of two nodes"),
            (json!({ "type": "move", "from": "a", "to": 7, "amount": 1 }), "ids of two nodes"),
            (json!({ "type": "PASS" }), "none of the types"),
            (json!({}), "none of the types"),
            (json!("pass"), "not an object"),
        ] {
            let actions = vec![json!({ "type": "reinforce", "amount": 1 }), action];
            let fault = checked(Reply { actions, rationale: None }).expect_err("the second action is malformed");
            assert_eq!(fault.class, crate::FaultClass::BadShape);
            assert!(fault.message.starts_with("action 2 ") && fault.message.contains(words), "{fault}");
        }
    }
}
