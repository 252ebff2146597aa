//! Stacks are drawn ring by ring, on every board and at any height.

use ringrift::{BoardKind, CellContent, FinishedGames, Player, Position, Ruleset, Setup};
use ringrift_draw::{Frame, Options, picture};
use roxmltree::{Document, Node};

use crate::document::texts;
use crate::play::{GAMES, plies};

/// Draws a position without table.
fn board(position: &Position) -> String {
    picture(&Frame::new(position), &Options { table: false, ..Options::default() }).expect("the picture is drawn")
}

/// Returns the owner of a drawn ring, and whether it belongs to a cap.
fn ring(node: Node<'_, '_>) -> Option<(char, bool)> {
    let mut classes = node.attribute("class")?.split(' ').skip(1);
    let owner = classes.next()?.strip_prefix('r')?.chars().next().filter(char::is_ascii_digit)?;
    Some((owner, classes.next() == Some("cap")))
}

/// Returns the drawn rings of each stack from bottom to top, with the height of its cap.
fn drawn_stacks(svg: &str) -> Vec<(String, usize)> {
    let document = Document::parse(svg).expect("the SVG is well-formed XML");
    let holds_rings = |node: &Node<'_, '_>| node.has_tag_name("g") && node.children().any(|n| ring(n).is_some());
    document.descendants().filter(holds_rings).map(drawn_stack).collect()
}

fn drawn_stack(group: Node<'_, '_>) -> (String, usize) {
    let rings: Vec<(f64, char, bool)> =
        group.children().filter_map(|node| ring(node).map(|(owner, in_cap)| (span(node).1, owner, in_cap))).collect();
    assert!(rings.is_sorted_by(|below, above| below.0 > above.0), "each ring lies on the one before it");
    (rings.iter().map(|ring| ring.1).collect(), rings.iter().filter(|ring| ring.2).count())
}

/// Returns the upper and lower end of the side of a ring.
fn span(ring: Node<'_, '_>) -> (f64, f64) {
    let path = ring.attribute("d").expect("a ring is a path");
    let number = |text: &str| text.parse::<f64>().expect("the path has numbers");
    let (top, rest) = path.split_once('V').expect("the side begins with a vertical line");
    (
        number(top.split_once(' ').expect("a path begins with a point").1),
        number(rest.split_once('a').expect("an arc").0),
    )
}

#[test]
fn every_ring_of_every_stack_is_drawn_in_order() {
    for game in GAMES {
        for ply in plies(game, 300, 11).iter().step_by(29) {
            let stacks = ply.after.rules().board.iter_cells().filter_map(|cell| match ply.after.content(cell) {
                CellContent::Stack(stack) => Some((stack.to_string(), stack.cap() as usize)),
                _ => None,
            });
            assert_eq!(drawn_stacks(&board(&ply.after)), stacks.collect::<Vec<_>>(), "{}", ply.after);
        }
    }
}

#[test]
fn the_highest_stack_fits_its_cell() {
    let rings = "1".repeat(30) + &"2".repeat(33);
    for kind in ["square8", "square19", "hex8", "hexagonal", "hexagonal12"] {
        let cell = if kind.starts_with('s') { "d4" } else { "0.0" };
        let text = format!("G {kind} 2p canon rings=100 line_length=4; S {cell}={rings}");
        let svg = board(&Position::parse(&text).expect("the position is valid"));
        assert_eq!(drawn_stacks(&svg), [(rings.clone(), 33)]);
        assert!(texts(&svg).ends_with(&["33".to_owned(), "63".to_owned()]));
        let document = Document::parse(&svg).expect("the SVG is well-formed XML");
        let spans = document.descendants().filter(|node| ring(*node).is_some()).map(span);
        assert!(spans.into_iter().all(|(top, foot)| top >= -26.01 && foot <= 26.01), "the stack is compressed");
    }
}

#[test]
fn numbers_show_the_cap_and_the_height() {
    let numbers = |rings: &str| {
        let position = Position::parse(&format!("G square8 2p; S d4={rings}; H 5,5")).expect("the position is valid");
        let options = Options { table: false, coordinates: false, ..Options::default() };
        texts(&picture(&Frame::new(&position), &options).expect("the picture is drawn"))
    };
    assert_eq!(numbers("2"), [] as [&str; 0]);
    assert_eq!(numbers("111"), ["3"]);
    assert_eq!(numbers("112"), ["1", "3"]);
    assert_eq!(numbers("212111"), ["3", "6"]);
}

#[test]
fn markers_and_territory_have_their_owners_pattern() {
    let text = "G square8 4p; S h1=1,h2=2,h3=3,h4=4; M1 a1,a2; M2 b1; M3 c1; M4 d1; C1 a8; C2 b8,b7; C3 c8; C4 d8";
    let svg = board(&Position::parse(text).expect("the position is valid"));
    for (player, markers, cells) in [(1, 2, 1), (2, 1, 2), (3, 1, 1), (4, 1, 1)] {
        assert_eq!(svg.matches(&format!("<use href=\"#rr-m{player}\"")).count(), markers);
        let path =
            svg.split(&format!("fill=\"url(#rr-t{player})\" d=\"")).nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(path.expect("the player has territory").matches('z').count(), cells);
    }
}

#[test]
fn full_boards_stay_small() {
    for board in BoardKind::ALL {
        let rules = Ruleset {
            board,
            line_length: 4,
            rings_per_player: 255,
            ..Setup::parse("G square8 4p").expect("the rules are readable").rules
        };
        let mut setup = Setup::empty(rules);
        let height = 1000 / usize::from(board.cells());
        for cell in board.iter_cells() {
            let ring = |i: usize| Player::ALL[(cell.index() + i) % 4];
            setup.stacks.push((board.coord(cell), (0..height).map(ring).collect()));
        }
        let position = Position::from_setup(&setup, FinishedGames::Allow).expect("the position is valid");
        let options = Options { prefix: "p".repeat(32), ..Options::default() };
        let svg = picture(&Frame::new(&position), &options).expect("the picture is drawn");
        assert!(svg.len() < 350_000, "{board}: {}", svg.len());
    }
}
