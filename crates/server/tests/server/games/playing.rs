//! Playing: bots, previews, explanations, ASG, undo and takebacks.

use std::time::{Duration, Instant};

use api::{ClientMessage, LegalView, NewGame, PreviewView, ServerMessage, StageName, StateView, WhyBody};
use serde_json::json;

use crate::setup::{act_first, against, create, duel, finish_turn, snapshot, undo};
use crate::test_server::TestServer;

#[test]
fn bots_announce_that_they_think() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &against("level:8"));
    let mut socket = ann.socket(&game, None).expect("the socket opens");
    // A fast bot may move before the server announces that it thinks, so the test tries several turns.
    let is_announced = (0..20).any(|_| {
        finish_turn(&ann, &game);
        let mut is_announced = false;
        loop {
            match socket.receive().expect("the socket is open") {
                ServerMessage::Thinking { seat: Some(1), .. } => is_announced = true,
                ServerMessage::Update(update) if update.log_event["seat"] == 1 => break,
                _ => {}
            }
        }
        while snapshot(&ann, &game).table.to_move != Some(0) {
            std::thread::sleep(Duration::from_millis(5));
        }
        is_announced
    });
    assert!(is_announced);
}

#[test]
fn bots_move_after_a_restart() {
    let mut server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &against("level:8"));
    finish_turn(&ann, &game);
    let cookie = ann.cookie();
    server.restart();
    let ann = server.visitor();
    ann.set_cookie(cookie);
    let deadline = Instant::now() + Duration::from_secs(20);
    while !snapshot(&ann, &game).moves.iter().any(|made| made.seat == 1) {
        assert!(Instant::now() < deadline, "the bot does not move");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn preview_shows_events_without_playing() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let PreviewView::RingRift { events, state } = ann.preview(&game, "P d4*2").expect("the action is legal") else {
        panic!("expected a RingRift preview")
    };
    assert_eq!(events[0].event, "placed");
    assert_eq!(events[0].rule, "RR-CANON-R081");
    assert!(matches!(*state, StateView::RingRift(state) if state.stacks["d4"] == "11"));
    assert_eq!(snapshot(&ann, &game).table.actions, 0);
    assert_eq!(ann.preview(&game, "M a1-a2").expect_err("the action is illegal").code(), "illegal");
}

#[test]
fn explanations_name_the_rule() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let why =
        ann.why(&game, &WhyBody { action: json!("M a1-a2"), ..WhyBody::default() }).expect("the question is valid");
    assert!(!why.possible);
    assert!(why.rule.is_some_and(|rule| rule.starts_with("RR-CANON-")), "{}", why.reason);
    act_first(&ann, &game);
    let why_cell = |cell: &str| {
        ann.why(&game, &WhyBody { cell: Some(cell.to_owned()), ..WhyBody::default() }).expect("the question is valid")
    };
    assert!(why_cell("a8").possible, "the stack on a1 can move there");
    let why = why_cell("b8");
    assert_eq!(why.rule.as_deref(), Some("RR-CANON-R091"));
    assert!(!why.reason.is_empty());
    assert_eq!(ann.why(&game, &WhyBody::default()).expect_err("the question is empty").code(), "nothing_asked");
}

#[test]
fn asg_shows_odds_and_reveals_the_seed_after_the_end() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = create(&ann, &NewGame { game: Some("asg".to_owned()), ..against("level:2") });
    let mut plies = 0;
    let last = loop {
        let now = snapshot(&ann, &game);
        if now.table.stage == StageName::Over {
            break now;
        }
        let text = serde_json::to_string(&now).expect("the snapshot can be serialized");
        assert!(!text.contains("\"seed\"") && !text.contains("\"salt\""), "{text}");
        let Some(LegalView::Asg { reinforce, moves, .. }) = now.you.expect("Ann holds a seat").legal else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        let mut orders = vec![];
        if reinforce > 0 {
            orders.push(json!({ "type": "reinforce", "amount": reinforce }));
        }
        if let Some(range) = moves.iter().find(|_| plies % 2 == 1) {
            orders.push(json!({ "type": "move", "from": range.from, "to": range.to[0], "amount": range.most }));
        }
        let PreviewView::Asg(preview) = ann.preview(&game, orders.clone()).expect("the orders are valid") else {
            panic!("expected an ASG preview")
        };
        assert_eq!(preview.orders.len(), orders.len());
        let LegalView::Asg { budget, .. } = preview.after else { panic!("expected an ASG view") };
        assert_eq!(budget, 6 - orders.len() as u64);
        ann.act(&game, now.seq, orders).expect("the orders are valid");
        plies += 1;
    };
    assert!(plies > 0);
    let (salt, seed) = (last.table.salt.expect("the salt is revealed"), last.table.seed.expect("the seed is revealed"));
    let promise = blake3::hash(format!("{salt}:{seed}").as_bytes()).to_hex().to_string();
    assert_eq!(last.table.seed_promise, Some(promise));
}

#[test]
fn undo_removes_an_action_of_the_current_turn() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    act_first(&ann, &game);
    assert!(snapshot(&ann, &game).you.expect("Ann holds a seat").can_undo);
    undo(&ann, &game);
    assert_eq!(snapshot(&ann, &game).table.actions, 0);
}

#[test]
fn takeback_needs_the_opponents_agreement() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    finish_turn(&ann, &game);
    let takeback = |agree| ClientMessage::Takeback { seat: None, agree, client: None };
    ann.command(&game, &takeback(true)).expect("Ann can request a takeback");
    assert_eq!(snapshot(&bob, &game).table.takeback, Some(0));
    bob.command(&game, &takeback(false)).expect("Bob can decline");
    ann.command(&game, &takeback(true)).expect("Ann can request it again");
    bob.command(&game, &takeback(true)).expect("Bob can agree");
    let now = snapshot(&ann, &game);
    assert_eq!(now.table.actions, 0);
    assert_eq!(now.table.to_move, Some(0));
    assert_eq!(now.table.takeback, None);
}
