//! Takes the screenshots shown in the documentation: `cargo xtask pictures`.

use std::path::Path;

use api::{ImportBody, ImportedView};
use api::{NewGame, NewSeat};
use page_tests::{DARK, LIGHT, Page, REDUCED_MOTION, TestServer, Viewport, role, text, with_server};

fn main() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    with_server(|server| {
        game(server, include_str!("../../pictures/square8.rrn"), 22, LIGHT, &directory, "table");
        game(server, include_str!("../../pictures/hex8.rrn"), 24, DARK, &directory, "hexagons");
        lesson(server, &directory);
        replay(server, &directory);
    });
}

/// Takes a screenshot of a recorded game at a ply.
fn game(server: &TestServer, record: &str, ply: usize, scheme: page_tests::MediaFeature, directory: &Path, name: &str) {
    let body = ImportBody { record: record.to_owned() };
    let imported: ImportedView =
        server.guest("Ann").request("POST", "/api/import", Some(&body)).expect("record can be imported");
    let page = Page::open_in(Viewport::new(1280, 860), server, &format!("/games/{}#ply={ply}", imported.id));
    page.emulate_media(&[REDUCED_MOTION, scheme]);
    page.wait_for(text("You are looking at the board after action"));
    // The list of moves is drawn last.
    page.wait_until("document.querySelectorAll('.moves [aria-current]').length === 1");
    println!("{}", page.screenshot_in(directory, name).display());
}

fn lesson(server: &TestServer, directory: &Path) {
    let page = Page::open_in(Viewport::PHONE, server, "/learn#4.1");
    page.emulate_media(&[REDUCED_MOTION, LIGHT]);
    page.wait_for("[role=grid]");
    println!("{}", page.screenshot_in(directory, "lesson").display());
}

fn replay(server: &TestServer, directory: &Path) {
    let guest = server.guest("Ben");
    let bot = |name: &str| NewSeat::Bot { name: name.to_owned() };
    let seats = vec![bot("level:9"), bot("level:6")];
    let request = NewGame { game: Some("asg".to_owned()), scenario: "honeycomb".into(), seats, ..NewGame::default() };
    let game = guest.create_game(&request).expect("match is created").id;
    while guest.game(&game).expect("match exists").table.ending.is_none() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let page = Page::open_in(Viewport::new(1280, 860), server, &format!("/asg/replay?game={game}"));
    page.emulate_media(&[REDUCED_MOTION, LIGHT]);
    for _ in 0..9 {
        page.click(role("button", "One turn forward (right arrow)"));
    }
    println!("{}", page.screenshot_in(directory, "asg").display());
}
