//! Colour themes and the style sheet of pictures.

use std::fmt::Write;

/// Colour theme of a picture.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Follows the reader's `prefers-color-scheme`; light in a PNG.
    #[default]
    Auto,
    Light,
    Dark,
}

/// Colours of one theme. The player colours are blue, orange, green and purple of the Okabe-Ito palette, which is safe for
/// colour-blind readers.
struct Palette {
    /// Background.
    paper: &'static str,
    /// Texts, arrows and outlines.
    ink: &'static str,
    /// Secondary texts.
    muted: &'static str,
    /// Cell names.
    faint: &'static str,
    /// Empty cells.
    cell: &'static str,
    /// Lines between cells.
    grid: &'static str,
    /// Outlines of rings and markers.
    edge: &'static str,
    /// Rings, markers and the lines on territory, by seat.
    players: [&'static str; 4],
    /// The sides of rings, by seat.
    shades: [&'static str; 4],
    /// Background of territory, by seat.
    grounds: [&'static str; 4],
    /// Numbers drawn on player colours, by seat.
    numbers: [&'static str; 4],
}

const LIGHT: Palette = Palette {
    paper: "#fcfbf8",
    ink: "#1b1e23",
    muted: "#62666d",
    faint: "#a49d90",
    cell: "#f0ece3",
    grid: "#c3bbab",
    edge: "#1b1e23",
    players: ["#0072b2", "#e69f00", "#009e73", "#cc79a7"],
    shades: ["#004f7c", "#b37a00", "#006e50", "#a1547f"],
    grounds: ["#b5d6ea", "#f8e0ab", "#b0dfd1", "#f0d3e3"],
    numbers: ["#fff", "#000", "#000", "#000"],
};

const DARK: Palette = Palette {
    paper: "#15181c",
    ink: "#f1f3f5",
    muted: "#a0a8b2",
    faint: "#68717c",
    cell: "#252a31",
    grid: "#47505b",
    edge: "#08090b",
    players: ["#3c9fe0", "#eaa71a", "#1db58a", "#d98bb7"],
    shades: ["#1f6fa5", "#a87300", "#0e7d5e", "#a35c84"],
    grounds: ["#163a54", "#53400f", "#0f4233", "#4f2f42"],
    numbers: ["#000", "#000", "#000", "#000"],
};

/// CSS rules that all themes share, as selector and declarations.
///
/// Class names are short, because they occur many times in a picture:
///
/// | classes | elements |
/// |---|---|
/// | `p`, `c`, `e` | background; cells; territory and thin lines |
/// | `b`, `m`, `q`, `n`, `mid`, `end` | bold, secondary and cell-name texts; numbers beside stacks; centred and right-aligned texts |
/// | `z`, `j` | outlines of rings and markers; stripes of rings |
/// | `o`, `d` | outlines of changed cells, solid and dotted |
/// | `x`, `y` | dark and yellow outline of highlighted cells |
/// | `w`, `h`, `l` | arrow shafts and bars; arrowheads and discs of signs; the signs on the discs |
/// | `i` | small shapes in the colour of texts |
/// | `f`, `g`, `s`, `u`, `v`, `k` and a seat number | fill, ring, side of a ring, background of territory, lines, and numbers in a player's colours |
const SHAPES: &[(&str, &str)] = &[
    ("text", "font-family:'Ringside Sans','DejaVu Sans',Verdana,sans-serif"),
    (".b", "font-weight:bold"),
    (".n", "font-size:27px;font-weight:bold;text-anchor:middle"),
    (".mid", "text-anchor:middle"),
    (".end", "text-anchor:end"),
    (".c,.e", "stroke-width:2"),
    ("~z", "stroke-width:1.5"),
    (".o", "fill:none;stroke-width:6;stroke-linejoin:round;stroke-linecap:round"),
    (".d", "stroke-dasharray:2 11"),
    (".y", "fill:none;stroke:#f0e442;stroke-width:5;stroke-linejoin:round"),
    (".x", "fill:none;stroke-width:9;stroke-linejoin:round"),
    (".w", "fill:none;stroke-width:10;stroke-linecap:round;stroke-opacity:.6"),
    (".l", "fill:none;stroke-width:3;stroke-linecap:round"),
    (".h", "stroke-width:3;stroke-linejoin:round"),
    (".j", "stop-color:#1b1e23"),
];

impl Theme {
    /// Returns the style sheet of a picture. Every selector is scoped to the picture's id, so that an inline SVG does not
    /// restyle the page around it.
    pub(crate) fn css(self, id: &str) -> String {
        let mut css: String = SHAPES.iter().map(|(selector, style)| rule(id, selector, style)).collect();
        css += &match self {
            Theme::Auto | Theme::Light => LIGHT.css(id),
            Theme::Dark => DARK.css(id),
        };
        if self == Theme::Auto {
            let _ = write!(css, "@media (prefers-color-scheme:dark){{{}}}", DARK.css(id));
        }
        css
    }
}

impl Palette {
    fn css(&self, id: &str) -> String {
        let Palette { paper, ink, muted, faint, cell, grid, edge, .. } = self;
        let mut css = String::new();
        let mut add = |selector: &str, style: String| css += &rule(id, selector, &style);
        add(".p", format!("fill:{paper}"));
        add("text,.i", format!("fill:{ink}"));
        add(".m", format!("fill:{muted}"));
        add(".q", format!("fill:{faint}"));
        add(".c", format!("fill:{cell};stroke:{grid}"));
        add(".e", format!("stroke:{grid}"));
        add("~z", format!("stroke:{edge}"));
        add(".o,.w", format!("stroke:{ink}"));
        add(".x", format!("stroke:{edge}"));
        add(".l", format!("stroke:{paper}"));
        add(".h", format!("fill:{ink};stroke:{paper}"));
        for seat in 0..4 {
            let (player, n) = (self.players[seat], seat + 1);
            add(&format!(".f{n},~f{n}"), format!("fill:{player}"));
            add(&format!(".g{n}"), format!("stop-color:{player}"));
            add(&format!(".s{n}"), format!("stop-color:{}", self.shades[seat]));
            add(&format!(".u{n}"), format!("fill:{}", self.grounds[seat]));
            add(&format!(".v{n}"), format!("fill:none;stroke:{player};stroke-opacity:.65"));
            add(&format!(".k{n}"), format!("fill:{}", self.numbers[seat]));
        }
        css
    }
}

/// Returns one CSS rule with each selector scoped to the picture's id.
///
/// `~z` stands for a class whose name begins with the id. Shapes referenced by `<use>` have such classes, because browsers
/// differ in whether descendant selectors match them.
fn rule(id: &str, selector: &str, style: &str) -> String {
    let scoped = |part: &str| part.strip_prefix('~').map_or(format!("#{id} {part}"), |class| format!(".{id}-{class}"));
    let selectors: Vec<String> = selector.split(',').map(scoped).collect();
    format!("{}{{{style}}}", selectors.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_auto_has_a_media_query() {
        assert!(Theme::Auto.css("rr").contains("@media (prefers-color-scheme:dark){#rr "));
        assert!(!Theme::Light.css("rr").contains("@media") && !Theme::Dark.css("rr").contains("@media"));
        assert!(Theme::Auto.css("rr").starts_with(&Theme::Light.css("rr")));
    }

    #[test]
    fn every_rule_is_scoped_to_the_picture() {
        for theme in [Theme::Light, Theme::Dark] {
            for selectors in theme.css("board-1").split_terminator('}').filter_map(|rule| rule.split('{').next()) {
                let is_scoped = |selector: &str| selector.starts_with("#board-1 ") || selector.starts_with(".board-1-");
                assert!(selectors.split(',').all(is_scoped), "{selectors}");
            }
        }
    }
}
