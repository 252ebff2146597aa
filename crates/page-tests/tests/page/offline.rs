//! The page without a network, after a first visit.

use page_tests::{Page, REDUCED_MOTION, role, text, with_server};

use crate::asg::drop_file;
use crate::board::{Input, make_choice, play};
use crate::local::start_on_device;

/// Waits until the service worker has stored the page and answers its requests.
pub(crate) fn wait_for_service_worker(page: &Page) {
    page.wait_until(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller?.state === 'activated')",
    );
}

#[test]
fn all_pages_work_after_a_first_visit() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        wait_for_service_worker(&page);
        page.click(role("button", "Load the computer players for all boards, too (12 MB)"));
        page.wait_for(text("with computer players for all boards"));
        page.assert_healthy();
        server.stop();

        page.navigate("/");
        page.wait_for(text("The server cannot be reached. On this device you can still play"));
        page.wait_for(role("button", "Play on this device"));
        page.screenshot("start-offline");
        page.assert_no_horizontal_scroll();
        page.assert_accessible();

        page.navigate("/sandbox");
        page.wait_for("#undo[disabled]");
        make_choice(&page, Input::Keyboard);
        page.wait_for("#undo:not([disabled])");

        page.navigate("/learn#1.1");
        page.wait_for(role("heading", "Lesson 1: Placing rings"));
        make_choice(&page, Input::Keyboard);
        page.wait_for("#again:not([disabled])");

        page.navigate("/learn#asg.1");
        page.wait_for(role("heading", "ASG 1: Moving"));
        page.click("[data-node=p1_hq].source");
        page.click("[data-node=road].target");
        page.click(role("button", "Send orders"));
        page.wait_for(text("Not quite."));

        page.navigate("/puzzles");
        page.wait_for("[role=grid]");
        make_choice(&page, Input::Keyboard);
        page.wait_until("document.querySelector('.table').dataset.ply > 0");
        // Examples are played again by the computer players.
        page.navigate("/local?example=tower");
        page.wait_for(".moves [data-ply]");
        page.navigate("/asg/replay?example=race");
        page.wait_for(text("Turn 0 of"));

        page.navigate("/rules");
        // Figures become boards when they come into view.
        let scroll = "document.querySelector('figure').scrollIntoView({ block: 'center', behavior: 'instant' })";
        page.eval(scroll);
        page.wait_for("figure.diagram [role=grid]");
        page.navigate("/asg/rules");
        page.eval(scroll);
        page.wait_for(".asg-map");

        page.navigate("/asg/replay");
        page.wait_for("input[type=file]");
        page.eval(
            "fetch('/book/asg-fight.json').then((file) => file.text()).then((text) => { window.dropped = text; })",
        );
        drop_file(&page, "window.dropped");
        page.wait_for(text("Turn 0 of"));

        page.navigate("/");
        start_on_device(&page, "square8");
        play(&page, Input::Keyboard, 4);
        page.reload();
        page.wait_for(".moves [data-ply]");
        play(&page, Input::Keyboard, 6);
        page.click("#tab-info");
        page.click(role("button", "Send to the server"));
        page.wait_for(text("The game stays on this device"));
        page.click("#tab-moves");

        page.navigate("/");
        page.click(role("button", "Both on this screen"));
        page.wait_for(text("Blue to move."));
        make_choice(&page, Input::Keyboard);
        page.wait_for(".moves [data-ply]");

        // Games on the server need it, and answers of the server are never stored.
        page.navigate("/games/abcdefgh");
        page.wait_for(text("The server cannot be reached."));
        let stored = page.eval(
            "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())
               .map(({ url }) => new URL(url).pathname)))).flat().filter((path) => path.startsWith('/api')))",
        );
        assert_eq!(stored, serde_json::json!([]));

        // The start page notices by itself that the server is back, and games that began without it can be sent.
        page.navigate("/");
        page.wait_for(role("button", "Play on this device"));
        server.resume();
        page.clear_console();
        page.wait_for(role("button", "Play now"));
        page.wait_until("document.querySelector('#away').hidden");
        page.click(role("button", "Send to the server"));
        page.wait_for("#local-list a[href^='/games/']");
        page.assert_healthy();
    });
}
