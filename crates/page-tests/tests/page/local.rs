//! Games on the player's device.

use page_tests::{Page, REDUCED_MOTION, Viewport, role, text, with_server};

use crate::asg::start_asg;
use crate::board::{Input, make_choice, play, resign};

/// Starts a game on this device against the weakest bot from the start page, without animations.
pub(crate) fn start_on_device(page: &Page, board: &str) {
    page.emulate_media(&[REDUCED_MOTION]);
    page.click("summary");
    page.choose("#setting-board", board);
    page.choose("#setting-level", "1");
    page.click(role("button", "Play on this device"));
    page.wait_for("[role=grid]");
    page.wait_until("location.search.startsWith('?game=')");
}

/// It is the player's turn, with cells to choose.
const CAN_CHOOSE: &str = "['.bd-can', '.bd-can-piece'].some((path) => document.querySelector(path)?.getAttribute('d'))";

/// Reads the list of moves.
fn moves(page: &Page) -> String {
    page.eval_string("document.querySelector('.moves').textContent")
}

#[test]
fn game_on_this_device_is_played_stored_exported_sent_and_deleted() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_on_device(&page, "square8");
        play(&page, Input::Keyboard, 4);
        page.screenshot("local-game");
        page.assert_healthy();
        let before = moves(&page);
        page.reload();
        page.wait_for(".moves [data-ply]");
        assert_eq!(moves(&page), before, "the game continues after a reload");
        page.wait_until("document.querySelector('.log li') !== null");
        // An action is undone; a whole turn is taken back without asking.
        make_choice(&page, Input::Keyboard);
        page.click("#undo:not([disabled])");
        page.wait_until(&format!("document.querySelector('.moves').textContent === {before:?}"));
        page.click(role("button", "Take back turn"));
        page.wait_until(&format!("document.querySelector('.moves').textContent.length < {}", before.len()));
        play(&page, Input::Keyboard, 6);
        page.click(".moves [data-ply=\"1\"]");
        page.wait_for(text("You are looking at the board after action 1"));
        page.assert_no_console_errors();

        page.navigate("/");
        page.wait_for("#local-list .badge.turn");
        page.eval("document.querySelector('#local').scrollIntoView({ behavior: 'instant' })");
        page.screenshot("start-local");
        page.assert_healthy();
        page.eval("void (URL.createObjectURL = (file) => ((window.exported = file.text()), '#'))");
        page.click(role("button", "Export record"));
        page.wait_until("window.exported?.then((text) => text.includes('[Board \"square8\"]'))");
        page.click(role("button", "Send to the server"));
        page.wait_for("#local-list a[href^='/games/']");
        page.clear_console();
        page.click("#local-list a[href^='/games/']");
        page.wait_for(".moves [data-ply=\"4\"]");
        page.assert_no_console_errors();

        page.navigate("/");
        page.click("#local-list .danger");
        page.accept_dialog();
        page.wait_until("document.querySelector('#local').hidden");
        page.reload();
        page.wait_for(role("button", "Play on this device"));
        page.wait_until("document.querySelector('#local').hidden");
        page.assert_no_console_errors();
    });
}

#[test]
fn game_on_this_device_ends_with_a_review_and_a_rematch() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_on_device(&page, "square8");
        play(&page, Input::Keyboard, 3);
        resign(&page);
        page.click(role("button", "Review the game"));
        page.wait_for_progress(".graph");
        page.assert_healthy();
        let first = page.path();
        page.click(role("button", "Rematch"));
        page.wait_until(&format!("!location.href.endsWith({first:?})"));
        page.wait_for("[role=grid]");
        play(&page, Input::Keyboard, 2);
        page.assert_no_console_errors();
        page.navigate("/");
        page.wait_until("document.querySelectorAll('#local-list .game').length === 2");
    });
}

#[test]
fn asg_match_is_played_on_this_device() {
    with_server(|server| {
        let page = start_asg(server, "Play on this device");
        for node in ["p1_hq", "p1_bridge", "p1_n"] {
            page.click(format!("[data-node={node}]").as_str());
        }
        page.wait_for(text("2. 10 from P1 bridge to P1 north"));
        page.click(role("button", "Send orders"));
        page.wait_for(text("Turn 2 of 2"));
        page.screenshot("local-asg");
        page.assert_healthy();
        page.reload();
        page.wait_for(text("Turn 2 of 2"));
        // The replay contains the seed and is available after the end.
        page.click(role("button", "Export record"));
        page.wait_for(text("available when the game is over"));
        page.click(role("button", "Resign"));
        page.accept_dialog();
        page.click(role("link", "Open the replay"));
        page.wait_for(text("Turn 0 of 2"));
        page.assert_no_console_errors();
        page.navigate("/");
        page.wait_for("#local-list .mini-map circle.P1");
    });
}

#[test]
fn game_on_this_device_fits_a_phone_and_survives_a_full_storage() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        start_on_device(&page, "hex8");
        page.eval(
            "void (IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); })",
        );
        play(&page, Input::Keyboard, 3);
        page.wait_for(text("This browser does not store the game"));
        page.screenshot("local-phone");
        page.assert_no_horizontal_scroll();
        page.assert_accessible();
        // The browser logs the errors of the storage itself.
        page.clear_console();
        page.navigate("/");
        page.wait_for("#local-list .game");
        page.eval("document.querySelector('#local').scrollIntoView({ behavior: 'instant' })");
        page.screenshot("start-local-phone");
        page.assert_healthy();
    });
}

#[test]
fn computer_player_waits_for_its_network() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_on_device(&page, "square8");
        page.assert_no_console_errors();
        server.stop();
        let is_problem_shown = "!document.querySelector('.away').hidden";
        page.wait_until(&format!("{is_problem_shown} || {CAN_CHOOSE}"));
        while page.eval(is_problem_shown) != true {
            make_choice(&page, Input::Keyboard);
            page.wait_until(&format!("{is_problem_shown} || {CAN_CHOOSE}"));
        }
        page.wait_for(text("need a file that could not be loaded"));
        server.resume();
        page.click(role("button", "Try again"));
        // The browser logs the failed request itself.
        page.clear_console();
        play(&page, Input::Keyboard, 4);
        page.wait_until(&format!("!({is_problem_shown})"));
        page.assert_no_console_errors();
    });
}

#[test]
fn takeback_ends_the_thinking_of_the_computer() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click("summary");
        page.choose("#setting-board", "hexagonal");
        page.choose("#setting-level", "10");
        page.click(role("button", "Play on this device"));
        page.wait_for("[role=grid]");
        while page.eval("document.querySelector('.thinking').hidden") == true {
            if page.eval(CAN_CHOOSE) == true {
                make_choice(&page, Input::Keyboard);
            }
        }
        page.click(role("button", "Take back turn"));
        page.wait_until("document.querySelector('.moves').textContent === 'No moves yet.'");
        page.wait_until(&format!("document.querySelector('.thinking').hidden && {CAN_CHOOSE}"));
        assert_eq!(page.eval("document.querySelector('.away').hidden"), true, "nothing has failed");
        page.assert_no_console_errors();
    });
}

/// Plays all example games of RingRift again; resolves to those whose winner is another one.
const EXAMPLES: &str = "Promise.all([import('/web/ring/example-games.js'), import('/web/ring/examples.js')]).then(async ([{ GAMES }, { openExample }]) => {
    const wrong = [];
    for (const [name, { winner }] of Object.entries(GAMES)) {
        const { table } = (await openExample(name)).snap;
        if (table.stage !== 'over' || table.ending.winner !== winner) wrong.push(name);
    }
    return wrong.join(', ') || 'none';
})";

#[test]
fn example_games_are_played_back_and_not_stored() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        page.click(role("link", "A tower falls"));
        page.wait_for("[role=grid]");
        page.wait_for(text("Later moves and the result are hidden."));
        page.assert_healthy();
        assert_eq!(page.eval_string(EXAMPLES), "none");
        page.assert_no_console_errors();
        page.navigate("/");
        page.wait_for(role("button", "Play on this device"));
        page.wait_until("document.querySelector('#local').hidden");
    });
}

#[test]
fn missing_and_open_games_are_reported() {
    with_server(|server| {
        let page = Page::open(server, "/local?game=none");
        page.wait_for(text("This game is not on this device."));
        page.navigate("/");
        start_on_device(&page, "square8");
        play(&page, Input::Keyboard, 2);
        // Two windows would overwrite each other's moves.
        page.eval("void (window.other = window.open(location.href))");
        page.wait_until("window.other.document.body.innerText.includes('This game is open in another window.')");
        play(&page, Input::Keyboard, 4);
        page.assert_no_console_errors();
    });
}
