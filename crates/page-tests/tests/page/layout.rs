//! The layout and the colours of the game page.

use page_tests::{DARK, LIGHT, Page, REDUCED_MOTION, Viewport, role, with_server};
use serde_json::json;

use crate::board::{Input, play, start_game};

#[test]
fn board_has_the_height_of_the_window() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        let height = page.bounds(".bd-view").height;
        assert!(height >= 700.0, "{height}");
        page.screenshot("layout-desktop");
    });
}

#[test]
fn everything_for_a_turn_is_visible_without_scrolling() {
    let phone = |width, height| Viewport::new(width, height).with_touch();
    let windows = [
        phone(360, 640),
        phone(390, 844),
        phone(844, 390),
        Viewport::new(1024, 768),
        Viewport::DESKTOP,
        Viewport::new(2560, 1440),
    ];
    with_server(|server| {
        let page = Page::open(server, "/");
        page.emulate_media(&[REDUCED_MOTION]);
        for (players, board, edition) in [(2, "square8", "compact"), (4, "square19", "standard")] {
            open_game(&page, players, board, edition);
            for window in windows {
                page.resize(window);
                let outside = page.eval(
                    "[...document.querySelectorAll('.players > *, .bd-view, .asked, .bd-choices, .bd-slot, .commands button')].filter((element) => {
                       const { left, top, right, bottom, height } = element.getBoundingClientRect();
                       return height > 0 && (left < -1 || top < 0 || right > innerWidth + 1 || bottom > innerHeight);
                     }).map((element) => `${element.className} ${element.textContent}`)",
                );
                assert_eq!(outside, json!([]), "{window:?}, {board}");
                page.assert_no_horizontal_scroll();
            }
            page.resize(Viewport::DESKTOP);
        }
    });
}

/// Opens a new game against bots.
fn open_game(page: &Page, players: usize, board: &str, edition: &str) {
    let bots = vec![json!({ "who": "bot", "name": "level:1" }); players - 1];
    let seats: Vec<_> = std::iter::once(json!({ "who": "me" })).chain(bots).collect();
    let request = json!({ "board": board, "edition": edition, "players": players, "seats": seats });
    let id = page.eval_string(&format!(
        "import('/web/lib/api.js').then(async ({{ me, post }}) => (await me(), (await post('/api/games', {request})).id))"
    ));
    page.navigate(&format!("/games/{id}"));
    page.wait_for(".commands button");
}

#[test]
fn nothing_moves_during_a_game() {
    with_server(|server| {
        for window in [Viewport::DESKTOP, Viewport::PHONE] {
            let page = Page::open_in(window, server, "/");
            start_game(&page, "square8");
            page.wait_for(".commands button");
            page.eval(
                "void (window.shifts = 0, new PerformanceObserver((list) => {
                   for (const { value } of list.getEntries()) window.shifts += value;
                 }).observe({ type: 'layout-shift' }))",
            );
            play(&page, Input::Keyboard, 6);
            let shifts = page.eval("window.shifts").as_f64().unwrap_or(1.0);
            assert!(shifts < 0.02, "{window:?}: {shifts}");
        }
    });
}

#[test]
fn small_cells_are_enlarged_where_the_action_is() {
    with_server(|server| {
        let page = Page::open_in(Viewport::PHONE, server, "/");
        start_game(&page, "hexagonal");
        play(&page, Input::Keyboard, 2);
        page.wait_for(".bd-view.zoomed");
        page.screenshot("layout-phone-zoomed");
        // The player can look at the whole board; that is kept.
        page.focus("[role=grid]");
        page.press_keys([page_tests::Key::Char('0')]);
        page.wait_until("!document.querySelector('.bd-view.zoomed')");
        play(&page, Input::Keyboard, 3);
        assert_eq!(page.count(".bd-view.zoomed"), 0);
        page.assert_no_console_errors();
    });
}

#[test]
fn colours_and_board_are_chosen_and_stored() {
    with_server(|server| {
        let page = Page::open(server, "/");
        start_game(&page, "square8");
        page.emulate_media(&[LIGHT, REDUCED_MOTION]);
        play(&page, Input::Keyboard, 3);
        let paper = "getComputedStyle(document.documentElement).backgroundColor";
        let light = page.eval_string(paper);
        page.click(role("button", "View"));
        for board in ["slate", "paper", "wood"] {
            page.choose("#view-board", board);
            for theme in ["light", "dark"] {
                page.choose("#view-theme", theme);
                page.assert_accessible();
                page.screenshot(&format!("board-{board}-{theme}"));
            }
        }
        page.choose("#view-board", "slate");
        page.reload();
        page.wait_for("[role=grid]");
        let dark = page.eval_string(paper);
        assert_ne!(dark, light);
        assert_eq!(page.eval_string("document.documentElement.dataset.board"), "slate");
        // Like the system.
        page.click(role("button", "View"));
        page.choose("#view-theme", "system");
        page.wait_until(&format!("{paper} === '{light}'"));
        page.emulate_media(&[DARK]);
        page.wait_until(&format!("{paper} === '{dark}'"));
        page.assert_healthy();
    });
}
