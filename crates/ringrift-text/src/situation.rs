//! What a position asks of the player to move, or how the game ended, in words.

use ringrift::{
    Action, BoardKind, Cell, Event, Forced, Outcome, Phase, Player, Position, Reason, Rule, Ruleset, Tiebreak,
};

use crate::action_text::{pays_buried_ring, pays_one_ring};
use crate::english::listed;

/// One line: whose turn it is, in which phase, and what is asked; of a finished game who won and why.
pub fn headline(position: &Position) -> String {
    match position.outcome() {
        Some(outcome) => format!("The game ended in turn {}. {}", position.turn(), result(position, &outcome)),
        None => format!(
            "Turn {}, player {} to move ({}): {}.",
            position.turn(),
            position.to_move(),
            phase_name(position.phase()),
            request(position, Codes::Told)
        ),
    }
}

/// The name of a phase without underscores.
fn phase_name(phase: Phase) -> String {
    phase.name().replace('_', " ")
}

/// What the player to move has to decide, without a full stop. For those who point at it, and write no codes.
pub fn asked(position: &Position) -> String {
    request(position, Codes::Left)
}

/// Whether the codes are told with which things are declined.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Codes {
    Told,
    Left,
}

impl Codes {
    fn with(self, code: &str) -> String {
        if self == Codes::Told { format!(" with {code}") } else { String::new() }
    }
}

/// What the player to move has to decide.
fn request(position: &Position, codes: Codes) -> String {
    let board = position.rules().board;
    let cell = |at: Cell| board.cell_name(at);
    let actions = position.legal_actions();
    match position.phase() {
        Phase::Placement => placement_request(&actions, codes),
        Phase::Movement { must_move } => movement_request(board, must_move, &actions),
        Phase::CaptureOffer { at } => {
            format!("capture with the stack on {}, or decline{}", cell(at), codes.with("SC"))
        }
        Phase::CaptureChain { at } => format!("capture again with the stack on {}; a chain must go on", cell(at)),
        Phase::LineChoice => "take a line, and choose how if it is longer than needed".to_owned(),
        Phase::Recovery => format!("slide a marker to recover a ring, or decline{}", codes.with("SR")),
        Phase::LinePayment if pays_one_ring(position) => "pay for the line with the top ring of a stack".to_owned(),
        Phase::LinePayment => "pay for the line with the cap of a stack".to_owned(),
        Phase::RegionChoice if actions.contains(&Action::StopTerritory) => {
            format!("process a region, or stop{}", codes.with("ST"))
        }
        Phase::RegionChoice => "process a region".to_owned(),
        Phase::RegionPayment if pays_buried_ring(position) => "pay for the region with a buried ring".to_owned(),
        Phase::RegionPayment => "pay for the region with the cap of a stack".to_owned(),
        Phase::ForcedElimination if position.rules().forced == Forced::Last => {
            "give up the cap of a stack, because nothing was done in this turn".to_owned()
        }
        Phase::ForcedElimination => "give up the cap of a stack, because no other action is possible".to_owned(),
        Phase::Over { .. } => "nothing, because the game is over".to_owned(),
    }
}

fn placement_request(actions: &[Action], codes: Codes) -> String {
    let rings = || actions.iter().filter_map(|a| if let Action::Place { rings, .. } = a { Some(*rings) } else { None });
    let count = match (rings().min().unwrap_or(0), rings().max().unwrap_or(0)) {
        (1, 1) => "1 ring".to_owned(),
        (least, most) if least == most => format!("{most} rings"),
        (least, most) => format!("{least} to {most} rings"),
    };
    let swap = match actions.contains(&Action::SwapSides) {
        true => format!(", or swap sides{}", codes.with("SW")),
        false => String::new(),
    };
    let skip = codes.with("SP");
    if rings().next().is_none() {
        format!("skip the placement{skip}{swap}; nothing can be placed")
    } else if actions.contains(&Action::SkipPlacement) {
        format!("place {count}, or skip{skip}{swap}")
    } else if !swap.is_empty() {
        format!("place {count}{swap}")
    } else {
        format!("place {count}; skipping is not possible, because no stack can act")
    }
}

fn movement_request(board: BoardKind, must_move: Option<Cell>, actions: &[Action]) -> String {
    let moves = actions.iter().any(|action| matches!(action, Action::Move { .. }));
    let captures = actions.iter().any(|action| matches!(action, Action::Capture { .. }));
    let verb = match (moves, captures) {
        (true, true) => "move or capture",
        (false, true) => "capture",
        _ => "move",
    };
    match must_move {
        Some(at) => format!("{verb} with the stack on {}, which has just received rings", board.cell_name(at)),
        None => format!("{verb} with a stack"),
    }
}

/// Who won and why, with the rule.
pub fn result(position: &Position, outcome: &Outcome) -> String {
    let why = reason(position, outcome);
    let rule = ending_rule(outcome);
    match outcome.winner {
        Some(player) => format!("Player {player} wins {why} ({rule})."),
        None => format!("It is a draw: {why} ({rule})."),
    }
}

/// The rule that ended a game.
fn ending_rule(outcome: &Outcome) -> Rule {
    Event::Ended { winner: outcome.winner, reason: outcome.reason }.rule()
}

fn reason(position: &Position, outcome: &Outcome) -> String {
    let rules = position.rules();
    let winner = outcome.winner.unwrap_or(Player::One);
    match outcome.reason {
        // Where each rung of the ladder stands for itself, a stalemate is reported under the reason of the rung.
        reason if rules.tiebreak == Tiebreak::Rungs && !has_reached(position, winner, reason) => {
            format!("{}nobody can act any more; {}", on_count(outcome), ladder(rules, outcome))
        }
        Reason::RingElimination => {
            format!(
                "by elimination: {} eliminated rings are credited, {} were needed",
                position.credits(winner),
                rules.elimination_threshold
            )
        }
        Reason::TerritoryControl => {
            format!(
                "by territory: {} cells are collapsed, {} were needed",
                position.territory(winner),
                rules.territory_threshold
            )
        }
        Reason::LastPlayerStanding => {
            "as the last player standing: nobody else could place, move or capture".to_owned()
        }
        Reason::Stalemate => format!("{}nobody can act any more; {}", on_count(outcome), ladder(rules, outcome)),
        Reason::TurnCap => {
            format!("{}turn {} was the last; {}", on_count(outcome), position.turn(), ladder(rules, outcome))
        }
    }
}

/// Whether a player meets the condition of a victory, rather than having been ahead on a rung of the ladder.
fn has_reached(position: &Position, player: Player, reason: Reason) -> bool {
    let rules = position.rules();
    match reason {
        Reason::RingElimination => position.credits(player) >= rules.elimination_threshold,
        Reason::TerritoryControl => position.territory(player) >= u32::from(rules.territory_threshold),
        Reason::LastPlayerStanding => position.rings_on_board(player) > 0,
        Reason::Stalemate | Reason::TurnCap => true,
    }
}

fn on_count(outcome: &Outcome) -> &'static str {
    if outcome.winner.is_some() { "on count: " } else { "" }
}

fn ladder(rules: &Ruleset, outcome: &Outcome) -> &'static str {
    match (outcome.winner, rules.tiebreak) {
        (None, _) => "the best are equal in territory, eliminated rings and markers",
        (_, Tiebreak::LastAction) => "territory, eliminated rings, markers and the last action decide, in this order",
        (_, Tiebreak::Rungs) => {
            "territory, eliminated rings with those in hand, markers and the last turn decide, in this order"
        }
        (_, Tiebreak::Draw) => "territory, eliminated rings and markers decide, in this order",
    }
}

/// The places of all players, best first: `1. player 2, 2. players 1 and 3`.
pub fn ranking(position: &Position, outcome: &Outcome) -> String {
    let players = position.rules().players;
    let places: Vec<String> = (1..=players).filter_map(|rank| place(players, outcome, rank)).collect();
    places.join(", ")
}

fn place(players: u8, outcome: &Outcome, rank: u8) -> Option<String> {
    let there: Vec<String> = Player::seats(players)
        .filter(|&player| outcome.ranks[player] == rank)
        .map(|player| player.to_string())
        .collect();
    match &there[..] {
        [] => None,
        [one] => Some(format!("{rank}. player {one}")),
        many => Some(format!("{rank}. players {}", listed(many))),
    }
}
