//! ASG games and replays.

use api::GameId;
use api::client::Client;
use api::{NewGame, NewSeat, StageName, Visibility};
use page_tests::{Key, Page, REDUCED_MOTION, TestServer, Viewport, role, text, with_server};

/// Starts a match against the weakest computer player with a button of the start page.
pub(crate) fn start_asg(server: &TestServer, button: &str) -> Page {
    let page = Page::open(server, "/");
    page.emulate_media(&[REDUCED_MOTION]);
    page.click(role("button", "ASG, the Agent Strategy Game"));
    page.click("summary");
    page.choose("#setting-level", "1");
    page.click(role("button", button));
    page.wait_for(text("Ply 0 of 0"));
    page
}

#[test]
fn match_against_bot_is_playable() {
    with_server(|server| {
        let page = start_asg(server, "Play now");
        // The first half of the shortest path to the enemy headquarters; forces can move several times in a ply.
        for node in ["p1_hq", "p1_bridge", "p1_n", "mid_n"] {
            page.click(format!("[data-node={node}]").as_str());
        }
        page.wait_for(text("3. 10 from P1 north to Middle north"));
        // New forces join the later moves.
        page.click(role("button", "Add new forces at P1 HQ (up to 3)"));
        page.wait_for(text("4. 13 from P1 north to Middle north"));
        page.wait_for(text("From Middle north to where?"));
        assert_eq!(page.count(".asg-node.target"), 4, "targets are the neighbours that the server lists");
        page.click(role("button", "2. 13 from P1 HQ to P1 bridge"));
        page.focus("li.active input[type=range]");
        page.press_keys([Key::Home, Key::Right, Key::Right]);
        page.wait_for(text("4. 3 from P1 north to Middle north"));
        page.wait_for(text("From Middle north to where?"));
        // The remaining forces can move elsewhere.
        page.focus("[data-node=mid_n]");
        page.press_keys([Key::Escape]);
        page.wait_for("[data-node=p1_hq].source");
        page.screenshot("asg-orders");
        page.assert_healthy();
        page.click(role("button", "Send orders"));
        page.wait_for(text("Ply 2 of 2"));
        page.click(role("button", "Pass"));
        page.wait_for(text("Ply 4 of 4"));
        page.screenshot("asg-game");
        page.assert_healthy();
        page.click(role("button", "Resign"));
        page.accept_dialog();
        page.wait_for(text("wins"));
        page.screenshot("asg-end");
        page.assert_healthy();
    });
}

#[test]
fn match_between_bots_replays_from_start() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click(role("button", "Watch two computers"));
        page.wait_for(text("Replaying the match from the start."));
        let ply = "(document.querySelector('.asg-place')?.textContent.match(/[0-9]+/g) ?? []).map(Number)";
        // The page shows the plies one after the other, even if it has already received later ones.
        for shown in 1..4 {
            page.wait_until(&format!("(([ply, total]) => ply >= {shown} && ply < total)({ply})"));
        }
        page.screenshot("asg-watch");
        page.assert_healthy();
        page.choose("[aria-label=Speed]", "8");
        page.wait_until(&format!("(([ply, total]) => ply === total)({ply})"));
        page.wait_for(text("Open the replay"));
    });
}

#[test]
fn replay_is_shown_and_compared_with_another() {
    with_server(|server| {
        let game = finished_match(server);
        let page = Page::open(server, &format!("/asg/replay?game={game}"));
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(text("Ply 0 of"));
        page.click(role("button", "One ply forward (right arrow)"));
        page.wait_for(text("Ply 1 of"));
        page.screenshot("asg-replay");
        page.assert_healthy();
        drop_replay(&page, &game);
        page.wait_until("document.querySelectorAll('.asg-map').length === 2");
        page.screenshot("asg-compared");
        page.assert_healthy();
    });
}

#[test]
fn invalid_replay_file_is_rejected_with_message() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/asg/replay");
        page.wait_for("input[type=file]");
        drop_text(&page, "{}");
        page.wait_for(".say.bad");
        page.screenshot("asg-replay-phone");
        page.assert_no_horizontal_scroll();
        page.assert_accessible();
    });
}

/// Plays a match between two bots.
fn finished_match(server: &TestServer) -> GameId {
    let guest = server.guest("Ann");
    let bot = || NewSeat::Bot { name: "level:2".to_owned() };
    let (seats, visibility) = (vec![bot(), bot()], Visibility::Public);
    let request = NewGame { game: Some("asg".to_owned()), seats, visibility, ..NewGame::default() };
    let game = guest.create_game(&request).expect("match is created").id;
    // Bots play only while somebody watches.
    let _watching = guest.socket(&game, None).expect("socket opens");
    while guest.game(&game).expect("match exists").table.stage != StageName::Over {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(replay(&guest, &game).contains("seed"));
    game
}

fn replay(guest: &Client, game: &GameId) -> String {
    guest.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("replay exists").text()
}

/// Drops the replay of a game on the page as a file.
fn drop_replay(page: &Page, game: &GameId) {
    page.eval(&format!(
        "fetch('/api/games/{game}/record').then((answer) => answer.text()).then((text) => {{ window.dropped = text; }})"
    ));
    drop_file(page, "window.dropped");
}

fn drop_text(page: &Page, text: &str) {
    drop_file(page, &format!("'{text}'"));
}

pub(crate) fn drop_file(page: &Page, content: &str) {
    page.eval(&format!(
        "(() => {{
           const data = new DataTransfer();
           data.items.add(new File([{content}], 'other.json', {{ type: 'application/json' }}));
           document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}));
         }})()"
    ));
}
