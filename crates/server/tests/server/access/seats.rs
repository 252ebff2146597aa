//! Seats, invitations and devices.

use api::{CreatedGame, InvitationState, NewGame, NewSeat, Secret, ServerMessage, Visibility};

use crate::setup::{act_first, snapshot};
use crate::test_server::TestServer;

fn secret(created: &CreatedGame, seat: usize) -> Secret {
    created.secrets[seat].clone().expect("the seat has a secret")
}

fn parse(text: &str) -> Secret {
    text.parse().expect("the text is a secret")
}

#[test]
fn private_games_are_joined_with_an_invitation() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    assert_eq!(bob.join(&created.id, None).expect_err("the game is private").code(), "private");
    let claimed = bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    assert_eq!(claimed.game, created.id);
    assert_eq!(claimed.seat, 1);
}

#[test]
fn the_update_about_a_new_player_has_the_name() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    let mut socket = ann.socket(&created.id, None).expect("the socket opens");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    loop {
        let message = socket.receive().expect("the socket is open");
        let ServerMessage::Update(update) = message else { continue };
        let name = &update.table.seats[1].name;
        if !name.is_empty() {
            return assert_eq!(name, "Bob");
        }
    }
}

#[test]
fn invitations_can_be_used_once() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    let own = bob.claim(&secret(&created, 1)).expect("the invitation is valid").secret;
    assert_eq!(ann.claim(&secret(&created, 1)).expect_err("the invitation is used").code(), "bad_secret");
    let tablet = server.guest("Tablet");
    let claimed = tablet.claim(&own.expect("Bob gets a new secret")).expect("the new secret opens Bob's seat");
    assert_eq!(claimed.seat, 1);
    assert_eq!(claimed.secret, None);
}

#[test]
fn secret_opens_the_seat_on_another_device() {
    let server = TestServer::new();
    let (ann, bob, phone) = (server.guest("Ann"), server.guest("Bob"), server.guest("Phone"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    phone.claim(&secret(&created, 0)).expect("the secret opens Ann's seat");
    act_first(&phone, &created.id);
    assert_eq!(snapshot(&phone, &created.id).table.seats[0].name, "Ann");
}

#[test]
fn new_secret_removes_other_devices() {
    let server = TestServer::new();
    let (ann, bob, phone) = (server.guest("Ann"), server.guest("Bob"), server.guest("Phone"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    phone.claim(&secret(&created, 0)).expect("the secret opens Ann's seat");
    let renewed = ann.renew(&created.id, None).expect("Ann holds the seat");
    let seq = snapshot(&ann, &created.id).seq;
    assert_eq!(phone.act(&created.id, seq, "P a1").expect_err("the seat is lost").code(), "private");
    assert_eq!(phone.claim(&secret(&created, 0)).expect_err("the secret is replaced").code(), "bad_secret");
    phone.claim(&parse(&renewed.secret)).expect("the new secret is valid");
}

#[test]
fn seat_that_was_left_can_be_offered_again() {
    let server = TestServer::new();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| server.guest(name));
    let seats = vec![NewSeat::Me, NewSeat::Open, NewSeat::Open];
    let request = NewGame { players: Some(3), seats, ..NewGame::default() };
    let created = ann.create_game(&request).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    bob.leave(&created.id, None).expect("the game has not started");
    assert_eq!(eve.claim(&secret(&created, 1)).expect_err("the invitation is used").code(), "bad_secret");
    assert_eq!(eve.renew(&created.id, Some(1)).expect_err("Eve does not play").code(), "private");
    let renewed = ann.renew(&created.id, Some(1)).expect("Ann plays the game");
    assert_eq!(eve.claim(&parse(&renewed.secret)).expect("the new invitation is valid").seat, 1);
    assert_eq!(ann.renew(&created.id, Some(1)).expect_err("the seat is taken").code(), "not_yours");
}

#[test]
fn creator_without_a_seat_can_renew_invitations() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let request = NewGame { seats: vec![NewSeat::Open; 2], ..NewGame::default() };
    let created = ann.create_game(&request).expect("the game is created");
    let renewed = ann.renew(&created.id, Some(0)).expect("Ann created the game");
    assert_eq!(bob.claim(&secret(&created, 0)).expect_err("the invitation is replaced").code(), "bad_secret");
    bob.claim(&parse(&renewed.secret)).expect("the new invitation is valid");
}

/// A read error after the write was ignored: the response was a success, and other devices kept the seat.
#[test]
fn a_new_secret_removes_other_devices_even_if_the_guests_cannot_be_read() {
    let server = TestServer::new();
    let (ann, bob, phone) = (server.guest("Ann"), server.guest("Bob"), server.guest("Phone"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    phone.claim(&secret(&created, 0)).expect("the secret opens Ann's seat");
    server.sql("ALTER TABLE viewers RENAME TO hidden_viewers");
    assert_eq!(ann.renew(&created.id, None).expect_err("the guests cannot be read").code(), "maybe_saved");
    let seq = snapshot(&ann, &created.id).seq;
    assert_eq!(phone.act(&created.id, seq, "P a1").expect_err("the seat is lost").code(), "private");
    server.sql("ALTER TABLE hidden_viewers RENAME TO viewers");
    let renewed = ann.renew(&created.id, None).expect("Ann can try again");
    phone.claim(&parse(&renewed.secret)).expect("the new secret is valid");
}

#[test]
fn invitations_are_described_without_using_them() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    let invitation = secret(&created, 1);
    for _ in 0..2 {
        let view = bob.invitation(&invitation).expect("the invitation is valid");
        assert_eq!((view.state, view.id.as_ref()), (InvitationState::Open, Some(&created.id)));
        let table = view.table.expect("the seat is open");
        assert_eq!((table.inviter.as_deref(), table.seat), (Some("Ann"), 1));
        assert_eq!((&*table.game, &*table.rules_title), ("ringrift", "square8 2p standard"));
    }
    let own = ann.invitation(&invitation).expect("the invitation is valid");
    assert_eq!((own.state, own.id), (InvitationState::Yours, Some(created.id.clone())));
    assert!(own.table.is_some(), "the seat is still open");
    assert_eq!(bob.invitation(&Secret::random()).expect_err("there is no such invitation").code(), "bad_secret");
    bob.claim(&invitation).expect("the invitation was not used");
}

#[test]
fn used_invitation_leads_its_player_back_and_tells_others_nothing_about_a_private_game() {
    let server = TestServer::new();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| server.guest(name));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    let invitation = secret(&created, 1);
    bob.claim(&invitation).expect("the invitation is valid");
    for player in [&ann, &bob] {
        let view = player.invitation(&invitation).expect("the invitation is known");
        assert_eq!((view.state, view.id, view.table), (InvitationState::Yours, Some(created.id.clone()), None));
    }
    let again = bob.claim(&invitation).expect("Bob has used the invitation");
    assert_eq!((again.game, again.seat, again.secret), (created.id, 1, None));
    let view = eve.invitation(&invitation).expect("the invitation is known");
    assert_eq!((view.state, view.id, view.table), (InvitationState::Used, None, None));
    assert_eq!(eve.claim(&invitation).expect_err("the invitation is used").code(), "bad_secret");
}

#[test]
fn used_invitation_of_a_public_game_leads_others_to_watching() {
    let server = TestServer::new();
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| server.guest(name));
    let request = NewGame { visibility: Visibility::Public, ..NewGame::default() };
    let created = ann.create_game(&request).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    let view = eve.invitation(&secret(&created, 1)).expect("the invitation is known");
    assert_eq!((view.state, view.id), (InvitationState::Used, Some(created.id)));
}

#[test]
fn secret_of_a_taken_seat_is_described_as_access_for_another_device() {
    let server = TestServer::new();
    let (ann, phone) = (server.guest("Ann"), server.guest("Phone"));
    let created = ann.create_game(&NewGame::default()).expect("the game is created");
    let view = phone.invitation(&secret(&created, 0)).expect("the secret is valid");
    assert_eq!((view.state, view.table), (InvitationState::Device, None));
}

/// The guest who has left the seat gets no access with the old invitation.
#[test]
fn used_invitation_does_not_open_a_seat_that_was_left() {
    let server = TestServer::new();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let seats = vec![NewSeat::Me, NewSeat::Open, NewSeat::Open];
    let request = NewGame { players: Some(3), seats, ..NewGame::default() };
    let created = ann.create_game(&request).expect("the game is created");
    bob.claim(&secret(&created, 1)).expect("the invitation is valid");
    bob.leave(&created.id, None).expect("the game has not started");
    let view = bob.invitation(&secret(&created, 1)).expect("the invitation is known");
    assert_eq!((view.state, view.id), (InvitationState::Used, None));
    assert_eq!(bob.claim(&secret(&created, 1)).expect_err("the invitation is used").code(), "bad_secret");
}
