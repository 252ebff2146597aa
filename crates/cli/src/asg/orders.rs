//! Typed orders such as `r 3` and `m 1 2 all`.

use asg::{Combat, Event, EventRecord, Luck, Match, Node, Order, OrderRejection, Position, Rules, Scenario};
use ringrift::excerpt;

use super::map::number;
use super::words::percent;

/// Worst or best random numbers for the attacker.
enum Extreme {
    Worst,
    Best,
}

impl Luck for Extreme {
    fn noise(&mut self, bound: u64) -> i64 {
        match self {
            Extreme::Worst => -(bound as i64),
            Extreme::Best => bound as i64,
        }
    }

    fn attacker_wins_tie(&mut self) -> bool {
        matches!(self, Extreme::Best)
    }
}

/// Result of orders, simulated with given random numbers.
struct Simulation {
    after: Position,
    events: Vec<EventRecord>,
}

impl Simulation {
    fn new(game: &Match, orders: &[Order], mut luck: Extreme) -> Simulation {
        let (mut after, mut events) = (game.position().clone(), Vec::new());
        after.play(game.scenario(), game.rules(), orders, &mut luck, &mut events);
        Simulation { after, events }
    }

    fn rejection(&self, order: usize) -> Option<OrderRejection> {
        self.events.iter().find_map(|record| match record.event {
            Event::Invalid { reason, .. } if record.order == Some(order) => Some(reason),
            _ => None,
        })
    }
}

/// Results of orders with the worst and with the best random numbers.
pub(super) struct Preview {
    worst: Simulation,
    best: Simulation,
}

/// Whether an order can be carried out.
pub(super) enum Feasibility {
    Certain,
    /// The order can be carried out only if the player wins the earlier fights.
    Conditional,
    Impossible(OrderRejection),
}

impl Preview {
    /// Applies orders to the position of a match.
    pub(super) fn new(game: &Match, orders: &[Order]) -> Preview {
        let simulate = |luck| Simulation::new(game, orders, luck);
        Preview { worst: simulate(Extreme::Worst), best: simulate(Extreme::Best) }
    }

    /// Returns the position after the orders with the worst random numbers. With any other random numbers, the player has
    /// at least these troops.
    pub(super) fn certain(&self) -> &Position {
        &self.worst.after
    }

    /// Reports whether the orders win even with the worst random numbers.
    pub(super) fn wins(&self) -> bool {
        self.worst.after.outcome().is_some_and(|outcome| outcome.winner().is_some())
    }

    /// Returns whether an order can be carried out after the orders before it.
    pub(super) fn feasibility(&self, order: usize) -> Feasibility {
        match (self.worst.rejection(order), self.best.rejection(order)) {
            (None, _) => Feasibility::Certain,
            (Some(_), None) => Feasibility::Conditional,
            (Some(reason), Some(_)) => Feasibility::Impossible(reason),
        }
    }

    /// Describes the odds of the fight that an order causes. Assumes the worst result of earlier fights.
    pub(super) fn odds(&self, order: usize, rules: Rules) -> Option<String> {
        let mut fights = self.worst.events.iter().filter_map(|record| match record.event {
            Event::Fought { ref fight, .. } => Some((record.order, fight.combat)),
            _ => None,
        });
        let is_first = fights.clone().next().is_some_and(|(action, _)| action == Some(order));
        let (_, combat) = fights.find(|&(action, _)| action == Some(order))?;
        Some(odds(combat, rules, is_first))
    }
}

/// Describes the odds of a fight and the troops left after a victory.
fn odds(combat: Combat, rules: Rules, is_exact: bool) -> String {
    let (lead, bound) = (combat.attacker as i64 - combat.defender as i64, combat.bound as i64);
    let at_least = if is_exact { "" } else { "at least " };
    let meeting = format!("{at_least}{} against {}", combat.attacker, combat.defender);
    if lead + bound < 0 {
        return format!("{meeting}: lost{}", if is_exact { " for certain" } else { " if the earlier fights go badly" });
    }
    let (least, most) = ((lead - bound).max(1), (lead + bound).max(1));
    let chance = percent(combat.odds(rules));
    format!("{meeting}: won {at_least}{chance} of the time, and then {least} to {most} are left")
}

/// Reads an order. Nodes are named by their ids or by their numbers on the map. `all` is the supply or the troops that
/// are certainly available after the earlier orders.
pub(super) fn parse(text: &str, scenario: &Scenario, certain: &Position) -> Result<Order, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // In the position after the earlier orders, the opponent is to play.
    let player = certain.active().other();
    match words[..] {
        ["r" | "reinforce" | "buy", amount] => {
            let most = certain.supply(player) / scenario.settings().reinforce_cost_per_strength;
            Ok(Order::reinforce(parse_amount(amount, most)?))
        }
        ["m" | "move", from, to, amount] => {
            let (from, to) = (parse_node(from, scenario)?, parse_node(to, scenario)?);
            let amount = parse_amount(amount, certain.node_state(from).forces[player])?;
            Ok(Order::step(from, to, amount))
        }
        ["m" | "move", ..] => Err("a move has two nodes and an amount: m 1 2 5, or m 1 2 all".to_owned()),
        ["r" | "reinforce" | "buy", ..] => Err("a reinforcement has an amount: r 3, or r all".to_owned()),
        _ => Err(format!("'{}' is not an order; type help for the commands", excerpt(text))),
    }
}

/// Reads the first order of a ply.
pub(crate) fn parse_first_order(text: &str, game: &Match) -> Result<Order, String> {
    parse(text, game.scenario(), Preview::new(game, &[]).certain())
}

fn parse_amount(text: &str, all: u64) -> Result<u64, String> {
    let amount = if text == "all" { Some(all) } else { text.parse().ok() };
    match amount {
        Some(0) if text == "all" => Err("no supply or troops are certain to be left for this order".to_owned()),
        Some(amount @ 1..) => Ok(amount),
        _ => Err(format!("'{}' is not an amount; expected a number from 1, or all", excerpt(text))),
    }
}

fn parse_node(text: &str, scenario: &Scenario) -> Result<Node, String> {
    // An id that looks like a number takes precedence.
    let by_number = || scenario.nodes().find(|&node| number(node).to_string() == text);
    scenario
        .node(text)
        .or_else(by_number)
        .ok_or_else(|| format!("there is no node '{}'; type map for numbers and names", excerpt(text)))
}
