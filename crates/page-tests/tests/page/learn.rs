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
fn asg_exercise_can_be_failed_and_solved() {
    with_server(|server| {
        let page = Page::open(server, "/learn#asg");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for(role("heading", "ASG 1: Moving"));
        page.assert_healthy();
        page.click("[data-node=p1_hq].source");
        page.click("[data-node=road].target");
        page.wait_for(text("1. 8 from P1 HQ to Road"));
        page.click(role("button", "Send orders"));
        page.wait_for(text("Not quite."));
        page.click(role("button", "Try again"));
        page.click("[data-node=p1_hq].source");
        page.click("[data-node=road].target");
        page.click("[data-node=ford].target");
        page.wait_for(text("2. 8 from Road to Ford"));
        page.click(role("button", "Send orders"));
        page.wait_for(text("Solved."));
        page.screenshot("asg-lesson-solved");
        page.click("#next");
        page.wait_for(role("heading", "ASG 2: Capturing places"));
        page.wait_for(".dot.solved[href='#asg.1']");
        page.assert_no_console_errors();
    });
}

/// Plays the stored solution and the stored mistake of every exercise; resolves to the attempts with a wrong verdict.
const ATTEMPTS: &str = "Promise.all([import('/web/asg/lessons.js'), import('/web/asg/practice.js')]).then(async ([{ EXERCISES }, { Practice }]) => {
    const wrong = [];
    for (const [index, exercise] of EXERCISES.entries()) {
        for (const [kind, expected] of [['solution', 'solved'], ['mistake', 'failed']]) {
            const practice = await Practice.start(index + 1);
            for (const orders of exercise[kind]) {
                if (practice.verdict !== 'open') break;
                await practice.game.act(orders);
                while (practice.verdict === 'open' && !practice.isTurn) await new Promise((resolve) => setTimeout(resolve, 5));
            }
            if (practice.verdict !== expected) wrong.push(`${index + 1} ${kind}: ${practice.verdict}`);
        }
    }
    return wrong.join(', ') || 'none';
})";

#[test]
fn every_asg_exercise_accepts_its_solution_and_rejects_its_mistake() {
    with_server(|server| {
        let page = Page::open(server, "/learn#asg.1");
        page.wait_for(".asg-lesson");
        assert_eq!(page.eval_string(ATTEMPTS), "none");
        page.assert_no_console_errors();
    });
}

#[test]
fn asg_exercise_fits_a_phone() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/learn#asg.9");
        page.wait_for("[data-node=p1_hq].source");
        page.screenshot("asg-lesson-phone");
        page.assert_healthy();
    });
}

#[test]
fn first_game_is_explained_once() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("button", "Learn by playing"));
        page.wait_for(text("You win with 33 cells of territory, or with 19 eliminated rings"));
        page.screenshot("coach");
        page.assert_healthy();
        page.click(role("button", "Got it"));
        page.wait_for(text("A turn usually starts with a placement"));
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
        // A second first game offers the explanations again.
        page.navigate("/");
        page.click(role("button", "Learn by playing"));
        page.click(role("button", "Explain everything again"));
        page.wait_for(text("You win with 33 cells of territory, or with 19 eliminated rings"));
        page.assert_no_console_errors();
    });
}
