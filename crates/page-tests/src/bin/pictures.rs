//! Makes the pictures of the page that the documents show: `cargo xtask pictures`.

use std::path::Path;

use api::{ImportBody, ImportedView};
use api::{NewGame, NewSeat};
use page_tests::{DARK, LIGHT, Look, Page, STILL, Site, role, text, with_site};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    with_site(|site| {
        table(site, include_str!("../../pictures/square8.rrn"), 22, LIGHT, &folder, "table");
        table(site, include_str!("../../pictures/hex8.rrn"), 24, DARK, &folder, "hexagons");
        lesson(site, &folder);
        replay(site, &folder);
    });
}

/// A recorded game, at a moment of it.
fn table(site: &Site, record: &str, ply: usize, scheme: page_tests::Feature, folder: &Path, name: &str) {
    let body = ImportBody { record: record.to_owned() };
    let made: ImportedView = site.guest("Ann").request("POST", "/api/import", Some(&body)).expect("a board");
    let page = Page::open_in(Look::window(1280, 860), site, &format!("/games/{}#ply={ply}", made.id));
    page.media(&[STILL, scheme]);
    page.see(text("You are looking at the board after action"));
    // Long enough for every picture and pattern.
    page.wait_until("document.querySelectorAll('.moves [aria-current]').length === 1");
    println!("{}", page.screenshot_in(folder, name).display());
}

fn lesson(site: &Site, folder: &Path) {
    let page = Page::open_in(Look::PHONE, site, "/learn#4.1");
    page.media(&[STILL, LIGHT]);
    page.see("[role=grid]");
    println!("{}", page.screenshot_in(folder, "lesson").display());
}

fn replay(site: &Site, folder: &Path) {
    let guest = site.guest("Ben");
    let bot = |name: &str| NewSeat::Bot { name: name.to_owned() };
    let seats = vec![bot("level:9"), bot("level:6")];
    let wish = NewGame { game: Some("asg".to_owned()), scenario: "honeycomb".into(), seats, ..NewGame::default() };
    let game = guest.create_game(&wish).expect("a match").id;
    while guest.game(&game).expect("a match").table.ending.is_none() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let page = Page::open_in(Look::window(1280, 860), site, &format!("/asg/replay?game={game}"));
    page.media(&[STILL, LIGHT]);
    for _ in 0..9 {
        page.click(role("button", "One ply on (right arrow)"));
    }
    println!("{}", page.screenshot_in(folder, "asg").display());
}
