//! Games of RingRift against the computer.

use page_tests::{Look, Page, STILL, role, text, with_site};

use crate::board::{By, decide, play, play_and_look, play_now};

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
        page.wait_until("document.querySelector('.bd-shown').getAttribute('d')");
        page.click(role("button", "Show chances"));
        page.see(".chance-bar");
        page.click(".best button");
        page.click(role("button", "Show chances"));
        play_to_the_end(&page, By::Mouse);
        // The best line of a position of the past is pointed out as well.
        page.click(".moves [data-ply=\"1\"]");
        page.see(text("You are looking at the board after action 1"));
        page.click(role("button", "Hint"));
        page.see(text("Best as far as the computer sees"));
        page.wait_until("document.querySelector('.bd-shown').getAttribute('d')");
        page.no_console_errors();
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

#[test]
fn what_happens_is_shown_in_order_and_told() {
    with_site(|site| {
        let page = Page::open(site, "/");
        play_and_look(&page, "square8");
        page.eval(
            "void (window.moved = 0, new MutationObserver((changes) => {
               for (const { addedNodes } of changes) window.moved += addedNodes.length;
             }).observe(document.querySelector('.bd-over > g:last-child'), { childList: true }))",
        );
        play(&page, By::Mouse, 6);
        assert_ne!(page.eval("window.moved"), 0, "what moves was shown");
        let is_last_a_note = "document.querySelector('.log ol').lastElementChild.classList.contains('note')";
        // What is undone and played again is told again.
        decide(&page, By::Mouse);
        page.wait_until(&format!("!({is_last_a_note})"));
        page.click("#undo:not([disabled])");
        page.see(text("undid the last action"));
        page.wait_until(is_last_a_note);
        decide(&page, By::Mouse);
        page.wait_until(&format!("!({is_last_a_note})"));
        page.reload();
        page.see(".log li");
        // What happened last is pointed out, whoever comes and wherever he looks.
        let pointed_out = "document.querySelector('.bd-last')?.getAttribute('d')";
        page.wait_until(pointed_out);
        page.click(".moves [data-ply=\"1\"]");
        page.see(".log .now");
        page.wait_until(pointed_out);
        page.click(role("button", "Back to now"));
        page.see_no_more(".log .now");
        page.no_console_errors();
        page.go("/");
        page.see("#mine-list .badge.turn");
    });
}

#[test]
fn computers_are_watched() {
    with_site(|site| {
        let page = Page::open(site, "/");
        page.media(&[STILL]);
        page.click("summary");
        page.choose("#setting-level", "1");
        page.click(role("button", "Watch two computers"));
        page.see(role("button", "Pause"));
        page.wait_until("/\\d+/.exec(document.querySelector('.turn-number').textContent) > 2");
        page.click(role("button", "Pause"));
        page.see(role("button", "Play from here"));
        page.no_console_errors();
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
