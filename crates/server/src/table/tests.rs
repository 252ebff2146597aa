use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::id::{GameId, GuestId};
use crate::time::Moment;

fn setup(start: &str) -> TableSetup {
    TableSetup {
        game: GameSetup::RingRift { start: start.to_owned() },
        clock: ClockRules::Increment { base: 60_000, increment: 1_000 },
        purpose: Purpose::Match,
        visibility: Visibility::Private,
        spectator_delay: 0,
    }
}

fn start_position(players: u8) -> String {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, players).expect("canon allows 2 to 4 players");
    ringrift::Position::new(&rules).expect("the rules have a start position").to_string()
}

fn asg_setup() -> TableSetup {
    let scenario = serde_json::to_value(asg::library::ALL[0].scenario().file()).expect("a scenario serializes");
    let game = GameSetup::Asg { scenario, rules: "v0".to_owned(), seed: 7, salt: "salt".to_owned() };
    TableSetup { game, ..setup("") }
}

fn guest_id(letter: char) -> GuestId {
    letter.to_string().repeat(16).parse().expect("16 letters are a guest id")
}

fn guest(letter: char) -> Occupant {
    Occupant::Guest { guest: guest_id(letter) }
}

fn bot() -> Occupant {
    Occupant::Bot { name: "level:1".to_owned() }
}

fn player(seat: usize, command: PlayerCommand) -> Command {
    Command::Player { seat, lag: 0, client: None, command }
}

fn player_with_key(seat: usize, client: &str, command: PlayerCommand) -> Command {
    Command::Player { seat, lag: 0, client: Some(client.to_owned()), command }
}

fn agree(seat: usize) -> Command {
    player(seat, PlayerCommand::AgreeTakeback)
}

fn decline(seat: usize) -> Command {
    player(seat, PlayerCommand::DeclineTakeback)
}

fn resign(seat: usize) -> Command {
    player(seat, PlayerCommand::Resign)
}

fn abort(seat: usize) -> Command {
    player(seat, PlayerCommand::Abort)
}

/// A table under test and the current time.
struct Fixture {
    table: Table,
    now: Moment,
}

impl Fixture {
    fn new(setup: TableSetup, occupants: &[Occupant]) -> Fixture {
        let table = Table::new(Arc::new(setup), Moment(0)).expect("the setup is valid");
        let mut fixture = Fixture { table, now: Moment(0) };
        for (seat, occupant) in occupants.iter().enumerate() {
            fixture.run(Command::Fill { seat, occupant: occupant.clone() });
        }
        fixture
    }

    /// A game between two guests.
    fn two_guests() -> Fixture {
        Fixture::new(setup(&start_position(2)), &[guest('a'), guest('b')])
    }

    /// A game between three guests.
    fn three_guests() -> Fixture {
        Fixture::new(setup(&start_position(3)), &[guest('a'), guest('b'), guest('c')])
    }

    /// A game between a guest and a bot.
    fn guest_and_bot() -> Fixture {
        Fixture::new(setup(&start_position(2)), &[guest('a'), bot()])
    }

    /// Runs a command. Returns the number of its entry, or the code of the rejection.
    fn try_run(&mut self, command: Command) -> Result<u64, String> {
        match self.table.decide(command, self.now) {
            Ok(Decision::Done { seq }) => Ok(seq),
            Ok(Decision::Write { after, .. }) => {
                self.table = *after;
                let log = self.table.log().iter().cloned();
                let replayed = Table::replay(self.table.setup().clone(), Moment(0), log).expect("the log is valid");
                assert_eq!(replayed, self.table, "replaying the log must give the same table");
                Ok(self.table.seq())
            }
            Err(rejection) => Err(rejection.reason.code),
        }
    }

    fn run(&mut self, command: Command) -> u64 {
        let text = format!("{command:?}");
        self.try_run(command).unwrap_or_else(|code| panic!("{text} was rejected: {code}"))
    }

    fn act(&mut self, seat: usize, action: &str) -> Result<u64, String> {
        let seq = self.table.seq();
        self.try_run(player(seat, PlayerCommand::Act { seq, action: json!(action) }))
    }

    fn undo(&self, seat: usize) -> Command {
        player(seat, PlayerCommand::Undo { seq: self.table.seq() })
    }

    fn first_legal(&self) -> String {
        let AnyGame::RingRift(game) = self.table.game() else { panic!("the game is RingRift") };
        game.position().action_text(game.position().legal_actions()[0])
    }

    /// Plays a whole turn for the seat to move.
    fn play_turn(&mut self) {
        let (seat, turn) = (self.table.to_move().expect("the game is running"), self.table.game().turn());
        while self.table.to_move() == Some(seat) && self.table.game().turn() == turn {
            let (seq, action) = (self.table.seq(), json!(self.first_legal()));
            match self.table.seats()[seat].controller() {
                Controller::Guest => self.run(player(seat, PlayerCommand::Act { seq, action })),
                _ => self.run(Command::BotAct { seat, seq, action, note: None }),
            };
        }
    }

    fn ranks(&self) -> Option<String> {
        match self.table.stage() {
            Stage::Over(ending) => ending.ranks.map(|ranks| ranks.to_string()),
            _ => None,
        }
    }
}

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
    assert_eq!(fixture.try_run(Command::Join { guest: guest_id('c'), seat: None }), Err("full".into()));
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
fn hash_after_returns_the_hash_after_that_entry() {
    let mut fixture = Fixture::two_guests();
    let (seq, hash) = (fixture.table.seq(), fixture.table.hash());
    fixture.play_turn();
    assert_eq!(fixture.table.hash_after(seq), hash);
    assert_eq!(fixture.table.hash_after(0), fixture.table.start().hash());
    assert_eq!(fixture.table.hash_after(999), fixture.table.hash());
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

#[test]
fn every_action_of_an_analysis_board_can_be_undone() {
    let setup = TableSetup { purpose: Purpose::Analysis, clock: ClockRules::None, ..setup(&start_position(2)) };
    let mut fixture = Fixture::new(setup, &[guest('a'), guest('a')]);
    fixture.play_turn();
    fixture.play_turn();
    while !fixture.table.moves().is_empty() {
        fixture.run(fixture.undo(0));
    }
    assert_eq!(fixture.table.game(), fixture.table.start());
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
