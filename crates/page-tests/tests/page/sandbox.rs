//! The sandbox and its editor.

use std::time::Duration;

use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};

use crate::board::{cell_position, click_cell};

#[test]
fn edited_position_is_playable() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "Edit the position"));
        page.wait_for(text("Valid position."));
        click_cell(&page, "square8", "d4");
        let toggle_hands =
            || page.click(role("checkbox", "All rings that are not on the board or eliminated are in hand"));
        toggle_hands();
        page.wait_for("#problems .bad");
        page.screenshot("editor-problem");
        toggle_hands();
        page.wait_for(text("Valid position."));
        page.assert_healthy();
        page.click(role("button", "Play from here"));
        page.wait_for("#undo");
        assert!(page.path().contains("d4%3D1"), "{}", page.path());
    });
}

#[test]
fn moves_are_explained_played_and_undone() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for("#undo[disabled]");
        page.click("#tab-analysis");
        page.fill("[name=action]", "M d4-d6");
        page.click("#explain");
        page.wait_for("[aria-live] .warn a[href^='/rules#']");
        click_cell(&page, "square8", "d4");
        page.wait_for("#undo:not([disabled])");
        page.assert_healthy();
        page.click("#undo");
        page.wait_for("#undo[disabled]");
        page.screenshot("sandbox");
        // A long press counts as a click.
        let (x, y) = cell_position(&page, "square8", "d4");
        page.press_at(x, y, Duration::from_secs(2));
        page.wait_for("#undo:not([disabled])");
    });
}

#[test]
fn action_is_tried_under_all_editions() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "Compare editions"));
        for edition in ["Standard", "Canon", "Compact", "Live"] {
            page.wait_for(role("region", &format!("Edition {edition}")));
        }
        click_cell(&page, "square8", "d4");
        // An action on the first board is tried on all boards.
        page.wait_until("document.querySelectorAll('.compare li').length === 4");
        page.assert_healthy();
        page.screenshot("compare");
        page.click(role("button", "Back"));
        page.wait_for("#undo");
    });
}

#[test]
fn position_is_loaded_from_text() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.click("#tab-setup");
        page.fill("[name=text]", "nonsense");
        page.click("#load");
        page.wait_for("form .bad");
        page.fill("[name=text]", "G square8 2p canon regions=no_main; S b2=1,e5=22,g2=2; H 6,6");
        page.clear_console();
        page.click("#load");
        page.wait_until("document.querySelector('.players').textContent.includes('6')");
        page.click(role("button", "Zoom in"));
        page.wait_for(".zoomed .bd-names text");
        page.assert_no_console_errors();
    });
}

#[test]
fn pie_rule_is_chosen_and_the_board_comes_first_on_phones() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for("#undo[disabled]");
        assert!(page.bounds(".board-root").y < page.bounds(".tabs").y);
        page.click("#tab-setup");
        page.choose("[name=swap]", "on");
        page.click(role("button", "New board"));
        page.wait_until("location.hash.includes('swap=on')");
        page.wait_for("#undo[disabled]");
        page.click("#tab-share");
        page.wait_for(text("pie rule"));
        page.assert_healthy();
        page.screenshot("sandbox-phone");
    });
}
