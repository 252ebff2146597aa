//! Talking about ASG, in the form of the reference and beyond it.

use asg::json::{Form, PlyJson};
use asg::{EventRecord, Match, Observation, Side, SubmittedOrder, View};
use game::{Game, Rejection};
use serde_json::{Value, json};

use super::{Detail, Envelope, MOST_ACTIONS, Submission, Talk, kept, too_many};
use crate::player::{Ask, Refusal};

impl Talk for Match {
    const NAME: &'static str = "asg";
    const HAS_ENGINES: bool = false;

    fn request(ask: &Ask<'_, Match>, detail: Detail) -> Value {
        let game = ask.game;
        let view = View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let observation = Observation::new(view, Side::BOTH[ask.seat]);
        let observation = match detail {
            Detail::Reference => as_json(observation.reference()),
            Detail::Full => full(as_json(observation), ask),
        };
        let envelope = Envelope {
            match_id: ask.match_id,
            player: Side::BOTH[ask.seat].name().to_owned(),
            scenario_id: game.scenario().file().id.clone(),
            ply: ask.ply,
            action_budget: game.scenario().settings().action_budget,
            observation,
        };
        envelope.body(ask, detail)
    }

    /// Plays the orders of a ply. A reply that has orders, none of which is possible, plays nothing; one without any passes.
    fn submit(&mut self, actions: &[Value]) -> Submission<Vec<SubmittedOrder>> {
        let budget = usize::try_from(self.scenario().settings().action_budget).unwrap_or(usize::MAX);
        let most = budget.clamp(MOST_ACTIONS, asg::limits::MAX_ACTIONS);
        let kept: Vec<Value> = actions.iter().take(most).map(kept).collect();
        let orders = SubmittedOrder::read_list(&kept, self.scenario());
        let plain: Vec<asg::Order> = orders.iter().map(SubmittedOrder::order).collect();
        let mut after = self.clone();
        let events = after.play_with_events(&plain);
        let mut refused: Vec<Refusal> = events.iter().filter_map(|noted| refusal(noted, &kept)).collect();
        let is_of_use = orders.is_empty() || refused.len() < orders.len();
        refused.extend(too_many(actions, most));
        if !is_of_use {
            return Submission { played: Vec::new(), refused };
        }
        *self = after;
        Submission { played: vec![orders], refused }
    }

    fn move_json(&self, chosen: &Vec<SubmittedOrder>) -> Value {
        chosen.iter().map(|order| order.to_json(self.scenario())).collect()
    }

    fn fallback(&self, _: u64) -> Vec<SubmittedOrder> {
        vec![asg::Order::Pass.into()]
    }

    fn rules_text(&self) -> String {
        let settings = self.scenario().settings();
        let tie = match self.rules() {
            asg::Rules::V0 => "a coin decides, and the winner keeps one",
            asg::Rules::V1 => "the defender keeps one",
        };
        let text = include_str!("asg_rules.md")
            .replace("{cap}", &settings.turn_cap_plies.to_string())
            .replace("{income}", &settings.base_income.to_string())
            .replace("{budget}", &settings.action_budget.to_string())
            .replace("{cost}", &settings.reinforce_cost_per_strength.to_string());
        text.replace("{fraction}", &settings.combat_variance_fraction.to_string()).replace("{tie}", tie)
    }

    fn action_schema(&self) -> Value {
        let amount = json!({ "type": "integer", "minimum": 1 });
        let node = json!({ "type": "string", "description": "the id of a node" });
        json!({
            "type": "object",
            "properties": {
                "type": { "type": "string", "enum": ["pass", "reinforce", "move"] },
                "amount": amount,
                "from": node,
                "to": node,
            },
            "required": ["type"],
        })
    }

    fn engine_position(&self) -> Option<String> {
        None
    }
}

fn as_json(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// The observation with what is possible, what has happened since the agent saw the match last, and what was refused then.
fn full(mut observation: Value, ask: &Ask<'_, Match>) -> Value {
    let mut moves = Vec::new();
    ask.game.legal_moves(&mut moves);
    let possible: Vec<Value> = moves.iter().flatten().map(|order| order.to_json(ask.game.scenario())).collect();
    observation["legalActions"] = possible.into();
    observation["since"] = since(ask).into();
    observation["rejected"] = as_json(ask.refusals);
    observation
}

/// The plies since the agent saw the match last, with everything that happened in them. Orders without effect are only counted:
/// what they say is the other player's, and whoever reads it may be a model that would listen.
fn since(ask: &Ask<'_, Match>) -> Vec<Value> {
    let mut game = ask.seen.clone();
    let plies = ask.since.iter().map(|orders| {
        let player = game.position().active();
        let plain: Vec<asg::Order> = orders.iter().map(SubmittedOrder::order).collect();
        let mut events = game.play_with_events(&plain);
        let is_refused = |noted: &EventRecord| matches!(noted.event, asg::Event::Invalid { .. });
        let refused: Vec<Option<usize>> =
            events.iter().filter(|noted| is_refused(noted)).map(|noted| noted.order).collect();
        events.retain(|noted| !is_refused(noted));
        let done = (0..orders.len()).filter(|&index| !refused.contains(&Some(index)));
        let done: Vec<Value> = done.map(|index| orders[index].to_json(ask.game.scenario())).collect();
        let ply = PlyJson { scenario: ask.game.scenario(), orders, events: &events, form: Form::Full };
        json!({
            "player": player.name(),
            "actions": done,
            "refused": refused.len(),
            "events": as_json(ply.events()),
        })
    });
    plies.collect()
}

fn refusal(noted: &EventRecord, actions: &[Value]) -> Option<Refusal> {
    let asg::Event::Invalid { reason, .. } = noted.event else { return None };
    let index = noted.order?;
    Some(Refusal { index, action: actions.get(index)?.clone(), rejection: Rejection::from(reason) })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_rules_have_the_numbers_of_the_scenario() {
        let scenario = Arc::new(asg::library::ALL[0].scenario());
        let text = |rules| Match::new(Arc::clone(&scenario), rules, 1).rules_text();
        let v0 = text(asg::Rules::V0);
        for words in ["after 60 plies", "supply: 3,", "At most 6 count", "for 1 supply", "0.35 times", "a coin decides"]
        {
            assert!(v0.contains(words), "{words}");
        }
        assert!(text(asg::Rules::V1).contains("the defender keeps one") && v0.len() < 6000);
        assert!(!v0.contains("{cap") && !v0.contains("{tie"));
    }
}
