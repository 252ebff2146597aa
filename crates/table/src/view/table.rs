//! Views of tables.

use std::collections::HashMap;

use api::{ClockView, EndingView, GameId, GuestId, Moment, MoveView, SeatKind, SeatView, StageName, TableView};

use ringrift::Setup;

use crate::{AnyGame, GameSetup, Occupant, PlayedAction, Seat, Stage, Table};

/// Display names of guests.
pub type Names = HashMap<GuestId, String>;

/// Returns a table as it is at time `now`.
pub fn table_view(id: &GameId, table: &Table, names: &Names, now: Moment) -> TableView {
    let setup = table.setup();
    let is_over = matches!(table.stage(), Stage::Over(_));
    let (seed, salt) = match &setup.game {
        GameSetup::Asg { seed, salt, .. } if is_over => (Some(*seed), Some(salt.clone())),
        _ => (None, None),
    };
    TableView {
        id: id.clone(),
        game: game_name(table.game()).into(),
        rules: rules_text(table.game()),
        rules_title: rules_title(table.game()),
        board: match table.game() {
            AnyGame::RingRift(game) => Some(game.position().rules().board.name().into()),
            AnyGame::Asg(_) => None,
        },
        purpose: setup.purpose,
        visibility: setup.visibility,
        stage: stage_name(table.stage()),
        seats: table.seats().iter().enumerate().map(|(number, seat)| seat_view(number, seat, names)).collect(),
        to_move: table.to_move(),
        actions: table.moves().len(),
        clock: clock_view(table, now),
        ending: ending_view(table),
        can_abort: table.can_abort(),
        may_analyse: table.may_be_analysed(),
        takeback: table.takeback().map(|(by, _)| by),
        draw: table.draw_offer(),
        can_draw: table.can_draw(),
        rematch: table.rematch().to_vec(),
        next_game: table.successor().cloned(),
        spectator_delay: setup.spectator_delay,
        created: table.created(),
        changed: table.last_change(),
        seed_promise: setup.game.seed_commitment(),
        seed,
        salt,
    }
}

/// Returns the wire name of the game.
pub fn game_name(game: &AnyGame) -> &'static str {
    match game {
        AnyGame::RingRift(_) => "ringrift",
        AnyGame::Asg(_) => "asg",
    }
}

/// Returns the rules of a game in one line.
pub fn rules_text(game: &AnyGame) -> String {
    match game {
        AnyGame::RingRift(game) => game.position().rules().to_string(),
        AnyGame::Asg(game) => format!("{} on {}", game.rules().name(), game.scenario().file().id),
    }
}

/// Returns the rules of a game in one line as people read them.
fn rules_title(game: &AnyGame) -> String {
    match game {
        AnyGame::RingRift(game) => game.position().rules().title(),
        AnyGame::Asg(_) => rules_text(game),
    }
}

/// Converts the rules of a game from the form of [`rules_text`] to the form that people read.
pub fn title_of_rules(rules: &str) -> String {
    let ringrift = Setup::parse(&format!("G {rules}"));
    ringrift.map_or_else(|_| rules.to_owned(), |setup| setup.rules.title())
}

pub fn stage_name(stage: &Stage) -> StageName {
    match stage {
        Stage::Waiting => StageName::Waiting,
        Stage::Running => StageName::Running,
        Stage::Over(_) => StageName::Over,
    }
}

pub fn seat_view(number: usize, seat: &Seat, names: &Names) -> SeatView {
    let (kind, name) = match &seat.occupant {
        Occupant::Open => (SeatKind::Open, String::new()),
        Occupant::Guest { guest } => {
            (SeatKind::Person, names.get(guest).cloned().unwrap_or_else(|| "deleted guest".to_owned()))
        }
        Occupant::Bot { name } => (SeatKind::Bot, name.clone()),
        Occupant::Agent { name } => (SeatKind::Agent, name.clone()),
    };
    SeatView { seat: number, kind, name, gone: seat.departure.map(|departure| departure.reason.name().into()) }
}

/// Returns the name of a seat's player as people read it. Built-in players have the names that the page gives them
/// (`web/lib/seats.js`).
pub fn player_title(seat: &SeatView) -> String {
    match seat.kind {
        SeatKind::Open => "open seat".to_owned(),
        SeatKind::Bot => bot_title(&seat.name),
        SeatKind::Person | SeatKind::Agent => seat.name.clone(),
    }
}

/// Returns the display name of a built-in player such as `level:3`; other names stay.
fn bot_title(name: &str) -> String {
    let (kind, argument) = name.split_once(':').unwrap_or((name, ""));
    let title = match kind {
        "level" => return format!("Computer (level {argument})"),
        "greedy" => "Computer (greedy)",
        "rush" => "Computer (attacker)",
        "random" => "Computer (random)",
        "search" => "Computer (thinks ahead)",
        "mix" => "Computer (mixed)",
        "classic" => return format!("Computer (classic, level {argument})"),
        "nodes" => return format!("Computer ({argument} positions per decision)"),
        "neural" => return format!("Computer ({argument} simulations per decision)"),
        _ => name,
    };
    title.to_owned()
}

fn clock_view(table: &Table, now: Moment) -> ClockView {
    let clocks = table.clocks();
    let left = if clocks.exist() {
        (0..clocks.left().len()).map(|seat| clocks.left_at(seat, now)).collect()
    } else {
        Vec::new()
    };
    let running = clocks.running().map(|(seat, _)| seat);
    ClockView { rules: table.setup().clock, left, running, at: now }
}

fn ending_view(table: &Table) -> Option<EndingView> {
    let Stage::Over(ending) = table.stage() else { return None };
    let winner = ending.ranks.and_then(|ranks| ranks.winner());
    let cells = match table.game() {
        AnyGame::RingRift(game) => {
            let board = game.position().rules().board;
            ending.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect()
        }
        AnyGame::Asg(_) => Vec::new(),
    };
    Some(EndingView { reason: ending.reason.into(), ranks: ending.ranks.map(Vec::from), winner, cells })
}

pub(super) fn move_view(played: &PlayedAction) -> MoveView {
    MoveView {
        seat: played.seat,
        turn: played.turn,
        action: played.action().clone(),
        at: played.at(),
        left: played.left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_players_have_the_names_of_the_page() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/text/en.js"));
        let page = page.expect("the texts of the page can be read");
        let texts = page.lines().filter_map(|line| line.trim().strip_prefix("\"seat.bot.")?.split_once("\": "));
        let mut named = 0;
        for (kind, text) in texts {
            assert_eq!(format!("\"{}\",", bot_title(&format!("{kind}:10"))), text.replace("{argument}", "10"));
            named += 1;
        }
        assert_eq!(named, 8);
        assert!(page.contains("\"seat.computer\": \"Computer (level {level})\""));
        assert_eq!(bot_title("level:3"), "Computer (level 3)");
        assert_eq!(bot_title("other"), "other");
    }
}
