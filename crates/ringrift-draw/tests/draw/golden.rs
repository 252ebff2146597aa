//! Golden pictures. `UPDATE_FILES=1` rewrites them.

use std::path::Path;

use ringrift::{ByPlayer, Cell, Position};
use ringrift_draw::{Change, Frame, Options, Theme, chance_plot, picture, strip};

const SQUARES: &str =
    "G square8 3p; S d4=1122,e5=3,a8=1,h1=21333; M1 a1,b2; M2 c7; M3 f3; C1 g8,h8; C2 a5; C3 h4; H 2,0,5; E 1,3,0; T 2";
const HEXAGONS: &str = "G hex8 2p canon rings=18 line_length=3; S 0.0=1122,1.0=2,-1.1=211,-4.4=2111; M1 2.-1; M2 -3.0; C1 4.0,3.1; C2 0.-4";

/// Compares a picture with its golden file, or rewrites the file.
fn check(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(&path, svg).expect("the golden file is writable");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == svg, "{name} has changed; look at it and run: cargo xtask regenerate");
}

/// Plays an action and returns the frame after it.
fn played<'a>(before: &Position, action: &str, after: &'a mut Position) -> Frame<'a> {
    let action = before.read_action(action).expect("the action is readable");
    let changes = Change::of(before, action).into_iter().collect();
    after.play(action).expect("the action is legal");
    Frame { changes, subtitle: before.action_text(action), ..Frame::new(after) }
}

#[test]
fn picture_of_squares_is_up_to_date() {
    let position = Position::parse(SQUARES).expect("the position is valid");
    let names = ByPlayer(["Ann", "Bob & Co", "", ""].map(str::to_owned));
    let options = Options { theme: Theme::Light, names, ..Options::default() };
    let frame = Frame { title: "Three players".to_owned(), highlights: vec![Cell::new(9)], ..Frame::new(&position) };
    check("squares.svg", &picture(&frame, &options).expect("the picture is drawn"));
}

#[test]
fn picture_of_hexagons_is_up_to_date() {
    let before = Position::parse(HEXAGONS).expect("the position is valid");
    let mut after = before.clone();
    let frame = played(&before, "C -1.1-2.-2 x0.0", &mut after);
    let options = Options { theme: Theme::Dark, ..Options::default() };
    check("hexagons.svg", &picture(&frame, &options).expect("the picture is drawn"));
}

#[test]
fn strip_of_two_frames_is_up_to_date() {
    let before = Position::parse("G square8 2p; S d4=11,f6=2; H 3,3").expect("the position is valid");
    let (mut placed, mut skipped) = (before.clone(), before.clone());
    let frames = [played(&before, "P a1*3", &mut placed), played(&before, "SP", &mut skipped)];
    check("strip.svg", &strip(&frames, 2, &Options::default()).expect("the strip is drawn"));
}

#[test]
fn plot_of_chances_is_up_to_date() {
    let options = Options { theme: Theme::Light, ..Options::default() };
    check("chances.svg", &chance_plot(&crate::chances::plot(3, 50), &options).expect("the plot is drawn"));
}
