//! Seats, actions, undo and takebacks.

use super::*;

#[test]
fn game_starts_when_the_last_seat_is_taken() {
    let mut fixture = Fixture::new(setup(&start_position(2)), &[guest('a')]);
    assert_eq!(fixture.act(0, "P d4"), Err("not_begun".into()));
    assert_eq!(fixture.try_run(Command::Join { guest: guest_id('a'), seat: None }), Err("seated".into()));
    assert_eq!(fixture.try_run(Command::Join { guest: guest_id('b'), seat: Some(0) }), Err("taken".into()));
    assert_eq!(fixture.try_run(Command::Join { guest: guest_id('b'), seat: Some(7) }), Err("no_such_seat".into()));
    fixture.run(Command::Join { guest: guest_id('b'), seat: None });
    assert_eq!(fixture.table.stage(), &Stage::Running);
    assert_eq!(fixture.table.to_move(), Some(0));
    assert_eq!(fixture.try_run(player(1, PlayerCommand::Leave)), Err("begun".into()));
    assert_eq!(fixture.try_run(Command::Join { guest: guest_id('c'), seat: None }), Err("no_open_seat".into()));
}

#[test]
fn leaving_before_the_start_frees_the_seat() {
    let mut fixture = Fixture::new(setup(&start_position(3)), &[guest('a'), guest('b')]);
    fixture.run(player(1, PlayerCommand::Leave));
    fixture.run(Command::Join { guest: guest_id('c'), seat: None });
    assert_eq!(fixture.table.seats()[1].guest(), Some(&guest_id('c')));
}

#[test]
fn rejects_illegal_actions_and_actions_out_of_turn() {
    let mut fixture = Fixture::two_guests();
    assert_eq!(fixture.act(1, "P d4"), Err("not_your_turn".into()));
    assert_eq!(fixture.act(0, "M d4-d5"), Err("illegal".into()));
    assert_eq!(fixture.act(0, "nonsense"), Err("unreadable".into()));
    let seq = fixture.act(0, "P d4").expect("P d4 is legal");
    assert_eq!(fixture.table.log().last().map(|entry| entry.seq), Some(seq));
}

#[test]
fn rejections_say_what_to_do() {
    let fixture = Fixture::two_guests();
    let message =
        |command| fixture.table.decide(command, Moment(0)).expect_err("the command is rejected").reason.message;
    let act = PlayerCommand::Act { seq: fixture.table.seq(), action: json!("P d4") };
    assert_eq!(message(player(1, act)), "it is not your turn; seat 0 is to move");
    let waiting = Fixture::new(setup(&start_position(3)), &[guest('a'), guest('b')]);
    let join = Command::Join { guest: guest_id('c'), seat: Some(1) };
    let rejection = waiting.table.decide(join, Moment(0)).expect_err("seat 1 is taken");
    assert_eq!(rejection.reason.message, "seat 1 is already taken; choose an open seat");
}

#[test]
fn repeated_action_takes_effect_once() {
    let mut fixture = Fixture::two_guests();
    let seq = fixture.table.seq();
    let act = player_with_key(0, "one", PlayerCommand::Act { seq, action: json!("P d4") });
    let done = fixture.run(act.clone());
    assert_eq!(fixture.run(act), done);
    assert_eq!(fixture.table.seq(), done);
}

#[test]
fn rejects_actions_for_an_outdated_position() {
    let mut fixture = Fixture::two_guests();
    let seq = fixture.table.seq();
    let done = fixture.act(0, "P d4").expect("P d4 is legal");
    let act = |seq| player(0, PlayerCommand::Act { seq, action: json!("M d4-d5") });
    assert_eq!(fixture.try_run(act(seq)), Err("stale".into()));
    assert_eq!(fixture.try_run(act(done + 5)), Err("stale".into()));
    fixture.run(act(done));
}

#[test]
fn entry_that_does_not_change_the_position_makes_no_action_stale() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    let known = fixture.table.seq();
    fixture.run(agree(0));
    let action = json!(fixture.first_legal());
    fixture.run(player(1, PlayerCommand::Act { seq: known, action }));
}

#[test]
fn rejects_invalid_idempotency_keys() {
    let mut fixture = Fixture::two_guests();
    for client in ["", "x\ny", &"x".repeat(65)] {
        let act = PlayerCommand::Act { seq: 0, action: json!("P d4") };
        assert_eq!(fixture.try_run(player_with_key(0, client, act)), Err("bad_client".into()), "{client:?}");
    }
}

#[test]
fn undo_is_possible_until_the_turn_ends() {
    let mut fixture = Fixture::two_guests();
    let start = fixture.table.game().hash();
    fixture.act(0, "P d4").expect("P d4 is legal");
    assert_eq!(fixture.try_run(fixture.undo(1)), Err("nothing_to_undo".into()));
    fixture.run(fixture.undo(0));
    assert_eq!(fixture.table.game().hash(), start);
    assert!(fixture.table.moves().is_empty());
    assert_eq!(fixture.try_run(fixture.undo(0)), Err("nothing_to_undo".into()));
    fixture.play_turn();
    assert_eq!(fixture.try_run(fixture.undo(0)), Err("nothing_to_undo".into()));
}

#[test]
fn takeback_needs_the_agreement_of_both_guests() {
    let mut fixture = Fixture::two_guests();
    assert_eq!(fixture.try_run(agree(0)), Err("nothing_to_take_back".into()));
    let start = fixture.table.game().hash();
    fixture.play_turn();
    fixture.run(agree(0));
    assert_eq!(fixture.table.takeback(), Some((0, &[0][..])));
    fixture.run(decline(1));
    assert_eq!(fixture.try_run(decline(1)), Err("no_takeback".into()));
    fixture.run(agree(0));
    fixture.run(agree(1));
    assert_eq!(fixture.table.game().hash(), start);
    assert_eq!(fixture.table.to_move(), Some(0));
}

#[test]
fn takeback_needs_the_agreement_of_all_three_guests() {
    let mut fixture = Fixture::three_guests();
    fixture.play_turn();
    fixture.play_turn();
    fixture.run(agree(0));
    fixture.run(agree(1));
    assert!(!fixture.table.moves().is_empty());
    fixture.run(agree(2));
    assert!(fixture.table.moves().is_empty());
}

#[test]
fn takeback_against_a_bot_is_immediate() {
    let mut fixture = Fixture::guest_and_bot();
    fixture.play_turn();
    fixture.run(agree(0));
    assert!(fixture.table.moves().is_empty());
}

#[test]
fn repeated_takeback_takes_effect_once() {
    let mut fixture = Fixture::guest_and_bot();
    (0..4).for_each(|_| fixture.play_turn());
    let takeback = player_with_key(0, "back", PlayerCommand::AgreeTakeback);
    let done = fixture.run(takeback.clone());
    let left = fixture.table.moves().len();
    assert_eq!(fixture.run(takeback), done);
    assert_eq!(fixture.table.moves().len(), left);
}

#[test]
fn repeated_decline_does_not_affect_a_later_takeback() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    fixture.run(agree(0));
    let no = player_with_key(1, "no", PlayerCommand::DeclineTakeback);
    fixture.run(no.clone());
    fixture.run(agree(0));
    fixture.run(no);
    assert_eq!(fixture.table.takeback(), Some((0, &[0][..])));
}

#[test]
fn end_of_the_game_cancels_a_takeback_request() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    fixture.run(agree(0));
    fixture.run(abort(1));
    assert_eq!(fixture.table.takeback(), None);
    assert_eq!(fixture.try_run(decline(1)), Err("over".into()));
}

#[test]
fn rejects_takeback_after_a_fight() {
    let mut fixture = Fixture::new(asg_setup(), &[guest('a'), guest('b')]);
    let act = |fixture: &mut Fixture, action: serde_json::Value| {
        let (seat, seq) = (fixture.table.to_move().expect("the game is running"), fixture.table.seq());
        fixture.run(player(seat, PlayerCommand::Act { seq, action }))
    };
    act(&mut fixture, json!([{ "type": "reinforce", "amount": 3 }]));
    fixture.run(agree(0));
    fixture.run(agree(1));
    assert!(fixture.table.moves().is_empty(), "a turn without a fight can be taken back");
    let mut bots = [asg::bots::Greedy, asg::bots::Greedy];
    while !fixture.table.moves().iter().any(|played| played.is_random) {
        let AnyGame::Asg(game) = fixture.table.game().clone() else { panic!("the game is ASG") };
        let view = asg::View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let chosen = asg::Bot::choose(&mut bots[fixture.table.to_move().expect("the game is running")], &view);
        let orders = chosen.iter().filter_map(|action| action.to_json(game.scenario())).collect();
        act(&mut fixture, orders);
    }
    let seat = fixture.table.moves().last().expect("a ply was played").seat;
    if fixture.table.to_move().is_some() {
        assert_eq!(fixture.try_run(agree(seat)), Err("fought".into()));
    }
}

#[test]
fn every_action_of_an_analysis_board_can_be_undone() {
    let setup = TableSetup { purpose: Purpose::Analysis, clock: ClockRules::None, ..setup(&start_position(2)) };
    let mut fixture = Fixture::new(setup, &[guest('a'), guest('a')]);
    fixture.play_turn();
    fixture.play_turn();
    while !fixture.table.moves().is_empty() {
        fixture.run(fixture.undo(0));
    }
    assert_eq!(*fixture.table.game(), fixture.table.start());
}
