//! The decision of the player to move, or the result of the game.

use ringrift::{
    Action, BoardKind, Cell, Forced, Message, Outcome, Phase, Player, Position, Reason, Ruleset, Template, Tiebreak,
};

use crate::action_text::{pays_buried_ring, pays_one_ring, stack_on};
use crate::english::listed;
use crate::texts;

/// Returns one line: the turn, the player to move and their decision, or the winner and the reason.
///
/// Names the notation codes of optional actions, for readers who type them.
pub fn headline(position: &Position) -> Message {
    match position.outcome() {
        Some(outcome) => texts::HEADLINE_OVER.with("turn", position.turn()).with("result", result(position, &outcome)),
        None => texts::HEADLINE_TURN
            .with("turn", position.turn())
            .with("player", position.to_move())
            .with("decision", decision(position, "code")),
    }
}

/// Describes the decision of the player to move, without a full stop and without notation codes.
pub fn prompt(position: &Position) -> Message {
    decision(position, "plain")
}

/// Describes a decision. `option` is how optional actions are mentioned: `plain`, or `code` with the notation code.
fn decision(position: &Position, option: &str) -> Message {
    let board = position.rules().board;
    let at = |template: &'static Template, cell: Cell| template.with("at", board.cell_name(cell));
    let actions = position.legal_actions();
    match position.phase() {
        Phase::Placement => placement_decision(position, &actions, option),
        Phase::Movement { must_move } => movement_decision(board, must_move, &actions),
        Phase::CaptureOffer { at: cell } => at(&texts::PROMPT_CAPTURE, cell).with("decline", option),
        Phase::CaptureChain { at: cell } => at(&texts::PROMPT_CHAIN, cell),
        Phase::LineChoice => texts::PROMPT_LINE.message(),
        Phase::Recovery => texts::PROMPT_RECOVER.with("decline", option),
        Phase::LinePayment if pays_one_ring(position) => texts::PROMPT_LINE_RING.message(),
        Phase::LinePayment => texts::PROMPT_LINE_CAP.message(),
        Phase::RegionChoice => texts::PROMPT_REGION.with("stop", if_legal(&actions, Action::StopTerritory, option)),
        Phase::RegionPayment if pays_buried_ring(position) => texts::PROMPT_REGION_BURIED.message(),
        Phase::RegionPayment => texts::PROMPT_REGION_CAP.message(),
        Phase::ForcedElimination if position.rules().forced == Forced::Last => texts::PROMPT_FORCED_LAST.message(),
        Phase::ForcedElimination => texts::PROMPT_FORCED.message(),
        Phase::Over { .. } => texts::PROMPT_OVER.message(),
    }
}

/// Returns `option` if the action is legal, otherwise `no`.
fn if_legal<'a>(actions: &[Action], action: Action, option: &'a str) -> &'a str {
    if actions.contains(&action) { option } else { "no" }
}

fn placement_decision(position: &Position, actions: &[Action], option: &str) -> Message {
    let swap = if_legal(actions, Action::SwapSides, option);
    let skip = if_legal(actions, Action::SkipPlacement, option);
    match rings_and_places(position, actions) {
        Some(rings) => texts::PROMPT_PLACE.with("rings", rings).with("skip", skip).with("swap", swap),
        None => texts::PROMPT_SKIP.with("skip", option).with("swap", swap),
    }
}

/// Describes how many rings can be placed on empty cells and on stacks, or returns `None` if no placement is legal.
fn rings_and_places(position: &Position, actions: &[Action]) -> Option<Message> {
    let placements = |on_stack: bool| {
        actions.iter().filter_map(move |action| match *action {
            Action::Place { at, rings } if stack_on(position, at).is_some() == on_stack => Some(rings),
            _ => None,
        })
    };
    let ring_range = |on_stack: bool| match (placements(on_stack).min()?, placements(on_stack).max()?) {
        (least, most) if least == most => Some(texts::RINGS_EXACT.with("count", most)),
        (least, most) => Some(texts::RINGS_RANGE.with("least", least).with("most", most)),
    };
    match (ring_range(false), ring_range(true)) {
        (Some(rings), None) => Some(texts::PLACE_EMPTY.with("rings", rings)),
        (Some(rings), Some(on_stack)) => Some(texts::PLACE_BOTH.with("rings", rings).with("on_stack", on_stack)),
        (None, Some(on_stack)) => Some(texts::PLACE_STACK.with("on_stack", on_stack)),
        (None, None) => None,
    }
}

fn movement_decision(board: BoardKind, must_move: Option<Cell>, actions: &[Action]) -> Message {
    let moves = actions.iter().any(|action| matches!(action, Action::Move { .. }));
    let captures = actions.iter().any(|action| matches!(action, Action::Capture { .. }));
    let kind = match (moves, captures) {
        (true, true) => "both",
        (false, true) => "capture",
        _ => "move",
    };
    match must_move {
        Some(at) => texts::PROMPT_MOVE_PLACED.with("kind", kind).with("at", board.cell_name(at)),
        None => texts::PROMPT_MOVE.with("kind", kind),
    }
}

/// Returns a sentence that says who won and why.
pub fn result(position: &Position, outcome: &Outcome) -> Message {
    let why = reason(position, outcome);
    match outcome.winner {
        Some(player) => texts::RESULT_WIN.with("player", player).with("why", why),
        None => texts::RESULT_DRAW.with("why", why),
    }
}

fn reason(position: &Position, outcome: &Outcome) -> Message {
    let rules = position.rules();
    let winner = outcome.winner.unwrap_or(Player::One);
    let on_tiebreak = |template: &'static Template| {
        template
            .with("won", if outcome.winner.is_some() { "yes" } else { "no" })
            .with("tiebreak", tiebreak(rules, outcome).message())
    };
    match outcome.reason {
        // Under `Tiebreak::Rungs` a stalemate is reported with the reason of the criterion that decided.
        reason if rules.tiebreak == Tiebreak::Rungs && !has_reached(position, winner, reason) => {
            on_tiebreak(&texts::BY_STALEMATE)
        }
        Reason::RingElimination => {
            texts::BY_ELIMINATION.with("have", position.credits(winner)).with("need", rules.elimination_threshold)
        }
        Reason::TerritoryControl => {
            texts::BY_TERRITORY.with("have", position.territory(winner)).with("need", rules.territory_threshold)
        }
        Reason::LastPlayerStanding => texts::BY_LAST_STANDING.message(),
        Reason::Stalemate => on_tiebreak(&texts::BY_STALEMATE),
        Reason::TurnCap => on_tiebreak(&texts::BY_TURN_CAP).with("turns", position.turn()),
    }
}

/// Reports whether a player meets the condition of a victory; if not, the tiebreak decided the game.
fn has_reached(position: &Position, player: Player, reason: Reason) -> bool {
    let rules = position.rules();
    match reason {
        Reason::RingElimination => position.credits(player) >= rules.elimination_threshold,
        Reason::TerritoryControl => position.territory(player) >= u32::from(rules.territory_threshold),
        // A stalemate needs a board without stacks.
        Reason::LastPlayerStanding => position.rings_on_board(player) > 0,
        Reason::Stalemate | Reason::TurnCap => true,
    }
}

const fn tiebreak(rules: &Ruleset, outcome: &Outcome) -> &'static Template {
    match (outcome.winner, rules.tiebreak) {
        (None, _) => &texts::TIEBREAK_EQUAL,
        (_, Tiebreak::LastAction) => &texts::TIEBREAK_LAST_ACTION,
        (_, Tiebreak::Rungs) => &texts::TIEBREAK_RUNGS,
        (_, Tiebreak::Draw) => &texts::TIEBREAK_DRAW,
    }
}

/// Returns the ranks of all players, best first: `1. player 2, 2. players 1 and 3`.
pub fn ranking(position: &Position, outcome: &Outcome) -> String {
    let players = position.rules().players;
    let ranks: Vec<String> = (1..=players).filter_map(|rank| rank_text(players, outcome, rank)).collect();
    ranks.join(", ")
}

fn rank_text(players: u8, outcome: &Outcome, rank: u8) -> Option<String> {
    let tied: Vec<String> = Player::seats(players)
        .filter(|&player| outcome.ranks[player] == rank)
        .map(|player| player.to_string())
        .collect();
    match &tied[..] {
        [] => None,
        [one] => Some(format!("{rank}. player {one}")),
        many => Some(format!("{rank}. players {}", listed(many))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt_of(text: &str) -> String {
        prompt(&Position::parse(text).expect("the position is valid")).to_string()
    }

    #[test]
    fn placement_says_how_many_rings_go_where() {
        assert_eq!(prompt_of("G square8 2p; H 18,18"), "place 1–3 rings on any empty cell");
        let with_stacks = prompt_of("G square8 2p; S a1=1,h8=2; H 17,17");
        assert_eq!(with_stacks, "place 1–3 rings on an empty cell or 1 ring on a stack, or skip");
    }

    #[test]
    fn a_stack_with_new_rings_is_named() {
        let mut position = Position::parse("G square8 2p; H 18,18").expect("the position is valid");
        let place = position.read_action("P h2").expect("the action is readable");
        position.play(place).expect("the action is legal");
        assert_eq!(prompt(&position).to_string(), "now move the stack you placed on h2");
    }

    #[test]
    fn the_headline_names_codes_and_the_prompt_does_not() {
        let text = "G square8 2p; S a1=1,c1=2,h8=2; P capture a1";
        let position = Position::parse(text).expect("the position is valid");
        assert!(headline(&position).to_string().ends_with("capture with the stack on a1, or decline with SC."));
        assert_eq!(prompt(&position).to_string(), "capture with the stack on a1, or decline");
    }

    #[test]
    fn results_contain_no_rule_ids() {
        let text = "G square8 2p; S a1=1; E 19,0; P game_over 1 ring_elimination";
        let position = Position::parse(text).expect("the position is valid");
        assert_eq!(
            headline(&position).to_string(),
            "The game ended in turn 1. Player 1 wins by elimination: 19 rings eliminated, 19 needed."
        );
    }
}
