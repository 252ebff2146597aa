//! Text alternatives of pictures for screen readers, and the status line below the table.

use ringrift::{ByPlayer, CellContent, Phase, Player, Position, Reason};

use crate::picture::Frame;
use crate::svg::escaped;

/// Length to which player names are truncated, in characters.
const MAX_NAME_CHARS: usize = 60;

/// Returns the name of a player, or `Player 2` and so on if the name is empty.
pub(crate) fn name(names: &ByPlayer<String>, player: Player) -> String {
    let name: String = names[player].trim().chars().take(MAX_NAME_CHARS).collect();
    if name.is_empty() { format!("Player {player}") } else { name }
}

/// Returns the turn, the player to move and what they decide, or the result of a finished game.
pub(crate) fn status(position: &Position, names: &ByPlayer<String>) -> String {
    let turn = position.turn();
    match position.outcome() {
        None => format!("Turn {turn}, {} to move: {}", name(names, position.to_move()), task(position.phase())),
        Some(outcome) => {
            let how = way_to_end(outcome.reason);
            let winner = outcome.winner.map(|player| name(names, player));
            winner
                .map_or_else(|| format!("Turn {turn}: draw {how}"), |winner| format!("Turn {turn}: {winner} won {how}"))
        }
    }
}

/// Returns what the player to move decides in a phase.
const fn task(phase: Phase) -> &'static str {
    match phase {
        Phase::Placement => "place rings",
        Phase::Movement { .. } => "move or capture",
        Phase::Recovery => "recover a ring",
        Phase::CaptureOffer { .. } => "capture or decline",
        Phase::CaptureChain { .. } => "capture again",
        Phase::LineChoice => "choose a line",
        Phase::LinePayment => "pay for a line",
        Phase::RegionChoice => "claim a region",
        Phase::RegionPayment => "pay for a region",
        Phase::ForcedElimination => "give up a cap",
        Phase::Over { .. } => "the game is over",
    }
}

/// Returns how a game ended, after `won` or `draw`, in the words of the page (`result.how` in `web/text/en.js`).
const fn way_to_end(reason: Reason) -> &'static str {
    match reason {
        Reason::RingElimination => "by eliminating rings",
        Reason::TerritoryControl => "by territory",
        Reason::LastPlayerStanding => "as the last player standing",
        Reason::Stalemate => "on count",
        Reason::TurnCap => "after the last turn",
    }
}

/// Returns the title of a picture, escaped.
pub(crate) fn title(frame: &Frame<'_>) -> String {
    let title = escaped(frame.title.trim());
    if title.is_empty() { format!("RingRift on {}", frame.position.rules().board) } else { title }
}

/// Describes the whole position, escaped.
pub(crate) fn description(frame: &Frame<'_>, names: &ByPlayer<String>) -> String {
    let rules = frame.position.rules();
    let mut sentences = vec![format!("{}, {} players", rules.board, rules.players)];
    if !frame.subtitle.trim().is_empty() {
        sentences.push(escaped(frame.subtitle.trim()));
    }
    sentences.push(escaped(&status(frame.position, names)));
    sentences.extend(frame.changes.iter().map(|change| format!("Last: {}", change.describe(rules.board))));
    sentences.extend(Player::seats(rules.players).map(|player| pieces_of(frame.position, names, player)));
    sentences.join(". ") + "."
}

/// Lists the stacks, markers and territory of a player.
fn pieces_of(position: &Position, names: &ByPlayer<String>, player: Player) -> String {
    // `suffix_of` returns the text after the name of a cell, or `None` to omit the cell.
    let cells = |suffix_of: &dyn Fn(CellContent) -> Option<String>| {
        let board = position.rules().board;
        let named = |cell| suffix_of(position.content(cell)).map(|suffix| format!("{}{suffix}", board.cell_name(cell)));
        let list: Vec<String> = board.iter_cells().filter_map(named).collect();
        if list.is_empty() { "none".to_owned() } else { list.join(" ") }
    };
    let stacks = cells(&|content| match content {
        CellContent::Stack(stack) if stack.top() == Some(player) => Some(format!("={stack}")),
        _ => None,
    });
    let markers = cells(&|content| (content == CellContent::Marker(player)).then(String::new));
    let territory = cells(&|content| (content == CellContent::Collapsed(player)).then(String::new));
    let name = escaped(&name(names, player));
    format!("{name}: stacks with their rings from the bottom {stacks}; markers {markers}; territory {territory}")
}

/// Returns the caption of a frame of a film strip, escaped.
pub(crate) fn caption(number: usize, frame: &Frame<'_>) -> String {
    format!("Frame {number}: {}. ", escaped(format!("{} {}", frame.title, frame.subtitle).trim()))
}
