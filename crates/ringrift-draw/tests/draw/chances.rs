//! Plots of win probabilities: valid SVG, readable without colour, safe for any player name or title.

use ringrift::{ByPlayer, Player};
use ringrift_draw::{ChanceMark, ChanceMarkKind, ChancePlot, ChancePoint, DrawError, Options, Theme, chance_plot};
use roxmltree::{Document, Node};

use crate::document::texts;

/// Returns the plot of a game in which player 1 falls behind, with a mark of each kind.
pub(crate) fn plot(players: u8, points: usize) -> ChancePlot {
    let point = |i: usize| {
        let first = 0.9 - 0.8 * i as f64 / (points - 1).max(1) as f64;
        let mut chances = ByPlayer([(1.0 - first) / f64::from(players - 1); 4]);
        chances[Player::One] = first;
        ChancePoint { turn: 1 + i as u32 / 2, chances }
    };
    let mark = |point, player, kind, text: &str| ChanceMark { point, player, kind, text: text.to_owned() };
    let marks = vec![
        mark(points / 2, Player::Two, ChanceMarkKind::TurningPoint, "player 2 becomes the favourite"),
        mark(points / 3, Player::One, ChanceMarkKind::Blunder, "a blunder <&>"),
        mark(points - 1, Player::One, ChanceMarkKind::Mistake, "a mistake"),
    ];
    ChancePlot { title: "Ann – Bob & Co".to_owned(), players, points: (0..points).map(point).collect(), marks }
}

fn draw(plot: &ChancePlot) -> String {
    let names = ByPlayer(["Ann", "Bob & Co", "", "<script>"].map(str::to_owned));
    chance_plot(plot, &Options { names, ..Options::default() }).expect("the plot is drawn")
}

/// Returns the class and dash pattern of each player line, including those of the legend.
fn dashes<'a>(document: &'a Document<'_>) -> Vec<(&'a str, Option<&'a str>)> {
    let is_line = |node: &Node<'_, '_>| node.attribute("class").is_some_and(|class| class.starts_with('v'));
    let lines = document.descendants().filter(|node| node.has_tag_name("path") && is_line(node));
    lines.filter_map(|node| Some((node.attribute("class")?, node.attribute("stroke-dasharray")))).collect()
}

#[test]
fn each_player_has_a_distinct_line_in_the_plot_and_in_the_legend() {
    for players in 2..=4 {
        let svg = draw(&plot(players, 40));
        let document = Document::parse(&svg).expect("the SVG is well-formed XML");
        let lines = dashes(&document);
        assert_eq!(lines.len(), 2 * usize::from(players), "{lines:?}");
        let mut kinds = lines.clone();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), usize::from(players), "each class has one pattern: {lines:?}");
        kinds.dedup_by_key(|(_, dashes)| *dashes);
        assert_eq!(kinds.len(), usize::from(players), "all patterns differ: {lines:?}");
        let texts = texts(&svg);
        for text in ["1", "2", "1  Ann", "2  Bob & Co", "turn", "??", "?", "0", "25", "50", "75", "100"] {
            assert!(texts.iter().any(|shown| shown == text), "{text} is missing from {texts:?}");
        }
        assert_eq!(texts.iter().any(|text| text == "4  <script>"), players == 4);
    }
}

#[test]
fn texts_are_escaped_and_marks_are_described() {
    let svg = draw(&plot(2, 40));
    let document = Document::parse(&svg).expect("the SVG is well-formed XML");
    let of = |tag| document.descendants().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    assert_eq!(of("title"), Some("Ann – Bob & Co"));
    let description = of("desc").expect("the plot has a description");
    assert!(description.contains("a blunder <&>"), "{description}");
    assert!(description.contains("At the end: Ann 10 %, Bob & Co 90 %"), "{description}");
    let hostile = ChancePlot { title: "\"/><script>\u{0}\u{202e}".repeat(200), ..plot(4, 5) };
    assert!(!draw(&hostile).contains("<script"));
}

#[test]
fn any_number_of_points_can_be_drawn() {
    for points in [1, 2, 3, 10, 11, 100, 5000] {
        let svg = draw(&plot(3, points));
        assert!(Document::parse(&svg).is_ok() && !svg.contains("NaN") && !svg.contains("inf"), "{points}");
        let turns: Vec<u32> = texts(&svg)[..].iter().filter_map(|text| text.parse().ok()).collect();
        assert!(turns.len() < 40, "{turns:?}");
    }
    let empty = ChancePlot { points: Vec::new(), ..plot(2, 2) };
    assert!(Document::parse(&draw(&empty)).is_ok());
    let mut not_finite = plot(2, 4);
    not_finite.points[2].chances = ByPlayer([f64::NAN, f64::INFINITY, 0.0, 0.0]);
    assert!(!draw(&not_finite).contains("NaN"));
}

#[test]
fn output_is_deterministic() {
    assert_eq!(draw(&plot(4, 60)), draw(&plot(4, 60)));
}

#[test]
fn rejects_invalid_id_prefixes() {
    let options = Options { prefix: "1 x".to_owned(), ..Options::default() };
    assert_eq!(chance_plot(&plot(2, 4), &options), Err(DrawError::Prefix));
}

#[test]
fn dark_theme_has_no_media_query() {
    let dark = Options { theme: Theme::Dark, ..Options::default() };
    assert!(!chance_plot(&plot(2, 4), &dark).expect("the plot is drawn").contains("@media"));
}
