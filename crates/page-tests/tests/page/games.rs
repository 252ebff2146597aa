//! RingRift games against bots.

use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};

use crate::board::{Input, make_choice, play, start_animated_game, start_game};

#[test]
fn square_board_is_playable_by_keyboard() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        page.assert_healthy();
        play_to_end(&page, Input::Keyboard);
        page.screenshot("game-square8");
        review_game(&page);
    });
}

#[test]
fn hexagonal_board_is_playable_by_mouse() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "hex8");
        page.click("#tab-analysis");
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.wait_until("document.querySelector('.bd-shown').getAttribute('d')");
        page.click(role("button", "Show chances"));
        page.wait_for(".chance-bar");
        page.click(".best button");
        page.click(role("button", "Show chances"));
        play_to_end(&page, Input::Mouse);
        // Hints also work for past positions.
        page.click("#tab-moves");
        page.click(".moves [data-ply=\"1\"]");
        page.wait_for(text("You are looking at the board after action 1"));
        page.click("#tab-analysis");
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.wait_until("document.querySelector('.bd-shown').getAttribute('d')");
        page.assert_no_console_errors();
        page.screenshot("game-hex8");
    });
}

#[test]
fn game_is_playable_on_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        start_game(&page, "square8");
        play(&page, Input::Touch, 4);
        page.screenshot("game-phone");
        page.assert_healthy();
    });
}

#[test]
fn actions_are_animated_and_logged() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_animated_game(&page, "square8");
        page.eval(
            "void (window.moved = 0, new MutationObserver((changes) => {
               for (const { addedNodes } of changes) window.moved += addedNodes.length;
             }).observe(document.querySelector('.bd-over > g:last-child'), { childList: true }))",
        );
        play(&page, Input::Mouse, 6);
        assert_ne!(page.eval("window.moved"), 0, "pieces were animated");
        let is_last_a_note = "document.querySelector('.log ol').lastElementChild.classList.contains('note')";
        // An action that is undone and played again is logged again.
        page.click("#tab-log");
        make_choice(&page, Input::Mouse);
        page.wait_until(&format!("!({is_last_a_note})"));
        page.click("#undo:not([disabled])");
        page.wait_for(text("undid the last action"));
        page.wait_until(is_last_a_note);
        make_choice(&page, Input::Mouse);
        page.wait_until(&format!("!({is_last_a_note})"));
        page.reload();
        page.wait_for(".log li");
        // The last action is highlighted after a reload and for past positions.
        let has_highlight = "document.querySelector('.bd-last')?.getAttribute('d')";
        page.wait_until(has_highlight);
        page.click("#tab-moves");
        page.click(".moves [data-ply=\"1\"]");
        page.wait_until("document.querySelector('.log .now') !== null");
        page.wait_until(has_highlight);
        page.click(role("button", "Skip to live"));
        page.wait_until("document.querySelector('.log .now') === null");
        page.assert_no_console_errors();
        page.navigate("/");
        page.wait_for("#mine-list .badge.turn");
    });
}

#[test]
fn game_between_bots_replays_and_pauses() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click("summary");
        page.choose("#setting-level", "1");
        page.click(role("button", "Watch two computers"));
        page.wait_for(role("button", "Pause"));
        page.wait_until("/\\d+/.exec(document.querySelector('.turn-number').textContent) > 2");
        page.click(role("button", "Pause"));
        page.wait_for(role("button", "Play from here"));
        page.assert_no_console_errors();
    });
}

/// More turns than a game against the weakest bot takes.
const MAX_TURNS: u32 = 200;

fn play_to_end(page: &Page, input: Input) {
    assert!(play(page, input, MAX_TURNS), "the game ends within {MAX_TURNS} turns");
    page.wait_for(".end h2");
    page.assert_healthy();
}

/// Opens the review of a finished game, and past positions by list, key and URL.
fn review_game(page: &Page) {
    page.click(role("button", "Review the game"));
    page.wait_for_progress(".graph");
    page.screenshot("game-review");
    page.assert_healthy();
    page.click("#tab-moves");
    page.click(".moves [data-ply=\"3\"]");
    page.wait_until("location.hash === '#ply=3'");
    page.press_keys([page_tests::Key::Char('.')]);
    page.wait_until("location.hash === '#ply=4'");
    page.reload();
    page.wait_for(text("You are looking at the board after action 4"));
    page.click(role("button", "Go to the end"));
    page.wait_for(".end h2");
    page.assert_no_console_errors();
}
