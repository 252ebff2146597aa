//! The start page.

use page_tests::{DARK, LIGHT, Page, REDUCED_MOTION, Viewport, role, text, with_server};

#[test]
fn start_page_offers_three_ways_to_play() {
    with_server(|server| {
        let page = Page::open(server, "/");
        for title in ["Play the computer", "Play a friend", "Learn"] {
            page.wait_for(role("heading", title));
        }
        page.wait_for(role("button", "Play now"));
        for (scheme, name) in [(LIGHT, "start-light"), (DARK, "start-dark")] {
            page.emulate_media(&[scheme]);
            page.screenshot(name);
            page.assert_healthy();
        }
    });
}

#[test]
fn start_page_fits_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        page.wait_for(role("button", "Play now"));
        page.screenshot("start-phone");
        page.assert_healthy();
        page.resize(Viewport::new(360, 740));
        page.assert_no_horizontal_scroll();
    });
}

#[test]
fn start_page_plays_a_short_game() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.wait_until("document.querySelectorAll('#demo .bd-base use, #demo .bd-base .bd-ring').length > 0");
        page.wait_until("/places rings|leaves a marker/.test(document.querySelector('#demo .caption').textContent)");
        page.click(role("button", "Pause"));
        page.wait_for(role("button", "Play"));
        // The action that is shown ends first.
        page.wait_until("document.querySelector('#demo .bd-over > g').childElementCount === 0");
        let caption = page.text("#demo .caption");
        std::thread::sleep(std::time::Duration::from_secs(2));
        assert_eq!(page.text("#demo .caption"), caption, "the game is paused");
        page.emulate_media(&[REDUCED_MOTION]);
        page.reload();
        page.wait_for(text("Blue owns more than half of the board and wins."));
        assert_eq!(page.eval("document.querySelector('#demo button').checkVisibility()"), false);
        page.assert_healthy();
    });
}

#[test]
fn game_options_explain_themselves() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.click("summary");
        assert_eq!(page.text("summary"), "Game options");
        page.wait_for(text("Each player has 18 rings. To win: 33 cells of territory or 19 eliminated rings."));
        page.choose("#setting-swap", "on");
        page.click(".all-rules > summary");
        page.choose("#rule-regions", "all");
        page.wait_for(text("All rules (1 changed)"));
        let unexplained = "[...document.querySelectorAll('#options select, #options input')]
            .filter((control) => !document.getElementById(control.getAttribute('aria-describedby'))?.textContent).length";
        assert_eq!(page.eval(unexplained), 0);
        page.screenshot("start-options");
        page.assert_healthy();
        page.choose("#rule-landing", "keep");
        page.wait_for(text("These rules cannot be played together."));
        page.click(role("button", "Use the rules of the edition"));
        page.wait_until_gone("#options .say.bad");
        // A board without the chosen edition: the page says which edition it takes.
        page.choose("#setting-board", "hexagonal12");
        page.wait_for(text("cannot be played with the edition Standard: Live is selected now"));
        page.choose("#setting-board", "square8");
        page.choose("#setting-edition", "canon");
        page.click(role("button", "Play now"));
        page.wait_for("[role=grid]");
        assert_eq!(page.text("#title"), "RingRift: Square board 8×8, 2 players, Canon, pie rule");
    });
}
