//! The engine in the browser, and the server as its replacement.

use std::collections::BTreeMap;

use page_tests::{Page, REDUCED_MOTION, with_server};

use crate::board::{Input, cell_position, click_cell, play, start_game};

/// The last answer came from the engine in the browser.
const FROM_WORKER: &str = "document.documentElement.dataset.answers === 'worker'";

/// Waits until the engine in the browser is ready.
fn wait_for_engine(page: &Page) {
    page.wait_until("import('/web/lib/engine.js').then(({ layout, isFast }) => (layout('square8'), isFast()))");
}

#[test]
fn sandbox_works_after_the_server_has_stopped() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for("#undo[disabled]");
        wait_for_engine(&page);
        let (x, y) = cell_position(&page, "square8", "d4");
        // With sound, the browser loads the icon of the page for its media controls.
        page.eval("void localStorage.setItem('ringside.view.volume', '0')");
        page.clear_console();
        server.stop();
        page.click("#tab-analysis");
        page.fill("[name=action]", "M d4-d6");
        page.click("#explain");
        page.wait_for("[aria-live] .warn a[href^='/rules#']");
        page.click_at(x, y);
        page.wait_for("#undo:not([disabled])");
        page.wait_until(FROM_WORKER);
        page.click("#undo");
        page.wait_for("#undo[disabled]");
        page.assert_no_console_errors();
    });
}

#[test]
fn effects_of_worker_and_server_are_equal() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.wait_for("#undo[disabled]");
        wait_for_engine(&page);
        // One action in each position of a line of play, with markers and captures.
        let compared = page.eval(
            "(async () => {
               const { act, effect, layout, open } = await import('/web/lib/engine.js');
               let study = await open({ position: 'G square8 2p canon regions=no_main; S b2=1,e5=22,g2=2; H 6,6' });
               const found = [];
               for (let ply = 0; ply < 24; ply++) {
                 const { state } = study;
                 const actions = study.legal.groups.flatMap(({ choices }) => choices).map(({ action }) => action);
                 const action = actions[Math.floor(actions.length * 0.618)];
                 study = await act(state.position, action);
                 const local = await effect(state, action).catch(({ message }) => message);
                 const source = document.documentElement.dataset.answers;
                 const body = JSON.stringify({ position: state.position, action });
                 const headers = { 'content-type': 'application/json' };
                 const preview = await (await fetch('/api/study/preview', { method: 'POST', headers, body })).json();
                 const content = ({ stacks, markers, collapsed }, cell) => (cell in stacks ? `s${stacks[cell]}`
                   : cell in markers ? `m${markers[cell]}` : cell in collapsed ? `t${collapsed[cell]}` : '');
                 const names = (await layout('square8')).cells.map(({ name }) => name);
                 const changed = names.filter((cell) => content(state, cell) !== content(preview.state, cell));
                 found.push({ action, source, local, events: preview.events, player: preview.state.player,
                   changed: changed.map((cell) => [cell, content(preview.state, cell)]) });
               }
               return found;
             })()",
        );
        for one in compared.as_array().expect("there is a list") {
            assert_eq!(one["source"], "worker", "{one}");
            let changed = one["local"]["changed"].as_array().unwrap_or_else(|| panic!("no effect: {one}"));
            let pairs = changed.iter().map(|one| (one["cell"].to_string(), one["content"].clone()));
            let expected =
                one["changed"].as_array().into_iter().flatten().map(|one| (one[0].to_string(), one[1].clone()));
            assert_eq!(pairs.collect::<BTreeMap<_, _>>(), expected.collect(), "{one}");
            assert_eq!(one["local"]["events"], one["events"], "{one}");
            assert_eq!(one["local"]["player"], one["player"], "{one}");
        }
    });
}

#[test]
fn failed_worker_is_replaced_and_the_server_answers() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.emulate_media(&[REDUCED_MOTION]);
        page.wait_for("#undo[disabled]");
        wait_for_engine(&page);
        // The engine expects texts: anything else fails in the worker like a trap. The server rejects it.
        let status = page.eval(
            "import('/web/lib/engine.js').then(({ effect }) => effect({ position: null }, 'M d4-d6')).catch(({ status }) => status)",
        );
        assert!(status.as_u64().is_some_and(|status| (400..500).contains(&status)), "{status}");
        // The browser logs the rejected request itself.
        page.clear_console();
        click_cell(&page, "square8", "d4");
        page.wait_for("#undo:not([disabled])");
        wait_for_engine(&page);
        click_cell(&page, "square8", "d6");
        page.wait_until(FROM_WORKER);
        page.assert_no_console_errors();
    });
}

#[test]
fn action_is_shown_before_the_server_confirms_it() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        wait_for_engine(&page);
        let (x, y) = cell_position(&page, "square8", "d4");
        page.set_offline(true);
        page.click_at(x, y);
        page.wait_for("[data-unconfirmed]");
        page.wait_for(".moves [data-ply=\"1\"]");
        page.wait_until("document.querySelector('.bd-can').getAttribute('d')");
        page.screenshot("unconfirmed");
        page.set_offline(false);
        page.wait_until_gone("[data-unconfirmed]");
        // The action is neither sent nor logged twice.
        page.wait_for("#undo:not([disabled])");
        assert_eq!(page.count(".moves [data-ply]"), 1);
        assert_eq!(page.count(".log li:not(.note)"), 1, "{}", page.text(".log"));
        // The browser logs the failed connections itself.
        page.clear_console();
        play(&page, Input::Keyboard, 4);
        page.assert_healthy();
    });
}

#[test]
fn swap_of_colours_is_shown_before_the_server_confirms_it() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        let id = page.eval_string(
            "import('/web/lib/api.js').then(async ({ me, post }) => (await me(), (await post('/api/games', {
               edition: 'live', options: { swap: 'on' }, seats: [{ who: 'bot', name: 'level:1' }, { who: 'me' }],
             })).id))",
        );
        page.navigate(&format!("/games/{id}"));
        page.wait_for("[role=grid]");
        wait_for_engine(&page);
        page.wait_for("[data-action=\"SW\"]");
        let players =
            "[...document.querySelectorAll('.players > *')].map((one) => one.getAttribute('aria-label')).join()";
        let before = page.eval_string(players);
        page.set_offline(true);
        page.click("[data-action=\"SW\"]");
        page.wait_for("[data-unconfirmed]");
        page.wait_until("!document.querySelector('[data-action=\"SW\"]')");
        let swapped = page.eval_string(players);
        assert_ne!(swapped, before);
        page.set_offline(false);
        page.wait_until_gone("[data-unconfirmed]");
        assert_eq!(page.eval_string(players), swapped);
        // The browser logs the failed connections itself.
        page.clear_console();
        // The next actions are shown for the right player, and confirmed.
        play(&page, Input::Keyboard, 4);
        page.reload();
        page.wait_for("[role=grid]");
        page.assert_healthy();
    });
}

#[test]
fn rejected_action_is_taken_back_with_its_reason() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        wait_for_engine(&page);
        let (x, y) = cell_position(&page, "square8", "d4");
        // The server receives another action than the one that the page shows, a second later.
        page.eval(
            "void (() => {
               const send = WebSocket.prototype.send;
               WebSocket.prototype.send = function (text) {
                 const message = JSON.parse(text);
                 if (message.type !== 'act') return send.call(this, text);
                 WebSocket.prototype.send = send;
                 setTimeout(() => send.call(this, JSON.stringify({ ...message, action: 'M a1-a3' })), 1000);
               };
             })()",
        );
        page.click_at(x, y);
        page.wait_for("[data-unconfirmed]");
        page.wait_for(".moves [data-ply=\"1\"]");
        page.wait_until_gone("[data-unconfirmed]");
        page.wait_for(".bd-say .warn");
        assert_eq!(page.text(".moves"), "No moves yet.");
        play(&page, Input::Keyboard, 4);
        page.assert_healthy();
    });
}
