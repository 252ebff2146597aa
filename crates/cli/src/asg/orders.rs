//! Orders as a person types them: `r 3`, `m 1 2 all`.

use asg::{Action, Clash, Event, Luck, Node, Noted, Position, Reason, Rules, Scenario, Submitted};

use super::map::number;
use super::words::percent;

/// Luck that favours nobody, to see beforehand what orders would do; ties are lost.
struct NoLuck;

impl Luck for NoLuck {
    fn noise(&mut self, _: u64) -> i64 {
        0
    }

    fn attacker_wins_tie(&mut self) -> bool {
        false
    }
}

/// What orders would do: what is certain, and how likely the rest is.
pub(super) struct Preview {
    /// The position after them, if luck is even.
    pub(super) after: Position,
    /// What happens, if luck is even.
    pub(super) events: Vec<Noted>,
}

impl Preview {
    /// Tries orders on a position.
    pub(super) fn new(scenario: &Scenario, rules: Rules, position: &Position, orders: &[Action]) -> Preview {
        let (mut after, mut events) = (position.clone(), Vec::new());
        after.play(scenario, rules, orders, &mut NoLuck, &mut events);
        Preview { after, events }
    }

    /// Whether luck has a part in what happens.
    pub(super) fn has_fights(&self) -> bool {
        self.events.iter().any(|noted| matches!(noted.event, Event::Fought { .. }))
    }

    /// Why an order would have no effect, if luck is even.
    pub(super) fn refusal(&self, order: usize) -> Option<Reason> {
        self.events.iter().find_map(|noted| match noted.event {
            Event::Invalid { reason, .. } if noted.action == Some(order) => Some(reason),
            _ => None,
        })
    }

    /// The odds of the fight that an order brings about, in words.
    pub(super) fn odds(&self, order: usize, rules: Rules) -> Option<String> {
        self.events.iter().find_map(|noted| match noted.event {
            Event::Fought { ref fight, .. } if noted.action == Some(order) => Some(odds(fight.clash, rules)),
            _ => None,
        })
    }
}

/// The odds of a fight and what a victory leaves, in words.
fn odds(clash: Clash, rules: Rules) -> String {
    let (lead, bound) = (clash.attacker as i64 - clash.defender as i64, clash.bound as i64);
    let meeting = format!("{} against {}", clash.attacker, clash.defender);
    if lead + bound < 0 {
        return format!("{meeting}: lost for certain");
    }
    let (least, most) = ((lead - bound).max(1), (lead + bound).max(1));
    format!("{meeting}: won {} of the time, and then {least} to {most} are left", percent(clash.odds(rules)))
}

/// Reads an order. Nodes are named by their ids or by their numbers on the map, and `all` is everything there is.
///
/// `after` is the position after the orders that come before it.
pub(super) fn parse(text: &str, scenario: &Scenario, after: &Position, spendable: u64) -> Result<Action, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let player = after.active().other();
    match words[..] {
        ["r" | "reinforce", amount] => {
            let most = spendable / scenario.settings().reinforce_cost_per_strength;
            Ok(Action::reinforce(parse_amount(amount, most)?))
        }
        ["m" | "move", from, to, amount] => {
            let (from, to) = (parse_node(from, scenario)?, parse_node(to, scenario)?);
            let amount = parse_amount(amount, after.place(from).forces[player])?;
            Ok(Action::step(from, to, amount))
        }
        ["m" | "move", ..] => Err("a move has two nodes and an amount: m 1 2 5, or m 1 2 all".to_owned()),
        ["r" | "reinforce", ..] => Err("a reinforcement has an amount: r 3, or r all".to_owned()),
        _ => Err(format!("'{}' is no order; help lists what can be typed", shortened(text))),
    }
}

fn parse_amount(text: &str, all: u64) -> Result<u64, String> {
    let amount = if text == "all" { Some(all) } else { text.parse().ok() };
    match amount {
        Some(0) if text == "all" => Err("there is nothing left".to_owned()),
        Some(amount @ 1..) => Ok(amount),
        _ => Err(format!("'{}' is no amount; it is a number from 1, or all", shortened(text))),
    }
}

fn parse_node(text: &str, scenario: &Scenario) -> Result<Node, String> {
    // An id may look like a number, and then means itself.
    let by_number = || scenario.nodes().find(|&node| number(node).to_string() == text);
    scenario
        .node(text)
        .or_else(by_number)
        .ok_or_else(|| format!("there is no node '{}'; map shows their numbers and names", shortened(text)))
}

/// The beginning of what somebody typed.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Whatever was submitted, as it is shown again; what is no proper order is shown as it came.
pub(super) fn submitted_text(submitted: &Submitted, scenario: &Scenario) -> String {
    match submitted.raw() {
        None => text(submitted.action(), scenario),
        Some(raw) => shortened(&raw.to_string()),
    }
}

/// An order as it is shown again.
pub(super) fn text(action: Action, scenario: &Scenario) -> String {
    match action {
        Action::Reinforce { amount: Some(amount) } => format!("reinforce {amount}"),
        Action::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
            format!("move {amount} from {} to {}", scenario.id_of(from), scenario.id_of(to))
        }
        _ => "pass".to_owned(),
    }
}
