//! Games between two players.

use page_tests::{Page, REDUCED_MOTION, role, text, with_server};

use crate::board::{IS_OVER, Input, play, resign, start_game};

#[test]
fn two_players_play_by_invitation() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        for page in [&anna, &ben] {
            page.emulate_media(&[REDUCED_MOTION]);
        }
        anna.click(role("button", "Create invite link"));
        anna.wait_for("input[readonly]");
        anna.assert_healthy();
        let link = anna.eval_string("document.querySelector('input[readonly]').value");
        accept_invitation(&ben, &link, "Ben");
        play(&anna, Input::Keyboard, 1);
        let notices = ask_for_notifications(&anna);
        play(&ben, Input::Keyboard, 2);
        anna.wait_until(&format!("{notices} === 'Your turn: Your game against Ben waits for you.'"));
        anna.eval("void delete document.hidden");
        assert_eq!(anna.eval_string("document.title"), "● Your turn · RingRift against Ben");
        ben.reload();
        play(&anna, Input::Keyboard, 3);
        ben.wait_until("document.querySelector('.turn-number')?.textContent === 'Turn 4'");
        for page in [&anna, &ben] {
            assert_eq!(offered_analysis(page), "");
            page.click("#tab-analysis");
            assert!(page.text("#panel-analysis").contains("No analysis while people play."));
            page.click("#tab-moves");
        }
        server.stop();
        anna.wait_for(".away");
        server.resume();
        anna.wait_until_gone(".away");
        for page in [&anna, &ben] {
            // The browser logs the failed connections itself.
            page.clear_console();
        }
        play(&ben, Input::Keyboard, 4);
        assert_eq!(moves(&anna), moves(&ben));
        ben.assert_healthy();
        resign(&ben);
        anna.wait_until(IS_OVER);
        assert_eq!(anna.text(".end h2"), "You win");
        assert_eq!(offered_analysis(&anna), "Hint, Show chances, Review the whole game, Analyse from here");
        anna.assert_no_console_errors();
        for (page, result) in [(&anna, "You won by resignation"), (&ben, "Lost by resignation")] {
            page.navigate("/");
            page.wait_for(text(result));
            page.wait_for("#mine-list a[href$='#review']");
            page.assert_healthy();
        }
        anna.click("#mine-list a[href$='#review']");
        anna.wait_for_progress(".graph");
    });
}

#[test]
fn players_agree_to_a_draw() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        anna.click(role("button", "Create invite link"));
        anna.wait_for("input[readonly]");
        let link = anna.eval_string("document.querySelector('input[readonly]').value");
        accept_invitation(&ben, &link, "Ben");
        play(&anna, Input::Keyboard, 1);
        ben.click(role("button", "Offer draw"));
        ben.wait_for(text("You have offered a draw."));
        anna.wait_for(text("Ben offers a draw."));
        anna.assert_healthy();
        anna.click(role("button", "Decline"));
        ben.wait_until("document.querySelector('.proposals').textContent === ''");
        anna.click(role("button", "Offer draw"));
        ben.wait_for(role("button", "Agree"));
        ben.click(role("button", "Agree"));
        ben.accept_dialog();
        for page in [&anna, &ben] {
            page.wait_until(IS_OVER);
            assert!(page.text(".end").contains("the players agreed"), "{}", page.text(".end"));
            page.assert_no_console_errors();
        }
        anna.navigate("/");
        anna.wait_for(text("Draw by agreement"));
    });
}

#[test]
fn invite_link_leads_back_to_the_game_and_others_to_watching() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        anna.click("summary");
        anna.choose("#setting-listed", "yes");
        anna.click(role("button", "Create invite link"));
        anna.wait_for("input[readonly]");
        let game = anna.path();
        let link = anna.eval_string("document.querySelector('input[readonly]').value");
        // The player who created it sees it again.
        anna.navigate(&link);
        anna.wait_for(role("heading", "You're already in this game."));
        assert_eq!(anna.eval_string("document.querySelector('#invitation input').value"), link);
        anna.assert_healthy();
        anna.click(role("link", "Open it"));
        anna.wait_until(&format!("location.pathname === '{game}'"));
        accept_invitation(&ben, &link, "Ben");
        // The guest who has used it comes back to the game.
        ben.navigate("/rules");
        ben.navigate(&link);
        ben.wait_for("[role=grid]");
        assert_eq!(ben.path(), game);
        // Another guest.
        ben.devtools("Network.clearBrowserCookies", &serde_json::json!({}));
        let carla = ben;
        carla.navigate("/rules");
        carla.navigate(&link);
        carla.wait_for(role("heading", "This invite has been used."));
        carla.screenshot("invitation-used");
        carla.assert_healthy();
        carla.click(role("link", "Watch the game"));
        carla.wait_for("[role=grid]");
        assert_eq!(carla.path(), game);
    });
}

/// Opens an invite link, which introduces the game, and joins under a name.
fn accept_invitation(page: &Page, link: &str, name: &str) {
    page.navigate(link);
    page.wait_for(text("invites you to a game of RingRift"));
    page.wait_for("#invitation .demo .bd-base");
    page.screenshot("invitation");
    page.assert_healthy();
    page.fill("#invited-name", name);
    page.click(role("button", "Join the game"));
    page.wait_for("[role=grid]");
}

/// Turns notifications on, in place of the browser's own, and hides the page. Returns the expression for those that were shown.
fn ask_for_notifications(page: &Page) -> &'static str {
    page.eval(
        "void (window.notices = [], window.Notification = class {
           static permission = 'default';
           static async requestPermission() { return (this.permission = 'granted'); }
           constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
         })",
    );
    page.click("#tab-info");
    page.click(role("button", "Notify me when it is my turn"));
    page.wait_for(role("button", "Notifications are on"));
    page.click("#tab-moves");
    page.eval("void Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })");
    "window.notices.join()"
}

#[test]
fn share_link_leads_to_watching_until_it_is_revoked() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        start_game(&anna, "square8");
        let address = anna.path();
        ben.navigate(&address);
        ben.wait_for("[role=alert]");
        assert!(
            ben.text("[role=alert]").contains("ask a player of this game for a share link"),
            "{}",
            ben.text("main")
        );
        ben.screenshot("private-game");
        // The browser logs the rejected request itself.
        ben.clear_console();
        anna.eval("void (navigator.clipboard.writeText = async (text) => { window.copied = text; })");
        anna.click("#tab-info");
        anna.click(role("button", "Copy share link"));
        anna.wait_until("window.copied !== undefined");
        anna.screenshot("share-link");
        anna.assert_healthy();
        let link = anna.eval_string("window.copied");
        assert!(link.contains(&format!("{address}#share=")), "{link}");
        ben.navigate(&link);
        ben.wait_for("[role=grid]");
        assert_eq!(ben.eval_string("location.hash"), "", "the secret is not shown");
        ben.click("#tab-info");
        assert!(!ben.text("main").contains("Copy share link"), "a viewer cannot share the game");
        ben.assert_healthy();
        anna.click(role("button", "Stop sharing"));
        ben.wait_for("[role=alert]");
        ben.clear_console();
    });
}

/// Opens the panels for analysis and sharing, and returns the visible buttons that lead to an evaluation.
fn offered_analysis(page: &Page) -> String {
    page.eval_string(
        "['analysis', 'info'].flatMap((tab) => (document.querySelector(`#tab-${tab}`).click(), \
         [...document.querySelectorAll(`#panel-${tab} button`)] \
           .filter((button) => button.checkVisibility() && /hint|chances|review|analyse/i.test(button.textContent)) \
           .map((button) => button.textContent))).join(', ')",
    )
}

/// Waits for turn 5 and returns the list of moves.
fn moves(page: &Page) -> String {
    page.wait_until("document.querySelector('.turn-number').textContent === 'Turn 5'");
    page.text(".moves")
}
