//! The start page.

use page_tests::{DARK, LIGHT, Page, Viewport, role, with_server};

#[test]
fn start_page_offers_three_ways_to_play() {
    with_server(|server| {
        let page = Page::open(server, "/");
        for title in ["Play the computer", "Play a friend", "Watch or learn"] {
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
