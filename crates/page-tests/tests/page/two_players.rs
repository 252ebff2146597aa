//! Games between two players.

use page_tests::{Page, REDUCED_MOTION, role, with_server};

use crate::board::{IS_OVER, Input, play, resign};

#[test]
fn two_players_play_by_invitation() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        for page in [&anna, &ben] {
            page.emulate_media(&[REDUCED_MOTION]);
        }
        anna.click(role("button", "Make a table"));
        anna.wait_for("input[readonly]");
        anna.assert_healthy();
        ben.navigate(&anna.eval_string("document.querySelector('input[readonly]').value"));
        play(&anna, Input::Keyboard, 1);
        play(&ben, Input::Keyboard, 2);
        ben.reload();
        play(&anna, Input::Keyboard, 3);
        ben.wait_until("document.querySelector('.turn-number')?.textContent === 'Turn 4'");
        server.stop();
        anna.wait_for(".away");
        server.resume();
        anna.wait_until_gone(".away");
        for page in [&anna, &ben] {
            // The browser logs the failed connections itself.
            page.clear_console();
        }
        play(&ben, Input::Keyboard, 4);
        assert_eq!(moves(&anna), moves(&ben));
        ben.assert_healthy();
        resign(&ben);
        anna.wait_until(IS_OVER);
        assert_eq!(anna.text(".end h2"), "You win");
        anna.assert_no_console_errors();
    });
}

/// Waits for turn 5 and returns the list of moves.
fn moves(page: &Page) -> String {
    page.wait_until("document.querySelector('.turn-number').textContent === 'Turn 5'");
    page.text(".moves")
}
