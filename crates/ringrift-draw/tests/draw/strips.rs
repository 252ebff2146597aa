//! Film strips.

use ringrift::Position;
use ringrift_draw::{Change, DrawError, Frame, MAX_COLUMNS, MAX_FRAMES, Options, strip};
use roxmltree::Document;

use crate::document::texts;
use crate::play::{GAMES, Ply, plies};

fn frames(plies: &[Ply]) -> Vec<Frame<'_>> {
    plies
        .iter()
        .enumerate()
        .map(|(i, ply)| Frame {
            changes: Change::of(&ply.before, ply.action).into_iter().collect(),
            subtitle: format!("ply {}", i + 1),
            ..Frame::new(&ply.after)
        })
        .collect()
}

fn size(svg: &str) -> (f64, f64) {
    let document = Document::parse(svg).expect("the SVG is well-formed XML");
    let number = |name| {
        document.root_element().attribute(name).and_then(|text| text.parse().ok()).expect("the picture has a size")
    };
    (number("width"), number("height"))
}

#[test]
fn frames_form_a_grid_and_share_definitions() {
    for game in GAMES {
        let plies = plies(game, 7, 5);
        let svg = strip(&frames(&plies), 3, &Options::default()).expect("the strip is drawn");
        assert_eq!((svg.matches("<defs>").count(), svg.matches("<style>").count()), (1, 1));
        assert_eq!(svg.matches("<path class=\"c\"").count(), 7);
        let texts = texts(&svg);
        assert!((1..=7).all(|i| texts.contains(&format!("ply {i}"))));
        let one_row = strip(&frames(&plies), 7, &Options::default()).expect("the strip is drawn");
        let ((width, height), (wide, low)) = (size(&svg), size(&one_row));
        assert!(wide > 2.0 * width && height > 2.0 * low, "{game}");
    }
}

#[test]
fn a_strip_of_one_frame_needs_one_column() {
    let plies = plies(GAMES[0], 1, 5);
    let wide = strip(&frames(&plies), MAX_COLUMNS, &Options::default()).expect("the strip is drawn");
    assert_eq!(wide, strip(&frames(&plies), 1, &Options::default()).expect("the strip is drawn"));
}

#[test]
fn a_strip_can_mix_boards() {
    let plies: Vec<Ply> = GAMES.iter().flat_map(|game| plies(game, 1, 2)).collect();
    let svg = strip(&frames(&plies), 3, &Options::default()).expect("the strip is drawn");
    assert!(svg.contains("-t4\"") && texts(&svg).contains(&"Player 4".to_owned()));
}

#[test]
fn rejects_too_few_or_too_many_frames_and_columns() {
    let position = Position::parse("G square8 2p; S a1=1,b2=2").expect("the position is valid");
    let many = |count: usize| vec![Frame::new(&position); count];
    assert_eq!(strip(&[], 3, &Options::default()), Err(DrawError::NoFrames));
    assert_eq!(strip(&many(2), 0, &Options::default()), Err(DrawError::Columns(0)));
    assert_eq!(strip(&many(2), MAX_COLUMNS + 1, &Options::default()), Err(DrawError::Columns(17)));
    assert!(strip(&many(MAX_FRAMES), 8, &Options::default()).is_ok());
    let error = strip(&many(MAX_FRAMES + 1), 8, &Options::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a film strip has at most 64 frames, not 65; choose fewer frames or draw several strips"
    );
}
