//! Log and replay.

use super::*;

#[test]
fn hash_after_returns_the_hash_after_that_entry() {
    let mut fixture = Fixture::two_guests();
    let (seq, hash) = (fixture.table.seq(), fixture.table.hash());
    fixture.play_turn();
    assert_eq!(fixture.table.hash_after(seq), hash);
    assert_eq!(fixture.table.hash_after(0), fixture.table.start().hash());
    assert_eq!(fixture.table.hash_after(999), fixture.table.hash());
}

#[test]
fn replay_detects_damaged_logs() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    let log: Vec<LogEntry> = fixture.table.log().iter().map(|entry| (**entry).clone()).collect();
    let replay = |log: Vec<LogEntry>| Table::replay(fixture.table.setup().clone(), Moment(0), log).map(|_| ());
    assert_eq!(replay(log.clone()), Ok(()));
    let mut missing = log.clone();
    missing.remove(1);
    assert_eq!(replay(missing), Err(LogError::Order { expected: 2, found: 3 }));
    let mut wrong_hash = log.clone();
    wrong_hash.last_mut().expect("the log has entries").hash = "0".repeat(32);
    assert!(matches!(replay(wrong_hash), Err(LogError::Hash { .. })));
    let mut wrong_action = log;
    if let LogEvent::Acted { action, .. } = &mut wrong_action.last_mut().expect("the log has entries").event {
        *action = json!("T 9");
    }
    assert!(matches!(replay(wrong_action), Err(LogError::Action { .. })));
}

#[test]
fn decision_shares_the_history_and_leaves_the_table_unchanged() {
    let mut fixture = Fixture::two_guests();
    (0..6).for_each(|_| fixture.play_turn());
    let before = fixture.table.clone();
    let (seat, seq) = (before.to_move().expect("the game is running"), before.seq());
    let act = PlayerCommand::Act { seq, action: json!(fixture.first_legal()) };
    let decision = fixture.table.decide(player(seat, act), fixture.now);
    let Ok(Decision::Write { after, .. }) = decision else { panic!("the action is legal") };
    assert_eq!(fixture.table, before, "a decision does not change the table");
    assert_eq!(after.moves().len(), before.moves().len() + 1);
    for (old, new) in before.moves().iter().zip(after.moves().iter()) {
        assert!(Arc::ptr_eq(old, new), "an earlier action was copied");
    }
    for (old, new) in before.log().iter().zip(after.log().iter()) {
        assert!(Arc::ptr_eq(old, new), "an earlier entry was copied");
    }
}

#[test]
fn accepted_action_and_replayed_action_have_the_same_effect() {
    let mut fixture = Fixture::two_guests();
    for _ in 0..20 {
        let action = fixture.first_legal();
        let (mut submitted, mut replayed) = (fixture.table.game().clone(), fixture.table.game().clone());
        let accepted = submitted.submit(&json!(format!(" {action} "))).expect("the action is legal");
        assert_eq!(accepted.action, json!(action), "the log has the canonical text");
        let events = replayed.replay(&accepted.action).expect("the action is legal");
        assert_eq!(events, accepted.events);
        assert_eq!(replayed, submitted);
        let seat = fixture.table.to_move().expect("the game is running");
        fixture.act(seat, &action).expect("the action is legal");
    }
}

#[test]
fn rejected_action_leaves_the_game_unchanged() {
    for setup in [setup(&start_position(2)), asg_setup()] {
        let mut game = setup.game.start().expect("the setup is valid");
        let before = game.clone();
        for action in [json!("T 9"), json!(99_999), json!([{ "type": "move" }]), json!(null)] {
            game.submit(&action).expect_err("the action is not legal");
            assert_eq!(game, before, "{action}");
        }
    }
}
