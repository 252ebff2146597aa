//! Earlier states of long games. Their cost must not grow with the length of the game.

use std::sync::Arc;

use super::super::checkpoint::INTERVAL;
use super::super::state::ActionEffect;
use super::*;

/// Returns an analysis board on which `actions` actions were played.
fn long_board(actions: usize) -> Fixture {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square19, 2).expect("canon has two players on square19");
    let start = ringrift::Position::new(&rules).expect("the rules have a start position").to_string();
    let setup = TableSetup { purpose: Purpose::Analysis, clock: ClockRules::None, ..setup(&start) };
    let occupants = [guest('a'), guest('a')];
    let table = Table::new(Arc::new(setup), Moment(0)).expect("the setup is valid");
    let mut fixture = Fixture { table, now: Moment(0) };
    for (seat, occupant) in occupants.into_iter().enumerate() {
        apply(&mut fixture, Command::Fill { seat, occupant });
    }
    for _ in 0..actions {
        act(&mut fixture);
    }
    fixture
}

/// Runs a command. Unlike [`Fixture::run`], it does not replay the whole log afterwards.
fn apply(fixture: &mut Fixture, command: Command) {
    let Ok(Decision::Write { after, .. }) = fixture.table.decide(command, fixture.now) else {
        panic!("the command is accepted")
    };
    fixture.table = *after;
}

fn act(fixture: &mut Fixture) {
    let (seat, seq) = (fixture.table.to_move().expect("the game is running"), fixture.table.seq());
    let action = json!(fixture.first_legal());
    apply(fixture, player(seat, PlayerCommand::Act { seq, action }));
}

fn undo(fixture: &mut Fixture) {
    let seat = fixture.table.to_move().unwrap_or(0);
    let command = fixture.undo(seat);
    apply(fixture, command);
}

#[test]
fn earlier_states_equal_a_replay_from_the_start() {
    let mut fixture = long_board(100);
    for _ in 0..60 {
        undo(&mut fixture);
    }
    for _ in 0..40 {
        act(&mut fixture);
    }
    let table = &fixture.table;
    for seq in (0..table.seq()).step_by(7).chain([63, 64, 65, 127, 128, 129, table.seq(), table.seq() + 5]) {
        let log = table.log().iter().take(seq as usize).cloned();
        let replayed = Table::replay(table.setup().clone(), table.created(), log).expect("the log is valid");
        let rebuilt = table.after(seq);
        assert_eq!(rebuilt, replayed, "after entry {seq}");
        assert_eq!(rebuilt.game().hash(), replayed.hash_after(seq));
    }
    for actions in (0..=table.moves().len()).step_by(9) {
        let mut game = table.start();
        for played in table.moves().iter().take(actions) {
            game.replay(played.action()).expect("the action was played before");
        }
        assert_eq!(table.game_after(actions).expect("the actions were played before"), game);
    }
}

/// The first entries are replaced with invalid ones, so that replaying them would fail.
#[test]
fn resuming_late_in_a_long_game_does_not_replay_its_beginning() {
    let mut fixture = long_board(150);
    let entries: Vec<Arc<LogEntry>> = fixture.table.log().iter().cloned().collect();
    let mut log = SharedList::default();
    for entry in entries {
        let is_early = entry.seq as usize <= 2 * INTERVAL;
        log.push(if is_early { Arc::new(LogEntry { hash: String::new(), ..(*entry).clone() }) } else { entry });
    }
    fixture.table.log = log;
    assert_eq!(fixture.table.after(150).seq(), 150);
    let mut resumed = fixture.table.after(2 * INTERVAL as u64);
    for entry in fixture.table.log().iter_from(2 * INTERVAL) {
        resumed.apply(entry.clone()).expect("the later entries are valid");
    }
    assert_eq!(resumed.game().hash(), fixture.table.game().hash());
}

/// The first actions are replaced with illegal ones, so that replaying them would fail. At every checkpoint of the log the
/// board shows an action that was undone afterwards.
#[test]
fn undoing_late_in_a_long_game_does_not_replay_its_beginning() {
    let mut fixture = long_board(0);
    while fixture.table.moves().len() < 2 * INTERVAL + 10 {
        act(&mut fixture);
        if (fixture.table.seq() as usize + 1).is_multiple_of(INTERVAL) {
            act(&mut fixture);
            undo(&mut fixture);
        }
    }
    let illegal = LogEvent::Acted { seat: 0, action: json!("P z99"), client: None, spent: 0, lag: 0, note: None };
    let illegal = Arc::new(LogEntry { seq: 1, at: Moment(0), event: illegal, hash: String::new() });
    let mut moves = SharedList::default();
    for (index, played) in fixture.table.moves().iter().enumerate() {
        let PlayedAction { seat, turn, is_random, left, .. } = **played;
        let effect = ActionEffect { seat, turn, is_random, left };
        let is_early = index < 2 * INTERVAL;
        moves.push(if is_early { Arc::new(PlayedAction::new(illegal.clone(), effect)) } else { played.clone() });
    }
    fixture.table.moves = moves;
    undo(&mut fixture);
    assert_eq!(fixture.table.moves().len(), 2 * INTERVAL + 9);
}
