//! Properties of every picture: valid, small, and safe to embed in a page.

use std::collections::BTreeSet;

use ringrift::{ByPlayer, Cell, Position};
use ringrift_draw::{Change, DrawError, Frame, Options, Theme, picture};
use roxmltree::{Document, Node};

use crate::play::{GAMES, plies};

/// Draws several moments of a game on each board.
pub(crate) fn pictures(options: &Options) -> Vec<String> {
    let mut pictures = Vec::new();
    for game in GAMES {
        for (i, ply) in plies(game, 150, 7).iter().enumerate().step_by(37) {
            let changes = Change::of(&ply.before, ply.action).into_iter().collect();
            let highlights = vec![Cell::new(0), Cell::new(60)];
            let (title, subtitle) = (game.to_owned(), format!("ply {i}: {}", ply.before.action_text(ply.action)));
            let frame = Frame { position: &ply.after, changes, highlights, title, subtitle };
            pictures.push(picture(&frame, options).expect("the picture is drawn"));
        }
    }
    pictures
}

/// Returns the visible texts of a picture.
pub(crate) fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("the SVG is well-formed XML");
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .map(str::to_owned)
        .collect()
}

fn start() -> Position {
    plies(GAMES[0], 1, 1).remove(0).before
}

#[test]
fn pictures_are_well_formed_and_described() {
    for svg in pictures(&Options::default()) {
        let document = Document::parse(&svg).expect("the SVG is well-formed XML");
        let root = document.root_element();
        assert_eq!((root.attribute("role"), root.attribute("id")), (Some("img"), Some("rr")));
        let described: Vec<&str> = root.children().take(2).filter_map(|node| node.attribute("id")).collect();
        assert_eq!(root.attribute("aria-labelledby"), Some(&*described.join(" ")));
        assert!(root.children().take(2).all(|node| node.text().is_some_and(|text| !text.is_empty())));
        let size = format!("0 0 {} {}", root.attribute("width").unwrap(), root.attribute("height").unwrap());
        assert_eq!(root.attribute("viewBox"), Some(&*size));
    }
}

#[test]
fn numbers_have_at_most_two_decimals() {
    for svg in pictures(&Options { cell_names: false, ..Options::default() }) {
        let document = Document::parse(&svg).expect("the SVG is well-formed XML");
        let drawn = document.descendants().filter(|node| !node.has_tag_name("svg"));
        for attribute in drawn.flat_map(|node| node.attributes()) {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf") && !value.contains("e-"), "{value}");
            let numbers = value.split(|c: char| !c.is_ascii_digit() && c != '.');
            assert!(numbers.filter_map(|number| number.split_once('.')).all(|(_, d)| d.len() <= 2), "{value}");
        }
    }
}

#[test]
fn ids_are_unique_and_references_are_internal() {
    let options = Options { prefix: "game-7_a".to_owned(), ..Options::default() };
    for svg in pictures(&options) {
        let document = Document::parse(&svg).expect("the SVG is well-formed XML");
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        assert!(ids.iter().all(|id| id.starts_with("game-7_a")));
        for reference in document.descendants().filter_map(reference) {
            assert!(unique.contains(&*reference), "{reference}");
        }
        assert_eq!(svg.matches("http").count(), 1, "the namespace is the only URL");
        assert!(!svg.contains("<script") && !svg.contains("<image") && !svg.contains("@import"));
    }
}

fn reference(node: Node<'_, '_>) -> Option<String> {
    let fill = node.attribute("fill").and_then(|fill| fill.strip_prefix("url(#")?.strip_suffix(')'));
    node.attribute("href").and_then(|href| href.strip_prefix('#')).or(fill).map(str::to_owned)
}

#[test]
fn output_is_deterministic() {
    assert_eq!(pictures(&Options::default()), pictures(&Options::default()));
}

#[test]
fn markup_in_texts_is_escaped() {
    let hostile = "</text><script>alert('x')</script>&\"\u{0}\u{202e}]]>".repeat(50);
    let position = start();
    let frame = Frame { title: hostile.clone(), subtitle: hostile.clone(), ..Frame::new(&position) };
    let names = ByPlayer([hostile.clone(), hostile.clone(), hostile.clone(), hostile]);
    let svg = picture(&frame, &Options { names, ..Options::default() }).expect("the picture is drawn");
    let document = Document::parse(&svg).expect("the SVG is well-formed XML");
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    assert!(texts(&svg).iter().all(|text| text.chars().count() < 100));
    assert!(svg.len() < 15_000, "{}", svg.len());
}

#[test]
fn captions_and_the_table_are_drawn() {
    let position = Position::parse("G square8 3p; S d4=1122,e5=3; M1 a1; C3 h8; H 5,4,0; E 2,0,1; T 2")
        .expect("the position is valid");
    let names = ByPlayer(["Ann".to_owned(), String::new(), " Zoë ".to_owned(), String::new()]);
    let frame = Frame { title: "Final".to_owned(), subtitle: "ply 12: M d4-d6".to_owned(), ..Frame::new(&position) };
    let svg = picture(&frame, &Options { names, ..Options::default() }).expect("the picture is drawn");
    let texts = texts(&svg).join("|");
    let shown = ["Final|ply 12: M d4-d6", "|Ann|5|2|2/", "|Player 2|4|2|0/", "|Zoë|0|1|1/", "|1/"];
    for text in shown.into_iter().chain(["Turn 1, Player 2 to move: place rings"]) {
        assert!(texts.contains(text), "{text} in {texts}");
    }
    assert!(svg.contains("d4=1122") && svg.contains("markers a1") && svg.contains("territory h8"));
}

#[test]
fn the_result_is_shown_after_the_game() {
    let over = "G square8 2p; S a1=1; E 19,0; P game_over 1 ring_elimination";
    let position = Position::parse(over).expect("the position is valid");
    let texts = texts(&picture(&Frame::new(&position), &Options::default()).expect("the picture is drawn")).join("|");
    assert!(texts.contains("Turn 1: Player 1 won by eliminating rings"), "{texts}");
    assert!(texts.contains("1.|Player 1") && texts.contains("2.|Player 2"), "{texts}");
}

#[test]
fn parts_can_be_left_out() {
    let position = start();
    let bare = Options { coordinates: false, table: false, ..Options::default() };
    let svg = picture(&Frame::new(&position), &bare).expect("the picture is drawn");
    assert!(texts(&svg).is_empty());
}

#[test]
fn empty_cells_of_small_hexagonal_boards_show_their_names() {
    let position = plies(GAMES[3], 1, 1).remove(0).before;
    let only_names = Options { coordinates: false, table: false, ..Options::default() };
    assert_eq!(texts(&picture(&Frame::new(&position), &only_names).expect("the picture is drawn")).len(), 61);
    let large = plies(GAMES[4], 1, 1).remove(0).before;
    assert!(texts(&picture(&Frame::new(&large), &only_names).expect("the picture is drawn")).is_empty());
}

#[test]
fn themes_differ_in_colours_only() {
    let position = start();
    let themed = |theme| {
        let svg =
            picture(&Frame::new(&position), &Options { theme, ..Options::default() }).expect("the picture is drawn");
        let (before, after) = svg.split_once("</style>").expect("the picture has a style sheet");
        (before.contains("prefers-color-scheme"), before.contains("#15181c"), after.to_owned())
    };
    let (auto, light, dark) = (themed(Theme::Auto), themed(Theme::Light), themed(Theme::Dark));
    assert_eq!((auto.0, light.0, dark.0), (true, false, false));
    assert_eq!((auto.1, light.1, dark.1), (true, false, true));
    assert!(auto.2 == light.2 && light.2 == dark.2);
}

#[test]
fn rejects_invalid_prefixes_and_cells_off_the_board() {
    let position = start();
    for prefix in ["", "1", "-a", "a b", "a\"b", "é", &"x".repeat(33)] {
        let options = Options { prefix: prefix.to_owned(), ..Options::default() };
        assert_eq!(picture(&Frame::new(&position), &options), Err(DrawError::Prefix), "{prefix}");
    }
    let frame = Frame { highlights: vec![Cell::new(64)], ..Frame::new(&position) };
    let error = picture(&frame, &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "cell #64 is not on square8, which has 64 cells; use cells of the same board");
    let frame = Frame { changes: vec![Change::Placed { at: Cell::new(u16::MAX) }], ..Frame::new(&position) };
    assert!(picture(&frame, &Options::default()).is_err());
}
