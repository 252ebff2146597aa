//! The viewer on a test backend: keys and screen contents.

use std::io::Cursor;

use game::GameRng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use ringrift::{BoardKind, Position, Ruleset};
use ringrift_record::{Entries, Ply, RecordLine, Recorder};

use super::file::GameFile;
use super::game::ViewedGame;
use super::overlay::Overlay;
use super::screen;
use super::viewer::{View, Viewer};
use crate::terminal::{Flow, Palette, Screen};

const FILE: &str = "\
[Game \"RingRift\"]
[Board \"square8\"]
[Date \"2025-03-01\"]
[Player1 \"Alice\"]
[Player2 \"Bob\"]
[Result \"0-1\"]
[Termination \"resignation\"]
[TerminatedBy \"1\"]

{A short game}
1. P d4*2; M d4-d6 {[%clk 0:04:32] bold} (M d4-d7 2. P a1) (M d4-d8)
2. P h8; M h8-h7
3. P a1*3; M a1-d4?
0-1

[Game \"RingRift\"]
[Board \"square8\"]

1. P d4; oops

[Game \"RingRift\"]
[Board \"hexagonal\"]
[Players \"3\"]

1. P 0.0*2; M 0.0-2.0
*
";

fn open(text: &str, number: usize) -> Viewer {
    let entries = Entries::new(Box::new(Cursor::new(text.to_owned())) as Box<_>).expect("memory can be read");
    Viewer::new(GameFile::new("games".to_owned(), entries), number).unwrap_or_else(|problem| panic!("{problem}"))
}

fn draw(viewer: &mut Viewer, width: u16, height: u16, has_colours: bool) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("the test backend works");
    terminal.draw(|frame| screen::draw(frame, viewer, Palette { has_colours })).expect("the test backend works");
    terminal
}

/// Returns the screen as text, without trailing spaces.
fn text(viewer: &mut Viewer, width: u16, height: u16) -> String {
    let terminal = draw(viewer, width, height, true);
    let rows = terminal.backend().buffer().content().chunks(width.into());
    let row = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    rows.map(row).collect::<Vec<String>>().join("\n")
}

fn press(viewer: &mut Viewer, key: KeyCode) -> Flow {
    viewer.handle(KeyEvent::new(key, KeyModifiers::NONE))
}

fn type_in(viewer: &mut Viewer, keys: &str) {
    for key in keys.chars() {
        let key = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            key => KeyCode::Char(key),
        };
        press(viewer, key);
    }
}

fn ply(viewer: &Viewer) -> usize {
    viewer.game.as_ref().map_or(usize::MAX, ViewedGame::ply)
}

fn check_screen(found: &str, expected: &str) {
    assert_eq!(found.trim_end(), expected.trim_start_matches('\n').trim_end(), "\n{found}");
}

#[test]
fn draws_a_square_board_with_all_panels() {
    let mut viewer = open(FILE, 1);
    type_in(&mut viewer, "2\n");
    check_screen(
        &text(&mut viewer, 80, 22),
        "
 game 1 of 3 | Alice (A), Bob (B) | 0-1, resignation of Alice (A) |  ply 2 of 6
    a     b     c     d     e     f     g     h        │  start
 8  ·     ·     ·     ·     ·     ·     ·     ·     8  │ 1 A  P d4*2
 7  ·     ·     ·     ·     ·     ·     ·     ·     7  │     >M d4-d6 {} (2v)
 6  ·     ·     ·    >A2    ·     ·     ·     ·     6  │ 2 B  P h8  M h8-h7
 5  ·     ·     ·     ·     ·     ·     ·     ·     5  │ 3 A  P a1*3  M a1-d4?
 4  ·     ·     ·    >a     ·     ·     ·     ·     4  │  0-1, resignation of Al
 3  ·     ·     ·     ·     ·     ·     ·     ·     3  │
 2  ·     ·     ·     ·     ·     ·     ·     ·     2  │
 1  ·     ·     ·     ·     ·     ·     ·     ·     1  │
    a     b     c     d     e     f     g     h        │
Turn 2, B to move: place 1–3 rings on an empty cell or │
1 ring on a stack.                                     │
Ply 2 of 6, turn 1, A: M d4-d6 {} (2v)                 │
\"bold\"                                                 │
- A leaves a marker on d4 (RR-CANON-R092)              │
- the stack of 2 rings (AA from bottom to top) moves   │
... (Tab shows the details)                            │
              in hand  on board  eliminated  territory │
A  player 1        16         2        0/19       0/33 │
B  player 2        18         0        0/19       0/33 │
 [overview] arrows: step   number Enter: jump   Tab: view   ?: keys   q: quit
",
    );
}

#[test]
fn draws_a_hexagon_on_a_small_screen_scrolled_to_the_changes() {
    let mut viewer = open(FILE, 3);
    press(&mut viewer, KeyCode::End);
    check_screen(
        &text(&mut viewer, 78, 12),
        "
 game 3 of 3 | Player 1 (A), Player 2 (B), Player 3 (C) | *, unfin ply 2 of 2
 -4      -7\\  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·           -4
 -3    -8\\  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·          -3
 -2   -9\\  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·        -2
 -1 -10\\ ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·       -1
  0     ·  ·  ·  ·  ·  ·  ·  ·  ·  · >a  · >A2 ·  ·  ·  ·  ·  ·  ·  ·     0
  1      ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  \\10  1
  2        ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  \\9    2
  3         ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  \\8      3
Turn 2, B to move: place 1–3 rings on an empty cell or 1 ring on a stack.
The record ends here: *, unfinished.
 [overview] arrows: step   number Enter: jump   Tab: view   ?: keys   q: quit
",
    );
}

#[test]
fn keys_step_through_the_game() {
    let mut viewer = open(FILE, 1);
    let steps = [
        (KeyCode::Left, 0),
        (KeyCode::Right, 1),
        (KeyCode::Char('l'), 2),
        (KeyCode::Down, 4),
        (KeyCode::Char('h'), 3),
        (KeyCode::Up, 2),
        (KeyCode::Char('k'), 0),
        (KeyCode::Char('j'), 2),
        (KeyCode::PageDown, 6),
        (KeyCode::Right, 6),
        (KeyCode::PageUp, 0),
        (KeyCode::Char('G'), 6),
        (KeyCode::Char('g'), 0),
        (KeyCode::End, 6),
        (KeyCode::Home, 0),
        (KeyCode::Char(' '), 1),
        (KeyCode::Char('x'), 1),
    ];
    for (key, expected) in steps {
        assert_eq!((press(&mut viewer, key), ply(&viewer)), (Flow::Continue, expected), "{key}");
    }
}

#[test]
fn numbers_jump_to_a_ply_and_can_be_cancelled() {
    let mut viewer = open(FILE, 1);
    for (keys, expected) in [("4\n", 4), (":2\n", 2), (":\n", 2), ("05\n", 5), (":x3\n", 3)] {
        type_in(&mut viewer, keys);
        assert_eq!(ply(&viewer), expected, "{keys}");
    }
    type_in(&mut viewer, "6");
    assert!(text(&mut viewer, 80, 24).contains("Go to ply: 6_"));
    press(&mut viewer, KeyCode::Esc);
    assert_eq!((ply(&viewer), &viewer.overlay), (3, &Overlay::None));
    type_in(&mut viewer, "1");
    press(&mut viewer, KeyCode::Backspace);
    press(&mut viewer, KeyCode::Backspace);
    assert_eq!(viewer.overlay, Overlay::None);
    type_in(&mut viewer, "99999999999999\n");
    assert_eq!(ply(&viewer), 6);
    assert!(text(&mut viewer, 80, 24).contains("there is no ply 999999999; this is the last one, 6"));
}

#[test]
fn enters_and_leaves_variations() {
    let mut viewer = open(FILE, 1);
    type_in(&mut viewer, "v");
    assert!(viewer.message.is_some());
    type_in(&mut viewer, "2\nv");
    let screen = text(&mut viewer, 80, 24);
    assert!(screen.contains("> 1  M d4-d7; P a1") && screen.contains("  2  M d4-d8"), "{screen}");
    type_in(&mut viewer, "j\n");
    assert!(text(&mut viewer, 80, 24).contains("variation of ply 2, ply 2 of 2"));
    type_in(&mut viewer, "v");
    assert!(text(&mut viewer, 80, 24).contains("  ply 2 of 6"));
    type_in(&mut viewer, "v1l");
    assert!(text(&mut viewer, 80, 24).contains("variation of ply 2, ply 3 of 3"));
    press(&mut viewer, KeyCode::Backspace);
    assert!(text(&mut viewer, 80, 24).contains("  ply 2 of 6"));
    type_in(&mut viewer, "v");
    press(&mut viewer, KeyCode::Esc);
    assert_eq!((ply(&viewer), &viewer.overlay), (2, &Overlay::None));
}

#[test]
fn shows_the_games_after_a_damaged_one() {
    let mut viewer = open(FILE, 1);
    type_in(&mut viewer, "p");
    assert!(text(&mut viewer, 80, 24).contains("this is the first game"));
    type_in(&mut viewer, "n");
    let screen = text(&mut viewer, 80, 24);
    assert!(screen.contains("damaged") && screen.contains("games: game 2 of 3: line 19, column 10: "), "{screen}");
    for key in "l3v\t".chars() {
        type_in(&mut viewer, &key.to_string());
        text(&mut viewer, 80, 24);
    }
    press(&mut viewer, KeyCode::Esc);
    type_in(&mut viewer, "nn");
    let screen = text(&mut viewer, 80, 24);
    assert!(screen.contains("game 3 of 3") && screen.contains("this is the last game"), "{screen}");
}

#[test]
fn quits_on_q_escape_and_control_c() {
    let mut viewer = open(FILE, 1);
    type_in(&mut viewer, "?");
    assert!(text(&mut viewer, 80, 24).contains("previous, next turn"));
    assert_eq!((press(&mut viewer, KeyCode::Char('q')), &viewer.overlay), (Flow::Continue, &Overlay::None));
    assert_eq!(press(&mut viewer, KeyCode::Char('q')), Flow::Quit);
    assert_eq!(press(&mut viewer, KeyCode::Esc), Flow::Quit);
    assert_eq!(viewer.handle(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Flow::Quit);
}

#[test]
fn tab_cycles_through_the_views() {
    let mut viewer = open(FILE, 1);
    let signs = ["in hand", "The record ends here", "3 A  P a1*3", "Termination: resignation"];
    press(&mut viewer, KeyCode::End);
    for (view, sign) in View::ALL.into_iter().zip(signs) {
        let screen = text(&mut viewer, 80, 36);
        assert!(viewer.view == view && screen.contains(sign), "{screen}");
        press(&mut viewer, KeyCode::Tab);
    }
    assert_eq!(viewer.view, View::Overview);
    press(&mut viewer, KeyCode::BackTab);
    assert_eq!(viewer.view, View::Details);
}

#[test]
fn limits_scrolling_to_the_content() {
    let mut viewer = open(FILE, 3);
    type_in(&mut viewer, "\t\t\tsssssssssssssssssssssssssddddddddddddddd");
    text(&mut viewer, 40, 12);
    let far = viewer.pan;
    type_in(&mut viewer, "sd");
    text(&mut viewer, 40, 12);
    assert_eq!(viewer.pan, far);
    text(&mut viewer, 200, 60);
    assert_eq!(viewer.pan, (0, 0));
}

#[test]
fn uses_no_colours_if_disabled() {
    let mut viewer = open(FILE, 1);
    press(&mut viewer, KeyCode::End);
    for has_colours in [true, false] {
        let terminal = draw(&mut viewer, 80, 24, has_colours);
        let is_coloured = |cell: &ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
        assert_eq!(terminal.backend().buffer().content().iter().any(is_coloured), has_colours);
    }
}

/// Returns a random game with some variations and comments.
fn random_game(board: BoardKind, players: u8, actions: usize) -> String {
    let rules = Ruleset::canon(board, players).expect("the rules are valid");
    let mut game = Recorder::new(Position::new(&rules).expect("the rules have a start"));
    let mut rng = GameRng::seeded(u64::from(players));
    for number in 0..actions {
        let actions = game.position().legal_actions();
        let (Some(action), Some(other)) = (rng.pick(&actions), rng.pick(&actions)) else {
            break;
        };
        let ply = game.play(action).expect("the action is legal");
        if number % 5 == 2 {
            ply.comments.push("A comment with 漢字, long enough to be wrapped on many a screen".to_owned());
            ply.variations = vec![RecordLine { intro: Vec::new(), plies: vec![Ply::new(other)] }; 2];
        }
    }
    game.finish().to_string()
}

#[test]
fn draws_every_ply_on_screens_of_every_size() {
    let sizes =
        [(1, 1), (2, 60), (23, 6), (24, 5), (24, 6), (30, 9), (57, 40), (80, 24), (120, 40), (200, 60), (200, 3)];
    for (board, players) in [(BoardKind::Square8, 4), (BoardKind::Square19, 2), (BoardKind::Hexagonal, 3)] {
        let mut viewer = open(&random_game(board, players, 60), 1);
        for ply in 0..=60 {
            for key in ["\t", "\t", "\t", "\t", "?", "?", "v", "v", ":", "\n"] {
                let (width, height) = sizes[(ply + key.len() + viewer.view as usize) % sizes.len()];
                type_in(&mut viewer, key);
                draw(&mut viewer, width, height, true);
            }
            for (width, height) in sizes {
                draw(&mut viewer, width, height, true);
            }
            press(&mut viewer, KeyCode::Backspace);
            press(&mut viewer, KeyCode::Right);
        }
    }
}

#[test]
fn draws_on_all_small_screens() {
    let mut viewer = open(&random_game(BoardKind::Hexagonal, 4, 50), 1);
    press(&mut viewer, KeyCode::End);
    for view in View::ALL {
        viewer.view = view;
        for width in (1..=30).chain([55, 56, 77, 79, 101, 140]) {
            for height in 1..=28 {
                draw(&mut viewer, width, height, false);
            }
        }
    }
}
