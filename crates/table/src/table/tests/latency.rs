//! Compensation of network latency.

use super::*;

/// Plays the next action of a seat after `thinking` milliseconds; the connection seems to have this latency. Lets the other
/// player answer at once.
fn act_slowly(fixture: &mut Fixture, thinking: u64, lag: u64) {
    while fixture.table.to_move() != Some(0) {
        fixture.play_turn();
    }
    fixture.now = fixture.now.plus(thinking);
    let act = PlayerCommand::Act { seq: fixture.table.seq(), action: json!(fixture.first_legal()) };
    fixture.run(Command::Player { seat: 0, lag, client: None, command: act });
}

/// Returns the milliseconds that were charged to seat 0.
fn charged(fixture: &Fixture) -> u64 {
    fixture.table.moves().iter().filter(|played| played.seat == 0).map(|played| played.spent()).sum()
}

/// The attack: a client that delays its pongs by 1.9 seconds thinks for 14.4 seconds, nearly for free.
#[test]
fn delayed_pongs_do_not_turn_thinking_time_into_latency() {
    let mut fixture = Fixture::two_guests();
    for _ in 0..16 {
        act_slowly(&mut fixture, 900, 1_900);
    }
    let compensated = MAX_LAG + 15 * LAG_REFILL;
    assert_eq!(charged(&fixture), 14_400 - compensated);
    assert!(charged(&fixture) > 9_000);
}

#[test]
fn honest_latency_is_compensated_in_every_action() {
    let mut fixture = Fixture::two_guests();
    for _ in 0..40 {
        act_slowly(&mut fixture, 700, 200);
    }
    assert_eq!(charged(&fixture), 40 * 500);
}

#[test]
fn undoing_and_acting_again_does_not_refill_the_budget() {
    let mut fixture = Fixture::two_guests();
    for _ in 0..20 {
        act_slowly(&mut fixture, 500, 1_000);
        fixture.run(fixture.undo(0));
    }
    let spent: u64 = 61_000 - fixture.table.clocks().left()[0];
    assert_eq!(spent, 20 * 500 - MAX_LAG - LAG_REFILL);
}

#[test]
fn deadline_is_extended_by_the_budget_only() {
    let mut fixture = Fixture::two_guests();
    act_slowly(&mut fixture, 1_000, 1_000);
    let (seat, since) = fixture.table.clocks().running().expect("a clock runs");
    let deadline = since.plus(fixture.table.clocks().left()[seat]);
    assert_eq!(fixture.table.wake_at(1_000), Some(deadline.plus(LAG_REFILL + 1)));
    fixture.now = deadline.plus(LAG_REFILL);
    fixture.run(Command::CheckClock { lag: 1_000 });
    assert_eq!(fixture.table.stage(), &Stage::Running);
    fixture.now = deadline.plus(LAG_REFILL + 1);
    fixture.run(Command::CheckClock { lag: 1_000 });
    assert!(matches!(fixture.table.stage(), Stage::Over(_)));
}
