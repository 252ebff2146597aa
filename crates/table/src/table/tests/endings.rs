//! Clocks, resignation, draws, abort and rematch.

use super::*;
use api::id::GameId;

#[test]
fn resigning_loses_a_game_of_two() {
    let mut fixture = Fixture::two_guests();
    fixture.run(resign(0));
    assert_eq!(fixture.ranks().as_deref(), Some("2/1"));
    assert_eq!(fixture.try_run(resign(1)), Err("over".into()));
}

#[test]
fn bot_replaces_departed_players_and_the_first_to_leave_is_last() {
    let guests = [guest('a'), guest('b'), guest('c'), guest('d')];
    let mut fixture = Fixture::new(setup(&start_position(4)), &guests);
    fixture.run(resign(2));
    assert_eq!(fixture.try_run(resign(2)), Err("gone".into()));
    assert_eq!(fixture.table.stage(), &Stage::Running);
    fixture.run(resign(0));
    assert_eq!(fixture.table.bot_to_move(), Some((0, Controller::Bot("level:3"))));
    assert_eq!(fixture.act(0, "P d4"), Err("gone".into()), "the bot plays the seat");
    let seq = fixture.table.seq();
    fixture.run(Command::BotAct { seat: 0, seq, action: json!("P d4"), note: None });
    fixture.run(resign(1));
    assert_eq!(fixture.ranks().as_deref(), Some("3/2/4/1"));
}

#[test]
fn departed_player_ranks_behind_everyone_who_stayed() {
    let mut fixture = Fixture::three_guests();
    fixture.run(resign(1));
    while fixture.table.to_move().is_some() {
        fixture.play_turn();
    }
    let Stage::Over(ending) = fixture.table.stage() else { panic!("the game is over") };
    let ranks = ending.ranks.expect("the game has a result");
    assert_eq!(ranks[1], 3);
}

#[test]
fn game_is_drawn_when_both_players_agree() {
    let mut fixture = Fixture::two_guests();
    assert_eq!(fixture.try_run(decline_draw(1)), Err("no_draw_offer".into()));
    fixture.run(draw(0));
    assert_eq!(fixture.table.draw_offer(), Some(0));
    let seq = fixture.table.seq();
    assert_eq!(fixture.run(draw(0)), seq, "the same offer has no further effect");
    fixture.run(draw(1));
    let Stage::Over(ending) = fixture.table.stage() else { panic!("the game is over") };
    assert_eq!((ending.reason, fixture.ranks().as_deref()), ("agreement", Some("1/1")));
    assert_eq!(fixture.table.draw_offer(), None);
    assert_eq!(fixture.try_run(draw(0)), Err("over".into()));
}

#[test]
fn draw_offer_ends_when_it_is_declined_or_the_opponent_acts() {
    let mut fixture = Fixture::two_guests();
    fixture.run(draw(1));
    fixture.run(decline_draw(0));
    assert_eq!(fixture.table.draw_offer(), None);
    assert_eq!(fixture.try_run(draw(1)), Err("too_soon".into()), "an offer cannot be repeated at once");
    fixture.run(draw(0));
    fixture.play_turn();
    assert_eq!(fixture.table.draw_offer(), Some(0), "the player who offers goes on playing");
    fixture.play_turn();
    assert_eq!(fixture.table.draw_offer(), None, "the opponent went on playing");
    fixture.run(draw(1));
    fixture.run(decline_draw(1));
    assert_eq!(fixture.table.draw_offer(), None, "an offer can be withdrawn");
}

#[test]
fn draw_needs_all_people_and_no_computer_player() {
    let mut fixture = Fixture::three_guests();
    fixture.run(resign(1));
    fixture.run(draw(0));
    assert_eq!(fixture.try_run(draw(1)), Err("gone".into()));
    fixture.run(draw(2));
    assert_eq!(fixture.ranks().as_deref(), Some("1/3/1"), "the player who left is last");
    let mut fixture = Fixture::three_guests();
    fixture.run(draw(0));
    fixture.run(draw(1));
    assert_eq!(fixture.table.stage(), &Stage::Running, "the third player has not agreed");
    let mut fixture = Fixture::guest_and_bot();
    assert!(!fixture.table.can_draw());
    assert_eq!(fixture.try_run(draw(0)), Err("no_draw".into()));
}

#[test]
fn clock_is_charged_without_the_latency() {
    let mut fixture = Fixture::two_guests();
    fixture.now = Moment(10_000);
    let act = PlayerCommand::Act { seq: fixture.table.seq(), action: json!("P d4") };
    fixture.run(Command::Player { seat: 0, lag: 5_000, client: None, command: act });
    let last = fixture.table.log().last().expect("the log has entries").clone();
    let LogEvent::Acted { spent, lag, .. } = last.event else { panic!("the last entry is an action") };
    assert_eq!((spent, lag), (9_000, 1_000), "at most a second of latency is compensated");
    assert_eq!(fixture.table.clocks().left()[0], 52_000);
    fixture.play_turn();
    assert_eq!(fixture.table.clocks().left()[0], 53_000, "the increment is added at the end of the turn");
}

#[test]
fn player_loses_when_the_clock_runs_out() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    fixture.now = Moment(61_000);
    assert_eq!(fixture.run(Command::CheckClock { lag: 0 }), fixture.table.seq());
    assert_eq!(fixture.table.stage(), &Stage::Running, "the last millisecond still counts");
    fixture.now = Moment(61_001);
    assert_eq!(fixture.act(1, "P a1"), Err("time_up".into()));
    fixture.run(Command::CheckClock { lag: 300 });
    assert_eq!(fixture.table.stage(), &Stage::Running, "latency extends the deadline");
    fixture.run(Command::CheckClock { lag: 0 });
    assert_eq!(fixture.ranks().as_deref(), Some("1/2"));
    assert_eq!(fixture.table.clocks().left()[1], 0);
}

#[test]
fn downtime_is_not_charged() {
    let mut fixture = Fixture::two_guests();
    fixture.now = Moment(200_000);
    fixture.run(Command::Interrupted { from: Moment(5_000) });
    fixture.run(Command::CheckClock { lag: 0 });
    assert_eq!(fixture.table.stage(), &Stage::Running);
    fixture.act(0, "P d4").expect("the player has time left");
    assert_eq!(fixture.table.clocks().left()[0], 61_000 - 5_000);
}

#[test]
fn overlapping_downtimes_are_excluded_once() {
    let mut fixture = Fixture::two_guests();
    let crashed = Moment(5_000);
    fixture.now = Moment(200_000);
    fixture.run(Command::Interrupted { from: crashed });
    // The server crashed again before it wrote a new heartbeat.
    fixture.now = Moment(300_000);
    fixture.run(Command::Interrupted { from: crashed });
    fixture.now = Moment(301_000);
    fixture.act(0, "P d4").expect("the player has time left");
    assert_eq!(fixture.table.clocks().left()[0], 61_000 - 5_000 - 1_000);
}

#[test]
fn undo_gives_no_time_back() {
    let mut fixture = Fixture::two_guests();
    fixture.now = Moment(1_000);
    fixture.act(0, "P d4").expect("P d4 is legal");
    fixture.now = Moment(31_000);
    fixture.run(fixture.undo(0));
    assert_eq!(fixture.table.clocks().left()[0], 61_000 - 31_000);
    fixture.act(0, "P d4").expect("P d4 is legal");
    fixture.now = Moment(62_000);
    assert_eq!(fixture.try_run(fixture.undo(0)), Err("time_up".into()));
}

#[test]
fn resignation_of_another_player_gives_no_time_back() {
    let mut fixture = Fixture::three_guests();
    fixture.now = Moment(20_000);
    fixture.run(resign(2));
    assert_eq!(fixture.table.clocks().left()[0], 61_000 - 20_000);
    assert_eq!(fixture.table.clocks().running(), Some((0, Moment(20_000))));
}

#[test]
fn rejects_commands_of_departed_players() {
    let mut fixture = Fixture::three_guests();
    fixture.play_turn();
    fixture.play_turn();
    fixture.run(resign(0));
    fixture.run(agree(1));
    assert_eq!(fixture.try_run(decline(0)), Err("gone".into()));
    assert_eq!(fixture.try_run(abort(0)), Err("gone".into()));
    assert_eq!(fixture.try_run(fixture.undo(0)), Err("gone".into()));
}

#[test]
fn rejects_abort_while_another_guest_waits() {
    let mut fixture = Fixture::new(setup(&start_position(3)), &[guest('a'), guest('b')]);
    assert_eq!(fixture.try_run(abort(1)), Err("not_alone".into()));
    fixture.run(player(1, PlayerCommand::Leave));
    fixture.run(abort(0));
}

#[test]
fn abort_is_possible_until_every_player_has_moved() {
    let mut fixture = Fixture::two_guests();
    fixture.play_turn();
    let mut early = Fixture { table: fixture.table.clone(), now: fixture.now };
    early.run(abort(1));
    assert_eq!(early.ranks(), None);
    fixture.play_turn();
    assert_eq!(fixture.try_run(abort(1)), Err("too_late".into()));
}

#[test]
fn rematch_is_created_with_rotated_seats_when_all_agree() {
    let mut fixture = Fixture::two_guests();
    let game = GameId::random();
    let rematch = |seat| player(seat, PlayerCommand::Rematch { game: game.clone() });
    assert_eq!(fixture.try_run(rematch(0)), Err("not_over".into()));
    fixture.run(resign(0));
    fixture.run(rematch(0));
    let decision = fixture.table.decide(rematch(1), fixture.now);
    let Ok(Decision::Write { rematch: Some(created), .. }) = decision else { panic!("both players agree") };
    assert_eq!(created.id, game);
    assert_eq!(created.occupants, [guest('b'), guest('a')]);
    fixture.run(rematch(1));
    assert_eq!(fixture.table.successor(), Some(&game));
    let seq = fixture.table.seq();
    assert_eq!(fixture.run(rematch(1)), seq, "a repeated request changes nothing");
}
