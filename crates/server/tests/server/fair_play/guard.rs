//! Positions of running games between people are not evaluated, however they are described.

use api::client::{Client, ClientError};
use api::{
    AnalyseBody, AnalysisCheckBody, AnalysisCheckView, AnalysisView, ClientMessage, GameId, NewGame, NewSeat, Purpose,
    StateView,
};
use ringrift::{ByPlayer, FinishedGames, Overrides, Player, Position, Ruleset, Setup, Symmetry};

use crate::setup::{RESIGN, act_first, against, create, duel, finish_turn, snapshot};
use crate::study::{last_review, review_lines};
use crate::test_server::TestServer;

fn analyse(client: &Client, body: &AnalyseBody) -> Result<AnalysisView, ClientError> {
    client.request("POST", "/api/analyse", Some(body))
}

fn analyse_position(client: &Client, position: &str) -> Result<AnalysisView, ClientError> {
    let body = AnalyseBody { position: Some(position.to_owned()), nodes: Some(100), ..AnalyseBody::default() };
    analyse(client, &body)
}

fn position_text(client: &Client, game: &GameId) -> String {
    let StateView::RingRift(state) = snapshot(client, game).state else { panic!("expected a RingRift state") };
    state.position
}

/// Checks that the server refuses to analyse a position.
fn check_guarded(client: &Client, position: &str) {
    match analyse_position(client, position) {
        Ok(_) => panic!("{position} was analysed"),
        Err(error) => assert_eq!(error.code(), "being_played", "{position}"),
    }
}

/// Starts a game between two guests and plays its first three turns. Returns the positions after each action.
fn three_turns(server: &TestServer) -> (Client, Client, GameId, Vec<String>) {
    let (ann, bob, game) = duel(server);
    let mut positions = vec![position_text(&ann, &game)];
    for player in [&ann, &bob, &ann] {
        while snapshot(player, &game).you.expect("the client holds a seat").legal.is_some() {
            act_first(player, &game);
            positions.push(position_text(&ann, &game));
        }
    }
    (ann, bob, game, positions)
}

/// Returns texts of positions with the same board that differ in other respects.
fn disguises(text: &str) -> Vec<String> {
    let setup = Position::parse(text).expect("the position is valid").to_setup();
    let rules = setup.rules;
    let swapped = |player: Player| player.next(2);
    let owned = |list: &[(ringrift::Coord, Player)]| list.iter().map(|&(at, owner)| (at, swapped(owner))).collect();
    let three_players = Ruleset::canon(rules.board, 3).expect("canon allows three players");
    let live =
        Ruleset::new(ringrift::Edition::Live, rules.board, 2, &Overrides::default()).expect("the rules are valid");
    let hands = ByPlayer([10, 10, 0, 0]);
    let fresh = Setup { hands, phase: None, last_standing: None, last_actions: Vec::new(), ..setup.clone() };
    let mut disguised = vec![
        setup.clone(),
        Setup { hands: ByPlayer([setup.hands[Player::One] - 1, setup.hands[Player::Two], 0, 0]), ..setup.clone() },
        Setup { rules: Ruleset { turn_cap: Some(300), ..rules }, ..setup.clone() },
        Setup { turn: 1, ..fresh.clone() },
        Setup { credits: ByPlayer([1, 2, 0, 0]), ..fresh.clone() },
        Setup { rules: live, ..fresh.clone() },
        Setup { to_move: swapped(setup.to_move), ..fresh.clone() },
        Setup { rules: three_players, ..fresh.clone() },
        Setup {
            stacks: setup
                .stacks
                .iter()
                .map(|(at, rings)| (*at, rings.iter().copied().map(swapped).collect()))
                .collect(),
            markers: owned(&setup.markers),
            collapsed: owned(&setup.collapsed),
            to_move: swapped(setup.to_move),
            ..fresh.clone()
        },
    ];
    disguised.extend(Symmetry::all(rules.board).map(|symmetry| setup.image(symmetry)));
    let text = |setup: &Setup| match Position::from_setup(setup, FinishedGames::Allow) {
        Ok(position) => position.to_string(),
        Err(error) => panic!("{setup:?}: {error}"),
    };
    disguised.iter().map(text).collect()
}

/// The attack: a running game's position without `; L 2`, with one ring less in hand, or with another turn cap is analysed.
#[test]
fn positions_of_running_games_are_recognised_in_every_disguise() {
    let server = TestServer::new();
    let (_ann, bob, game, positions) = three_turns(&server);
    let cleo = server.guest("Cleo");
    let current = positions.last().expect("the game has positions");
    for text in disguises(current) {
        check_guarded(&cleo, &text);
    }
    let without_last_standing: Vec<&str> = current.split("; ").filter(|field| !field.starts_with('L')).collect();
    check_guarded(&cleo, &without_last_standing.join("; "));
    // A position in the middle of a turn, also if it is described as the start of one.
    act_first(&bob, &game);
    for text in disguises(&position_text(&bob, &game)) {
        check_guarded(&cleo, &text);
    }
    bob.command(&game, &RESIGN).expect("a player can resign");
    for text in disguises(current) {
        analyse_position(&cleo, &text).expect("the game is over");
    }
}

#[test]
fn positions_are_guarded_from_the_fourth_turn_on_for_one_round() {
    let server = TestServer::new();
    let (ann, bob, game, positions) = three_turns(&server);
    let (last, earlier) = positions.split_last().expect("the game has positions");
    for text in earlier {
        analyse_position(&ann, text).expect("the first three turns may be analysed");
    }
    check_guarded(&ann, last);
    finish_turn(&bob, &game);
    let fifth = position_text(&ann, &game);
    for text in [last, &fifth] {
        check_guarded(&ann, text);
    }
    finish_turn(&ann, &game);
    analyse_position(&ann, last).expect("a full round has passed");
    check_guarded(&ann, &fifth);
}

/// The attack: a round after a turn its positions are open, and a takeback returns to that round.
#[test]
fn positions_are_guarded_again_after_a_takeback() {
    let server = TestServer::new();
    let (ann, bob, game, _) = three_turns(&server);
    finish_turn(&bob, &game);
    let mut fifth = Vec::new();
    while snapshot(&ann, &game).you.expect("Ann holds a seat").legal.is_some() {
        fifth.push(position_text(&ann, &game));
        act_first(&ann, &game);
    }
    let sixth = position_text(&bob, &game);
    finish_turn(&bob, &game);
    let cleo = server.guest("Cleo");
    for text in &fifth {
        analyse_position(&cleo, text).expect("a full round has passed");
    }
    let takeback = ClientMessage::Takeback { seat: None, agree: true, client: None };
    bob.command(&game, &takeback).expect("Bob can request a takeback");
    ann.command(&game, &takeback).expect("Ann can agree");
    assert_eq!(position_text(&bob, &game), sixth, "Bob takes back the sixth turn");
    for text in fifth.iter().chain([&sixth]) {
        check_guarded(&cleo, text);
    }
}

#[test]
fn running_games_between_people_are_not_analysed() {
    let server = TestServer::new();
    let of_game = |id| AnalyseBody { game: Some(id), nodes: Some(100), ..AnalyseBody::default() };
    let ann = server.guest("Ann");
    analyse(&ann, &of_game(create(&ann, &against("level:1")))).expect("a game against a bot can be analysed");
    let (cleo, dan, game) = duel(&server);
    act_first(&cleo, &game);
    for ply in [None, Some(0)] {
        let body = AnalyseBody { ply, ..of_game(game.clone()) };
        assert_eq!(analyse(&ann, &body).expect_err("the game is running").code(), "being_played");
    }
    dan.command(&game, &RESIGN).expect("a player can resign");
    analyse(&ann, &of_game(game)).expect("the game is over");
}

/// The attack: a new game from the exact position with two bots shows the best moves.
#[test]
fn bots_do_not_play_positions_of_running_games() {
    let server = TestServer::new();
    let (ann, bob, game, positions) = three_turns(&server);
    let current = positions.last().expect("the game has positions");
    let bot = || NewSeat::Bot { name: "level:1".to_owned() };
    let from = |position: &str, seats: &[NewSeat], purpose| NewGame {
        position: Some(position.to_owned()),
        seats: seats.to_vec(),
        purpose,
        ..NewGame::default()
    };
    for purpose in [Purpose::Match, Purpose::HotSeat, Purpose::Analysis] {
        for text in disguises(current) {
            let players = Position::parse(&text).expect("the position is valid").rules().players;
            let seats: Vec<NewSeat> = (0..players).map(|seat| if seat == 0 { NewSeat::Me } else { bot() }).collect();
            let error = ann.create_game(&from(&text, &seats, purpose)).expect_err("people play the position");
            assert_eq!(error.code(), "being_played", "{text}");
            assert!(error.to_string().contains("wait until that game is over"), "{error}");
        }
    }
    let bots = ann.create_game(&from(current, &[bot(), bot()], Purpose::Match));
    assert_eq!(bots.expect_err("people play the position").code(), "being_played");
    // A bot would replace a player who leaves a game of three.
    let setup = Position::parse(current).expect("the position is valid").to_setup();
    let rules = Ruleset::canon(setup.rules.board, 3).expect("canon allows three players");
    let three = Setup { rules, phase: None, last_standing: None, last_actions: Vec::new(), ..setup };
    let three = Position::from_setup(&three, FinishedGames::Reject).expect("the position is valid").to_string();
    let open = ann.create_game(&from(&three, &[NewSeat::Me, NewSeat::Open, NewSeat::Open], Purpose::Match));
    assert_eq!(open.expect_err("people play the position").code(), "being_played");
    let board = create(&ann, &from(current, &[NewSeat::Me, NewSeat::Me], Purpose::Analysis));
    let body = AnalyseBody { game: Some(board), ..AnalyseBody::default() };
    assert_eq!(analyse(&ann, &body).expect_err("people play the position").code(), "being_played");
    bob.command(&game, &RESIGN).expect("a player can resign");
    create(&ann, &from(current, &[NewSeat::Me, bot()], Purpose::Match));
}

#[test]
fn rematches_with_bots_do_not_start_from_positions_of_running_games() {
    let server = TestServer::new();
    let (ann, _bob, first, positions) = three_turns(&server);
    ann.command(&first, &RESIGN).expect("a player can resign");
    let request = NewGame { position: positions.last().cloned(), ..against("level:1") };
    let against_bot = create(&ann, &request);
    ann.command(&against_bot, &RESIGN).expect("a player can resign");
    let (_, _, second, again) = three_turns(&server);
    assert_eq!(again, positions);
    let rematch = ClientMessage::Rematch { seat: None, client: None };
    let error = ann.command(&against_bot, &rematch).expect_err("people play the start position");
    assert_eq!(error.code(), "being_played");
    assert_ne!(second, first);
}

#[test]
fn running_games_between_people_are_not_reviewed() {
    let server = TestServer::new();
    let (ann, _bob, game) = duel(&server);
    let answer = ann.raw("GET", &format!("/api/games/{game}/review"), &[], None).expect("the server responds");
    assert_eq!(answer.status, 403);
}

#[test]
fn reviews_hide_positions_of_running_games_between_people() {
    let server = TestServer::new();
    let (ann, _bob, _game, positions) = three_turns(&server);
    let board = NewGame { position: positions.last().cloned(), purpose: Purpose::Analysis, ..NewGame::default() };
    let copy = create(&ann, &board);
    act_first(&ann, &copy);
    let lines = review_lines(&ann, &copy);
    let review = last_review(&lines);
    assert_eq!(review.chances[0], None);
    assert!(review.chances[1].is_some());
    assert!(review.faults.is_empty());
    assert!(review.turning_points.is_empty());
    assert!(review.players.iter().all(|player| player.decisions == 0 && player.accuracy.is_none()));
}

/// Pages analyse in the browser after this check, so it must reject what the analysis of the server rejects.
#[test]
fn check_for_clients_that_analyse_on_their_own_rejects_what_the_server_does_not_analyse() {
    let server = TestServer::new();
    let (ann, bob, game, positions) = three_turns(&server);
    let check = |body: &AnalysisCheckBody| -> Result<AnalysisCheckView, ClientError> {
        ann.request("POST", "/api/analyse/check", Some(body))
    };
    let current = AnalysisCheckBody { position: positions.last().cloned(), game: None };
    let first = AnalysisCheckBody { position: positions.first().cloned(), game: None };
    let running = AnalysisCheckBody { position: None, game: Some(game.clone()) };
    for body in [&current, &running] {
        assert_eq!(check(body).expect_err("people play it").code(), "being_played", "{body:?}");
    }
    assert_eq!(check(&first).expect("everyone knows the start"), AnalysisCheckView { hidden: Vec::new() });
    // A game on an analysis board that begins with the position of the running game.
    let board = NewGame { position: positions.last().cloned(), purpose: Purpose::Analysis, ..NewGame::default() };
    let copy = create(&ann, &board);
    act_first(&ann, &copy);
    let copied = AnalysisCheckBody { position: None, game: Some(copy) };
    assert_eq!(check(&copied).expect("the game has no people").hidden, [0]);
    for body in [
        AnalysisCheckBody::default(),
        AnalysisCheckBody { position: positions.first().cloned(), game: Some(game.clone()) },
    ] {
        assert_eq!(check(&body).expect_err("the question is invalid").code(), "bad_question");
    }
    bob.command(&game, &RESIGN).expect("a player can resign");
    for body in [current, running, copied] {
        assert_eq!(check(&body).expect("the game is over").hidden, [0; 0], "{body:?}");
    }
}

#[test]
fn operator_can_turn_off_the_analysis_of_the_server() {
    let server = TestServer::with(|config| config.analysis = false);
    let (ann, bob, game) = duel(&server);
    bob.command(&game, &RESIGN).expect("a player can resign");
    let error = analyse_position(&ann, "G square8 2p").expect_err("the analysis is turned off");
    assert_eq!(error.code(), "analysis_off");
    assert!(error.to_string().contains("analysis is turned off on this server"), "{error}");
    let of_the_game = AnalyseBody { game: Some(game.clone()), ..AnalyseBody::default() };
    assert_eq!(analyse(&ann, &of_the_game).expect_err("the analysis is turned off").code(), "analysis_off");
    let review = ann.raw("GET", &format!("/api/games/{game}/review"), &[], None).expect("the server responds");
    assert_eq!(review.status, 501);
    assert!(review.text().contains("analysis_off"));
    // Browsers can still ask whether they may analyse.
    let check = AnalysisCheckBody { position: None, game: Some(game) };
    let checked: Result<AnalysisCheckView, ClientError> = ann.request("POST", "/api/analyse/check", Some(&check));
    assert_eq!(checked.expect("the game is over").hidden, [0; 0]);
}
