//! The pages of rules.

use page_tests::{DARK, LIGHT, Look, Page, STILL, Site, with_site};

#[test]
fn the_rules_of_ringrift_can_be_read() {
    with_site(|site| can_be_read(site, "/rules", "rules"));
}

#[test]
fn the_rules_of_asg_can_be_read() {
    with_site(|site| can_be_read(site, "/asg/rules", "asg-rules"));
}

#[test]
fn diagrams_are_played_with() {
    with_site(|site| {
        let page = Page::open(site, "/rules");
        page.media(&[STILL]);
        let figures = page.count("figure.diagram");
        assert!(figures > 0, "the rulebook has diagrams");
        for number in 0..figures {
            // They are made when they come into view.
            page.wait_until(&format!(
                "(() => {{ const figure = document.querySelectorAll('figure.diagram')[{number}];
                    figure.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                    return figure.querySelector('[role=grid]') !== null; }})()"
            ));
        }
        page.eval(
            "document.querySelector('figure[data-try]').scrollIntoView({ block: 'center', behavior: 'instant' })",
        );
        // The second time it begins again.
        for _ in 0..2 {
            page.eval("document.querySelector('figure[data-try] > p').textContent = ''");
            page.click("figure[data-try] > .row > button");
            page.wait_until("document.querySelector('figure[data-try] > p').textContent !== ''");
        }
        assert_eq!(page.count(".toasts div"), 0, "nothing was refused");
        page.no_console_errors();
    });
}

/// Reads a page of rules in all ways.
fn can_be_read(site: &Site, path: &str, name: &str) {
    let page = Page::open(site, path);
    page.see("main h1");
    every_diagram_is_explained(&page);
    for (scheme, word) in [(LIGHT, "light"), (DARK, "dark")] {
        page.media(&[scheme]);
        page.screenshot(&format!("{name}-{word}"));
        page.is_sound();
    }
    page.resize(Look::PHONE);
    page.screenshot(&format!("{name}-phone"));
    page.no_sideways_scroll();
}

fn every_diagram_is_explained(page: &Page) {
    let unexplained = page.eval(
        "[...document.querySelectorAll('figure.diagram')]
           .filter((figure) => !figure.querySelector('figcaption')?.textContent.trim())
           .map((figure) => figure.dataset.position)",
    );
    assert_eq!(unexplained, serde_json::json!([]), "diagrams without a caption");
}
