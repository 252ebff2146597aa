//! The pages of rules.

use page_tests::{DARK, LIGHT, Look, Page, Site, with_site};

#[test]
fn the_rules_of_ringrift_can_be_read() {
    with_site(|site| can_be_read(site, "/rules", "rules"));
}

#[test]
fn the_rules_of_asg_can_be_read() {
    with_site(|site| can_be_read(site, "/asg/rules", "asg-rules"));
}

/// Reads a page of rules in all ways.
fn can_be_read(site: &Site, path: &str, name: &str) {
    let page = Page::open(site, path);
    page.see("main h1");
    every_diagram_is_drawn_and_explained(&page);
    for (scheme, word) in [(LIGHT, "light"), (DARK, "dark")] {
        page.media(&[scheme]);
        page.screenshot(&format!("{name}-{word}"));
        page.is_sound();
    }
    page.resize(Look::PHONE);
    page.screenshot(&format!("{name}-phone"));
    page.no_sideways_scroll();
}

fn every_diagram_is_drawn_and_explained(page: &Page) {
    let unexplained = page.eval(
        "[...document.querySelectorAll('figure.diagram')]
           .filter((figure) => !figure.querySelector('figcaption')?.textContent.trim())
           .map((figure) => figure.dataset.position)",
    );
    assert_eq!(unexplained, serde_json::json!([]), "diagrams without a caption");
}
