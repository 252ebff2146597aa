//! Texts about the orders and events of an ASG match.

use asg::{Event, EventRecord, Fight, Match, Order, Outcome, Rules, Scenario, SubmittedOrder, Turn, WinReason};
use cli_support::plain::plain;
use ringrift::excerpt;

/// Describes an event of a ply. The description of an action without effect includes the action.
pub(super) fn recorded_event(scenario: &Scenario, rules: Rules, record: &EventRecord, turn: &Turn) -> String {
    let order = record.order.and_then(|number| Some((number + 1, turn.orders.get(number)?)));
    match (record.event, order) {
        (Event::Invalid { player, reason }, Some((number, order))) => {
            let order = plain(&submitted_order(order, scenario));
            let (code, message) = (reason.code(), reason.message());
            format!("action {number} of {player}, {order}, has no effect ({code}): {message}")
        }
        _ => event(scenario, rules, &record.event),
    }
}

/// Describes an event.
pub(super) fn event(scenario: &Scenario, rules: Rules, event: &Event) -> String {
    let id = |node| plain(scenario.id_of(node));
    match *event {
        Event::Income { player, amount, supply_after } => {
            format!("{player} gets {amount} supply and has {supply_after}")
        }
        Event::Invalid { player, reason } => {
            format!("an action of {player} has no effect ({}): {}", reason.code(), reason.message())
        }
        Event::Reinforced { player, location, amount, supply_after, strength_after } => {
            format!("{player} reinforces {} by {amount} to {strength_after}; {supply_after} supply left", id(location))
        }
        Event::Moved { player, from, to, amount, from_after, to_after } => {
            format!("{player} moves {amount} from {} ({from_after} left) to {} (now {to_after})", id(from), id(to))
        }
        Event::Fought { location, ref fight } => self::fight(&id(location), rules, fight),
        Event::Captured { location, owner } => format!("{owner} captures {}", id(location)),
        Event::Ended(outcome) => self::outcome(outcome),
    }
}

fn fight(place: &str, rules: Rules, fight: &Fight) -> String {
    let (combat, result) = (fight.combat, fight.result);
    format!(
        "fight at {place}: {} attacks with {} against {}, luck {:+} of {}: {} wins and keeps {} (chance of the attacker: {})",
        fight.attacker,
        combat.attacker,
        combat.defender,
        result.noise,
        combat.bound,
        fight.winner(),
        result.left,
        percent(combat.odds(rules)),
    )
}

/// Describes the result of a match.
pub(super) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { winner, reason: WinReason::HqCaptured } => {
            format!("{winner} has captured the headquarters of {} and wins", winner.other())
        }
        Outcome::Win { winner, reason: WinReason::Forfeit } => format!("{} gives up; {winner} wins", winner.other()),
        Outcome::Draw { .. } => "the last ply was played: a draw".to_owned(),
        Outcome::Aborted { .. } => "the match was aborted without a winner".to_owned(),
    }
}

/// Formats a chance in per cent. A chance that is not certain is never shown as 0 % or 100 %.
pub(super) fn percent(chance: f64) -> String {
    match chance {
        chance if chance <= 0.0 => "0 %".to_owned(),
        chance if chance >= 1.0 => "100 %".to_owned(),
        chance => format!("{:.1} %", (100.0 * chance).clamp(0.1, 99.9)),
    }
}

/// Returns the current ply and the player to move.
pub(super) fn ply_title(game: &Match) -> String {
    let (position, cap) = (game.position(), game.scenario().settings().turn_cap_plies);
    format!("Ply {} of {cap}, {}", position.ply(), position.active())
}

/// Formats a submitted order; a malformed one is quoted.
pub(super) fn submitted_order(submitted: &SubmittedOrder, scenario: &Scenario) -> String {
    match submitted.raw() {
        None => order(submitted.order(), scenario),
        Some(raw) => excerpt(&raw.to_string()),
    }
}

/// Formats an order.
pub(super) fn order(action: Order, scenario: &Scenario) -> String {
    match action {
        Order::Reinforce { amount: Some(amount) } => format!("reinforce {amount}"),
        Order::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
            format!("move {amount} from {} to {}", plain(scenario.id_of(from)), plain(scenario.id_of(to)))
        }
        _ => "pass".to_owned(),
    }
}
