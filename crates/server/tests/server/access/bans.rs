//! Bans of guests, devices and networks.

use std::time::{Duration, Instant};

use api::client::Client;
use api::{GuestId, RecoveryCode};
use serde_json::{Value, json};
use server::bans::Ban;
use server::store::{BanKind, BanRow, MAX_TRACES, Op, Store, TraceRow};
use server::time::Moment;
use tempfile::TempDir;

use crate::setup::{duel, open_game};
use crate::test_server::{Lines, TestServer};

fn ban(kind: BanKind, value: &str, until: Option<Moment>) -> Op {
    Op::NewBan(Box::new(BanRow {
        id: "abcdefgh".to_owned(),
        kind,
        value: value.to_owned(),
        reason: "spam in games".to_owned(),
        guest: None,
        created: Moment(0),
        until,
    }))
}

/// Bans a network while the server runs.
pub(crate) fn ban_network(server: &TestServer, network: &str) {
    server.operate(ban(BanKind::Network, network, None));
}

/// Returns a server that believes the header `X-Forwarded-For` of clients on this machine.
fn behind_proxy() -> TestServer {
    TestServer::with(|config| config.trusted_proxies = vec!["127.0.0.1".to_owned()])
}

/// Sends a request from an address. Returns the status and the error code.
fn from(client: &Client, address: &str, (method, path): (&str, &str), body: &Value) -> (u16, String) {
    let headers = [("x-forwarded-for", address), ("content-type", "application/json")];
    let body = (method != "GET").then(|| body.to_string());
    let response = client.raw(method, path, &headers, body.as_deref().map(str::as_bytes)).expect("the server answers");
    let code = serde_json::from_slice::<Value>(&response.body).ok();
    (response.status, code.and_then(|body| Some(body.get("code")?.as_str()?.to_owned())).unwrap_or_default())
}

/// Waits until the running server has read a change of the bans.
pub(crate) fn wait_until(mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !condition() {
        assert!(Instant::now() < deadline, "the server does not apply the bans");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the id in a device cookie.
fn device_of(client: &Client) -> String {
    let cookie = client.device_cookie().expect("the server has set a device cookie");
    cookie.split(['=', '.']).nth(1).expect("the cookie has an id").to_owned()
}

fn guest_of(client: &Client) -> GuestId {
    let cookie = client.cookie().expect("the client is signed in");
    cookie.split(['=', '.']).nth(1).expect("the cookie has an id").parse().expect("it is the id of a guest")
}

#[test]
fn visitors_of_a_banned_network_can_only_read() {
    let server = behind_proxy();
    let (ann, _bob, game) = duel(&server);
    let code: RecoveryCode = ann.new_recovery().expect("Ann is signed in");
    ban_network(&server, "203.0.113.0/24");
    let (sign_in, visitor) = (("POST", "/api/me"), server.visitor());
    wait_until(|| from(&server.visitor(), "203.0.113.9", sign_in, &json!({})).1 == "banned");
    let commands = format!("/api/games/{game}/commands");
    for (client, route, body) in [
        (&visitor, ("POST", "/api/me"), json!({})),
        (&visitor, ("POST", "/api/recover"), json!(code)),
        (&ann, ("POST", commands.as_str()), json!({ "type": "resign" })),
        (&ann, ("POST", "/api/games"), json!(open_game())),
        (&ann, ("GET", &format!("/api/games/{game}/events")), Value::Null),
        (&ann, ("GET", &format!("/api/games/{game}/review")), Value::Null),
        (&ann, ("GET", "/api/me/events"), Value::Null),
    ] {
        assert_eq!(from(client, "203.0.113.9", route, &body), (403, "banned".to_owned()), "{route:?}");
    }
    let headers = [
        ("x-forwarded-for", "203.0.113.9"),
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let socket = ann.raw("GET", &format!("/api/games/{game}/socket"), &headers, None).expect("the server answers");
    assert!(socket.status == 403 && socket.text().contains("your network: spam in games"), "{}", socket.text());
    for path in ["/", "/api/games", &format!("/api/games/{game}"), "/rules"] {
        assert_eq!(from(&ann, "203.0.113.9", ("GET", path), &Value::Null).0, 200, "{path}");
    }
    // The client cannot choose the address that counts: the proxy appends it.
    assert_eq!(from(&visitor, "198.51.100.1, 203.0.113.9", sign_in, &json!({})).1, "banned");
    assert_eq!(from(&visitor, "203.0.113.9, 198.51.100.1", sign_in, &json!({})).0, 200);
    server.operate(Op::LiftBans { id: "abcdefgh".to_owned() });
    wait_until(|| from(&server.visitor(), "203.0.113.9", sign_in, &json!({})).0 == 200);
}

#[test]
fn a_banned_device_cannot_come_back_as_a_new_guest() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let device = device_of(&ann);
    ann.raw("DELETE", "/api/me", &[], None).expect("the guest is deleted");
    ann.sign_in("Annabel").expect("nobody is banned yet");
    assert_eq!(device_of(&ann), device, "the device cookie stays when the guest changes");
    server.operate(ban(BanKind::Device, &device, None));
    wait_until(|| ann.me().is_err());
    let error = ann.me().expect_err("the device is banned");
    assert!(error.code() == "banned" && error.to_string().contains("this device: spam in games"), "{error}");
    ann.set_cookie(None);
    assert_eq!(ann.sign_in("Another").expect_err("the device is banned").code(), "banned");
    let bob = server.guest("Bob");
    let code = bob.new_recovery().expect("Bob is signed in");
    assert_eq!(ann.recover(&code).expect_err("the device is banned").code(), "banned");
    bob.me().expect("another device is not banned");
    ann.set_device_cookie(Some(format!("ringside_device={device}.{}", "0".repeat(64))));
    ann.sign_in("Forger").expect("a forged cookie is ignored, as if there were none");
    assert_ne!(device_of(&ann), device);
}

#[test]
fn open_sockets_and_streams_end_when_their_network_or_device_is_banned() {
    let server = TestServer::new();
    let (ann, bob, game) = duel(&server);
    let mut sockets =
        [ann.socket(&game, None), server.visitor().socket(&game, None)].map(|socket| socket.expect("it opens"));
    let token = bob.new_token("reader", &["read"]).expect("the scope exists").token.expect("it is shown once");
    let mut lines = Lines::open(server.base(), &format!("/api/games/{game}/events"), &token);
    ban_network(&server, "127.0.0.1");
    for socket in &mut sockets {
        let closed = loop {
            if let Err(error) = socket.receive() {
                break error.to_string();
            }
        };
        assert!(closed.contains("1008"), "{closed}");
    }
    while lines.next_if_any().is_some() {}
    assert_eq!(ann.me().map(|me| me.name), Ok("Ann".to_owned()), "reading is possible");
    assert!(ann.socket(&game, None).is_err());
}

#[test]
fn bans_end() {
    let server = behind_proxy();
    let ann = server.guest("Ann");
    let guest = guest_of(&ann);
    let ban_guest = |until| Op::Ban { guest: guest.clone(), ban: Some(Ban { reason: "spam".to_owned(), until }) };
    server.operate(ban_guest(Some(Moment(i64::MAX / 2))));
    assert!(ann.me().expect_err("the ban has not ended").to_string().contains("until"));
    server.operate(ban_guest(Some(Moment(1))));
    ann.me().expect("the ban has ended");
    server.operate(ban(BanKind::Network, "203.0.113.9", Some(Moment(1))));
    ban_network(&server, "203.0.113.10");
    let sign_in = |address| from(&server.visitor(), address, ("POST", "/api/me"), &json!({}));
    wait_until(|| sign_in("203.0.113.10").1 == "banned");
    assert_eq!(sign_in("203.0.113.9").0, 200);
}

#[test]
fn a_banned_guest_cannot_recover() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let code = ann.new_recovery().expect("Ann is signed in");
    server.operate(Op::Ban { guest: guest_of(&ann), ban: Some(Ban { reason: "spam".to_owned(), until: None }) });
    assert_eq!(server.visitor().recover(&code).expect_err("the guest is banned").code(), "banned");
}

#[test]
fn devices_and_networks_of_guests_are_stored_unless_switched_off() {
    let server = behind_proxy();
    let ann = server.guest("Ann");
    let traces = server.traces(&guest_of(&ann));
    let network = traces.iter().find(|trace| trace.kind == BanKind::Network).expect("the network is stored");
    assert_eq!(network.value, "127.0.0.1");
    let device = traces.iter().find(|trace| trace.kind == BanKind::Device).expect("the device is stored");
    assert_eq!(device.value, device_of(&ann));
    let server = TestServer::with(|config| config.remember_devices_days = 0);
    let ann = server.guest("Ann");
    assert_eq!(ann.device_cookie(), None);
    assert_eq!(server.traces(&guest_of(&ann)), []);
}

/// Returns the stored values of one kind.
fn values(server: &TestServer, guest: &GuestId, kind: BanKind) -> Vec<String> {
    let traces = server.traces(guest).into_iter().filter(|trace| trace.kind == kind);
    let mut values: Vec<String> = traces.map(|trace| trace.value).collect();
    values.sort_unstable();
    values
}

/// Devices and networks were stored once an hour, so a guest could play from other ones without a trace.
#[test]
fn changes_of_device_and_network_are_stored_at_once() {
    let server = behind_proxy();
    let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
    let guest = guest_of(&ann);
    for address in ["203.0.113.9", "198.51.100.7", "203.0.113.9"] {
        assert_eq!(from(&ann, address, ("GET", "/api/me"), &Value::Null).0, 200);
    }
    assert_eq!(values(&server, &guest, BanKind::Network), ["127.0.0.1", "198.51.100.7", "203.0.113.9"]);
    let own_device = device_of(&ann);
    ann.set_device_cookie(bob.device_cookie());
    ann.me().expect("Ann is signed in");
    let mut devices = [own_device, device_of(&bob)];
    devices.sort_unstable();
    assert_eq!(values(&server, &guest, BanKind::Device), devices);
}

#[tokio::test]
async fn the_latest_devices_of_a_guest_are_stored_for_a_while() {
    let folder = TempDir::new().expect("the temporary folder can be created");
    let store = Store::open(folder.path()).await.expect("the store opens");
    let guest = GuestId::random();
    let new = server::store::NewGuest { id: guest.clone(), name: "Ann".to_owned(), at: Moment(0) };
    let mut ops = vec![Op::NewGuest(new)];
    for number in 0..2 * i64::from(MAX_TRACES) {
        for kind in [BanKind::Device, BanKind::Network] {
            let trace = TraceRow { kind, value: number.to_string(), seen: Moment(number) };
            ops.push(Op::Trace { guest: guest.clone(), trace });
        }
    }
    store.write(ops).await.expect("the store is writable");
    let stored = || async { store.traces(&guest).await.expect("the store is readable") };
    assert_eq!(stored().await.len(), 2 * MAX_TRACES as usize);
    assert!(stored().await.iter().all(|trace| trace.seen.0 >= i64::from(MAX_TRACES)));
    store.write(vec![Op::Expire { traces: Moment(9), bans: Moment(9) }]).await.expect("the store is writable");
    assert_eq!(stored().await.len(), 2);
    store.write(vec![Op::DeleteGuest { guest: guest.clone() }]).await.expect("the store is writable");
    assert_eq!(stored().await, [], "they are deleted with the guest");
    store.close().await;
}
