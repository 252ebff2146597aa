//! Games between two players.

use page_tests::{Page, REDUCED_MOTION, role, with_server};

use crate::board::{IS_OVER, Input, play, resign, start_game};

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
        for page in [&anna, &ben] {
            assert_eq!(offered_analysis(page), "");
            assert!(page.text("#fold-analysis").contains("No analysis while people play."));
        }
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
        assert_eq!(offered_analysis(&anna), "Hint, Show chances, Review the whole game, Analyse from here");
        anna.assert_no_console_errors();
    });
}

#[test]
fn share_link_leads_to_watching_until_it_is_revoked() {
    with_server(|server| {
        let [anna, ben] = Page::open_two(server, "/");
        start_game(&anna, "square8");
        let address = anna.path();
        ben.navigate(&address);
        ben.wait_for("[role=alert]");
        assert!(
            ben.text("[role=alert]").contains("ask a player of this game for a share link"),
            "{}",
            ben.text("main")
        );
        ben.screenshot("private-game");
        // The browser logs the rejected request itself.
        ben.clear_console();
        anna.eval("void (navigator.clipboard.writeText = async (text) => { window.copied = text; })");
        anna.click(role("button", "Copy share link"));
        anna.wait_until("window.copied !== undefined");
        anna.screenshot("share-link");
        anna.assert_healthy();
        let link = anna.eval_string("window.copied");
        assert!(link.contains(&format!("{address}#share=")), "{link}");
        ben.navigate(&link);
        ben.wait_for("[role=grid]");
        assert_eq!(ben.eval_string("location.hash"), "", "the secret is not shown");
        assert!(!ben.text("main").contains("Copy share link"), "a viewer cannot share the game");
        ben.assert_healthy();
        anna.click(role("button", "Stop sharing"));
        ben.wait_for("[role=alert]");
        ben.clear_console();
    });
}

/// Opens the panels for analysis and sharing, and returns the visible buttons that lead to an evaluation.
fn offered_analysis(page: &Page) -> String {
    page.eval_string(
        "document.querySelectorAll('#fold-analysis, #fold-share').forEach((panel) => (panel.open = true)), \
         [...document.querySelectorAll('#fold-analysis button, #fold-share button')] \
           .filter((button) => button.checkVisibility() && /hint|chances|review|analyse/i.test(button.textContent)) \
           .map((button) => button.textContent).join(', ')",
    )
}

/// Waits for turn 5 and returns the list of moves.
fn moves(page: &Page) -> String {
    page.wait_until("document.querySelector('.turn-number').textContent === 'Turn 5'");
    page.text(".moves")
}
