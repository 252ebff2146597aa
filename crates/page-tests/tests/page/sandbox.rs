//! The sandbox and its editor.

use std::time::Duration;

use page_tests::{Page, STILL, role, text, with_site};

use crate::board::{click_cell, place_of};

#[test]
fn a_position_is_edited_and_played_from() {
    with_site(|site| {
        let page = Page::open(site, "/sandbox");
        page.media(&[STILL]);
        page.click(role("button", "Edit the position"));
        page.see(text("This is a position."));
        click_cell(&page, "square8", "d4");
        let in_hand = || page.click(role("checkbox", "All rings that are not on the board or eliminated are in hand"));
        in_hand();
        page.see("#problems .bad");
        page.screenshot("editor-problem");
        in_hand();
        page.see(text("This is a position."));
        page.is_sound();
        page.click(role("button", "Play from here"));
        page.see("#undo");
        assert!(page.path().contains("d4%3D1"), "{}", page.path());
    });
}

#[test]
fn moves_are_tried_explained_and_taken_back() {
    with_site(|site| {
        let page = Page::open(site, "/sandbox");
        page.media(&[STILL]);
        page.see("#undo[disabled]");
        page.fill("[name=action]", "M d4-d6");
        page.click("#explain");
        page.see("[aria-live] .warn a[href^='/rules#']");
        click_cell(&page, "square8", "d4");
        page.see("#undo:not([disabled])");
        page.is_sound();
        page.click("#undo");
        page.see("#undo[disabled]");
        page.screenshot("sandbox");
        // Hands that take their time, and machines that do.
        let (x, y) = place_of(&page, "square8", "d4");
        page.press_at(x, y, Duration::from_secs(2));
        page.see("#undo:not([disabled])");
    });
}

#[test]
fn editions_are_compared() {
    with_site(|site| {
        let page = Page::open(site, "/sandbox");
        page.media(&[STILL]);
        page.click(role("button", "Compare editions"));
        for edition in ["canon", "compact", "live"] {
            page.see(role("region", &format!("Edition {edition}")));
        }
        click_cell(&page, "square8", "d4");
        // What was done on the first board is done on all.
        page.wait_until("document.querySelectorAll('.compare li').length === 3");
        page.is_sound();
        page.screenshot("compare");
        page.click(role("button", "Back"));
        page.see("#undo");
    });
}

#[test]
fn a_position_is_loaded_from_text() {
    with_site(|site| {
        let page = Page::open(site, "/sandbox");
        page.fill("[name=text]", "nonsense");
        page.click("#load");
        page.see("form .bad");
        page.fill("[name=text]", "G square8 2p canon regions=no_main; S b2=1,e5=22,g2=2; H 6,6");
        page.forget_console();
        page.click("#load");
        page.wait_until("document.querySelector('.players').textContent.includes('6')");
        page.click(role("button", "Zoom in"));
        page.see(".zoomed .bd-names text");
        page.no_console_errors();
    });
}
