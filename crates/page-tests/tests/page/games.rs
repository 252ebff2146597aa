//! Games of RingRift against the computer.

use page_tests::{Look, Page, with_site};

use crate::board::{By, play, play_now, resign};

#[test]
fn a_game_on_squares_is_played_by_keys_alone() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_now(&page, "square8");
        page.is_sound();
        play_or_resign(&page, By::Keys);
        page.screenshot("game-square8");
    });
}

#[test]
fn a_game_on_hexagons_is_played_with_the_mouse() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_now(&page, "hex8");
        play_or_resign(&page, By::Mouse);
        page.screenshot("game-hex8");
    });
}

#[test]
fn a_game_is_played_on_a_phone() {
    with_site(|site| {
        let page = Page::open_in(Look::PHONE, site, "/");
        play_now(&page, "square8");
        play(&page, By::Finger, 4);
        page.screenshot("game-phone");
        page.is_sound();
    });
}

/// Plays a game to its end, or gives it up when it takes too long.
fn play_or_resign(page: &Page, by: By) {
    if !play(page, by, 20) {
        resign(page);
    }
    page.see(".end h2");
    page.is_sound();
}
