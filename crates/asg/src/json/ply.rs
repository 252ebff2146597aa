//! What happened in a ply as JSON.

use serde::Serialize;

use crate::action::Action;
use crate::event::{Event, Noted, Reason};
use crate::json::Form;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::scenario::Scenario;
use crate::side::{BySide, Owner, Side};
use crate::submitted::{Submitted, Written};

/// A ply that is to be written: what was submitted, and what came of it.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Action, Game, Rules, Scenario, Submitted};
/// use asg::json::{Form, PlyJson};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut game = Game::new(scenario.clone(), Rules::V0, 7);
/// let events = game.play_with_events(&[Action::reinforce(3)]);
/// let actions = [Submitted::from(Action::reinforce(3))];
/// let ply = PlyJson { scenario: &scenario, actions: &actions, events: &events, form: Form::Own };
/// let text = serde_json::to_string(&ply.events()).unwrap();
/// assert!(text.starts_with(r#"[{"type":"income","player":"P1","amount":3,"supplyAfter":3},{"type":"reinforce","#));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct PlyJson<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// What was submitted.
    pub actions: &'a [Submitted],
    /// What happened.
    pub events: &'a [Noted],
    /// Which fields are written.
    pub form: Form,
}

impl<'a> PlyJson<'a> {
    /// The list of events.
    pub fn events(&self) -> impl Serialize + 'a {
        self.event_list()
    }

    /// What became of each action: those beyond the budget first. Actions after the end of the match have no entry.
    pub fn action_results(&self) -> impl Serialize + 'a {
        self.result_list()
    }

    /// The ply in numbers.
    pub fn summary(&self, before: &Position, after: &Position) -> impl Serialize + 'a {
        self.numbers(before, after)
    }

    pub(crate) fn result_list(&self) -> Vec<ActionResult<'a>> {
        let budget = self.scenario.settings().action_budget.min(self.actions.len() as u64) as usize;
        let last = self.events.iter().find_map(|noted| noted.action.filter(|_| matches!(noted.event, Event::Ended(_))));
        let played = last.map_or(budget, |last| last + 1);
        let by_action = self.by_action();
        let indices = (budget..self.actions.len()).chain(0..played);
        indices.filter_map(|index| self.action_result(index, budget, &by_action[index])).collect()
    }

    pub(crate) fn numbers(&self, before: &Position, after: &Position) -> Summary<'a> {
        let count = |is: fn(&Event) -> bool| self.told().filter(|noted| is(&noted.event)).count();
        let captured = self.events.iter().filter_map(|noted| match noted.event {
            Event::Captured { location, .. } => Some(self.scenario.id_of(location)),
            _ => None,
        });
        let changes = self.scenario.nodes_in_key_order().iter().filter_map(|&node| {
            let (from, to) = (before.place(node).owner, after.place(node).owner);
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

    /// The events that are written in this form.
    fn told(&self) -> impl Iterator<Item = &'a Noted> + use<'a> {
        let form = self.form;
        let is_silent = |event: &Event| matches!(event, Event::Invalid { reason: Reason::UnknownType, .. });
        self.events.iter().filter(move |noted| form == Form::Own || !is_silent(&noted.event))
    }

    pub(crate) fn event_list(&self) -> Vec<EventFile<'a>> {
        self.told().map(|noted| self.event(noted)).collect()
    }

    /// The events that are written, by the action that brought them about.
    fn by_action(&self) -> Vec<Vec<&'a Noted>> {
        let mut by_action = vec![Vec::new(); self.actions.len()];
        for noted in self.told() {
            if let Some(events) = noted.action.and_then(|index| by_action.get_mut(index)) {
                events.push(noted);
            }
        }
        by_action
    }

    fn action_result(&self, index: usize, budget: usize, events: &[&Noted]) -> Option<ActionResult<'a>> {
        let submitted = &self.actions[index];
        if submitted.action() == Action::Unknown && index < budget && self.form == Form::Reference {
            return None;
        }
        let reason = events.iter().find_map(|noted| match noted.event {
            Event::Invalid { reason, .. } => Some(reason),
            _ => None,
        });
        Some(ActionResult {
            index,
            submitted: Written { submitted, scenario: self.scenario },
            status: match reason {
                None => "applied",
                Some(Reason::BudgetExceeded) => "ignored_budget",
                Some(_) => "invalid",
            },
            events: events.iter().map(|noted| self.event(noted)).collect(),
            reason: self.code(reason),
            message: reason.map(Reason::message),
        })
    }

    fn code(&self, reason: Option<Reason>) -> Option<&'static str> {
        reason.filter(|_| self.form == Form::Own).map(Reason::code)
    }

    fn event(&self, noted: &Noted) -> EventFile<'a> {
        let id = |node| self.scenario.id_of(node);
        match noted.event {
            Event::Income { player, amount, supply_after } => EventFile::Income { player, amount, supply_after },
            Event::Invalid { player, reason } => EventFile::InvalidAction {
                player,
                action: noted
                    .action
                    .and_then(|index| self.actions.get(index))
                    .map(|submitted| Written { submitted, scenario: self.scenario }),
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
                attacker_strength_before: fight.clash.attacker,
                defender_strength_before: fight.clash.defender,
                attacker_win_prob: fight.clash.stated_odds(),
                variance_bound: fight.clash.bound,
                noise: fight.decision.noise,
                delta: fight.decision.delta,
                winner: fight.winner(),
                winner_strength_after: fight.decision.left,
            },
            Event::Captured { location, owner } => EventFile::Capture { location: id(location), new_owner: owner },
            Event::Ended(result) => EventFile::GameEnd { result },
        }
    }
}

/// An event as it stands in files. The order of the fields is that of the reference.
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
        action: Option<Written<'a>>,
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
        #[serde(serialize_with = "crate::json::plain_number")]
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

/// What became of an action.
#[derive(Serialize)]
pub(crate) struct ActionResult<'a> {
    index: usize,
    submitted: Written<'a>,
    status: &'static str,
    events: Vec<EventFile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
}

/// A ply in numbers.
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
