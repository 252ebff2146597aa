//! The rulebooks.

use page_tests::{DARK, LIGHT, Page, REDUCED_MOTION, TestServer, Viewport, with_server};

#[test]
fn ringrift_rulebook_is_healthy() {
    with_server(|server| check_rulebook(server, "/rules", "rules"));
}

#[test]
fn asg_rulebook_is_healthy() {
    with_server(|server| check_rulebook(server, "/asg/rules", "asg-rules"));
}

#[test]
fn diagrams_are_playable() {
    with_server(|server| {
        let page = Page::open(server, "/rules");
        page.emulate_media(&[REDUCED_MOTION]);
        let figures = page.count("figure.diagram");
        assert!(figures > 0, "the rulebook has diagrams");
        for number in 0..figures {
            // Boards are created when they come into view.
            page.wait_until(&format!(
                "(() => {{ const figure = document.querySelectorAll('figure.diagram')[{number}];
                    figure.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                    return figure.querySelector('[role=grid]') !== null; }})()"
            ));
        }
        page.eval(
            "document.querySelector('figure[data-try]').scrollIntoView({ block: 'center', behavior: 'instant' })",
        );
        // The second run begins from the start again.
        for _ in 0..2 {
            page.eval("document.querySelector('figure[data-try] > p').textContent = ''");
            page.click("figure[data-try] > .row > button");
            page.wait_until("document.querySelector('figure[data-try] > p').textContent !== ''");
        }
        assert_eq!(page.count(".toasts div"), 0, "no action was rejected");
        page.assert_no_console_errors();
    });
}

/// Checks a rulebook in both colour schemes and on a phone.
fn check_rulebook(server: &TestServer, path: &str, name: &str) {
    let page = Page::open(server, path);
    page.wait_for("main h1");
    assert_diagrams_have_captions(&page);
    for (scheme, word) in [(LIGHT, "light"), (DARK, "dark")] {
        page.emulate_media(&[scheme]);
        page.screenshot(&format!("{name}-{word}"));
        page.assert_healthy();
    }
    page.resize(Viewport::PHONE);
    page.screenshot(&format!("{name}-phone"));
    page.assert_no_horizontal_scroll();
}

fn assert_diagrams_have_captions(page: &Page) {
    let unexplained = page.eval(
        "[...document.querySelectorAll('figure.diagram')]
           .filter((figure) => !figure.querySelector('figcaption')?.textContent.trim())
           .map((figure) => figure.dataset.position)",
    );
    assert_eq!(unexplained, serde_json::json!([]), "diagrams without a caption");
}
