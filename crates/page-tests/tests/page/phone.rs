//! Pages on a phone that other tests see only on a desktop.

use api::NewGame;
use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};

use crate::analysis::import_short_game;

#[test]
fn invitation_fits_a_phone() {
    with_server(|server| {
        let ann = server.guest("Ann");
        let created = ann.create_game(&NewGame::default()).expect("the game is created");
        let secret = created.secrets[1].as_ref().expect("the second seat is open");
        let page = Page::open_in(Viewport::PHONE, server, &format!("/#seat={secret}"));
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(text("Ann invites you to a game of RingRift"));
        page.wait_for("#invitation .demo .bd-base");
        page.screenshot("invitation-phone");
        page.assert_healthy();
        page.fill("#invited-name", "Ben");
        page.click(role("button", "Join the game"));
        page.wait_for("[role=grid]");
        page.assert_healthy();
    });
}

#[test]
fn review_and_key_moments_fit_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        import_short_game(&page);
        page.click(role("tab", "Analysis"));
        page.click(role("button", "Review the whole game"));
        page.wait_for_progress(".key-moments");
        page.screenshot("review-phone");
        page.assert_healthy();
        page.click(".key-moments button");
        page.wait_for(text("A better turn for blue"));
        page.screenshot("key-moment-phone");
        page.assert_healthy();
    });
}

#[test]
fn game_options_fit_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        page.click("summary");
        page.wait_for("#setting-swap");
        page.screenshot("start-options-phone");
        page.assert_healthy();
        page.click(".all-rules > summary");
        page.wait_for("#rule-regions");
        page.screenshot("start-rules-phone");
        page.assert_healthy();
        page.choose("#rule-landing", "keep");
        page.wait_for(text("These rules cannot be played together."));
        page.assert_healthy();
    });
}
