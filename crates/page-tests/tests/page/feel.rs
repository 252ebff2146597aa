//! Dragging, the wheel, moves in advance, shortcuts and playback.

use api::GameId;
use page_tests::{Key, Page, REDUCED_MOTION, Viewport, role, text, with_server};
use serde_json::{Value, json};

use crate::analysis::finish_turn;
use crate::board::{IS_OVER, Input, cell_position, click_cell, play, resign, start_game};

/// Sends an event of the mouse at a point.
fn mouse(page: &Page, kind: &str, (x, y): (f64, f64), more: &Value) {
    let mut event =
        json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "deltaX": 0 });
    for (name, value) in more.as_object().into_iter().flatten() {
        event[name] = value.clone();
    }
    page.devtools("Input.dispatchMouseEvent", &event);
}

fn hover(page: &Page, point: (f64, f64)) {
    mouse(page, "mouseMoved", point, &json!({ "button": "none", "buttons": 0 }));
}

#[test]
fn wheel_chooses_the_number_of_rings_and_stacks_are_dragged() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        let start = cell_position(&page, "square8", "d4");
        hover(&page, start);
        page.wait_for(".bd-new");
        for (wheel, sign) in [(-100, "+2"), (-100, "+3"), (-100, "+3"), (100, "+2")] {
            mouse(&page, "mouseWheel", start, &json!({ "deltaY": wheel }));
            page.wait_until(&format!("document.querySelector('.bd-plus')?.textContent === '{sign}'"));
        }
        click_cell(&page, "square8", "d4");
        page.wait_until("document.querySelector('.moves').textContent.includes('P d4*2')");
        page.wait_until(
            "!document.querySelector('[data-unconfirmed]') && document.querySelector('.bd-can').getAttribute('d')",
        );
        // Dropped elsewhere, the stack stays.
        for (end, is_played) in [("e6", false), ("d7", true)] {
            let end = cell_position(&page, "square8", end);
            hover(&page, start);
            mouse(&page, "mousePressed", start, &json!({}));
            mouse(&page, "mouseMoved", ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0), &json!({}));
            mouse(&page, "mouseMoved", end, &json!({}));
            assert_eq!(page.count(".bd-dragged"), 1);
            mouse(&page, "mouseReleased", end, &json!({ "buttons": 0 }));
            page.wait_until(&format!(
                "document.querySelector('.moves').textContent.includes('M d4-d7') === {is_played}"
            ));
        }
        page.assert_healthy();
    });
}

#[test]
fn rings_are_dragged_from_the_hand_to_a_cell() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        page.wait_for(".player.next .hand");
        let cell = cell_position(&page, "square8", "d4");
        let bounds = page.bounds(".player.next .hand");
        let hand = (bounds.x + bounds.width / 2.0, bounds.y + bounds.height / 2.0);
        hover(&page, hand);
        mouse(&page, "mousePressed", hand, &json!({}));
        mouse(&page, "mouseMoved", ((hand.0 + cell.0) / 2.0, (hand.1 + cell.1) / 2.0), &json!({}));
        mouse(&page, "mouseMoved", cell, &json!({}));
        assert_eq!(page.count(".carried"), 1);
        page.wait_for(".bd-new");
        mouse(&page, "mouseReleased", cell, &json!({ "buttons": 0 }));
        page.wait_until("document.querySelector('.moves').textContent.includes('P d4')");
        assert_eq!(page.count(".carried"), 0);
        page.assert_healthy();
    });
}

#[test]
fn escape_undoes_the_last_action_of_the_turn() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        start_game(&page, "square8");
        click_cell(&page, "square8", "d4");
        page.wait_until("document.querySelector('.moves').textContent.includes('P d4')");
        page.wait_until(
            "!document.querySelector('[data-unconfirmed]') && document.querySelector('.bd-can').getAttribute('d')",
        );
        // The first one may remove a preview.
        page.press_keys([Key::Escape, Key::Escape]);
        page.wait_until("!document.querySelector('.moves').textContent.includes('P d4')");
        page.assert_healthy();
    });
}

#[test]
fn further_taps_change_the_number_of_rings() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        start_game(&page, "square8");
        for count in 1..=2 {
            click_cell(&page, "square8", "d4");
            page.wait_for(role("button", &format!("Place {count}")));
        }
        page.click(role("button", "Place 2"));
        page.wait_until("document.querySelector('.moves').textContent.includes('P d4*2')");
        page.assert_healthy();
    });
}

#[test]
fn moves_chosen_in_advance_are_played_or_cancelled() {
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        let opponent = server.guest("Ben");
        let id = page.eval_string(
            "(localStorage.setItem('ringside.view.premoves', 'on'), import('/web/lib/api.js').then(async ({ me, post }) => (await me(),
               (await post('/api/games', { visibility: 'public', seats: [{ who: 'me' }, { who: 'open' }] })).id)))",
        );
        let game: GameId = id.parse().expect("the id is valid");
        opponent.join(&game, None).expect("the second seat is open");
        page.navigate(&format!("/games/{id}"));
        page.wait_for("[role=grid]");
        play(&page, Input::Keyboard, 1);
        click_cell(&page, "square8", "g8");
        page.wait_for(text("Chosen in advance: g8"));
        page.screenshot("premove");
        page.focus("[role=grid]");
        page.press_keys([Key::Escape]);
        page.wait_until("!document.querySelector('.bd-say').textContent.includes('advance')");
        click_cell(&page, "square8", "g8");
        page.wait_for(text("Chosen in advance: g8"));
        finish_turn(&opponent, &game);
        page.wait_until("document.querySelector('.moves').textContent.includes('P g8')");
        page.assert_healthy();
    });
}

#[test]
fn forced_decisions_are_played_and_shortcuts_listed() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        page.focus("[role=grid]");
        page.press_keys([Key::Char('?')]);
        page.wait_for(role("heading", "Keyboard shortcuts"));
        page.assert_healthy();
        page.click(role("button", "Close"));
        page.eval("void localStorage.setItem('ringside.view.forced', 'on')");
        // All cells are territory except three: the placed ring has only one landing.
        let id = page.eval_string(
            "import('/web/lib/api.js').then(async ({ post }) => (await post('/api/games', {
               position: 'G square8 2p canon; S h8=2; CX a1,a2,h8; H 5,5',
               seats: [{ who: 'me' }, { who: 'bot', name: 'level:1' }] })).id)",
        );
        page.navigate(&format!("/games/{id}"));
        page.wait_for("[role=grid]");
        click_cell(&page, "square8", "a1");
        page.wait_until("document.querySelector('.moves').textContent.includes('M a1-a2')");
        page.assert_no_console_errors();
    });
}

#[test]
fn playback_hides_what_was_not_shown() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        play(&page, Input::Keyboard, 3);
        resign(&page);
        let (game, plies) = (page.path(), page.count(".moves [data-ply]"));
        page.navigate("/rules");
        page.eval("void localStorage.setItem('ringside.watch.speed', '0.5')");
        page.navigate(&format!("{game}#watch"));
        page.wait_for(role("button", "Pause"));
        assert!(page.count(".moves [data-ply]") < plies, "later moves are hidden");
        assert_eq!(page.eval(IS_OVER), false, "the result is hidden");
        assert!(!page.text("main").contains("wins"), "{}", page.text("main"));
        page.screenshot("watch");
        page.assert_healthy();
        page.choose(".speed", "4");
        page.wait_until(IS_OVER);
        assert_eq!(page.count(".moves [data-ply]"), plies);
        page.wait_for(role("button", "Play from here"));
        page.assert_no_console_errors();
    });
}
