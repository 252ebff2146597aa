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

/// Material of the board, as in the settings of the page (`web/board/board.css`).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Material {
    #[default]
    Wood,
    Slate,
    Paper,
}

/// Colours of a board of one material in one theme.
struct Board {
    /// The surface, from the upper left to the lower right.
    surface: [&'static str; 3],
    /// Colour and opacity of the cells.
    cell: (&'static str, f64),
    /// Colour and opacity of the lines between cells.
    lines: (&'static str, f64),
    /// Border of all cells.
    rim: &'static str,
    /// Names of columns, rows and cells.
    label: &'static str,
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
    /// Thin lines of plots and tables.
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
    grid: "#47505b",
    edge: "#08090b",
    players: ["#3c9fe0", "#eaa71a", "#1db58a", "#d98bb7"],
    shades: ["#1f6fa5", "#a87300", "#0e7d5e", "#a35c84"],
    grounds: ["#163a54", "#53400f", "#0f4233", "#4f2f42"],
    numbers: ["#000", "#000", "#000", "#000"],
};

const LIGHT_WOOD: Board = Board {
    surface: ["#ecd6ab", "#dfbf8a", "#e8cf9e"],
    cell: ("#fff6e2", 0.46),
    lines: ("#603e18", 0.42),
    rim: "#8a6435",
    label: "#5d431f",
};

const DARK_WOOD: Board = Board {
    surface: ["#4a3526", "#3d2b1f", "#463224"],
    cell: ("#ffe7c4", 0.08),
    lines: ("#0a0500", 0.55),
    rim: "#1f150e",
    label: "#d9c4a4",
};

const LIGHT_SLATE: Board = Board {
    surface: ["#c7d0d8", "#bfc9d2", "#b6c1cb"],
    cell: ("#ffffff", 0.42),
    lines: ("#263a4e", 0.34),
    rim: "#5d6d7c",
    label: "#33424f",
};

const DARK_SLATE: Board = Board {
    surface: ["#2b333b", "#272e36", "#212830"],
    cell: ("#ffffff", 0.07),
    lines: ("#aac8e1", 0.2),
    rim: "#0f1418",
    label: "#b4c2cf",
};

const LIGHT_PAPER: Board = Board {
    surface: ["#fbf8f1", "#fbf8f1", "#fbf8f1"],
    cell: ("#fffefb", 1.0),
    lines: ("#cdc6b6", 1.0),
    rim: "#6b6658",
    label: "#5f5a4f",
};

const DARK_PAPER: Board = Board {
    surface: ["#191c1f", "#191c1f", "#191c1f"],
    cell: ("#212529", 1.0),
    lines: ("#424a52", 1.0),
    rim: "#6a747e",
    label: "#aab0b6",
};

/// CSS rules that all themes share, as selector and declarations.
///
/// Class names are short, because they occur many times in a picture:
///
/// | classes | elements |
/// |---|---|
/// | `p`, `c`, `e` | background; cells; thin lines |
/// | `frame`, `shore` and a seat number | border of the board; of territory |
/// | `wood1` to `wood3` | colours of the board, of any material |
/// | `b`, `m`, `q`, `n`, `mid`, `end` | bold, secondary and coordinate texts; numbers beside stacks; centred and right-aligned texts |
/// | `z`, `flat`, `j` | outlines of rings and markers; of rings in high stacks; stripes of rings |
/// | `rim`, `shadow` | light on the face of a ring; shadows of pieces |
/// | `o`, `d` | outlines of changed cells, solid and dotted |
/// | `x`, `y` | dark and yellow outline of highlighted cells |
/// | `w`, `h`, `l` | arrow shafts and bars; arrowheads and discs of signs; the signs on the discs |
/// | `i` | small shapes in the colour of texts |
/// | `r`, `f`, `m`, `a` and a seat number | side of a ring, backgrounds of numbers, face of a marker, hole of a ring and side of a marker |
/// | `g`, `s`, `h`, `t` and a seat number | colours of the side of a ring and its edge, and of its face and its edge |
/// | `u`, `v`, `k` and a seat number | background of territory, lines, and numbers in a player's colours |
const SHAPES: &[(&str, &str)] = &[
    ("text", "font-family:'Ringside Sans','DejaVu Sans',Verdana,sans-serif"),
    (".b", "font-weight:bold"),
    (".n", "font-weight:bold;text-anchor:middle"),
    (".mid", "text-anchor:middle"),
    (".end", "text-anchor:end"),
    (".c,.e", "stroke-width:2"),
    (".z,~z", "stroke-width:1.8"),
    (".flat", "stroke-width:.8;stroke-opacity:.4"),
    (".frame", "fill:none;stroke-width:4;stroke-linecap:round"),
    ("~rim", "fill:none;stroke:#fff;stroke-opacity:.5;stroke-width:1.6"),
    ("~shadow", "fill:#000;opacity:.2"),
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
    pub(crate) fn css(self, material: Material, id: &str) -> String {
        let mut css: String = SHAPES.iter().map(|(selector, style)| rule(id, selector, style)).collect();
        let [light, dark] = material.boards();
        css += &match self {
            Theme::Auto | Theme::Light => LIGHT.css(light, id),
            Theme::Dark => DARK.css(dark, id),
        };
        if self == Theme::Auto {
            let _ = write!(css, "@media (prefers-color-scheme:dark){{{}}}", DARK.css(dark, id));
        }
        css
    }
}

impl Material {
    /// Returns the colours of the board in the light and in the dark theme.
    const fn boards(self) -> [&'static Board; 2] {
        match self {
            Material::Wood => [&LIGHT_WOOD, &DARK_WOOD],
            Material::Slate => [&LIGHT_SLATE, &DARK_SLATE],
            Material::Paper => [&LIGHT_PAPER, &DARK_PAPER],
        }
    }
}

impl Palette {
    fn css(&self, board: &Board, id: &str) -> String {
        let Palette { paper, ink, muted, grid, edge, .. } = self;
        let Board { surface, cell, lines, rim, label } = board;
        let mut css = String::new();
        let mut add = |selector: &str, style: String| css += &rule(id, selector, &style);
        add(".p", format!("fill:{paper}"));
        add("text,.i", format!("fill:{ink}"));
        add(".m", format!("fill:{muted}"));
        add(".q", format!("fill:{label}"));
        add(".c", format!("fill:{};fill-opacity:{};stroke:{};stroke-opacity:{}", cell.0, cell.1, lines.0, lines.1));
        add(".e", format!("stroke:{grid}"));
        add(".frame", format!("stroke:{rim}"));
        add(".z,~z,.flat", format!("stroke:{edge}"));
        add(".o,.w", format!("stroke:{ink}"));
        add(".x", format!("stroke:{edge}"));
        add(".l", format!("stroke:{paper}"));
        add(".h", format!("fill:{ink};stroke:{paper}"));
        for (n, colour) in (1..).zip(surface) {
            add(&format!(".wood{n}"), format!("stop-color:{colour}"));
        }
        for seat in 0..4 {
            let (player, shade, n) = (self.players[seat], self.shades[seat], seat + 1);
            add(&format!(".r{n}"), format!("fill:url(#{id}-g{n})"));
            add(&format!(".f{n}"), format!("fill:{player}"));
            add(&format!("~m{n}"), format!("fill:{}", mixed(player, WHITE, 10)));
            add(&format!("~a{n}"), format!("fill:{}", mixed(shade, BLACK, 25)));
            add(&format!(".g{n}"), format!("stop-color:{}", mixed(player, WHITE, 12)));
            add(&format!(".s{n}"), format!("stop-color:{}", mixed(shade, BLACK, 18)));
            add(&format!(".h{n}"), format!("stop-color:{}", mixed(player, WHITE, 34)));
            add(&format!(".t{n}"), format!("stop-color:{player}"));
            add(&format!(".shore{n}"), format!("stroke:{shade};stroke-width:6"));
            add(&format!(".u{n}"), format!("fill:{}", self.grounds[seat]));
            add(&format!(".v{n}"), format!("fill:none;stroke:{player};stroke-opacity:.55"));
            add(&format!(".k{n}"), format!("fill:{}", self.numbers[seat]));
        }
        css
    }
}

const WHITE: u32 = 0xff;
const BLACK: u32 = 0;

/// Mixes a colour with a percentage of white or black, which is the value of all its channels.
fn mixed(colour: &str, other: u32, percent: u32) -> String {
    let channel = |at: usize| {
        let own = u32::from_str_radix(&colour[at..at + 2], 16).expect("colours have six hexadecimal digits");
        (own * (100 - percent) + other * percent + 50) / 100
    };
    format!("#{:02x}{:02x}{:02x}", channel(1), channel(3), channel(5))
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
    fn colours_are_mixed_with_white_and_black() {
        assert_eq!(mixed("#0072b2", WHITE, 0), "#0072b2");
        assert_eq!(mixed("#0072b2", WHITE, 100), "#ffffff");
        assert_eq!(mixed("#804020", BLACK, 50), "#402010");
    }

    #[test]
    fn only_auto_has_a_media_query() {
        for material in [Material::Wood, Material::Slate, Material::Paper] {
            let [auto, light, dark] = [Theme::Auto, Theme::Light, Theme::Dark].map(|theme| theme.css(material, "rr"));
            assert!(auto.contains("@media (prefers-color-scheme:dark){#rr "));
            assert!(!light.contains("@media") && !dark.contains("@media"));
            assert!(auto.starts_with(&light));
        }
    }

    #[test]
    fn every_rule_is_scoped_to_the_picture() {
        for theme in [Theme::Light, Theme::Dark] {
            let css = theme.css(Material::Slate, "board-1");
            for selectors in css.split_terminator('}').filter_map(|rule| rule.split('{').next()) {
                let is_scoped = |selector: &str| selector.starts_with("#board-1 ") || selector.starts_with(".board-1-");
                assert!(selectors.split(',').all(is_scoped), "{selectors}");
            }
        }
    }

    /// The page draws boards with the same colours.
    #[test]
    fn boards_have_the_colours_of_the_page() {
        let css = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/board/board.css"));
        let css = css.expect("the style sheet of the page can be read");
        for board in [Material::Wood, Material::Slate, Material::Paper].into_iter().flat_map(Material::boards) {
            for colour in [board.surface[0], board.surface[2], board.rim, board.label] {
                assert!(css.contains(colour), "{colour}");
            }
        }
    }
}
