//! JSON form of the events of a ply.

use serde::Serialize;

use super::submitted::{OrderJson, SubmittedOrder};
use crate::rules::{Event, EventRecord, Order, OrderRejection, Outcome, Position};
use crate::scenario::Scenario;
use crate::side::{BySide, Owner, Side};

/// Set of fields that are written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// All fields.
    #[default]
    Full,
    /// Only the fields of the reference implementation. Orders of unknown type, which it does not report, are left out.
    Reference,
}

/// Serializer of a played ply: its orders and their events.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Order, Match, Rules, Scenario, SubmittedOrder};
/// use asg::json::{Form, PlyJson};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut game = Match::new(scenario.clone(), Rules::V0, 7);
/// let events = game.play_with_events(&[Order::reinforce(3)]);
/// let orders = [SubmittedOrder::from(Order::reinforce(3))];
/// let ply = PlyJson { scenario: &scenario, orders: &orders, events: &events, form: Form::Full };
/// let text = serde_json::to_string(&ply.events()).unwrap();
/// assert!(text.starts_with(r#"[{"type":"income","player":"P1","amount":3,"supplyAfter":3},{"type":"reinforce","#));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct PlyJson<'a> {
    /// Scenario of the match, for ids and the order budget.
    pub scenario: &'a Scenario,
    /// Submitted orders of the ply.
    pub orders: &'a [SubmittedOrder],
    /// All events of the ply; their order indices refer to `orders`.
    pub events: &'a [EventRecord],
    /// Set of fields that are written.
    pub form: Form,
}

impl<'a> PlyJson<'a> {
    /// Returns the list of events.
    pub fn events(&self) -> impl Serialize + 'a {
        self.event_list()
    }

    /// Returns the result of each order, those beyond the budget first. Orders after the end of the match have no entry.
    pub fn action_results(&self) -> impl Serialize + 'a {
        self.result_list()
    }

    /// Returns counts of captures, fights and rejected orders, and changes of owners and supply.
    pub fn summary(&self, before: &Position, after: &Position) -> impl Serialize + 'a {
        self.summarize(before, after)
    }

    pub(crate) fn result_list(&self) -> Vec<ActionResult<'a>> {
        let budget = self.scenario.settings().action_budget.min(self.orders.len() as u64) as usize;
        let last =
            self.events.iter().find_map(|record| record.order.filter(|_| matches!(record.event, Event::Ended(_))));
        let played = last.map_or(budget, |last| last + 1);
        let by_order = self.events_by_order();
        let indices = (budget..self.orders.len()).chain(0..played);
        indices.filter_map(|index| self.action_result(index, budget, &by_order[index])).collect()
    }

    pub(crate) fn summarize(&self, before: &Position, after: &Position) -> Summary<'a> {
        let count = |is: fn(&Event) -> bool| self.written_events().filter(|record| is(&record.event)).count();
        let captured = self.events.iter().filter_map(|record| match record.event {
            Event::Captured { location, .. } => Some(self.scenario.id_of(location)),
            _ => None,
        });
        let changes = self.scenario.nodes_in_key_order().iter().filter_map(|&node| {
            let (from, to) = (before.node_state(node).owner, after.node_state(node).owner);
            (from != to).then(|| OwnerChange { location: self.scenario.id_of(node), from, to })
        });
        Summary {
            captures: captured.collect(),
            combat_count: count(|event| matches!(event, Event::Fought { .. })),
            invalid_count: count(|event| matches!(event, Event::Invalid { .. })),
            owner_changes: changes.collect(),
            supply_delta: BySide::from_fn(|side| after.supply(side) as i64 - before.supply(side) as i64),
        }
    }

    /// Returns the events that are written in this form.
    fn written_events(&self) -> impl Iterator<Item = &'a EventRecord> + use<'a> {
        let form = self.form;
        let is_unknown = |event: &Event| matches!(event, Event::Invalid { reason: OrderRejection::UnknownType, .. });
        self.events.iter().filter(move |record| form == Form::Full || !is_unknown(&record.event))
    }

    pub(crate) fn event_list(&self) -> Vec<EventFile<'a>> {
        self.written_events().map(|record| self.event(record)).collect()
    }

    /// Groups the written events by the order that caused them.
    fn events_by_order(&self) -> Vec<Vec<&'a EventRecord>> {
        let mut by_order = vec![Vec::new(); self.orders.len()];
        for record in self.written_events() {
            if let Some(events) = record.order.and_then(|index| by_order.get_mut(index)) {
                events.push(record);
            }
        }
        by_order
    }

    fn action_result(&self, index: usize, budget: usize, events: &[&EventRecord]) -> Option<ActionResult<'a>> {
        let submitted = &self.orders[index];
        if submitted.order() == Order::Unknown && index < budget && self.form == Form::Reference {
            return None;
        }
        let reason = events.iter().find_map(|record| match record.event {
            Event::Invalid { reason, .. } => Some(reason),
            _ => None,
        });
        Some(ActionResult {
            index,
            submitted: OrderJson { submitted, scenario: self.scenario },
            status: match reason {
                None => "applied",
                Some(OrderRejection::BudgetExceeded) => "ignored_budget",
                Some(_) => "invalid",
            },
            events: events.iter().map(|record| self.event(record)).collect(),
            reason: self.code(reason),
            message: reason.map(OrderRejection::message),
        })
    }

    fn code(&self, reason: Option<OrderRejection>) -> Option<&'static str> {
        reason.filter(|_| self.form == Form::Full).map(OrderRejection::code)
    }

    fn event(&self, record: &EventRecord) -> EventFile<'a> {
        let id = |node| self.scenario.id_of(node);
        match record.event {
            Event::Income { player, amount, supply_after } => EventFile::Income { player, amount, supply_after },
            Event::Invalid { player, reason } => EventFile::InvalidAction {
                player,
                action: record
                    .order
                    .and_then(|index| self.orders.get(index))
                    .map(|submitted| OrderJson { submitted, scenario: self.scenario }),
                reason: self.code(Some(reason)),
                message: reason.message(),
            },
            Event::Reinforced { player, location, amount, supply_after, strength_after } => {
                EventFile::Reinforce { player, location: id(location), amount, supply_after, strength_after }
            }
            Event::Moved { player, from, to, amount, from_after, to_after } => EventFile::Move {
                player,
                from: id(from),
                to: id(to),
                amount,
                from_strength_after: from_after,
                to_strength_after: to_after,
            },
            Event::Fought { location, fight } => EventFile::Combat {
                location: id(location),
                attacker: fight.attacker,
                defender: fight.attacker.other(),
                attacker_strength_before: fight.combat.attacker,
                defender_strength_before: fight.combat.defender,
                attacker_win_prob: fight.combat.stated_odds(),
                variance_bound: fight.combat.bound,
                noise: fight.result.noise,
                delta: fight.result.delta,
                winner: fight.winner(),
                winner_strength_after: fight.result.left,
            },
            Event::Captured { location, owner } => EventFile::Capture { location: id(location), new_owner: owner },
            Event::Ended(result) => EventFile::GameEnd { result },
        }
    }
}

/// File format of an event. The fields have the order of the reference implementation.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum EventFile<'a> {
    Income {
        player: Side,
        amount: u64,
        supply_after: u64,
    },
    InvalidAction {
        player: Side,
        action: Option<OrderJson<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
        message: &'static str,
    },
    Reinforce {
        player: Side,
        location: &'a str,
        amount: u64,
        supply_after: u64,
        strength_after: u64,
    },
    Move {
        player: Side,
        from: &'a str,
        to: &'a str,
        amount: u64,
        from_strength_after: u64,
        to_strength_after: u64,
    },
    Combat {
        location: &'a str,
        attacker: Side,
        defender: Side,
        attacker_strength_before: u64,
        defender_strength_before: u64,
        #[serde(serialize_with = "crate::json_value::plain_number")]
        attacker_win_prob: f64,
        variance_bound: u64,
        noise: i64,
        delta: i64,
        winner: Side,
        winner_strength_after: u64,
    },
    Capture {
        location: &'a str,
        new_owner: Side,
    },
    GameEnd {
        result: Outcome,
    },
}

/// Result of an order.
#[derive(Serialize)]
pub(crate) struct ActionResult<'a> {
    index: usize,
    submitted: OrderJson<'a>,
    status: &'static str,
    events: Vec<EventFile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
}

/// Summary of a ply.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary<'a> {
    captures: Vec<&'a str>,
    combat_count: usize,
    invalid_count: usize,
    owner_changes: Vec<OwnerChange<'a>>,
    supply_delta: BySide<i64>,
}

#[derive(Serialize)]
struct OwnerChange<'a> {
    location: &'a str,
    from: Owner,
    to: Owner,
}
