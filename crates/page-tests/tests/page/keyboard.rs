//! The page with the keyboard alone.

use page_tests::{Key, Page, REDUCED_MOTION, role, text, with_server};

use crate::board::{BUTTONS, Choice, HAS_CHOICES, IS_OVER, OPTIONS, next_choice};
use crate::puzzles::simple_puzzle;

/// Larger than the number of elements of a page that can have the focus.
const MOST_TABS: u32 = 200;

/// Presses Tab until the element with the focus satisfies a condition.
fn tab_to(page: &Page, condition: &str) {
    let is_reached = format!("((element) => {condition})(document.activeElement)");
    for _ in 0..MOST_TABS {
        if page.eval(&is_reached) == true {
            return;
        }
        page.press_keys([Key::Tab]);
    }
    page.fail(&format!("reach the element with Tab: {condition}"), &"it never has the focus");
}

/// Presses Tab until an element that matches a selector has the focus.
fn tab_to_first(page: &Page, selector: &str) {
    tab_to(page, &format!("element.matches({selector:?})"));
}

/// Reaches a button or link with this text and presses Enter.
fn press(page: &Page, name: &str) {
    page.wait_until(&format!(
        "[...document.querySelectorAll('button, a')].some((element) => element.textContent === {name:?} && element.checkVisibility())"
    ));
    tab_to(page, &format!("element.textContent === {name:?}"));
    page.press_keys([Key::Enter]);
}

/// Makes the next choice of a turn.
fn choose(page: &Page) {
    match next_choice(page) {
        Choice::Option => tab_to_first(page, OPTIONS),
        Choice::Button => tab_to_first(page, BUTTONS),
        Choice::Cell => {
            tab_to_first(page, "[role=grid]");
            page.press_keys([Key::Char('n')]);
        }
    }
    page.press_keys([Key::Enter]);
}

#[test]
fn game_is_started_played_and_reviewed_with_the_keyboard_alone() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        press(&page, "Play now");
        page.wait_for("[role=grid]");
        let has_played = "(/\\d+/.exec(document.querySelector('.turn-number').textContent) > 1)";
        loop {
            page.wait_until(&format!("{has_played} || {HAS_CHOICES}"));
            if page.eval(has_played) == true {
                break;
            }
            choose(&page);
        }
        page.assert_healthy();
        // Arrows change the tab.
        tab_to_first(&page, "[role=tab][aria-selected=true]");
        let first = page.eval_string("document.activeElement.id");
        page.press_keys([Key::Right]);
        page.wait_until(&format!(
            "document.activeElement.matches('[role=tab][aria-selected=true]') && document.activeElement.id !== '{first}'"
        ));
        page.assert_healthy();
        page.wait_until(HAS_CHOICES);
        press(&page, "Resign");
        page.accept_dialog();
        page.wait_until(IS_OVER);
        press(&page, "Review the game");
        page.wait_for_progress(".graph");
        page.assert_healthy();
    });
}

#[test]
fn puzzle_is_attempted_with_the_keyboard_alone() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(role("button", "Play now"));
        tab_to_first(&page, "a[href='/puzzles']");
        page.press_keys([Key::Enter]);
        page.wait_for("#hint");
        page.navigate(&format!("/puzzles/{}", simple_puzzle().id));
        page.wait_for("[role=grid]");
        let (stage, ply) =
            ("document.querySelector('.table').dataset.stage", "document.querySelector('.table').dataset.ply");
        while page.eval(&format!("{stage} === 'open'")) == true {
            let before = page.eval_string(ply);
            choose(&page);
            page.wait_until(&format!("{ply} !== '{before}' || document.querySelector('{OPTIONS}')"));
        }
        page.wait_until(&format!("{stage} === 'failed' || {stage} === 'solved'"));
        page.assert_healthy();
        tab_to_first(&page, "#again");
        page.press_keys([Key::Enter]);
        page.wait_until(&format!("{stage} === 'open'"));
        tab_to_first(&page, "#hint");
        page.press_keys([Key::Enter]);
        page.wait_for(text("Begin with"));
        page.assert_healthy();
    });
}
