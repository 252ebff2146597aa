//! The full-screen game on a test backend: keys and screen contents.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell as Spot;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::app::{App, Overlay};
use crate::play::saving::Saving;
use crate::play::session::Session;
use crate::play::testing::game;
use crate::play::thinking;
use crate::terminal::{Flow, Palette, Screen};

const HUMANS: [&str; 2] = ["human:Ada", "human:Bob"];

fn open(start: &str, seats: &[&str]) -> App {
    let saving = Saving::new(None).expect("no file is needed");
    let app = App::new(Session::new(game(start, seats), saving, 1).expect("the session starts"));
    App { pace: Duration::ZERO, ..app }
}

fn draw(app: &App, width: u16, height: u16, has_colours: bool) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("the test backend works");
    terminal.draw(|frame| super::draw(frame, app, Palette { has_colours })).expect("the test backend works");
    terminal
}

/// Returns the screen as text, without trailing spaces.
fn text(app: &App, width: u16, height: u16) -> String {
    let terminal = draw(app, width, height, true);
    let rows = terminal.backend().buffer().content().chunks(width.into());
    let row = |spots: &[Spot]| spots.iter().map(Spot::symbol).collect::<String>().trim_end().to_owned();
    rows.map(row).collect::<Vec<String>>().join("\n")
}

fn press(app: &mut App, key: KeyCode) -> Flow {
    app.handle(KeyEvent::new(key, KeyModifiers::NONE))
}

/// Presses keys: `^v<>` are arrows, `~` is Escape, `#` Backspace.
fn keys(app: &mut App, keys: &str) {
    for key in keys.chars() {
        press(
            app,
            match key {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '~' => KeyCode::Esc,
                '#' => KeyCode::Backspace,
                key => KeyCode::Char(key),
            },
        );
    }
}

fn played(app: &App) -> Vec<&str> {
    app.session.game().actions().map(|action| action.text.as_str()).collect()
}

/// Waits until the computer players have acted.
fn wait(app: &mut App) {
    let begun = Instant::now();
    app.tick();
    while app.redraw_interval().is_some() {
        assert!(begun.elapsed() < Duration::from_secs(60), "this takes too long");
        std::thread::sleep(Duration::from_millis(2));
        app.tick();
    }
}

fn check(screen: &str, expected: &[&str]) {
    for text in expected {
        assert!(screen.contains(text), "no '{text}' in\n{screen}");
    }
}

#[test]
fn picks_actions_with_the_cursor() {
    let mut app = open("G square8 2p", &HUMANS);
    keys(&mut app, "\n");
    check(&text(&app, 80, 24), &["[·]", "3 of 192 with e5", " 1 P e5 ", " 3 P e5*3"]);
    keys(&mut app, "2\n");
    keys(&mut app, "^^\n");
    assert_eq!(played(&app), ["P e5*2", "M e5-e7"]);
    check(&text(&app, 80, 24), &["Bob (B): Turn 2, B to move", "leaves a marker on e5"]);
}

#[test]
fn accepts_typed_actions() {
    let mut app = open("G square8 2p", &HUMANS);
    keys(&mut app, "P d4*2");
    check(&text(&app, 80, 24), &["Action, number or cell: P d4*2_"]);
    keys(&mut app, "\n:d6\n5#7\nM oops");
    assert_eq!(played(&app).len(), 3);
    keys(&mut app, "~M a1\n");
    assert!(!app.message.is_empty() && played(&app).len() == 3);
    keys(&mut app, "9999999999999999999999\n");
    check(&text(&app, 80, 24), &["There is no action 18446744073709551615"]);
}

#[test]
fn explains_illegal_actions() {
    let mut app = open("G square8 2p; S a1=11,h8=2; P movement", &HUMANS);
    keys(&mut app, "M a1-a2\n");
    check(&text(&app, 80, 24), &["M a1-a2 is illegal: a stack 2 high moves at least 2 cells, not 1.", "RR-CANON-R091"]);
    keys(&mut app, "<\n");
    check(&text(&app, 80, 24), &["d5: A controls no stack on d5 (RR-CANON-R091)."]);
    keys(&mut app, "^");
    assert!(app.message.is_empty());
}

#[test]
fn scrolls_filters_and_chooses_from_the_list() {
    let mut app = open("G square8 2p; S a1=1,c1=2,h8=2; H 5,5", &HUMANS);
    keys(&mut app, "\tvv\n");
    assert_eq!(played(&app), ["P b1*3"]);
    keys(&mut app, "uff");
    check(&text(&app, 80, 24), &["Place a ring on a stack"]);
    press(&mut app, KeyCode::PageDown);
    keys(&mut app, "~~");
    check(&text(&app, 80, 24), &["187 actions"]);
    press(&mut app, KeyCode::PageDown);
    let screen = text(&app, 80, 24);
    check(&screen, &["> 11 P"]);
}

#[test]
fn drops_and_replaces_picked_cells() {
    let mut app = open("G square8 2p; S a1=11,c2=11,h8=2; P movement", &HUMANS);
    keys(&mut app, ":a1\n");
    assert_eq!(app.picking.picked().len(), 1);
    keys(&mut app, "#");
    assert!(app.picking.picked().is_empty());
    keys(&mut app, ":a1\n:c2\n");
    check(&text(&app, 80, 24), &["with c2"]);
    keys(&mut app, "nnp\n");
    assert_eq!(played(&app).len(), 1);
}

#[test]
fn undo_includes_the_actions_of_computers() {
    let mut app = open("G square8 2p", &["human", "greedy"]);
    keys(&mut app, "P d4*2\nM d4-d6\n");
    app.tick();
    check(&text(&app, 80, 24), &["greedy is thinking, 0."]);
    assert!(app.redraw_interval().is_some());
    wait(&mut app);
    assert!(app.session.asks_human() && played(&app).len() >= 4, "{:?}", played(&app));
    keys(&mut app, "u");
    assert_eq!(played(&app), ["P d4*2"]);
    keys(&mut app, "uu");
    check(&text(&app, 80, 24), &["There is nothing to undo."]);
    keys(&mut app, "rr");
    assert!(played(&app).len() >= 4);
}

#[test]
fn games_of_computers_run_to_the_end_and_can_be_paused() {
    let mut app = open("G hex8 2p live; S 0.0=1,3.0=2; H 1,1", &["random", "greedy"]);
    app.tick();
    keys(&mut app, " ");
    assert!(app.redraw_interval().is_none() && app.is_paused);
    check(&text(&app, 80, 24), &["Paused; space continues."]);
    keys(&mut app, " ");
    wait(&mut app);
    assert_eq!(app.overlay, Overlay::Ended);
    keys(&mut app, "u");
    app.tick();
    assert!(app.is_paused && app.redraw_interval().is_none() && !app.session.game().is_over());
}

#[test]
fn hints_are_searched_in_the_background() {
    let mut app = open("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement", &HUMANS);
    keys(&mut app, "h");
    assert!(app.redraw_interval().is_some());
    check(&text(&app, 80, 24), &["Looking for a hint, 0."]);
    keys(&mut app, "^");
    wait(&mut app);
    check(&text(&app, 80, 24), &["Hint: M d4-", "Chances to win", " %"]);
    drop(thinking::search_hint(app.session.game().position().clone()));
}

#[test]
fn shows_the_result_and_the_next_steps() {
    let mut app = open("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement", &HUMANS);
    keys(&mut app, "M d4-d5\n");
    let shown =
        ["The game is over", "Ada (A) wins. A wins by elimination: 19", "1. Ada (A), 2. Bob (B)", "n: new game"];
    check(&text(&app, 80, 24), &shown);
    keys(&mut app, "x~");
    assert_eq!(app.overlay, Overlay::None);
    check(&text(&app, 80, 24), &["e: result"]);
    keys(&mut app, "eu");
    assert!(!app.session.game().is_over());
    keys(&mut app, "M d4-d5\nn");
    assert_eq!((played(&app).len(), &app.overlay), (0, &Overlay::None));
    keys(&mut app, "gy");
    check(&text(&app, 80, 24), &["Ada (A) gives up."]);
}

#[test]
fn asks_before_quitting_an_unsaved_game() {
    let mut app = open("G square8 2p", &HUMANS);
    assert_eq!(press(&mut app, KeyCode::Char('q')), Flow::Quit);
    keys(&mut app, "P d4*2\n");
    assert_eq!(press(&mut app, KeyCode::Char('q')), Flow::Continue);
    check(&text(&app, 80, 24), &["The game is not saved: q quits"]);
    keys(&mut app, "~");
    keys(&mut app, "q");
    assert_eq!(press(&mut app, KeyCode::Char('q')), Flow::Quit);
    assert_eq!(app.handle(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Flow::Quit);
    keys(&mut app, "qs");
    assert_eq!(app.overlay, Overlay::SaveAs(String::new()));
    keys(&mut app, "no/such/folder/game.rrn\n");
    check(&text(&app, 80, 24), &["Not saved: no/such/folder/game.rrn: cannot be written"]);
}

#[test]
fn uses_no_colours_if_disabled() {
    let mut app = open("G square8 3p", &["human", "human", "human"]);
    keys(&mut app, "P d4*2\nM d4-d6\n");
    for has_colours in [true, false] {
        let terminal = draw(&app, 80, 24, has_colours);
        let is_coloured = |spot: &Spot| spot.fg != Color::Reset || spot.bg != Color::Reset;
        assert_eq!(terminal.backend().buffer().content().iter().any(is_coloured), has_colours);
    }
}

#[test]
fn large_boards_follow_the_cursor() {
    for (rules, seats) in [("square19 2p", 2), ("hexagonal12 4p live", 4), ("hexagonal 3p", 3)] {
        let mut app = open(&format!("G {rules}"), &["human"; 4][..seats]);
        for key in "^".repeat(30).chars().chain(">".repeat(30).chars()) {
            keys(&mut app, &key.to_string());
            check(&text(&app, 80, 24), &["[·]"]);
        }
        keys(&mut app, &"v<".repeat(40));
        check(&text(&app, 60, 16), &["[·]"]);
    }
}

#[test]
fn draws_every_decision_on_screens_of_every_size() {
    let sizes = [(1, 1), (2, 60), (30, 8), (31, 9), (45, 12), (66, 20), (80, 24), (120, 40), (200, 60), (200, 9)];
    for (seed, (rules, seats)) in
        [("square8 2p", 2), ("hex8 3p live", 3), ("square8 2p live swap=on", 2)].into_iter().enumerate()
    {
        let mut app = open(&format!("G {rules}"), &["human"; 4][..seats]);
        let mut rng = game::GameRng::seeded(seed as u64);
        for number in 0.. {
            let (width, height) = sizes[number % sizes.len()];
            draw(&app, width, height, true);
            let random = ["\n", "n\n", "f", "\tv", "~", "?v~", "lv~", "h", "^", ">"];
            keys(&mut app, rng.pick(&random).unwrap_or_default());
            draw(&app, height, width, false);
            let Some(action) = rng.pick(&app.session.game().position().legal_actions()) else { break };
            let text = app.session.game().position().action_text(action);
            keys(&mut app, &format!("~:{text}\n"));
        }
        assert!(app.session.game().is_over());
        for (width, height) in sizes {
            draw(&app, width, height, true);
        }
    }
}
