//! Games of RingRift against the computer.

use page_tests::{Look, Page, role, text, with_site};

use crate::board::{By, play, play_now};

#[test]
fn a_game_on_squares_is_played_by_keys_alone() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_now(&page, "square8");
        page.is_sound();
        play_to_the_end(&page, By::Keys);
        page.screenshot("game-square8");
        look_back(&page);
    });
}

#[test]
fn a_game_on_hexagons_is_played_with_the_mouse() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_now(&page, "hex8");
        page.click("#fold-analysis summary");
        page.click(role("button", "Hint"));
        page.see(text("Best as far as the computer sees"));
        play_to_the_end(&page, By::Mouse);
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

/// More turns than games against the weakest computer have.
const MOST_TURNS: u32 = 200;

fn play_to_the_end(page: &Page, by: By) {
    assert!(play(page, by, MOST_TURNS), "a whole game");
    page.see(".end h2");
    page.is_sound();
}

/// Looks at a game that is over: its review, and moments of it by list, key and address.
fn look_back(page: &Page) {
    page.click(role("button", "Review the game"));
    page.see(".graph");
    page.screenshot("game-review");
    page.is_sound();
    page.click(".moves [data-ply=\"3\"]");
    page.wait_until("location.hash === '#ply=3'");
    page.keys([page_tests::Key::Char('.')]);
    page.wait_until("location.hash === '#ply=4'");
    page.reload();
    page.see(text("You are looking at the board after action 4"));
    page.click(role("button", "Back to now"));
    page.see(".end h2");
    page.no_console_errors();
}
