//! The Agent Strategy Game.

use api::GameId;
use api::client::Client;
use api::{NewGame, NewSeat, StageName};
use page_tests::{Key, Look, Page, STILL, Site, role, text, with_site};

#[test]
fn a_match_is_played_against_the_computer() {
    with_site(|site| {
        let page = Page::open(site, "/");
        page.media(&[STILL]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click("summary");
        page.choose("#setting-level", "1");
        page.click(role("button", "Play now"));
        page.see(text("Ply 0 of 0"));
        // The shortest way to the other headquarters; forces can walk on.
        for node in ["p1_hq", "p1_bridge", "p1_n", "mid_n"] {
            page.click(format!("[data-node={node}]").as_str());
        }
        page.see(text("3. 10 from p1_n to mid_n"));
        // Those who come first walk along with all who follow.
        page.click(role("button", "Add new forces at p1_hq (up to 3)"));
        page.see(text("4. 13 from p1_n to mid_n"));
        page.see(text("From mid_n to where?"));
        assert_eq!(page.count(".asg-node.target"), 4, "as many neighbours as the server says");
        page.click(role("button", "2. 13 from p1_hq to p1_bridge"));
        page.focus("li.active input[type=range]");
        page.keys([Key::Home, Key::Right, Key::Right]);
        page.see(text("4. 3 from p1_n to mid_n"));
        page.see(text("From mid_n to where?"));
        // Who stays behind can go elsewhere.
        page.focus("[data-node=mid_n]");
        page.keys([Key::Escape]);
        page.see("[data-node=p1_hq].source");
        page.screenshot("asg-orders");
        page.is_sound();
        page.click(role("button", "Send orders"));
        page.see(text("Ply 2 of 2"));
        page.click(role("button", "Pass"));
        page.see(text("Ply 4 of 4"));
        page.screenshot("asg-game");
        page.is_sound();
        page.click(role("button", "Resign"));
        page.agree();
        page.see(text("wins"));
        page.screenshot("asg-end");
        page.is_sound();
    });
}

#[test]
fn two_computers_are_watched_from_the_start() {
    with_site(|site| {
        let page = Page::open(site, "/");
        page.media(&[STILL]);
        page.click(role("button", "ASG, the Agent Strategy Game"));
        page.click(role("button", "Watch two computers"));
        page.see(text("This is the match from its start."));
        let ply = "(document.querySelector('.asg-place')?.textContent.match(/[0-9]+/g) ?? []).map(Number)";
        // One after the other, however many there are already.
        for shown in 1..4 {
            page.wait_until(&format!("(([ply, total]) => ply >= {shown} && ply < total)({ply})"));
        }
        page.screenshot("asg-watch");
        page.is_sound();
        page.choose("[aria-label=Speed]", "8");
        page.wait_until(&format!("(([ply, total]) => ply === total)({ply})"));
        page.see(text("Open the replay"));
    });
}

#[test]
fn a_replay_of_the_server_is_watched_and_compared() {
    with_site(|site| {
        let game = finished_match(site);
        let page = Page::open(site, &format!("/asg/replay?game={game}"));
        page.media(&[STILL]);
        page.see(text("Ply 0 of"));
        page.click(role("button", "One ply on (right arrow)"));
        page.see(text("Ply 1 of"));
        page.screenshot("asg-replay");
        page.is_sound();
        drop_replay(&page, &game);
        page.wait_until("document.querySelectorAll('.asg-map').length === 2");
        page.screenshot("asg-compared");
        page.is_sound();
    });
}

#[test]
fn a_file_that_is_no_replay_is_refused_in_words() {
    with_site(|site| {
        let page = Page::open_in(Look::PHONE, site, "/asg/replay");
        page.see("input[type=file]");
        drop_text(&page, "{}");
        page.see(".say.bad");
        page.screenshot("asg-replay-phone");
        page.no_sideways_scroll();
        page.axe();
    });
}

/// A match between two bots that is over.
fn finished_match(site: &Site) -> GameId {
    let guest = site.guest("Ann");
    let bot = || NewSeat::Bot { name: "level:2".to_owned() };
    let wish = NewGame { game: Some("asg".to_owned()), seats: vec![bot(), bot()], ..NewGame::default() };
    let game = guest.create_game(&wish).expect("a match").id;
    while guest.game(&game).expect("a match").table.stage != StageName::Over {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(replay(&guest, &game).contains("seed"));
    game
}

fn replay(guest: &Client, game: &GameId) -> String {
    guest.raw("GET", &format!("/api/games/{game}/record"), &[], None).expect("a replay").text()
}

/// Drops the replay of a game of this server on the page, as if it were a file.
fn drop_replay(page: &Page, game: &GameId) {
    page.eval(&format!(
        "fetch('/api/games/{game}/record').then((answer) => answer.text()).then((text) => {{ window.dropped = text; }})"
    ));
    drop_file(page, "window.dropped");
}

fn drop_text(page: &Page, text: &str) {
    drop_file(page, &format!("'{text}'"));
}

fn drop_file(page: &Page, content: &str) {
    page.eval(&format!(
        "(() => {{
           const data = new DataTransfer();
           data.items.add(new File([{content}], 'other.json', {{ type: 'application/json' }}));
           document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}));
         }})()"
    ));
}
