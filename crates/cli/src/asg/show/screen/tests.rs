//! The viewer without a terminal: what keys do, and what the screen shows.

use std::sync::Arc;

use asg::bots::Greedy;
use asg::{Order, Rules, Turn, library};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::super::matches::choose;
use super::*;

/// A match between greedy bots, cut off or drawn out to so many plies.
fn replay(plies: usize) -> Replay {
    let scenario = Arc::new(library::get("scenario_01").expect("it is built in").scenario());
    let mut replay = Replay::new(scenario, Rules::V0, 7, "now");
    let mut game = replay.start();
    for _ in 0..plies {
        let turn = choose(&mut Greedy, &game);
        game.play(&turn.plain_orders(), &mut ());
        replay.turns.push(turn);
    }
    replay
}

/// The screen as text, without spaces at the ends of its rows.
fn text(viewer: &mut Viewer<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal of memory");
    terminal.draw(|frame| viewer.draw(frame, Palette { has_colours: true })).expect("drawing in memory");
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
fn a_usual_terminal_shows_the_ply_the_map_and_all_troops() {
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
    // Keys beyond the end are forgotten once it is drawn.
    type_in(&mut viewer, "w");
    assert!(!text(&mut viewer, 80, 24).contains("res_s"));
}

#[test]
fn long_lists_of_events_are_scrolled() {
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
fn every_ply_is_reached_from_everywhere() {
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
fn no_screen_is_too_small() {
    let replay = replay(2);
    let mut viewer = Viewer::new(&replay);
    for (width, height) in [(1, 1), (10, 3), (34, 8), (35, 8), (60, 10), (300, 90)] {
        text(&mut viewer, width, height);
    }
}
