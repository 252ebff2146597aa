//! Validation of pieces placed on a board in an editor.

use api::{CheckedView, NewGame, ProblemView, SetupBody};
use game::RingRift;
use ringrift::{BoardKind, Position, PositionTextError, SetupProblem};

use crate::new_game::ruleset;
use crate::trial::study_view;

/// Reports whether pieces on a board are a valid position, and lists all problems if not.
pub fn check(body: &SetupBody) -> CheckedView {
    let invalid = |problems: Vec<ProblemView>| CheckedView { study: None, problems };
    match position_text(body) {
        Err(problems) => invalid(problems),
        Ok(text) => match Position::parse(&text) {
            Ok(position) => {
                CheckedView { study: Some(study_view(&RingRift::new(position), Vec::new())), problems: Vec::new() }
            }
            Err(PositionTextError::Setup(error)) => invalid(error.problems.iter().map(problem_view).collect()),
            Err(error) => invalid(vec![problem(format!("The position cannot be read: {error}."), Vec::new())]),
        },
    }
}

/// Returns a problem of values that the editor of the page cannot produce, in English.
fn problem(text: String, cells: Vec<String>) -> ProblemView {
    ProblemView { text, text_parts: None, cells }
}

fn problem_view(found: &SetupProblem) -> ProblemView {
    let cells = match found {
        SetupProblem::OffBoard { cell, .. } | SetupProblem::TooHigh { cell, .. } => vec![cell.clone()],
        SetupProblem::TwoOccupants(cell) | SetupProblem::NoRings(cell) => vec![cell.clone()],
        _ => Vec::new(),
    };
    let message = found.message();
    ProblemView { text: message.to_string(), text_parts: Some((&message).into()), cells }
}

/// Returns the position text of a setup.
///
/// # Errors
/// Lists the problems that prevent writing the text. Parsing the text finds all other problems.
fn position_text(body: &SetupBody) -> Result<String, Vec<ProblemView>> {
    let request = NewGame {
        board: body.board.clone(),
        players: body.players,
        edition: body.edition.clone(),
        options: body.options.clone(),
        ..NewGame::default()
    };
    let rules = ruleset(&request).map_err(|found| {
        vec![ProblemView { text: found.to_string(), text_parts: found.parts().cloned(), cells: Vec::new() }]
    })?;
    let problems = format_problems(body, rules.board);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut fields = vec![format!("G {rules}")];
    let joined = |list: Vec<String>| list.join(",");
    if !body.stacks.is_empty() {
        fields
            .push(format!("S {}", joined(body.stacks.iter().map(|(cell, rings)| format!("{cell}={rings}")).collect())));
    }
    for (letter, cells) in [('M', &body.markers), ('C', &body.collapsed)] {
        for player in 1..=4 {
            let own: Vec<String> =
                cells.iter().filter(|(_, owner)| **owner == player).map(|(cell, _)| cell.clone()).collect();
            if !own.is_empty() {
                fields.push(format!("{letter}{player} {}", joined(own)));
            }
        }
    }
    let numbers = |list: &[u16]| joined(list.iter().map(u16::to_string).collect());
    let hands = body.hands.clone().unwrap_or_else(|| default_hands(body, rules.rings_per_player, rules.players));
    if !hands.is_empty() {
        fields.push(format!("H {}", numbers(&hands)));
    }
    if !body.eliminated.is_empty() {
        fields.push(format!("E {}", numbers(&body.eliminated)));
    }
    fields.push(format!("T {}", body.player.unwrap_or(1)));
    if let Some(phase) = &body.phase {
        fields.push(format!("P {phase}"));
    }
    fields.push(format!("N {}", body.turn.unwrap_or(1)));
    Ok(fields.join("; "))
}

/// Returns the rings of each player that are neither on the board nor eliminated. A setup states which player is credited with
/// eliminated rings, but not their colours, so all rings credited to a player are assumed to be their own.
fn default_hands(body: &SetupBody, supply: u16, players: u8) -> Vec<u16> {
    let on_board = |player: u8| {
        let digit = char::from(b'0' + player);
        body.stacks.values().flat_map(|rings| rings.chars()).filter(|&ring| ring == digit).count()
    };
    (1..=players)
        .map(|player| {
            let eliminated = body.eliminated.get(usize::from(player) - 1).copied().unwrap_or(0);
            let used = u16::try_from(on_board(player)).unwrap_or(u16::MAX).saturating_add(eliminated);
            supply.saturating_sub(used)
        })
        .collect()
}

/// Returns a problem for each value that cannot be written into a position text.
fn format_problems(body: &SetupBody, board: BoardKind) -> Vec<ProblemView> {
    let mut problems = Vec::new();
    let cells = body.stacks.keys().chain(body.markers.keys()).chain(body.collapsed.keys());
    for cell in cells {
        if let Err(error) = board.parse_cell(cell) {
            problems.push(problem(format!("{error}."), Vec::new()));
        }
    }
    for (cell, rings) in &body.stacks {
        if rings.is_empty() || !rings.chars().all(|ring| ('1'..='4').contains(&ring)) {
            let text = format!("The rings of the stack on {cell} must be digits from 1 to 4.");
            problems.push(problem(text, vec![cell.clone()]));
        }
    }
    for (cell, owner) in body.markers.iter().chain(&body.collapsed) {
        if !(1..=4).contains(owner) {
            let text = format!("The owner of {cell} is player {owner}; players are 1 to 4.");
            problems.push(problem(text, vec![cell.clone()]));
        }
    }
    let is_phase = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || " _.-".contains(c));
    if let Some(phase) = body.phase.as_deref().filter(|phase| !is_phase(phase)) {
        problems.push(problem(format!("There is no phase {}.", ringrift::excerpt(phase)), Vec::new()));
    }
    problems
}
