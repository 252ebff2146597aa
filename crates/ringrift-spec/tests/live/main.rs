//! Tests of the live edition on hand-made positions. `live_6_…` tests a rule of rules-live section 6.

mod end;
mod random;
mod recovery;
mod territory;
mod turn;

use ringrift::{Action, BoardKind, Cell, Player, Reason, Ruleset, Setup};
use ringrift_spec::SpecGame;

/// Returns the live rules on square8.
fn live(players: u8) -> Ruleset {
    Ruleset::live(BoardKind::Square8, players).expect("live has square8")
}

/// Returns a game from a position text (docs/formats.md).
fn game(rules: Ruleset, position: &str) -> SpecGame {
    SpecGame::from_setup(&Setup::parse_with(position, &rules).expect("the position text is valid"))
}

/// Plays actions, written as [`legal`] lists them and separated by semicolons.
fn play(game: &mut SpecGame, actions: &str) {
    for text in actions.split("; ") {
        let action = game.legal_actions().into_iter().find(|&action| text_of(game, action) == text);
        let action = action.unwrap_or_else(|| panic!("'{text}' is not among {:?}", legal(game)));
        game.play(action).expect("the action is listed as legal");
    }
}

/// Returns the legal actions as texts.
fn legal(game: &SpecGame) -> Vec<String> {
    game.legal_actions().into_iter().map(|action| text_of(game, action)).collect()
}

fn text_of(game: &SpecGame, action: Action) -> String {
    let name = |cell: Cell| game.rules().board.cell_name(cell).to_string();
    match action {
        Action::Place { at, rings } => format!("place {} {rings}", name(at)),
        Action::SkipPlacement => "skip placement".to_owned(),
        Action::SwapSides => "swap".to_owned(),
        Action::Move { from, to } => format!("move {} {}", name(from), name(to)),
        Action::Capture { from, over, to } => format!("capture {} {} {}", name(from), name(over), name(to)),
        Action::DeclineCapture => "decline".to_owned(),
        Action::Recover { from, to, extract } => format!("recover {} {} {}", name(from), name(to), name(extract)),
        Action::RecoverSegment { from, to, offset } => format!("recover {} {} part {offset}", name(from), name(to)),
        Action::SkipRecovery => "skip recovery".to_owned(),
        Action::TakeLine { line } => format!("line {}", name(line.first)),
        Action::TakeSegment { line, offset } => format!("line {} part {offset}", name(line.first)),
        Action::ClaimRegion { region } => {
            let wall = region.border.map_or_else(|| "open".to_owned(), |player| player.to_string());
            format!("claim {} {wall}", name(region.first))
        }
        Action::StopTerritory => "stop".to_owned(),
        Action::Eliminate { at } => format!("eliminate {}", name(at)),
    }
}

/// Returns the contents of cells as `S12`, `M1`, `C2` or `.`, separated by spaces.
fn show(game: &SpecGame, cells: &str) -> String {
    cells.split(' ').map(|cell| content(game, cell)).collect::<Vec<_>>().join(" ")
}

fn content(game: &SpecGame, cell: &str) -> String {
    let (at, setup) = (game.rules().board.parse_coord(cell).expect("the cell name is valid"), game.to_setup());
    if let Some((_, rings)) = setup.stacks.iter().find(|(other, _)| *other == at) {
        return rings.iter().fold("S".to_owned(), |text, ring| text + &ring.to_string());
    }
    for (letter, list) in [("M", setup.markers), ("C", setup.collapsed)] {
        if let Some((_, owner)) = list.iter().find(|(other, _)| *other == at) {
            return format!("{letter}{owner}");
        }
    }
    ".".to_owned()
}

fn credits(game: &SpecGame) -> Vec<u16> {
    game.to_setup().credits.of(game.rules().players).to_vec()
}

/// Returns the winner's seat, 0 without a winner, and the reason of a finished game.
fn result(game: &SpecGame) -> (u8, Reason) {
    let outcome = game.outcome().expect("the game is over");
    (outcome.winner.map_or(0, Player::seat), outcome.reason)
}
