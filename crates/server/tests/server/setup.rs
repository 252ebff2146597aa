//! Helpers that create games and play actions.

use api::client::{Client, Socket};
use api::{ClientMessage, GameId, LegalView, NewGame, NewSeat, Rejection, ServerMessage, Snapshot, Visibility};

use crate::test_server::TestServer;

pub(crate) const RESIGN: ClientMessage = ClientMessage::Resign { seat: None, client: None };

/// Returns a request for a public game with an open second seat.
pub(crate) fn open_game() -> NewGame {
    NewGame { visibility: Visibility::Public, ..NewGame::default() }
}

/// Returns a request for a game against a bot.
pub(crate) fn against(level: &str) -> NewGame {
    NewGame { seats: vec![NewSeat::Me, NewSeat::Bot { name: level.to_owned() }], ..NewGame::default() }
}

pub(crate) fn create(client: &Client, request: &NewGame) -> GameId {
    client.create_game(request).expect("the game is created").id
}

/// Waits for the next rejection.
pub(crate) fn rejection(socket: &mut Socket) -> Rejection {
    let found = socket.until(|message| match message {
        ServerMessage::Rejected(rejection) => Some(rejection),
        _ => None,
    });
    found.expect("the socket is open")
}

pub(crate) fn snapshot(client: &Client, game: &GameId) -> Snapshot {
    client.game(game).expect("the game exists")
}

/// Starts a public game between two guests, Ann and Bob.
pub(crate) fn duel(server: &TestServer) -> (Client, Client, GameId) {
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let game = create(&ann, &open_game());
    bob.join(&game, None).expect("the second seat is open");
    (ann, bob, game)
}

/// Starts a game of three guests, then the first guest resigns.
pub(crate) fn three_players_first_resigned(server: &TestServer) -> ([Client; 3], GameId) {
    let players = ["Ann", "Bob", "Cleo"].map(|name| server.guest(name));
    let game = create(&players[0], &NewGame { players: Some(3), ..open_game() });
    players[1].join(&game, None).expect("the second seat is open");
    players[2].join(&game, None).expect("the third seat is open");
    players[0].command(&game, &RESIGN).expect("a player can resign");
    (players, game)
}

/// Plays the first legal action.
pub(crate) fn act_first(client: &Client, game: &GameId) {
    let now = snapshot(client, game);
    let own = now.you.expect("the client holds a seat");
    let Some(LegalView::RingRift { groups }) = own.legal else {
        panic!("expected the legal actions of a RingRift turn")
    };
    client.act(game, now.seq, groups[0].choices[0].action.clone()).expect("the action is legal");
}

/// Plays the first legal action again and again until it is another seat's turn.
pub(crate) fn finish_turn(client: &Client, game: &GameId) {
    while snapshot(client, game).you.expect("the client holds a seat").legal.is_some() {
        act_first(client, game);
    }
}

pub(crate) fn undo(client: &Client, game: &GameId) {
    let seq = snapshot(client, game).seq;
    client.command(game, &ClientMessage::Undo { seat: None, seq, client: None }).expect("the action can be undone");
}
