//! The first page.

use page_tests::{DARK, LIGHT, Look, Page, role, with_site};

#[test]
fn the_first_page_offers_three_choices_at_once() {
    with_site(|site| {
        let page = Page::open(site, "/");
        for title in ["Play the computer", "Play a friend", "Watch or learn"] {
            page.see(role("heading", title));
        }
        page.see(role("button", "Play now"));
        for (scheme, name) in [(LIGHT, "start-light"), (DARK, "start-dark")] {
            page.media(&[scheme]);
            page.screenshot(name);
            page.is_sound();
        }
    });
}

#[test]
fn the_first_page_fits_a_phone() {
    with_site(|site| {
        let page = Page::open_in(Look::PHONE, site, "/");
        page.see(role("button", "Play now"));
        page.screenshot("start-phone");
        page.is_sound();
        page.resize(Look::window(360, 740));
        page.no_sideways_scroll();
    });
}
