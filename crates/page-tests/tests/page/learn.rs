//! Lessons and exercises.

use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};

use crate::board::{Input, click_cell, make_choice};

#[test]
fn exercise_can_be_failed_and_solved() {
    with_server(|server| {
        let page = Page::open(server, "/learn");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(role("heading", "Lesson 1: Placing rings"));
        page.assert_healthy();
        click_cell(&page, "square8", "d4");
        page.wait_for("#again:not([disabled])");
        click_cell(&page, "square8", "d5");
        page.wait_for(text("Not quite."));
        page.click(role("button", "Try again"));
        page.click(role("button", "3 rings"));
        click_cell(&page, "square8", "d4");
        page.wait_for("#again:not([disabled])");
        click_cell(&page, "square8", "d7");
        page.wait_for(text("Solved."));
        page.screenshot("lesson-solved");
        page.click("#next");
        page.wait_until("location.hash === '#1.2'");
        page.assert_no_console_errors();
    });
}

#[test]
fn lesson_fits_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/learn#2.1");
        page.wait_for("[role=grid]");
        page.screenshot("lesson-phone");
        page.assert_healthy();
    });
}

#[test]
fn first_game_is_explained_once() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "Learn by playing"));
        page.wait_for(text("Your goal: 33 cells of territory or 19 eliminated rings."));
        page.screenshot("coach");
        page.assert_healthy();
        page.click(role("button", "Got it"));
        page.wait_for(text("Each turn starts with a placement"));
        page.wait_until("document.querySelector('.bd-shown').getAttribute('d')");
        make_choice(&page, Input::Keyboard);
        page.wait_for(text("Now move the stack: at least"));
        // What was explained is not repeated after a reload.
        page.reload();
        page.wait_for("[role=grid]");
        page.wait_until("document.querySelector('.coach')?.hidden === true");
        make_choice(&page, Input::Keyboard);
        page.wait_until("document.querySelector('.coach').hidden === false");
        page.click(role("button", "Skip the introduction"));
        page.wait_until_gone(".coach");
        page.reload();
        page.wait_for("[role=grid]");
        assert_eq!(page.count(".coach"), 0);
        page.assert_no_console_errors();
    });
}
