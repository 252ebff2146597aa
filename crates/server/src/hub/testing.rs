//! Tables for the tests of the hub.

use std::sync::Arc;

use table::{AnyGame, ClockRules, Command, Decision, GameSetup, PlayerCommand, Purpose, Table, TableSetup, Visibility};

use crate::id::GuestId;
use crate::time::Moment;

/// Returns a guest whose id repeats one letter.
pub(super) fn guest(letter: char) -> GuestId {
    letter.to_string().repeat(16).parse().expect("16 letters are a guest id")
}

/// Returns a started RingRift game between the guests `a` and `b`.
pub(super) fn table_of_two(clock: ClockRules) -> Table {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, 2).expect("canon has two players on square8");
    let start = ringrift::Position::new(&rules).expect("the rules have a start position").to_string();
    started(start, clock)
}

/// Returns a started game between the guests `a` and `b` from a position, after these actions of theirs.
pub(super) fn ringrift_table(start: &str, actions: &[&str]) -> Table {
    let mut table = started(start.to_owned(), ClockRules::None);
    for action in actions {
        let seat = table.to_move().expect("the game is running");
        let command = PlayerCommand::Act { seq: table.seq(), action: (*action).into() };
        let command = Command::Player { seat, lag: 0, client: None, command };
        let Ok(Decision::Write { after, .. }) = table.decide(command, Moment(0)) else { panic!("{action} is legal") };
        table = *after;
    }
    table
}

/// Returns a game of the guests `a` and `b` on a large board, after this many actions.
pub(super) fn long_table(actions: usize) -> Table {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square19, 2).expect("canon has two players on square19");
    let start = ringrift::Position::new(&rules).expect("the rules have a start position").to_string();
    let mut table = started(start, ClockRules::None);
    for _ in 0..actions {
        let AnyGame::RingRift(game) = table.game() else { panic!("the game is RingRift") };
        let action = game.position().action_text(game.position().legal_actions()[0]);
        let seat = table.to_move().expect("the game is running");
        let command = PlayerCommand::Act { seq: table.seq(), action: action.as_str().into() };
        let command = Command::Player { seat, lag: 0, client: None, command };
        let Ok(Decision::Write { after, .. }) = table.decide(command, Moment(0)) else { panic!("{action} is legal") };
        table = *after;
    }
    table
}

fn started(start: String, clock: ClockRules) -> Table {
    let (purpose, visibility) = (Purpose::Match, Visibility::Private);
    let setup = TableSetup { game: GameSetup::RingRift { start }, clock, purpose, visibility, spectator_delay: 0 };
    let mut table = Table::new(Arc::new(setup), Moment(0)).expect("the setup is valid");
    for (seat, letter) in ['a', 'b'].into_iter().enumerate() {
        let join = Command::Join { guest: guest(letter), seat: Some(seat) };
        let Ok(Decision::Write { after, .. }) = table.decide(join, Moment(0)) else { panic!("seat {seat} is open") };
        table = *after;
    }
    table
}
