//! The decision of the player to move, or the result of the game, in plain English.

use ringrift::{Action, BoardKind, Cell, Forced, Outcome, Phase, Player, Position, Reason, Ruleset, Tiebreak};

use crate::action_text::{pays_buried_ring, pays_one_ring, stack_on};
use crate::english::listed;

/// Returns one line: the turn, the player to move and their decision, or the winner and the reason.
///
/// Names the notation codes of optional actions, for readers who type them.
pub fn headline(position: &Position) -> String {
    match position.outcome() {
        Some(outcome) => format!("The game ended in turn {}. {}", position.turn(), result(position, &outcome)),
        None => format!(
            "Turn {}, player {} to move: {}.",
            position.turn(),
            position.to_move(),
            decision(position, Codes::Shown)
        ),
    }
}

/// Describes the decision of the player to move, without a full stop and without notation codes.
pub fn prompt(position: &Position) -> String {
    decision(position, Codes::Hidden)
}

/// Whether the notation codes of optional actions are included.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Codes {
    Shown,
    Hidden,
}

impl Codes {
    fn with(self, code: &str) -> String {
        if self == Codes::Shown { format!(" with {code}") } else { String::new() }
    }
}

fn decision(position: &Position, codes: Codes) -> String {
    let board = position.rules().board;
    let cell = |at: Cell| board.cell_name(at);
    let actions = position.legal_actions();
    match position.phase() {
        Phase::Placement => placement_decision(position, &actions, codes),
        Phase::Movement { must_move } => movement_decision(board, must_move, &actions),
        Phase::CaptureOffer { at } => {
            format!("capture with the stack on {}, or decline{}", cell(at), codes.with("SC"))
        }
        Phase::CaptureChain { at } => format!("capture again with the stack on {}", cell(at)),
        Phase::LineChoice => "choose a line to collapse".to_owned(),
        Phase::Recovery => format!("slide a marker to recover a ring, or decline{}", codes.with("SR")),
        Phase::LinePayment if pays_one_ring(position) => "pay for the line with the top ring of a stack".to_owned(),
        Phase::LinePayment => "pay for the line with the cap of a stack".to_owned(),
        Phase::RegionChoice if actions.contains(&Action::StopTerritory) => {
            format!("claim a region, or end your turn{}", codes.with("ST"))
        }
        Phase::RegionChoice => "claim a region".to_owned(),
        Phase::RegionPayment if pays_buried_ring(position) => "pay for the region with a buried ring".to_owned(),
        Phase::RegionPayment => "pay for the region with the cap of a stack".to_owned(),
        Phase::ForcedElimination if position.rules().forced == Forced::Last => {
            "give up the cap of a stack, because you did nothing else this turn".to_owned()
        }
        Phase::ForcedElimination => "give up the cap of a stack, because you have no other action".to_owned(),
        Phase::Over { .. } => "nothing; the game is over".to_owned(),
    }
}

fn placement_decision(position: &Position, actions: &[Action], codes: Codes) -> String {
    let skip = codes.with("SP");
    let swap = match actions.contains(&Action::SwapSides) {
        true => format!(", or swap sides{}", codes.with("SW")),
        false => String::new(),
    };
    let Some(place) = places_and_counts(position, actions) else {
        return format!("skip the placement{skip}{swap}; you cannot place a ring");
    };
    match actions.contains(&Action::SkipPlacement) {
        true => format!("place {place}, or skip{skip}{swap}"),
        false => format!("place {place}{swap}"),
    }
}

/// Describes how many rings can be placed on empty cells and on stacks, or returns `None` if no placement is legal.
fn places_and_counts(position: &Position, actions: &[Action]) -> Option<String> {
    let placements = |on_stack: bool| {
        actions.iter().filter_map(move |action| match *action {
            Action::Place { at, rings } if stack_on(position, at).is_some() == on_stack => Some(rings),
            _ => None,
        })
    };
    let ring_range = |on_stack: bool| match (placements(on_stack).min()?, placements(on_stack).max()?) {
        (1, 1) => Some("1 ring".to_owned()),
        (least, most) if least == most => Some(format!("{most} rings")),
        (least, most) => Some(format!("{least}–{most} rings")),
    };
    match (ring_range(false), ring_range(true)) {
        (Some(rings), None) => Some(format!("{rings} on any empty cell")),
        (Some(rings), Some(on_stack)) => Some(format!("{rings} on an empty cell or {on_stack} on a stack")),
        (None, Some(on_stack)) => Some(format!("{on_stack} on a stack")),
        (None, None) => None,
    }
}

fn movement_decision(board: BoardKind, must_move: Option<Cell>, actions: &[Action]) -> String {
    let moves = actions.iter().any(|action| matches!(action, Action::Move { .. }));
    let captures = actions.iter().any(|action| matches!(action, Action::Capture { .. }));
    let verb = match (moves, captures) {
        (true, true) => "move or capture",
        (false, true) => "capture",
        _ => "move",
    };
    match must_move {
        Some(at) => format!("{verb} with the stack on {}, where you just placed", board.cell_name(at)),
        None => format!("{verb} with a stack"),
    }
}

/// Returns a sentence that says who won and why.
pub fn result(position: &Position, outcome: &Outcome) -> String {
    let why = reason(position, outcome);
    match outcome.winner {
        Some(player) => format!("Player {player} wins {why}."),
        None => format!("The game is a draw: {why}."),
    }
}

fn reason(position: &Position, outcome: &Outcome) -> String {
    let rules = position.rules();
    let winner = outcome.winner.unwrap_or(Player::One);
    match outcome.reason {
        // Under `Tiebreak::Rungs` a stalemate is reported with the reason of the criterion that decided.
        reason if rules.tiebreak == Tiebreak::Rungs && !has_reached(position, winner, reason) => {
            format!("{}no player can act any more; {}", tiebreak_prefix(outcome), tiebreak(rules, outcome))
        }
        Reason::RingElimination => {
            format!(
                "by elimination: {} rings eliminated, {} needed",
                position.credits(winner),
                rules.elimination_threshold
            )
        }
        Reason::TerritoryControl => {
            format!("by territory: {} cells, {} needed", position.territory(winner), rules.territory_threshold)
        }
        Reason::LastPlayerStanding => {
            "as the last player standing: no opponent could place, move or capture".to_owned()
        }
        Reason::Stalemate => {
            format!("{}no player can act any more; {}", tiebreak_prefix(outcome), tiebreak(rules, outcome))
        }
        Reason::TurnCap => {
            format!(
                "{}the limit of {} turns is reached; {}",
                tiebreak_prefix(outcome),
                position.turn(),
                tiebreak(rules, outcome)
            )
        }
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

fn tiebreak_prefix(outcome: &Outcome) -> &'static str {
    if outcome.winner.is_some() { "on tiebreak: " } else { "" }
}

fn tiebreak(rules: &Ruleset, outcome: &Outcome) -> &'static str {
    match (outcome.winner, rules.tiebreak) {
        (None, _) => "the leaders are equal in territory, eliminated rings and markers",
        (_, Tiebreak::LastAction) => "decided by territory, then eliminated rings, then markers, then the last action",
        (_, Tiebreak::Rungs) => {
            "decided by territory, then eliminated rings and rings in hand, then markers, then the last turn"
        }
        (_, Tiebreak::Draw) => "decided by territory, then eliminated rings, then markers",
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
        prompt(&Position::parse(text).expect("the position is valid"))
    }

    #[test]
    fn placement_says_how_many_rings_go_where() {
        assert_eq!(prompt_of("G square8 2p; H 18,18"), "place 1–3 rings on any empty cell");
        let with_stacks = prompt_of("G square8 2p; S a1=1,h8=2; H 17,17");
        assert_eq!(with_stacks, "place 1–3 rings on an empty cell or 1 ring on a stack, or skip");
    }

    #[test]
    fn the_headline_names_codes_and_the_prompt_does_not() {
        let text = "G square8 2p; S a1=1,c1=2,h8=2; P capture a1";
        let position = Position::parse(text).expect("the position is valid");
        assert!(headline(&position).ends_with("capture with the stack on a1, or decline with SC."));
        assert_eq!(prompt(&position), "capture with the stack on a1, or decline");
    }

    #[test]
    fn results_contain_no_rule_ids() {
        let text = "G square8 2p; S a1=1; E 19,0; P game_over 1 ring_elimination";
        let position = Position::parse(text).expect("the position is valid");
        assert_eq!(
            headline(&position),
            "The game ended in turn 1. Player 1 wins by elimination: 19 rings eliminated, 19 needed."
        );
    }
}
