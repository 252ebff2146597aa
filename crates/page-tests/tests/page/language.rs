//! The page in German.

use page_tests::{Page, REDUCED_MOTION, TestServer, role, text, with_server};

use crate::asg::drop_file;
use crate::board::click_cell;

/// Opens an address in German.
fn open_in_german(server: &TestServer, path: &str) -> Page {
    let page = Page::open(server, path);
    page.emulate_media(&[REDUCED_MOTION]);
    page.eval("localStorage.setItem('ringside.language', 'de')");
    page.reload();
    page.wait_until("document.documentElement.lang === 'de'");
    page
}

#[test]
fn the_engine_speaks_german() {
    with_server(|server| {
        let page = open_in_german(server, "/sandbox");
        page.wait_for(text("Setze 1–3 Ringe auf ein leeres Feld."));
        let about = page.eval_string("document.querySelector('meta[name=description]').content");
        assert!(about.starts_with("Ein RingRift-Brett"), "{about}");
        click_cell(&page, "square8", "d4");
        page.wait_for(text("Ziehe jetzt mit deinem Stapel auf d4."));
        // The steps of the turn and a reason, from the worker and from the server.
        page.wait_for(text("Ziehen"));
        let why = "import('/web/lib/engine.js').then(({ why }) => why('G square8 2p; S a1=1,h8=2; P movement', { cell: 'b3' })).then(({ reason }) => reason)";
        assert_eq!(page.eval(why), "player 1 hat keinen Stapel auf b3");
        // A problem of the editor: all rings in hand, though one stands on the board.
        let check = "import('/web/lib/engine.js').then(({ ask }) => ask('POST', '/api/study/check', { board: 'square8', edition: 'canon', stacks: { d4: '1' }, hands: [18, 18] })).then(({ problems }) => problems[0].text)";
        assert_eq!(page.eval(check), "player 1 hat 19 Ringe auf der Hand und auf dem Brett, aber es gibt nur 18.");
        page.assert_healthy();
    });
}

#[test]
fn lessons_are_in_german() {
    with_server(|server| {
        let page = open_in_german(server, "/learn#1.1");
        page.wait_for(role("heading", "Lektion 1: Ringe setzen"));
        page.wait_for(text("Setze drei Ringe auf ein Feld"));
        click_cell(&page, "square8", "d4");
        page.wait_for("#again:not([disabled])");
        click_cell(&page, "square8", "d5");
        page.wait_for(text("Der Stapel, der gezogen ist, hatte weniger als drei Ringe"));
        page.screenshot("lesson-german");
        page.assert_healthy();
    });
}

#[test]
fn the_agent_strategy_game_is_in_german() {
    with_server(|server| {
        let page = open_in_german(server, "/asg/replay");
        page.wait_for(role("heading", "ASG-Aufzeichnungen"));
        page.eval(
            "fetch('/book/asg-fight.json').then((file) => file.text()).then((text) => { window.dropped = text; })",
        );
        page.wait_until("window.dropped");
        drop_file(&page, "window.dropped");
        page.wait_for(text("Zug 0 von"));
        page.wait_for(role("button", "Einen Zug vor (Pfeil rechts)"));
        page.screenshot("asg-german");
        page.assert_healthy();
    });
}

#[test]
fn rulebooks_are_in_german() {
    with_server(|server| {
        let page = open_in_german(server, "/rules#RR-CANON-R092");
        page.wait_for(role("heading", "Die Regeln von RingRift"));
        page.wait_for(role("button", "Von Anfang an"));
        page.screenshot("rules-german");
        page.assert_healthy();
        page.navigate("/asg/rules");
        page.wait_for(role("heading", "Die Regeln des Agent Strategy Game"));
    });
}
