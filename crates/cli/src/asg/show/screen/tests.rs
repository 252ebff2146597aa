//! The viewer on a test backend: keys and screen contents.

use std::sync::Arc;

use asg::bots::Greedy;
use asg::{Order, Rules, Turn, library};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::super::matches::choose;
use super::*;

/// Returns a match between greedy bots, cut or extended to this number of plies.
fn replay(plies: usize) -> Replay {
    let scenario = Arc::new(library::get("scenario_01").expect("scenario_01 is built in").scenario());
    let mut replay = Replay::new(scenario, Rules::V0, 7, "now");
    let mut game = replay.start();
    for _ in 0..plies {
        let turn = choose(&mut Greedy, &game);
        game.play(&turn.plain_orders(), &mut ());
        replay.turns.push(turn);
    }
    replay
}

/// Returns the screen as text, without trailing spaces.
fn text(viewer: &mut Viewer<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("the test backend works");
    terminal.draw(|frame| viewer.draw(frame, Palette { has_colours: true })).expect("the test backend works");
    let rows = terminal.backend().buffer().content().chunks(width.into());
    let row = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    rows.map(row).collect::<Vec<String>>().join("\n")
}

fn type_in(viewer: &mut Viewer<'_>, keys: &str) {
    for key in keys.chars() {
        viewer.handle(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
    }
}

#[test]
fn an_80_column_terminal_shows_ply_map_and_troops() {
    let replay = replay(10);
    let mut viewer = Viewer::new(&replay);
    type_in(&mut viewer, "lll");
    let screen = text(&mut viewer, 80, 24);
    assert!(screen.starts_with("ply 3 of 10   Two Lanes"), "{screen}");
    for seen in
        ["<1>", "[12]", "P2  supply", "no.  node       owner    yield  troops", "Ply 3, P2 (greedy)", "q: leave"]
    {
        assert!(screen.contains(seen), "{seen}\n{screen}");
    }
    assert!(!screen.contains("res_s"), "{screen}");
    type_in(&mut viewer, &"s".repeat(40));
    let scrolled = text(&mut viewer, 80, 24);
    assert!(scrolled.contains("12  res_s") && scrolled.contains("no.  node"), "{scrolled}");
    // Drawing limits the scrolling to the end.
    type_in(&mut viewer, "w");
    assert!(!text(&mut viewer, 80, 24).contains("res_s"));
}

#[test]
fn scrolls_long_lists_of_events() {
    let mut replay = replay(1);
    let rationale = (0..200).map(|number| format!("word{number}")).collect::<Vec<String>>().join("\n");
    let turn = Turn::new("by \u{1b}[2J hand", vec![Order::reinforce(999).into(), Order::reinforce(1).into()]);
    replay.turns[0] = Turn { rationale: Some(rationale), ..turn };
    let mut viewer = Viewer::new(&replay);
    let screen = text(&mut viewer, 80, 24);
    assert!(screen.contains("by \u{fffd}[2J hand") && screen.contains("word0 word1"), "{screen}");
    assert!(!screen.contains("reinforces p1_hq"), "{screen}");
    type_in(&mut viewer, &"J".repeat(300));
    let scrolled = text(&mut viewer, 80, 24);
    assert!(scrolled.contains("reinforces p1_hq") && !scrolled.contains("word0 "), "{scrolled}");
    type_in(&mut viewer, "lh");
    assert_eq!(text(&mut viewer, 80, 24), screen);
}

#[test]
fn steps_to_every_ply_in_both_directions() {
    let replay = replay(300);
    let mut viewer = Viewer::new(&replay);
    assert!(viewer.kept.len() <= 300 / LEAST_GAP + 1);
    for ply in [0, 300, 299, 1, 64, 63, 128, 130, 127, 192, 5, 256, 300] {
        viewer.go_to(ply);
        assert_eq!(viewer.game.position(), replay.after(ply).position(), "{ply}");
    }
    assert_eq!(viewer.texts, [viewer.ending.clone()]);
}

#[test]
fn draws_on_tiny_screens() {
    let replay = replay(2);
    let mut viewer = Viewer::new(&replay);
    for (width, height) in [(1, 1), (10, 3), (34, 8), (35, 8), (60, 10), (300, 90)] {
        text(&mut viewer, width, height);
    }
}
