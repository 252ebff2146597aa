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

fn beginning(players: u8) -> String {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, players).expect("rules");
    ringrift::Position::new(&rules).expect("a start").to_string()
}

fn asg_setup() -> TableSetup {
    let scenario = serde_json::to_value(asg::library::ALL[0].scenario().file()).expect("JSON");
    let game = GameSetup::Asg { scenario, rules: "v0".to_owned(), seed: 7, salt: "salt".to_owned() };
    TableSetup { game, ..setup("") }
}

fn guest(letter: char) -> GuestId {
    letter.to_string().repeat(16).parse().expect("a name")
}

fn person(letter: char) -> Occupant {
    Occupant::Guest { guest: guest(letter) }
}

/// A table with everybody seated, and the time.
struct Trial {
    table: Table,
    now: Moment,
}

impl Trial {
    fn new(setup: TableSetup, occupants: &[Occupant]) -> Trial {
        let table = Table::new(Arc::new(setup), Moment(0)).expect("a table");
        let mut trial = Trial { table, now: Moment(0) };
        for (seat, occupant) in occupants.iter().enumerate() {
            trial.does(Command::Fill { seat, occupant: occupant.clone() });
        }
        trial
    }

    fn tries(&mut self, command: Command) -> Result<u64, String> {
        match self.table.decide(command, self.now) {
            Ok(Decision::Done { seq }) => Ok(seq),
            Ok(Decision::Write { after, .. }) => {
                self.table = *after;
                let log = self.table.log().iter().cloned();
                let again = Table::replay(self.table.setup().clone(), Moment(0), log).expect("a log");
                assert_eq!(again, self.table, "the log tells everything");
                Ok(self.table.seq())
            }
            Err(refused) => Err(refused.rejection.code),
        }
    }

    fn does(&mut self, command: Command) -> u64 {
        let told = format!("{command:?}");
        self.tries(command).unwrap_or_else(|code| panic!("{told}: {code}"))
    }

    fn act(&mut self, seat: usize, action: &str) -> Result<u64, String> {
        let seq = self.table.seq();
        self.tries(Command::Act {
            seat,
            action: json!(action),
            seq,
            client: None,
            from: ActionSource::Guest { lag: 0 },
        })
    }

    fn first_legal(&self) -> String {
        let AnyGame::RingRift(game) = self.table.game() else { panic!("RingRift is played") };
        game.position().action_text(game.position().legal_actions()[0])
    }

    /// Lets whoever is to move make a whole turn.
    fn turn(&mut self) {
        let (seat, turn) = (self.table.to_move().expect("a running game"), self.table.game().turn());
        while self.table.to_move() == Some(seat) && self.table.game().turn() == turn {
            let action = self.first_legal();
            self.act(seat, &action).expect("legal");
        }
    }

    fn ranks(&self) -> Option<String> {
        match self.table.stage() {
            Stage::Over(ending) => ending.ranks.map(|ranks| ranks.to_string()),
            _ => None,
        }
    }
}

fn agree(seat: usize) -> Command {
    Command::AgreeTakeback { seat, client: None }
}

fn refuse(seat: usize) -> Command {
    Command::RefuseTakeback { seat, client: None }
}

fn duel() -> Trial {
    Trial::new(setup(&beginning(2)), &[person('a'), person('b')])
}

#[test]
fn a_game_begins_when_the_last_seat_is_taken() {
    let mut trial = Trial::new(setup(&beginning(2)), &[person('a')]);
    assert_eq!(*trial.table.stage(), Stage::Waiting);
    assert_eq!(trial.tries(Command::Join { guest: guest('a'), seat: None }), Err("seated".into()));
    assert_eq!(trial.tries(Command::Join { guest: guest('b'), seat: Some(0) }), Err("taken".into()));
    assert_eq!(trial.tries(Command::Join { guest: guest('b'), seat: Some(7) }), Err("no_such_seat".into()));
    assert_eq!(trial.act(0, "P d4"), Err("not_begun".into()));
    trial.does(Command::Join { guest: guest('b'), seat: None });
    assert_eq!((trial.table.stage(), trial.table.to_move()), (&Stage::Running, Some(0)));
    assert_eq!(trial.tries(Command::Leave { seat: 1 }), Err("begun".into()));
    assert_eq!(trial.tries(Command::Join { guest: guest('c'), seat: None }), Err("full".into()));
}

#[test]
fn whoever_leaves_before_the_game_makes_room() {
    let mut trial = Trial::new(setup(&beginning(3)), &[person('a'), person('b')]);
    trial.does(Command::Leave { seat: 1 });
    trial.does(Command::Join { guest: guest('c'), seat: None });
    assert_eq!(trial.table.seats()[1].guest(), Some(&guest('c')));
}

#[test]
fn actions_are_judged_by_the_rules_and_by_whose_turn_it_is() {
    let mut trial = duel();
    assert_eq!(trial.act(1, "P d4"), Err("not_your_turn".into()));
    assert_eq!(trial.act(0, "M d4-d5"), Err("illegal".into()));
    assert_eq!(trial.act(0, "nonsense"), Err("unreadable".into()));
    let seq = trial.act(0, "P d4").expect("legal");
    assert_eq!(trial.table.log().last().map(|entry| entry.seq), Some(seq));
}

#[test]
fn repeating_an_action_is_harmless_and_late_ones_are_refused() {
    let mut trial = duel();
    let seq = trial.table.seq();
    let act = |action: &str, seq, client: &str| Command::Act {
        seat: 0,
        action: json!(action),
        seq,
        client: Some(client.to_owned()),
        from: ActionSource::Guest { lag: 0 },
    };
    let done = trial.does(act("P d4", seq, "one"));
    assert_eq!((trial.does(act("P d4", seq, "one")), trial.table.seq()), (done, done));
    assert_eq!(trial.tries(act("M d4-d5", seq, "two")), Err("stale".into()));
    assert_eq!(trial.tries(act("M d4-d5", done + 5, "two")), Err("stale".into()));
    // What does not change the position makes nothing stale.
    trial.does(act("M d4-d5", done, "two"));
    let known = trial.table.seq();
    trial.does(agree(0));
    let late =
        Command::Act { seat: 1, action: json!("P a1"), seq: known, client: None, from: ActionSource::Guest { lag: 0 } };
    trial.does(late);
    for client in ["", "x\ny", &"x".repeat(65)] {
        assert_eq!(trial.tries(act("P d4", 0, client)), Err("bad_client".into()));
    }
}

#[test]
fn undo_ends_with_the_turn() {
    let mut trial = duel();
    let start = trial.table.game().hash();
    trial.act(0, "P d4").expect("legal");
    let undo = |seat, seq| Command::Undo { seat, seq, client: None };
    let seq = trial.table.seq();
    assert_eq!(trial.tries(undo(1, seq)), Err("nothing_to_undo".into()));
    trial.does(undo(0, seq));
    assert_eq!((trial.table.game().hash(), trial.table.moves().len()), (start, 0));
    assert_eq!(trial.tries(undo(0, trial.table.seq())), Err("nothing_to_undo".into()));
    trial.turn();
    assert_eq!(trial.tries(undo(0, trial.table.seq())), Err("nothing_to_undo".into()));
}

#[test]
fn takebacks_need_everybody() {
    let mut trial = duel();
    assert_eq!(trial.tries(agree(0)), Err("nothing_to_take_back".into()));
    let start = trial.table.game().hash();
    trial.turn();
    trial.does(agree(0));
    assert_eq!(trial.table.takeback(), Some((0, &[0][..])));
    trial.does(refuse(1));
    assert_eq!(trial.tries(refuse(1)), Err("no_takeback".into()));
    trial.does(agree(0));
    trial.does(agree(1));
    assert_eq!((trial.table.game().hash(), trial.table.to_move()), (start, Some(0)));
    // Three people: two are not enough.
    let mut trial = Trial::new(setup(&beginning(3)), &[person('a'), person('b'), person('c')]);
    trial.turn();
    trial.turn();
    trial.does(agree(0));
    trial.does(agree(1));
    assert!(!trial.table.moves().is_empty());
    trial.does(agree(2));
    assert!(trial.table.moves().is_empty());
}

#[test]
fn against_computers_takebacks_are_immediate() {
    let bot = Occupant::Bot { name: "level:1".to_owned() };
    let mut trial = Trial::new(setup(&beginning(2)), &[person('a'), bot]);
    trial.turn();
    trial.does(agree(0));
    assert!(trial.table.moves().is_empty());
}

#[test]
fn a_takeback_that_is_sent_twice_happens_once() {
    let bot = Occupant::Bot { name: "level:1".to_owned() };
    let mut trial = Trial::new(setup(&beginning(2)), &[person('a'), bot]);
    (0..4).for_each(|_| trial.turn());
    let back = Command::AgreeTakeback { seat: 0, client: Some("back".to_owned()) };
    let done = trial.does(back.clone());
    let left = trial.table.moves().len();
    assert_eq!((trial.does(back), trial.table.moves().len()), (done, left));
    // One that was refused is not refused again when another was asked for.
    let mut trial = duel();
    trial.turn();
    trial.does(agree(0));
    let no = Command::RefuseTakeback { seat: 1, client: Some("no".to_owned()) };
    trial.does(no.clone());
    trial.does(agree(0));
    trial.does(no);
    assert_eq!(trial.table.takeback(), Some((0, &[0][..])));
}

#[test]
fn nothing_is_refused_after_the_end() {
    let mut trial = duel();
    trial.turn();
    trial.does(agree(0));
    trial.does(Command::Abort { seat: 1 });
    assert_eq!(trial.table.takeback(), None);
    assert_eq!(trial.tries(refuse(1)), Err("over".into()));
}

#[test]
fn the_hash_after_an_entry_is_what_it_was() {
    let mut trial = duel();
    let (seq, hash) = (trial.table.seq(), trial.table.hash());
    trial.turn();
    assert_eq!((trial.table.hash_after(seq), trial.table.hash_after(0)), (hash, trial.table.start().hash()));
    assert_eq!(trial.table.hash_after(999), trial.table.hash());
}

#[test]
fn luck_cannot_be_taken_back() {
    let mut trial = Trial::new(asg_setup(), &[person('a'), person('b')]);
    let act = |trial: &mut Trial, orders: serde_json::Value| {
        let (seat, seq) = (trial.table.to_move().expect("running"), trial.table.seq());
        trial.does(Command::Act { seat, action: orders, seq, client: None, from: ActionSource::Guest { lag: 0 } })
    };
    act(&mut trial, json!([{ "type": "reinforce", "amount": 3 }]));
    trial.does(agree(0));
    trial.does(agree(1));
    assert!(trial.table.moves().is_empty());
    // Plays until somebody fights.
    let mut bots = [asg::bots::Greedy, asg::bots::Greedy];
    while !trial.table.moves().iter().any(|made| made.has_luck) {
        let AnyGame::Asg(game) = trial.table.game().clone() else { panic!("ASG is played") };
        let view = asg::View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let chosen = asg::Bot::choose(&mut bots[trial.table.to_move().expect("running")], &view);
        let orders = chosen.iter().filter_map(|action| action.to_json(game.scenario())).collect();
        act(&mut trial, orders);
    }
    let seat = trial.table.moves().last().expect("a ply").seat;
    if trial.table.to_move().is_some() {
        assert_eq!(trial.tries(agree(seat)), Err("fought".into()));
    }
}

#[test]
fn with_two_seats_whoever_leaves_loses() {
    let mut trial = duel();
    trial.does(Command::Resign { seat: 0 });
    assert_eq!(trial.ranks().as_deref(), Some("2/1"));
    assert_eq!(trial.tries(Command::Resign { seat: 1 }), Err("over".into()));
}

#[test]
fn with_more_seats_a_caretaker_goes_on_and_the_first_to_leave_is_last() {
    let people = [person('a'), person('b'), person('c'), person('d')];
    let mut trial = Trial::new(setup(&beginning(4)), &people);
    trial.does(Command::Resign { seat: 2 });
    assert_eq!(trial.tries(Command::Resign { seat: 2 }), Err("gone".into()));
    assert_eq!((trial.table.stage(), trial.ranks()), (&Stage::Running, None));
    trial.does(Command::Resign { seat: 0 });
    assert_eq!(trial.table.awaits(), Some((0, Controller::Bot("level:3"))));
    assert_eq!(trial.act(0, "P d4"), Err("gone".into()), "the caretaker has the seat now");
    let seq = trial.table.seq();
    trial.does(Command::Act { seat: 0, action: json!("P d4"), seq, client: None, from: ActionSource::Bot });
    trial.does(Command::Resign { seat: 1 });
    assert_eq!(trial.ranks().as_deref(), Some("3/2/4/1"));
}

#[test]
fn those_who_left_are_behind_whoever_the_rules_put_last() {
    let people = [person('a'), person('b'), person('c')];
    let mut trial = Trial::new(setup(&beginning(3)), &people);
    trial.does(Command::Resign { seat: 1 });
    while let Some(seat) = trial.table.to_move() {
        let action = trial.first_legal();
        let seq = trial.table.seq();
        let from = if seat == 1 { ActionSource::Bot } else { ActionSource::Guest { lag: 0 } };
        trial.does(Command::Act { seat, action: json!(action), seq, client: None, from });
    }
    let Stage::Over(ending) = trial.table.stage() else { panic!("the game is over") };
    let ranks = ending.ranks.expect("places");
    assert_eq!(ranks[1], 3);
}

#[test]
fn time_passes_is_compensated_and_runs_out() {
    let mut trial = duel();
    trial.now = Moment(10_000);
    let seq = trial.table.seq();
    let from = ActionSource::Guest { lag: 5_000 };
    trial.does(Command::Act { seat: 0, action: json!("P d4"), seq, client: None, from });
    let LogEvent::Acted { spent, lag, .. } = trial.table.log().last().expect("an entry").event else {
        panic!("an action")
    };
    assert_eq!((spent, lag, trial.table.clocks().left()[0]), (9_000, 1_000, 52_000));
    trial.turn();
    assert_eq!(trial.table.clocks().left()[0], 53_000, "the increment comes with the end of the turn");
    trial.now = Moment(10_000 + 61_000);
    assert_eq!(trial.does(Command::CheckClock { lag: 0 }), trial.table.seq());
    assert_eq!(trial.table.stage(), &Stage::Running, "to the millisecond it is not up");
    trial.now = Moment(10_000 + 61_001);
    assert_eq!(trial.act(1, "P a1"), Err("time_up".into()));
    trial.does(Command::CheckClock { lag: 300 });
    assert_eq!(trial.table.stage(), &Stage::Running, "a slow network has its grace");
    trial.does(Command::CheckClock { lag: 0 });
    assert_eq!((trial.ranks().as_deref(), trial.table.clocks().left()[1]), (Some("1/2"), 0));
}

#[test]
fn downtime_is_charged_to_nobody() {
    let mut trial = duel();
    trial.now = Moment(200_000);
    trial.does(Command::Interrupted { from: Moment(5_000) });
    trial.does(Command::CheckClock { lag: 0 });
    assert_eq!(trial.table.stage(), &Stage::Running);
    trial.act(0, "P d4").expect("in time");
    assert_eq!(trial.table.clocks().left()[0], 61_000 - 5_000);
}

#[test]
fn undoing_gives_no_time_back() {
    let mut trial = duel();
    let seq = trial.table.seq();
    trial.now = Moment(1_000);
    trial.act(0, "P d4").expect("a placement");
    trial.now = Moment(31_000);
    trial.does(Command::Undo { seat: 0, seq: trial.table.seq(), client: None });
    assert_eq!(trial.table.clocks().left()[0], 61_000 - 31_000);
    assert!(trial.table.seq() > seq);
    // Nor when it is up.
    trial.act(0, "P d4").expect("a placement");
    trial.now = Moment(62_000);
    let undo = Command::Undo { seat: 0, seq: trial.table.seq(), client: None };
    assert_eq!(trial.tries(undo), Err("time_up".into()));
}

#[test]
fn others_who_resign_give_no_time_back() {
    let mut trial = Trial::new(setup(&beginning(3)), &[person('a'), person('b'), person('c')]);
    trial.now = Moment(20_000);
    trial.does(Command::Resign { seat: 2 });
    assert_eq!(trial.table.clocks().left()[0], 61_000 - 20_000);
    assert_eq!(trial.table.clocks().running(), Some((0, Moment(20_000))));
}

#[test]
fn whoever_has_left_has_no_say() {
    let mut trial = Trial::new(setup(&beginning(3)), &[person('a'), person('b'), person('c')]);
    trial.turn();
    trial.turn();
    trial.does(Command::Resign { seat: 0 });
    trial.does(agree(1));
    assert_eq!(trial.tries(refuse(0)), Err("gone".into()));
    assert_eq!(trial.tries(Command::Abort { seat: 0 }), Err("gone".into()));
    let undo = Command::Undo { seat: 0, seq: trial.table.seq(), client: None };
    assert_eq!(trial.tries(undo), Err("gone".into()));
}

#[test]
fn nobody_calls_off_a_table_at_which_others_wait() {
    let mut trial = Trial::new(setup(&beginning(3)), &[person('a'), person('b')]);
    assert_eq!(trial.tries(Command::Abort { seat: 1 }), Err("not_alone".into()));
    trial.does(Command::Leave { seat: 1 });
    trial.does(Command::Abort { seat: 0 });
}

#[test]
fn downtime_that_was_told_is_not_told_again() {
    let mut trial = duel();
    let crashed = Moment(5_000);
    trial.now = Moment(200_000);
    trial.does(Command::Interrupted { from: crashed });
    // Up for a second, down again before anything else was noted.
    trial.now = Moment(300_000);
    trial.does(Command::Interrupted { from: crashed });
    trial.now = Moment(301_000);
    trial.act(0, "P d4").expect("in time");
    assert_eq!(trial.table.clocks().left()[0], 61_000 - 5_000 - 1_000);
}

#[test]
fn games_can_be_called_off_until_all_have_moved() {
    let mut trial = duel();
    trial.turn();
    let mut early = Trial { table: trial.table.clone(), now: trial.now };
    early.does(Command::Abort { seat: 1 });
    assert_eq!(early.ranks(), None);
    trial.turn();
    assert_eq!(trial.tries(Command::Abort { seat: 1 }), Err("too_late".into()));
}

#[test]
fn a_rematch_is_made_when_all_want_it_with_seats_turned() {
    let mut trial = duel();
    let game = GameId::random();
    let again = |seat| Command::Rematch { seat, game: game.clone() };
    assert_eq!(trial.tries(again(0)), Err("not_over".into()));
    trial.does(Command::Resign { seat: 0 });
    trial.does(again(0));
    let Ok(Decision::Write { rematch: Some((named, _, occupants)), .. }) = trial.table.decide(again(1), trial.now)
    else {
        panic!("both want to play again");
    };
    assert_eq!((named, occupants), (game.clone(), vec![person('b'), person('a')]));
    trial.does(again(1));
    assert_eq!(trial.table.successor(), Some(&game));
    let seq = trial.table.seq();
    assert_eq!(trial.does(again(1)), seq, "a second time changes nothing");
}

#[test]
fn on_a_board_of_ones_own_everything_can_be_undone() {
    let setup = TableSetup { purpose: Purpose::Analysis, clock: ClockRules::None, ..setup(&beginning(2)) };
    let mut trial = Trial::new(setup, &[person('a'), person('a')]);
    trial.turn();
    trial.turn();
    while !trial.table.moves().is_empty() {
        trial.does(Command::Undo { seat: 0, seq: trial.table.seq(), client: None });
    }
    assert_eq!(trial.table.game(), trial.table.start());
}

#[test]
fn damaged_logs_are_noticed() {
    let mut trial = duel();
    trial.turn();
    let log: Vec<Entry> = trial.table.log().iter().map(|entry| (**entry).clone()).collect();
    let replay = |log: Vec<Entry>| Table::replay(trial.table.setup().clone(), Moment(0), log).map(|_| ());
    assert_eq!(replay(log.clone()), Ok(()));
    let mut missing = log.clone();
    missing.remove(1);
    assert_eq!(replay(missing), Err(LogError::Order { expected: 2, found: 3 }));
    let mut changed = log.clone();
    let last = changed.last_mut().expect("an entry");
    last.hash = "0".repeat(32);
    assert!(matches!(replay(changed), Err(LogError::Hash { .. })));
    let mut foreign = log;
    if let LogEvent::Acted { action, .. } = &mut foreign.last_mut().expect("an entry").event {
        *action = json!("T 9");
    }
    assert!(matches!(replay(foreign), Err(LogError::Action { .. })));
}
