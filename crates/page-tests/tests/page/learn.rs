//! The lessons.

use page_tests::{Look, Page, STILL, role, text, with_site};

use crate::board::click_cell;

#[test]
fn an_exercise_is_failed_and_then_solved() {
    with_site(|site| {
        let page = Page::open(site, "/learn");
        page.media(&[STILL]);
        page.see(role("heading", "Lesson 1: Placing rings"));
        page.is_sound();
        click_cell(&page, "square8", "d4");
        page.see("#again:not([disabled])");
        click_cell(&page, "square8", "d5");
        page.see(text("Not quite."));
        page.click(role("button", "Try again"));
        page.click(role("button", "3 rings"));
        click_cell(&page, "square8", "d4");
        page.see("#again:not([disabled])");
        click_cell(&page, "square8", "d7");
        page.see(text("Solved."));
        page.screenshot("lesson-solved");
        page.click("#next");
        page.wait_until("location.hash === '#1.2'");
        page.no_console_errors();
    });
}

#[test]
fn lessons_fit_a_phone() {
    with_site(|site| {
        let page = Page::open_in(Look::PHONE, site, "/learn#2.1");
        page.see("[role=grid]");
        page.screenshot("lesson-phone");
        page.is_sound();
    });
}
