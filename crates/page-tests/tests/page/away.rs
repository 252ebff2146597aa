//! What becomes of a game while the server or the network is away.

use page_tests::{Page, role, with_site};

use crate::board::{By, play, play_now};

#[test]
fn a_game_goes_on_after_the_server_was_away() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_now(&page, "square8");
        play(&page, By::Keys, 2);
        site.stop();
        page.see(".away");
        page.screenshot("server-away");
        site.resume();
        page.see_no_more(".away");
        // That the server cannot be reached is told in the console by the browser itself.
        page.forget_console();
        play(&page, By::Keys, 4);
        page.no_console_errors();
    });
}

#[test]
fn without_a_network_the_first_page_says_so() {
    with_site(|site| {
        let page = Page::open(site, "/");
        page.see(role("button", "Play now"));
        page.offline(true);
        page.click(role("button", "Play now"));
        page.see(".toasts div");
        page.offline(false);
        page.forget_console();
        page.click(role("button", "Play now"));
        page.see("[role=grid]");
        page.no_console_errors();
    });
}
