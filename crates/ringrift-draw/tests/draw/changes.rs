//! Marks of the last action.

use std::collections::BTreeMap;

use ringrift::{Action, Cell, CellContent, Position};
use ringrift_draw::{Change, Frame, Options, picture};

use crate::play::{GAMES, Ply, plies};

/// Returns plies of many games.
fn many_plies() -> Vec<Ply> {
    (1..12).flat_map(|seed| [plies(GAMES[0], 150, seed), plies(GAMES[3], 150, seed)]).flatten().collect()
}

#[test]
fn changes_contain_the_changed_cells() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for ply in many_plies() {
        let kind = match Change::of(&ply.before, ply.action) {
            Some(Change::Line { collapsed, left }) => {
                assert!(collapsed.iter().all(|&cell| is_territory(&ply.after, cell)));
                assert_eq!(collapsed.len() + left.len(), line_length(ply.action));
                "line"
            }
            Some(Change::Region { cells, border }) => {
                assert!(cells.iter().chain(&border).all(|&cell| is_territory(&ply.after, cell)));
                "region"
            }
            Some(Change::Moved { from, over, .. }) => {
                assert_ne!(ply.before.content(from), ply.after.content(from));
                if over.is_some() { "capture" } else { "move" }
            }
            Some(Change::Placed { at } | Change::Eliminated { at }) => {
                assert_ne!(ply.before.content(at), ply.after.content(at));
                "one cell"
            }
            _ => "nothing",
        };
        *seen.entry(kind).or_default() += 1;
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

fn is_territory(position: &Position, cell: Cell) -> bool {
    matches!(position.content(cell), CellContent::Collapsed(_))
}

fn line_length(action: Action) -> usize {
    match action {
        Action::TakeLine { line } | Action::TakeSegment { line, .. } => usize::from(line.length),
        _ => panic!("the action is not about a line"),
    }
}

#[test]
fn a_segment_leaves_the_other_markers_of_the_line() {
    let position =
        Position::parse("G square8 2p; S h8=1,h7=2; M1 a1,b1,c1,d1; P line_processing").expect("the position is valid");
    let action = position.read_action("L 1; LR 2:2").expect("the action is readable");
    let cell = |name: &str| position.rules().board.parse_cell(name).expect("the cell is on the board");
    let collapsed = ["b1", "c1", "d1"].map(cell).to_vec();
    assert_eq!(Change::of(&position, action), Some(Change::Line { collapsed, left: vec![cell("a1")] }));
}

#[test]
fn illegal_actions_and_skips_have_no_change() {
    let position = Position::parse("G square8 2p; S d4=1,h8=2; H 5,5").expect("the position is valid");
    let at = position.rules().board.parse_cell("d4").expect("the cell is on the board");
    assert_eq!(Change::of(&position, Action::SkipPlacement), None);
    assert_eq!(Change::of(&position, Action::Eliminate { at }), None);
    assert_eq!(Change::of(&position, Action::Move { from: Cell::new(9999), to: at }), None);
}

#[test]
fn captures_are_drawn_as_arrows_with_a_cross() {
    let before = Position::parse("G square8 2p; S a1=11,c1=2,h8=2").expect("the position is valid");
    let action = before.read_action("C a1-e1 xc1").expect("the action is readable");
    let mut after = before.clone();
    after.play(action).expect("the action is legal");
    let changes: Vec<Change> = Change::of(&before, action).into_iter().collect();
    let frame = Frame { changes, ..Frame::new(&after) };
    let svg = picture(&frame, &Options::default()).expect("the picture is drawn");
    // From right of a1 to the near side of e1, at the height of row 1.
    assert!(svg.contains("<path class=\"w\" d=\"M74 750L392 750\"/>"), "{svg}");
    assert!(svg.contains("<path class=\"h\" d=\"M407 750"));
    assert!(svg.contains("d=\"M-5-5L5 5M-5 5L5-5\""));
    assert!(svg.contains("capture from a1 over c1 to e1"));
}

#[test]
fn highlights_outline_cells() {
    let position = plies(GAMES[4], 1, 1).remove(0).before;
    let highlights = position.rules().board.iter_cells().take(3).collect();
    let svg =
        picture(&Frame { highlights, ..Frame::new(&position) }, &Options::default()).expect("the picture is drawn");
    let path = svg
        .split("<path class=\"y\" d=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the picture has an outline");
    assert_eq!(path.matches('z').count(), 3);
}
