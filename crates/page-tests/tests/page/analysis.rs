//! Analysis in the browser, and on the server where the browser cannot.

use api::client::Client;
use api::{ClientMessage, GameId, LegalView, NewGame, StateView, Visibility};
use page_tests::{Page, REDUCED_MOTION, TestServer, role, text, with_server};
use ringrift::Position;
use serde_json::Value;

use crate::board::{HAS_MARKS, Input, click_cell, make_choice, play, resign, start_game};

const FROM_WORKER: &str = "document.documentElement.dataset.answers === 'worker'";

/// Opens the sandbox with a position.
fn open_sandbox(server: &TestServer, position: &str) -> Page {
    let position = Position::parse(position).expect("the position is valid");
    let page = Page::open(server, "/sandbox");
    page.emulate_media(&[REDUCED_MOTION]);
    page.wait_for("#undo[disabled]");
    page.eval(&format!("void location.assign('#' + new URLSearchParams({{ position: '{position}' }}))"));
    page.wait_until(&format!("document.querySelector('#root > .table')?.dataset.position === '{position}'"));
    page.click("#tab-analysis");
    page
}

/// Analyses positions with the page's own code and with the server, and compares the answers.
#[test]
fn worker_analyses_as_the_server_does() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.wait_for("#undo[disabled]");
        for position in [
            "G square8 2p; S d4=11,h8=2; H 16,17; P movement",
            "G hex8 2p live; S 0.1=1; H 17,18",
            "G square19 2p; S d4=11,h8=2; H 34,35",
        ] {
            let compared = page.eval_string(&format!(
                "(async () => {{
                   const {{ analyse }} = await import('/web/lib/analyst.js');
                   const notes = [], limits = {{ nodes: 100, lines: 5 }};
                   const job = {{ signal: new AbortController().signal, note: (text) => notes.push(text) }};
                   const local = await analyse({{ position: '{position}' }}, limits, job).catch(String);
                   const source = document.documentElement.dataset.answers;
                   const body = JSON.stringify({{ position: '{position}', ...limits }});
                   const headers = {{ 'content-type': 'application/json' }};
                   const remote = await (await fetch('/api/analyse', {{ method: 'POST', headers, body }})).json();
                   return JSON.stringify({{ local, remote, source, notes }});
                 }})()"
            ));
            let compared: Value = serde_json::from_str(&compared).expect("the page returns JSON");
            assert_eq!(compared["source"], "worker", "{compared}");
            assert_eq!(compared["local"], compared["remote"], "{position}");
            assert!(compared["local"]["actions"].as_array().is_some_and(|actions| actions.len() == 5), "{compared}");
            let notes = compared["notes"].to_string();
            assert!(notes.contains("Loading the neural network") && notes.contains("Thinking"), "{notes}");
        }
    });
}

#[test]
fn analysis_works_after_the_server_has_stopped() {
    with_server(|server| {
        let page = open_sandbox(server, "G square8 2p; S b2=1,e5=2; H 16,17");
        page.click(role("button", "Show chances"));
        page.wait_for(text("positions searched"));
        page.wait_until(FROM_WORKER);
        server.stop();
        // The browser logs requests that do not reach the server itself.
        page.clear_console();
        let before = page.text(".best");
        click_cell(&page, "square8", "d4");
        page.wait_until(&format!("document.querySelector('.best')?.innerText.trim() !== {before:?}.trim()"));
        page.wait_for(text("positions searched"));
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.wait_until(FROM_WORKER);
        page.screenshot("analysis-offline");
    });
}

#[test]
fn server_analyses_where_the_browser_cannot() {
    with_server(|server| {
        let page = open_sandbox(server, "G square8 2p; S b2=1,e5=2; H 16,17");
        page.eval("void (globalThis.Worker = undefined)");
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.wait_until("document.documentElement.dataset.answers === 'server'");
        page.assert_no_console_errors();
    });
}

#[test]
fn cancelled_analysis_ends_its_worker_and_the_next_one_runs() {
    with_server(|server| {
        let page = Page::open(server, "/sandbox");
        page.wait_for("#undo[disabled]");
        let outcome = page.eval(
            "(async () => {
               const { analyse } = await import('/web/lib/analyst.js');
               const position = 'G square19 2p; S d4=11,h8=2; H 34,35';
               const long = new AbortController();
               const note = (text) => text === 'Thinking …' && setTimeout(() => long.abort(), 50);
               const cancelled = await analyse({ position }, { nodes: 50000, lines: 1 }, { signal: long.signal, note })
                 .then(() => 'finished', ({ name }) => name);
               const next = { signal: new AbortController().signal, note: () => {} };
               const several = await Promise.all([1, 2, 3, 4, 5].map((lines) => analyse({ position }, { nodes: 100, lines }, next)));
               return [cancelled, ...several.map(({ actions }) => actions.length), document.documentElement.dataset.answers];
             })()",
        );
        assert_eq!(outcome, serde_json::json!(["AbortError", 1, 2, 3, 4, 5, "worker"]));
    });
}

/// The server limits the time of each decision of a review, so the review in the browser is compared with native code without this limit.
#[test]
fn worker_reviews_a_game_as_native_code_does() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        play(&page, Input::Keyboard, 4);
        resign(&page);
        page.click(role("button", "Review the game"));
        page.wait_for_progress(".graph");
        page.wait_until(FROM_WORKER);
        page.assert_healthy();
        let reviewed = page.eval_string(
            "(async () => {
               const { LiveGame } = await import('/web/lib/live.js');
               const { review } = await import('/web/lib/analyst.js');
               const steps = [];
               const job = { signal: new AbortController().signal, note: () => {}, onProgress: (done, of) => steps.push([done, of]) };
               const game = await LiveGame.open(location.pathname.split('/')[2]);
               return JSON.stringify([await review(game, job, () => null), await game.record(), steps.length, steps.at(-1)]);
             })()",
        );
        let (found, record, steps, last): (Value, String, usize, (usize, usize)) =
            serde_json::from_str(&reviewed).expect("the page returns JSON");
        let expected = ringside_wasm::review(&record, &[], &|_, _| ());
        assert_eq!(found, serde_json::from_str::<Value>(&expected.body).expect("the review is JSON"));
        assert_eq!((steps, steps), last);
    });
}

/// A review takes long: it can be stopped, and started again.
#[test]
fn review_can_be_stopped() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        play(&page, Input::Keyboard, 6);
        resign(&page);
        page.click(role("button", "Review the game"));
        page.wait_for("progress");
        page.click(role("button", "Stop the review"));
        page.wait_until_gone("progress");
        page.click(role("button", "Review the whole game"));
        page.wait_for_progress(".graph");
        page.assert_no_console_errors();
    });
}

/// Imports a short game with mistakes and opens it.
pub(crate) fn import_short_game(page: &Page) {
    let record = r#"[Board \"square8\"]\n\n1. P f3*2; M f3-h5 2. P h8; M h8-h7 3. P a1*3; M a1-a4 4. P b7; M b7-c7"#;
    let game = page.eval_string(&format!(
        "(async () => {{
           const {{ me, post }} = await import('/web/lib/api.js');
           await me();
           return (await post('/api/import', {{ record: \"{record}\" }})).id;
         }})()"
    ));
    page.navigate(&format!("/games/{game}"));
}

/// The better turn is played out and described; a turn that the player tries is compared with it.
#[test]
fn key_moments_show_the_better_turn_and_can_be_tried() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        import_short_game(&page);
        page.click(role("tab", "Analysis"));
        page.click(role("button", "Review the whole game"));
        page.wait_for_progress(".key-moments");
        page.assert_healthy();
        page.screenshot("key-moments");
        page.click(".key-moments button");
        page.wait_for(text("A better turn for blue"));
        page.wait_until("document.querySelector('.asked').textContent.includes('Chance to win')");
        page.click(role("button", "Back to the game"));
        page.wait_until("document.querySelector('.commands .leave') === null");
        page.click(".key-moments button + button");
        page.wait_for(text("Find a better turn for blue"));
        assert_eq!(page.count("#panel-analysis .lines .best"), 0);
        let is_trying = "document.querySelector('.asked').textContent.startsWith('Find')";
        loop {
            page.wait_until(&format!("!({is_trying}) || {HAS_MARKS}"));
            if page.eval(is_trying) == false {
                break;
            }
            make_choice(&page, Input::Keyboard);
        }
        page.wait_until("document.querySelector('.asked').textContent.includes('Chance to win')");
        page.screenshot("key-moment-tried");
        page.assert_healthy();
        page.click(role("button", "Back to the game"));
        page.wait_until("document.querySelector('.commands .leave') === null");
    });
}

/// The attack: a player copies the position of a running game to the sandbox, where the browser could analyse it.
#[test]
fn position_that_people_are_playing_is_not_analysed_in_the_browser() {
    with_server(|server| {
        let (ann, bob) = (server.guest("Ann"), server.guest("Bob"));
        let request = NewGame { visibility: Visibility::Public, ..NewGame::default() };
        let game = ann.create_game(&request).expect("the game is created").id;
        bob.join(&game, None).expect("the second seat is open");
        for player in [&ann, &bob, &ann] {
            finish_turn(player, &game);
        }
        let StateView::RingRift(state) = ann.game(&game).expect("the game exists").state else {
            panic!("expected a RingRift state")
        };
        let page = open_sandbox(server, &state.position);
        for button in ["Hint", "Show chances"] {
            page.click(role("button", button));
            page.wait_for(".lines .warn");
            assert_eq!(page.count(".lines .best, .chance-bar"), 0);
        }
        // The browser logs the rejected requests itself.
        page.clear_console();
        let resign = ClientMessage::Resign { seat: None, client: None };
        bob.command(&game, &resign).expect("a player can resign");
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.assert_no_console_errors();
    });
}

/// Plays the first legal action until it is the other player's turn.
pub(crate) fn finish_turn(client: &Client, game: &GameId) {
    loop {
        let now = client.game(game).expect("the game exists");
        let Some(LegalView::RingRift { groups }) = now.you.and_then(|own| own.legal) else { return };
        client.act(game, now.seq, groups[0].choices[0].action.clone()).expect("the action is legal");
    }
}

#[test]
fn page_analyses_if_the_operator_has_turned_off_the_analysis_of_the_server() {
    with_server(|server| {
        server.restart_with(|config| config.analysis = false);
        let page = open_sandbox(server, "G square8 2p; S b2=1,e5=2; H 16,17");
        page.click(role("button", "Hint"));
        page.wait_for(text("Suggested: "));
        page.wait_until(FROM_WORKER);
        page.assert_no_console_errors();
        page.reload();
        page.wait_for("#undo[disabled]");
        page.eval("void (globalThis.Worker = undefined)");
        page.click("#tab-analysis");
        page.click(role("button", "Hint"));
        page.wait_for(text("nalysis is turned off on this server"));
    });
}
