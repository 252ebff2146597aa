//! Requests and replies of ASG, in the form of the reference implementation with optional additions.

use asg::json::{Form, PlyJson};
use asg::{EventRecord, Match, Observation, Side, SubmittedOrder, View};
use game::{Game, Rejection};
use serde_json::{Value, json};

use super::{AgentGame, AgentRequest, Detail, Envelope, MOST_ACTIONS, RejectedAction, Submission, bounded, too_many};

impl AgentGame for Match {
    const NAME: &'static str = "asg";
    const HAS_ENGINES: bool = false;

    fn request(request: &AgentRequest<'_, Match>, detail: Detail) -> Value {
        let game = request.game;
        let view = View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let observation = Observation::new(view, Side::BOTH[request.seat]);
        let observation = match detail {
            Detail::Reference => as_json(observation.reference()),
            Detail::Full => full(as_json(observation), request),
        };
        let envelope = Envelope {
            match_id: request.match_id,
            player: Side::BOTH[request.seat].name().to_owned(),
            scenario_id: game.scenario().file().id.clone(),
            ply: request.ply,
            action_budget: game.scenario().settings().action_budget,
            observation,
        };
        envelope.body(request, detail)
    }

    /// See [`play_orders`].
    fn submit(&mut self, actions: &[Value]) -> Submission<Vec<SubmittedOrder>> {
        play_orders(self, actions).0
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
            asg::Rules::V0 => "the winner is chosen at random and keeps one troop",
            asg::Rules::V1 => "the defender wins and keeps one troop",
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

/// Plays the orders of one ply and returns its events. An empty list passes; if all orders are illegal, nothing is played.
pub fn play_orders(game: &mut Match, actions: &[Value]) -> (Submission<Vec<SubmittedOrder>>, Vec<EventRecord>) {
    let budget = usize::try_from(game.scenario().settings().action_budget).unwrap_or(usize::MAX);
    let most = budget.clamp(MOST_ACTIONS, asg::limits::MAX_ACTIONS);
    let received: Vec<Value> = actions.iter().take(most).map(bounded).collect();
    let orders = SubmittedOrder::read_list(&received, game.scenario());
    let submitted: Vec<asg::Order> = orders.iter().map(SubmittedOrder::order).collect();
    let mut after = game.clone();
    let events = after.play_with_events(&submitted);
    let mut rejected: Vec<RejectedAction> =
        events.iter().filter_map(|noted| rejected_action(noted, &received)).collect();
    let is_usable = orders.is_empty() || rejected.len() < orders.len();
    rejected.extend(too_many(actions, most));
    if !is_usable {
        return (Submission { played: Vec::new(), rejected }, Vec::new());
    }
    *game = after;
    (Submission { played: vec![orders], rejected }, events)
}

fn as_json(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("parts of a request serialize to JSON")
}

/// Adds to an observation the legal orders, the plies in [`AgentRequest::since`], and the rejected orders of the previous reply.
fn full(mut observation: Value, request: &AgentRequest<'_, Match>) -> Value {
    let mut moves = Vec::new();
    request.game.legal_moves(&mut moves);
    let legal: Vec<Value> = moves.iter().flatten().map(|order| order.to_json(request.game.scenario())).collect();
    observation["legalActions"] = legal.into();
    observation["since"] = since(request).into();
    observation["rejected"] = as_json(request.rejections);
    observation
}

/// Returns the plies in [`AgentRequest::since`] with their events. Rejected orders are counted but not quoted, because the opponent
/// could put instructions to a language model into them (prompt injection).
fn since(request: &AgentRequest<'_, Match>) -> Vec<Value> {
    let mut game = request.seen.clone();
    let plies = request.since.iter().map(|orders| {
        let player = game.position().active();
        let plain: Vec<asg::Order> = orders.iter().map(SubmittedOrder::order).collect();
        let mut events = game.play_with_events(&plain);
        let is_rejected = |noted: &EventRecord| matches!(noted.event, asg::Event::Invalid { .. });
        let rejected: Vec<Option<usize>> =
            events.iter().filter(|noted| is_rejected(noted)).map(|noted| noted.order).collect();
        events.retain(|noted| !is_rejected(noted));
        let executed = (0..orders.len()).filter(|&index| !rejected.contains(&Some(index)));
        let executed: Vec<Value> = executed.map(|index| orders[index].to_json(request.game.scenario())).collect();
        let ply = PlyJson { scenario: request.game.scenario(), orders, events: &events, form: Form::Full };
        json!({
            "player": player.name(),
            "actions": executed,
            "refused": rejected.len(),
            "events": as_json(ply.events()),
        })
    });
    plies.collect()
}

fn rejected_action(noted: &EventRecord, actions: &[Value]) -> Option<RejectedAction> {
    let asg::Event::Invalid { reason, .. } = noted.event else { return None };
    let index = noted.order?;
    Some(RejectedAction { index, action: actions.get(index)?.clone(), rejection: Rejection::from(reason) })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn rules_text_contains_the_numbers_of_the_scenario() {
        let scenario = Arc::new(asg::library::ALL[0].scenario());
        let text = |rules| Match::new(Arc::clone(&scenario), rules, 1).rules_text();
        let v0 = text(asg::Rules::V0);
        for words in
            ["after 60 plies", "supply: 3,", "At most 6 are executed", "for 1 supply", "0.35 times", "chosen at random"]
        {
            assert!(v0.contains(words), "{words}");
        }
        assert!(text(asg::Rules::V1).contains("the defender wins and keeps one troop") && v0.len() < 6000);
        assert!(!v0.contains("{cap") && !v0.contains("{tie"));
    }
}
