//! Games while the server or the network is unavailable.

use page_tests::{Page, role, with_server};

use crate::board::{Input, play, start_game};

#[test]
fn game_continues_after_server_restart() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        play(&page, Input::Keyboard, 2);
        server.stop();
        page.wait_for(".away");
        page.screenshot("server-away");
        server.resume();
        page.wait_until_gone(".away");
        // The browser logs the failed connections itself.
        page.clear_console();
        play(&page, Input::Keyboard, 4);
        page.assert_no_console_errors();
    });
}

#[test]
fn start_page_reports_lost_network() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.wait_for(role("button", "Play now"));
        page.set_offline(true);
        page.click(role("button", "Play now"));
        page.wait_for(".toasts div");
        page.set_offline(false);
        page.clear_console();
        page.click(role("button", "Play now"));
        page.wait_for("[role=grid]");
        page.assert_no_console_errors();
    });
}
