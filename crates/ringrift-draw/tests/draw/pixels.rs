//! Pictures rendered as PNG.

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use resvg::usvg::{self, Tree};
use ringrift::Position;
use ringrift_draw::{Frame, MAX_PIXELS, Options, PngError, PngSize, Theme, picture, png};

use crate::document::pictures;

fn position() -> Position {
    Position::parse("G square8 2p; S d4=1122,e5=2; M1 a1; C2 h8").expect("the position is valid")
}

fn svg(title: &str, theme: Theme) -> String {
    let position = position();
    let frame = Frame { title: title.to_owned(), ..Frame::new(&position) };
    picture(&frame, &Options { theme, ..Options::default() }).expect("the picture is drawn")
}

fn decoded(svg: &str, size: PngSize) -> Pixmap {
    Pixmap::decode_png(&png(svg, size).expect("the PNG is rendered")).expect("the PNG can be decoded")
}

/// Returns the number of distinct colours.
fn colours(pixmap: &Pixmap) -> usize {
    let mut colours: Vec<[u8; 4]> = pixmap.data().as_chunks().0.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

#[test]
fn the_png_has_the_requested_size() {
    let svg = svg("", Theme::Light);
    let tree = Tree::from_str(&svg, &usvg::Options::default()).expect("the SVG is valid");
    let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
    let same = decoded(&svg, PngSize::Scale(1.0));
    assert_eq!((same.width(), same.height()), (width, height));
    let double = decoded(&svg, PngSize::Scale(2.0));
    assert_eq!((double.width(), double.height()), (2 * width, 2 * height));
    assert_eq!(decoded(&svg, PngSize::Width(333)).width(), 333);
}

#[test]
fn pictures_are_not_blank_and_themes_differ() {
    let (light, dark) = (svg("", Theme::Light), svg("", Theme::Dark));
    let (light, dark) = (decoded(&light, PngSize::Scale(1.0)), decoded(&dark, PngSize::Scale(1.0)));
    assert!(colours(&light) > 50 && colours(&dark) > 50);
    let brightness = |pixmap: &Pixmap| pixmap.pixel(20, 20).map(PremultipliedColorU8::green);
    assert!(brightness(&light) > Some(200) && brightness(&dark) < Some(60));
    assert_eq!(decoded(&svg("", Theme::Auto), PngSize::Scale(1.0)).data(), light.data());
}

#[test]
fn texts_are_drawn_with_bundled_fonts() {
    let drawn = |title: &str| decoded(&svg(title, Theme::Light), PngSize::Scale(1.0)).data().to_vec();
    let (a, b) = (drawn("Ann against Zoë"), drawn("Bob against Zoë"));
    assert_eq!(a.len(), b.len());
    let differing = a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).filter(|(a, b)| a != b).count();
    assert!(differing > 100, "{differing} pixels");
}

/// Checks that all shapes and texts lie inside the picture.
fn check_bounds(svg: &str) {
    let mut options = usvg::Options { font_family: "Ringside Sans".to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(include_bytes!("../../fonts/ringside-sans.ttf").to_vec());
    options.fontdb_mut().load_font_data(include_bytes!("../../fonts/ringside-sans-bold.ttf").to_vec());
    let tree = Tree::from_str(svg, &options).expect("the SVG is valid");
    let drawn = tree.root().abs_stroke_bounding_box();
    let (width, height) = (tree.size().width(), tree.size().height());
    assert!(drawn.left() >= 0.0 && drawn.top() >= 0.0, "{drawn:?}");
    assert!(drawn.right() <= width && drawn.bottom() <= height, "{drawn:?} in {width} × {height}");
}

#[test]
fn nothing_lies_outside_the_picture() {
    for coordinates in [true, false] {
        for svg in pictures(&Options { coordinates, ..Options::default() }) {
            check_bounds(&svg);
        }
    }
}

#[test]
fn captions_of_any_characters_are_truncated_to_fit() {
    for letter in ('!'..='~').chain('¡'..='ÿ') {
        check_bounds(&svg(&letter.to_string().repeat(300), Theme::Light));
    }
}

#[test]
fn rejects_empty_and_oversized_pictures() {
    let svg = svg("", Theme::Light);
    for size in [PngSize::Scale(0.0), PngSize::Scale(-1.0), PngSize::Scale(f32::NAN), PngSize::Width(0)] {
        assert_eq!(png(&svg, size), Err(PngError::Empty), "{size:?}");
    }
    for size in
        [PngSize::Scale(100.0), PngSize::Scale(f32::INFINITY), PngSize::Width(u32::MAX), PngSize::Scale(f32::MAX)]
    {
        assert!(matches!(png(&svg, size), Err(PngError::TooLarge { .. })), "{size:?}");
    }
    let error = png(&svg, PngSize::Width(100_000)).unwrap_err().to_string();
    assert!(
        error.starts_with("the picture would have 100000 by") && error.contains(&MAX_PIXELS.to_string()),
        "{error}"
    );
}

#[test]
fn rejects_text_that_is_not_svg() {
    for text in ["", "no", "<svg", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>"] {
        assert!(matches!(png(text, PngSize::Scale(1.0)), Err(PngError::Svg(_))), "{text}");
    }
}
