use serde_json::json;
use server::client::{Client, Heard, Replica};
use server::id::GameId;
use server::table::{ClockRules, Purpose, Visibility};
use server::wire::{ClientMessage, LegalView, NewGame, NewSeat, ServerMessage, StageName, StateView};
use server::{PreviewView, WhyBody};

use crate::world::World;

pub(crate) fn open_game() -> NewGame {
    NewGame { visibility: Visibility::Public, ..NewGame::default() }
}

pub(crate) fn against(level: &str) -> NewGame {
    NewGame { seats: vec![NewSeat::Me, NewSeat::Bot { name: level.to_owned() }], ..NewGame::default() }
}

/// Two guests at a table.
pub(crate) fn duel(world: &World) -> (Client, Client, GameId) {
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let game = ann.make(&open_game()).expect("a game").id;
    bob.join(&game, None).expect("a seat");
    (ann, bob, game)
}

/// Acts with the first thing that is possible.
pub(crate) fn act_first(client: &Client, game: &GameId) {
    let now = client.look(game).expect("a game");
    let Some(LegalView::RingRift { groups }) = now.you.expect("a seat").legal else { panic!("it is our turn") };
    client.act(game, now.seq, groups[0].choices[0].action.clone()).expect("legal");
}

#[test]
fn guests_meet_in_the_lobby_and_play() {
    let world = World::new();
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let made = ann.make(&open_game()).expect("a game");
    let lobby = bob.games("stage=waiting").expect("a list");
    assert_eq!((lobby.len(), lobby[0].seats[0].name.as_str()), (1, "Ann"));
    bob.join(&made.id, None).expect("a seat");
    assert_eq!(bob.games("stage=waiting").expect("a list").len(), 0);
    let now = ann.look(&made.id).expect("a game");
    assert_eq!((now.table.stage, now.table.to_move), (StageName::Running, Some(0)));
    let receipt = ann.act(&made.id, now.seq, "P d4").expect("legal");
    let after = bob.look(&made.id).expect("a game");
    assert_eq!((after.seq, &after.hash), (receipt.seq, &receipt.hash));
    let StateView::RingRift(state) = after.state else { panic!("RingRift") };
    assert_eq!(state.stacks.get("d4").map(String::as_str), Some("1"));
    assert_eq!(bob.games("mine=true").expect("a list").len(), 1);
    assert!(after.you.expect("a seat").legal.is_none(), "it is Ann's turn");
}

#[test]
fn lists_tell_whose_turn_it_is() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let waiting = ann.make(&open_game()).expect("a game").id;
    let turn = |client: &Client, query: &str| {
        let games = client.games(query).expect("a list");
        let brief = games.iter().find(|brief| brief.id == game).expect("the game");
        (brief.to_move, brief.your_turn)
    };
    assert_eq!(turn(&ann, "mine=true"), (Some(0), true));
    assert_eq!(turn(&bob, "mine=true"), (Some(0), false));
    assert_eq!(turn(&world.stranger(), "stage=running"), (Some(0), false));
    while turn(&ann, "").1 {
        act_first(&ann, &game);
    }
    assert_eq!((turn(&ann, ""), turn(&bob, "stage=running")), ((Some(1), false), (Some(1), true)));
    let lobby = ann.games("mine=true&stage=waiting").expect("a list");
    assert_eq!((lobby.len(), &lobby[0].id, lobby[0].to_move, lobby[0].your_turn), (1, &waiting, None, false));
    bob.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    assert_eq!(turn(&bob, "stage=over"), (None, false));
    let next = format!("mine=true&most=1&before={}&last={}", lobby[0].changed.0, lobby[0].id);
    assert_eq!(ann.games("mine=true&most=1").expect("a list")[0].id, game, "it changed last");
    assert!(ann.games(&next).expect("a list").iter().all(|brief| brief.id != waiting));
    assert_eq!(ann.games("before=1&last=nonsense").expect_err("no game").code(), "bad_last");
}

/// Three people play, and the first of them has left.
fn three_without_the_first(world: &World) -> ([Client; 3], GameId) {
    let people = ["Ann", "Bob", "Cleo"].map(|name| world.guest(name));
    let game = people[0].make(&NewGame { players: Some(3), ..open_game() }).expect("a game").id;
    people[1].join(&game, None).expect("a seat");
    people[2].join(&game, None).expect("a seat");
    people[0].command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    (people, game)
}

#[test]
fn nobody_is_awaited_where_a_caretaker_plays() {
    let world = World::new();
    let (people, _) = three_without_the_first(&world);
    assert!(!people[0].games("mine=true").expect("a list")[0].your_turn);
}

#[test]
fn whoever_acts_out_of_turn_late_or_for_others_is_refused() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let now = ann.look(&game).expect("a game");
    let code = |result: Result<server::wire::Receipt, server::client::ClientError>| {
        result.expect_err("refused").code().to_owned()
    };
    assert_eq!(code(bob.act(&game, now.seq, "P d4")), "not_your_turn");
    assert_eq!(code(world.guest("Eve").act(&game, now.seq, "P d4")), "not_yours");
    assert_eq!(code(world.stranger().act(&game, now.seq, "P d4")), "no_guest");
    assert_eq!(code(ann.act(&game, now.seq, "M d4-d5")), "illegal");
    assert_eq!(code(ann.act(&game, 1, "P d4")), "stale");
    let server::client::ClientError::Table(view) = ann.act(&game, 1, "P d4").expect_err("stale") else {
        panic!("the table refuses")
    };
    assert_eq!(view.now.expect("the state as it is").seq, now.seq);
    let seat = ClientMessage::Act { seat: Some(1), action: json!("P d4"), seq: now.seq, client: None };
    assert_eq!(code(ann.command(&game, &seat)), "not_yours");
    let bad: GameId = "aaaaaaaa".parse().expect("a name");
    assert_eq!(code(ann.act(&bad, 0, "P d4")), "not_found");
}

#[test]
fn repeating_an_action_is_harmless() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let seq = ann.look(&game).expect("a game").seq;
    let act = ClientMessage::Act { seat: None, action: json!("P d4"), seq, client: Some("one".to_owned()) };
    let first = ann.command(&game, &act).expect("legal");
    let second = ann.command(&game, &act).expect("harmless");
    assert_eq!((first, ann.look(&game).expect("a game").seq), (second.clone(), second.seq));
}

#[test]
fn sockets_tell_everything_in_order_and_resume_anywhere() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let mut socket = ann.socket(&game, None).expect("a socket");
    let mut watcher = world.stranger().socket(&game, None).expect("a socket");
    let (mut here, mut there) = (Replica::new(), Replica::new());
    assert_eq!(here.receive(&socket.receive().expect("a message")), Heard::New);
    assert_eq!(there.receive(&watcher.receive().expect("a message")), Heard::New);
    for turn in 0..6 {
        let player = if turn % 2 == 0 { &ann } else { &bob };
        while player.look(&game).expect("a game").you.expect("a seat").legal.is_some() {
            act_first(player, &game);
        }
    }
    let last = ann.look(&game).expect("a game");
    for (replica, socket) in [(&mut here, &mut socket), (&mut there, &mut watcher)] {
        while replica.seq() < Some(last.seq) {
            assert_eq!(replica.receive(&socket.receive().expect("a message")), Heard::New);
        }
        assert_eq!(replica.hash(), last.hash);
    }
    for since in 0..last.seq {
        let mut resumed = world.stranger().socket(&game, Some(since)).expect("a socket");
        for seq in since + 1..=last.seq {
            let ServerMessage::Update(update) = resumed.receive().expect("a message") else { panic!("an update") };
            assert_eq!(update.seq, seq);
        }
    }
    let mut current = world.stranger().socket(&game, Some(last.seq)).expect("a socket");
    assert!(matches!(current.receive(), Ok(ServerMessage::Snapshot(snapshot)) if snapshot.seq == last.seq));
}

#[test]
fn games_are_played_over_sockets() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let mut socket = ann.socket(&game, None).expect("a socket");
    let ServerMessage::Snapshot(now) = socket.receive().expect("a message") else { panic!("a snapshot") };
    let act = |action: &str, client: &str| ClientMessage::Act {
        seat: None,
        action: json!(action),
        seq: now.seq,
        client: Some(client.to_owned()),
    };
    socket.send(&act("T 1", "bad")).expect("sent");
    let refused = socket.until(|message| match message {
        ServerMessage::Rejected(view) => Some(view),
        _ => None,
    });
    let refused = refused.expect("a refusal");
    assert_eq!((refused.client.as_deref(), refused.seq, &refused.hash), (Some("bad"), now.seq, &now.hash));
    socket.send(&act("P d4", "good")).expect("sent");
    let done = socket.until(|message| match message {
        ServerMessage::Done(receipt) => Some(receipt),
        _ => None,
    });
    assert_eq!(done.expect("a receipt").client.as_deref(), Some("good"));
    for (text, client) in [
        ("{}", None),
        ("no JSON", None),
        ("{\"type\":\"act\",\"client\":7}", None),
        ("{\"type\":\"act\",\"client\":\"odd\"}", Some("odd")),
        ("{\"type\":\"dance\",\"client\":\"odd\",\"more\":[{}]}", Some("odd")),
    ] {
        socket.send_text(text).expect("sent");
        let refused = socket.until(|message| match message {
            ServerMessage::Rejected(view) => Some(view),
            _ => None,
        });
        let refused = refused.expect("a refusal");
        assert_eq!((refused.code.as_str(), refused.client.as_deref()), ("bad_message", client), "{text}");
    }
}

#[test]
fn computers_answer_and_go_on_after_a_restart() {
    let mut world = World::new();
    let ann = world.guest("Ann");
    let game = ann.make(&against("level:8")).expect("a game").id;
    let mut socket = ann.socket(&game, None).expect("a socket");
    let to_move = || ann.look(&game).expect("a game").table.to_move;
    // One that answers at once may have done so before anybody could be told.
    let mut turns = 0..20;
    let is_told = turns.any(|_| {
        while to_move() == Some(0) {
            act_first(&ann, &game);
        }
        let mut is_told = false;
        loop {
            match socket.receive().expect("a message") {
                ServerMessage::Thinking { seat: Some(1), .. } => is_told = true,
                ServerMessage::Update(update) if update.deed["seat"] == 1 => break,
                _ => {}
            }
        }
        while to_move() != Some(0) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        is_told
    });
    assert!(is_told, "one is told that the computer thinks");
    // Stopped while the computer is to move, it moves after the restart.
    let before = ann.look(&game).expect("a game");
    while ann.look(&game).expect("a game").table.to_move == Some(0) {
        act_first(&ann, &game);
    }
    let cookie = ann.cookie();
    world.restart();
    let ann = world.stranger();
    ann.set_cookie(cookie);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let has_moved = || ann.look(&game).expect("a game").moves[before.moves.len()..].iter().any(|made| made.seat == 1);
    while !has_moved() {
        assert!(std::time::Instant::now() < deadline, "the computer goes on");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn seats_are_held_by_secret_links_on_any_device() {
    let world = World::new();
    let ann = world.guest("Ann");
    let made = ann.make(&NewGame::default()).expect("a game");
    let bob = world.guest("Bob");
    assert_eq!(bob.join(&made.id, None).expect_err("private").code(), "private");
    let link = made.secrets[1].clone().expect("a secret");
    let claimed = bob.claim(&link).expect("a seat");
    assert_eq!((&claimed.game, claimed.seat), (&made.id, 1));
    // The invitation opens nothing any more, not even for her who sent it; Bob's own secret does.
    assert_eq!(ann.claim(&link).expect_err("used").code(), "bad_secret");
    let tablet = world.guest("Tablet");
    let again = tablet.claim(&claimed.secret.expect("a secret")).expect("his seat");
    assert_eq!((again.seat, again.secret), (1, None));
    // Ann's second device.
    let phone = world.guest("Phone");
    phone.claim(&made.secrets[0].clone().expect("a secret")).expect("her seat");
    act_first(&phone, &made.id);
    assert_eq!(phone.look(&made.id).expect("a game").table.seats[0].name, "Ann");
    // Ann shuts everybody else out.
    let renewed = ann.renew(&made.id, None).expect("a new secret");
    let now = phone.look(&made.id).expect("a game");
    assert!(now.you.is_none());
    assert_eq!(phone.act(&made.id, now.seq, "P a1").expect_err("lost").code(), "not_yours");
    assert_eq!(phone.claim(&made.secrets[0].clone().expect("a secret")).expect_err("old").code(), "bad_secret");
    phone.claim(&renewed.secret.parse().expect("a secret")).expect("the new one works");
}

#[test]
fn open_seats_can_be_offered_again() {
    let world = World::new();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| world.guest(name));
    let three = vec![NewSeat::Me, NewSeat::Open, NewSeat::Open];
    let made = ann.make(&NewGame { players: Some(3), seats: three, ..NewGame::default() }).expect("a game");
    let link = made.secrets[1].clone().expect("a secret");
    bob.claim(&link).expect("a seat");
    bob.leave(&made.id, None).expect("he goes");
    assert_eq!(eve.claim(&link).expect_err("used").code(), "bad_secret");
    assert_eq!(eve.renew(&made.id, Some(1)).expect_err("a stranger").code(), "not_yours");
    let renewed = ann.renew(&made.id, Some(1)).expect("a new link");
    assert_eq!(eve.claim(&renewed.secret.parse().expect("a secret")).expect("a seat").seat, 1);
    assert_eq!(ann.renew(&made.id, Some(1)).expect_err("taken").code(), "not_yours");
    // Whoever made the game can offer seats without sitting there.
    let made = ann.make(&NewGame { seats: vec![NewSeat::Open; 2], ..NewGame::default() }).expect("a game");
    let renewed = ann.renew(&made.id, Some(0)).expect("a new link");
    let old = made.secrets[0].clone().expect("a secret");
    assert_eq!(bob.claim(&old).expect_err("renewed").code(), "bad_secret");
    bob.claim(&renewed.secret.parse().expect("a secret")).expect("a seat");
}

#[test]
fn guests_come_back_with_a_code_and_are_forgotten_when_they_want() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let code = ann.new_recovery().expect("a code");
    let lost = world.stranger();
    assert_eq!(lost.recover(&code).expect("Ann").name, "Ann");
    assert!(lost.look(&game).expect("a game").you.is_some());
    let wrong = server::RecoveryCode { code: "aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa".to_owned() };
    assert_eq!(world.stranger().recover(&wrong).expect_err("nobody").code(), "bad_code");
    ann.rename("Annabel").expect("a name");
    assert_eq!(bob.look(&game).expect("a game").table.seats[0].name, "Annabel");
    let answer = ann.raw("DELETE", "/api/me", &[], None).expect("an answer");
    assert_eq!((answer.status, ann.cookie()), (204, None));
    assert_eq!(bob.look(&game).expect("a game").table.seats[0].name, "deleted guest");
    assert_eq!(lost.me().expect_err("gone").code(), "no_guest");
}

#[test]
fn tokens_do_what_they_are_for_and_no_more() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let token = |scopes: &[&str]| ann.with_token(&ann.new_token("bot", scopes).expect("a token").token.expect("shown"));
    let reader = token(&["read"]);
    let seq = reader.look(&game).expect("a game").seq;
    assert_eq!(reader.act(&game, seq, "P d4").expect_err("reading only").code(), "scope");
    assert_eq!(reader.make(&open_game()).expect_err("reading only").code(), "scope");
    let player = token(&["read", "play"]);
    player.act(&game, seq, "P d4").expect("legal");
    assert_eq!(player.new_token("more", &["play"]).expect_err("a person's business").code(), "scope");
    assert_eq!(ann.with_token("x").me().expect_err("no token").code(), "bad_token");
    let tokens: Vec<server::TokenView> = ann.ask("GET", "/api/me/tokens", None::<&()>).expect("a list");
    assert!(tokens.len() == 2 && tokens.iter().all(|token| token.token.is_none()));
    ann.raw("DELETE", &format!("/api/me/tokens/{}", tokens[1].id), &[], None).expect("an answer");
    let codes: Vec<bool> = [&reader, &player].iter().map(|client| client.me().is_ok()).collect();
    assert_eq!(codes.iter().filter(|&&works| works).count(), 1);
}

#[test]
fn previews_and_reasons_come_with_their_rules() {
    let world = World::new();
    let (ann, _bob, game) = duel(&world);
    let PreviewView::RingRift { events, state } = ann.preview(&game, "P d4*2").expect("a preview") else {
        panic!("RingRift")
    };
    assert_eq!((events[0].event.as_ref(), events[0].rule.as_str()), ("placed", "RR-CANON-R081"));
    assert!(matches!(*state, StateView::RingRift(state) if state.stacks["d4"] == "11"));
    assert_eq!(ann.look(&game).expect("a game").table.actions, 0, "nothing has happened");
    assert_eq!(ann.preview(&game, "M a1-a2").expect_err("illegal").code(), "illegal");
    let why = ann.why(&game, &WhyBody { action: json!("M a1-a2"), ..WhyBody::default() }).expect("a reason");
    assert!(!why.possible && why.rule.is_some_and(|rule| rule.starts_with("RR-CANON-")), "{}", why.reason);
    act_first(&ann, &game);
    let ask = |cell: &str| ann.why(&game, &WhyBody { cell: Some(cell.to_owned()), ..WhyBody::default() });
    assert!(ask("a8").expect("an answer").possible, "the stack on a1 can go there");
    let why = ask("b8").expect("a reason");
    assert_eq!((why.rule.as_deref(), why.reason.is_empty()), (Some("RR-CANON-R091"), false));
    assert_eq!(ann.why(&game, &WhyBody::default()).expect_err("nothing").code(), "nothing_asked");
}

#[test]
fn asg_is_played_with_odds_and_without_telling_the_seed() {
    let world = World::new();
    let ann = world.guest("Ann");
    let wish = NewGame { game: Some("asg".to_owned()), ..against("level:2") };
    let game = ann.make(&wish).expect("a game").id;
    let mut actions = 0;
    loop {
        let now = ann.look(&game).expect("a game");
        let text = serde_json::to_string(&now).expect("JSON");
        if now.table.stage == StageName::Over {
            let salted = format!("{}:{}", now.table.salt.expect("a salt"), now.table.seed.expect("a seed"));
            let promise = blake3::hash(salted.as_bytes()).to_hex().to_string();
            assert_eq!(now.table.seed_promise, Some(promise));
            break;
        }
        assert!(!text.contains("\"seed\"") && !text.contains("\"salt\""), "{text}");
        let Some(LegalView::Asg { reinforce, moves, .. }) = now.you.expect("a seat").legal else {
            std::thread::sleep(std::time::Duration::from_millis(5));
            continue;
        };
        let mut orders = vec![];
        if reinforce > 0 {
            orders.push(json!({ "type": "reinforce", "amount": reinforce }));
        }
        if let Some(range) = moves.iter().find(|_| actions % 2 == 1) {
            orders.push(json!({ "type": "move", "from": range.from, "to": range.to[0], "amount": range.most }));
        }
        let PreviewView::Asg(preview) = ann.preview(&game, orders.clone()).expect("a preview") else { panic!("ASG") };
        assert_eq!(preview.orders.len(), orders.len());
        let LegalView::Asg { budget, .. } = preview.after else { panic!("ASG") };
        assert_eq!(budget, 6 - u64::try_from(orders.len()).expect("a few"));
        ann.act(&game, now.seq, orders).expect("legal");
        actions += 1;
    }
    assert!(actions > 0);
}

#[test]
fn time_runs_out_even_if_nobody_looks() {
    let world = World::new();
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let clock = ClockRules::Increment { base: 300, increment: 0 };
    let game = ann.make(&NewGame { clock, ..open_game() }).expect("a game").id;
    bob.join(&game, None).expect("a seat");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let now = bob.look(&game).expect("a game");
    let ending = now.table.ending.expect("an end");
    assert_eq!((ending.reason.as_ref(), ending.winner, now.table.clock.left[0]), ("timeout", Some(1), 0));
}

#[test]
fn clocks_stand_still_while_the_server_is_away() {
    let mut world = World::new();
    let (ann, bob) = (world.guest("Ann"), world.guest("Bob"));
    let clock = ClockRules::Increment { base: 2_000, increment: 0 };
    let game = ann.make(&NewGame { clock, ..open_game() }).expect("a game").id;
    bob.join(&game, None).expect("a seat");
    let cookie = ann.cookie();
    world.stop();
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    world.start();
    let ann = world.stranger();
    ann.set_cookie(cookie);
    let now = ann.look(&game).expect("a game");
    assert_eq!(now.table.stage, StageName::Running);
    assert!(now.table.clock.left[0] > 500, "{:?}", now.table.clock);
}

#[test]
fn on_one_screen_and_on_analysis_boards_one_person_has_all_seats() {
    let world = World::new();
    let ann = world.guest("Ann");
    let game = ann.make(&NewGame { purpose: Purpose::HotSeat, ..NewGame::default() }).expect("a game").id;
    for _ in 0..6 {
        act_first(&ann, &game);
    }
    let board = NewGame {
        purpose: Purpose::Analysis,
        position: Some("G square8 2p; S a1=11,c1=2,h8=2; M2 a4; H 3,3; P movement".to_owned()),
        ..NewGame::default()
    };
    let game = ann.make(&board).expect("a board").id;
    act_first(&ann, &game);
    act_first(&ann, &game);
    for _ in 0..2 {
        let seq = ann.look(&game).expect("a game").seq;
        ann.command(&game, &ClientMessage::Undo { seat: None, seq, client: None }).expect("undone");
    }
    assert_eq!(ann.look(&game).expect("a game").table.actions, 0);
    assert_eq!(world.stranger().games("").expect("a list").len(), 0, "nobody sees them in lists");
}

#[test]
fn whoever_was_away_for_long_gets_everything_in_order() {
    let world = World::new();
    let ann = world.guest("Ann");
    let board = NewGame { purpose: Purpose::Analysis, ..NewGame::default() };
    let game = ann.make(&board).expect("a board").id;
    for _ in 0..50 {
        act_first(&ann, &game);
        let seq = ann.look(&game).expect("a game").seq;
        ann.command(&game, &ClientMessage::Undo { seat: None, seq, client: None }).expect("undone");
    }
    let last = ann.look(&game).expect("a game");
    let mut resumed = ann.socket(&game, Some(0)).expect("a socket");
    for seq in 1..=last.seq {
        let ServerMessage::Update(update) = resumed.receive().expect("a message") else { panic!("an update") };
        assert_eq!(update.seq, seq);
    }
    act_first(&ann, &game);
    assert!(matches!(resumed.receive(), Ok(ServerMessage::Update(update)) if update.seq == last.seq + 1));
}

#[test]
fn rematches_are_made_with_seats_turned() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let phone = world.guest("Phone");
    phone.claim(&bob.renew(&game, None).expect("a link").secret.parse().expect("a secret")).expect("his seat");
    let resign = ClientMessage::Resign { seat: None, client: None };
    ann.command(&game, &resign).expect("resigned");
    let again = ClientMessage::Rematch { seat: None, client: None };
    ann.command(&game, &again).expect("asked");
    bob.command(&game, &again).expect("agreed");
    let next = ann.look(&game).expect("a game").table.next_game.expect("a rematch");
    let now = bob.look(&next).expect("a game");
    assert_eq!((now.table.seats[0].name.as_str(), now.table.to_move), ("Bob", Some(0)));
    act_first(&bob, &next);
    assert_eq!(phone.look(&next).expect("a game").you.expect("a seat").seats, [0], "other devices come along");
}

#[test]
fn wishes_that_make_no_sense_are_answered_with_everything_that_is_wrong() {
    let world = World::new();
    let ann = world.guest("Ann");
    let bad = |game: NewGame| ann.make(&game).expect_err("refused").to_string();
    assert!(bad(NewGame { board: Some("round".to_owned()), ..NewGame::default() }).contains("board: "));
    assert!(bad(NewGame { players: Some(9), ..NewGame::default() }).contains("9"));
    assert!(bad(NewGame { game: Some("chess".to_owned()), ..NewGame::default() }).contains("there is no game chess"));
    let text = bad(NewGame {
        seats: vec![NewSeat::Me, NewSeat::Bot { name: "level:99".to_owned() }, NewSeat::Agent { name: "x".to_owned() }],
        clock: ClockRules::Days { days: 99 },
        ..NewGame::default()
    });
    for part in ["2 play, but seats has 3", "seat 1: a level is", "no agents", "1 to 30 days"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(bad(NewGame { position: Some("G square8 2p".to_owned()), ..NewGame::default() }).contains("position: "));
}

#[test]
fn other_engines_look_on_or_have_the_last_word() {
    use server::rules::{Mode, Settings};
    for mode in [Mode::Shadow, Mode::Spec] {
        let world = World::with_rules(Settings { mode, ..Settings::default() }, |_| {});
        let (ann, bob, game) = duel(&world);
        for player in [&ann, &ann, &bob, &bob] {
            act_first(player, &game);
        }
        let now = ann.look(&game).expect("a game");
        assert_eq!(ann.act(&game, now.seq, "M a1-h3").expect_err("illegal").code(), "illegal");
        let body = json!({ "position": "G square8 2p; S d4=1,h8=2; P movement", "move": "M d4-d5" });
        let verdict: serde_json::Value = ann.ask("POST", "/rules/evaluate_move", Some(&body)).expect("a verdict");
        assert_eq!(verdict["valid"], true);
    }
}

#[test]
fn a_table_tells_whether_it_may_be_analysed() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    let may = |game: &GameId| ann.look(game).expect("a game").table.may_analyse;
    assert!(!may(&game), "people play");
    bob.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    assert!(may(&game), "it is over");
    assert!(may(&ann.make(&against("level:1")).expect("a game").id), "nobody else plays");
    let asg = NewGame { game: Some("asg".to_owned()), ..against("level:1") };
    assert!(!may(&ann.make(&asg).expect("a game").id), "nobody can");
}

#[test]
fn an_ending_is_shown_by_its_cells() {
    let world = World::new();
    let ann = world.guest("Ann");
    let end = |position: &str, action: &str| {
        let game = ann.make(&NewGame { position: Some(position.to_owned()), ..against("level:1") }).expect("a game").id;
        let seq = ann.look(&game).expect("a game").seq;
        ann.act(&game, seq, action).expect("legal");
        ann.look(&game).expect("a game").table.ending.expect("an end")
    };
    let eliminated = end("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement", "M d4-d5");
    assert_eq!((eliminated.reason.as_ref(), eliminated.winner), ("ring_elimination", Some(0)));
    assert_eq!(eliminated.cells, ["d5"]);
    let territory = end("G square8 2p; S a5=1,h8=2; C1 a1:h4; M1 b5; P movement", "M a5-c5");
    assert_eq!((territory.reason.as_ref(), territory.cells.len()), ("territory_control", 33));
    let (cleo, dan, game) = duel(&world);
    cleo.command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    assert!(dan.look(&game).expect("a game").table.ending.expect("an end").cells.is_empty(), "the board shows nothing");
}

#[test]
fn three_play_on_when_one_leaves() {
    let world = World::new();
    let (people, game) = three_without_the_first(&world);
    let now = people[1].look(&game).expect("a game");
    assert_eq!((now.table.stage, now.table.seats[0].gone.as_deref()), (StageName::Running, Some("resignation")));
    // The caretaker moves for Ann, then it is Bob's turn.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while people[1].look(&game).expect("a game").table.to_move != Some(1) {
        assert!(std::time::Instant::now() < deadline, "the caretaker moves");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    people[1].command(&game, &ClientMessage::Resign { seat: None, client: None }).expect("resigned");
    let ending = people[2].look(&game).expect("a game").table.ending.expect("an end");
    assert_eq!((ending.winner, ending.ranks.map(|ranks| ranks.to_vec())), (Some(2), Some(vec![3, 2, 1])));
}

#[test]
fn takebacks_and_undos_go_over_the_wire() {
    let world = World::new();
    let (ann, bob, game) = duel(&world);
    act_first(&ann, &game);
    let seq = ann.look(&game).expect("a game").seq;
    assert!(ann.look(&game).expect("a game").you.expect("a seat").can_undo);
    ann.command(&game, &ClientMessage::Undo { seat: None, seq, client: None }).expect("undone");
    while ann.look(&game).expect("a game").table.to_move == Some(0) {
        act_first(&ann, &game);
    }
    let takeback = |agree| ClientMessage::Takeback { seat: None, agree, client: None };
    ann.command(&game, &takeback(true)).expect("asked");
    assert_eq!(bob.look(&game).expect("a game").table.takeback, Some(0));
    bob.command(&game, &takeback(false)).expect("refused");
    ann.command(&game, &takeback(true)).expect("asked again");
    bob.command(&game, &takeback(true)).expect("agreed");
    let now = ann.look(&game).expect("a game");
    assert_eq!((now.table.actions, now.table.to_move, now.table.takeback), (0, Some(0), None));
}
