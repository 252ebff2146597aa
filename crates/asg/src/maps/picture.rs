//! SVG pictures of maps.

use std::fmt::Write;

use crate::rules::{NodeState, Order, Position};
use crate::scenario::{Node, Scenario};
use crate::side::{Owner, Side};

/// Margin around the map for half a node and its labels, in pixels.
const MARGIN: f64 = 70.0;

/// Distance between the two nearest nodes, in pixels.
const SPACING: f64 = 130.0;

/// Maximum length of a side in pixels; it overrides [`SPACING`]. A square of this size stays below the limit of 16
/// million pixels for raster images.
const MAX_SIDE: f64 = 3900.0;

/// Radius of a node in pixels.
const RADIUS: f64 = 30.0;

/// Colours for light and dark pages. Colour-blind people can distinguish the players' colours.
const STYLE: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:13px;fill:#1b1e23;text-anchor:middle}\
.paper{fill:#fcfbf8}.edge{stroke:#a49d90;stroke-width:3}.node{stroke:#1b1e23;stroke-width:2.5;fill:#f0ece3}\
.P1{fill:#b5d6ea;stroke:#0072b2}.P2{fill:#f8e0ab;stroke:#b37a00}.hq{stroke-width:6}\
.troops{font-size:17px;font-weight:bold}.yield{font-weight:bold}.owner{font-size:11px}\
.id,.yield{paint-order:stroke;stroke:#fcfbf8;stroke-width:5px;stroke-linejoin:round}\
.order{stroke:#1b1e23;stroke-width:3;fill:none;marker-end:url(#tip)}.tip{fill:#1b1e23}\
@media(prefers-color-scheme:dark){text{fill:#f1f3f5}.id,.yield{stroke:#15181c}.paper{fill:#15181c}.edge{stroke:#68717c}\
.node{stroke:#a0a8b2;fill:#252a31}.P1{fill:#163a54;stroke:#3c9fe0}.P2{fill:#53400f;stroke:#eaa71a}\
.order{stroke:#f1f3f5}.tip{fill:#f1f3f5}}";

/// Draws a position as SVG. Circles are nodes, squares are headquarters. Each node shows its owner and troops inside,
/// its yield above and its id below. Moves are drawn as arrows with their amounts; other orders are not drawn.
///
/// ```
/// let scenario = asg::Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let svg = asg::picture(&scenario, &asg::Position::start(&scenario), &[]);
/// assert!(svg.starts_with("<svg ") && svg.contains("p1_bridge"));
/// # Ok::<(), asg::ScenarioError>(())
/// ```
pub fn picture(scenario: &Scenario, position: &Position, orders: &[Order]) -> String {
    let sheet = Sheet::new(scenario);
    let mut svg = sheet.head(&scenario.file().name);
    for a in scenario.nodes() {
        for &b in scenario.neighbours(a).iter().filter(|&&b| a < b) {
            let ((ax, ay), (bx, by)) = (sheet.spots[a.index()], sheet.spots[b.index()]);
            put(&mut svg, format_args!(r#"<line class="edge" x1="{ax:.1}" y1="{ay:.1}" x2="{bx:.1}" y2="{by:.1}"/>"#));
        }
    }
    for node in scenario.nodes() {
        draw_node(&mut svg, &sheet, scenario, position, node);
    }
    for &order in orders {
        draw_order(&mut svg, &sheet, order);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Size of the picture and coordinates of its nodes, in pixels.
struct Sheet {
    width: f64,
    height: f64,
    spots: Vec<(f64, f64)>,
}

impl Sheet {
    fn new(scenario: &Scenario) -> Sheet {
        let layout = scenario.layout();
        let scale = scale(&layout.spots);
        let spot = |&(x, y): &(f64, f64)| (MARGIN + x * scale, MARGIN + (layout.height - y) * scale);
        Sheet {
            width: 2.0 * MARGIN + layout.width * scale,
            height: 2.0 * MARGIN + layout.height * scale,
            spots: layout.spots.iter().map(spot).collect(),
        }
    }

    fn head(&self, title: &str) -> String {
        let (width, height, title) = (self.width, self.height, escaped(title));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1} {height:.1}" role="img"><title>{title}</title><style>{STYLE}</style><defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path class="tip" d="M0 0L10 5L0 10z"/></marker></defs><rect class="paper" width="100%" height="100%"/>"#
        )
    }
}

/// Returns the number of pixels per layout unit: the nearest nodes are [`SPACING`] apart, unless the picture would exceed
/// [`MAX_SIDE`].
fn scale(spots: &[(f64, f64)]) -> f64 {
    let pairs = spots.iter().enumerate().flat_map(|(i, a)| spots[i + 1..].iter().map(move |b| (a, b)));
    // Bounds the time on very large maps, whose size `MAX_SIDE` limits in any case.
    const MAX_PAIRS: usize = 100_000;
    let nearest = pairs.take(MAX_PAIRS).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).filter(|&apart| apart > 0.0);
    let wanted = SPACING / nearest.fold(f64::INFINITY, f64::min);
    wanted.min(MAX_SIDE - 2.0 * MARGIN)
}

fn draw_node(svg: &mut String, sheet: &Sheet, scenario: &Scenario, position: &Position, node: Node) {
    let (x, y) = sheet.spots[node.index()];
    let state = position.node_state(node);
    let owner = if state.owner == Owner::Neutral { "" } else { state.owner.name() };
    let is_hq = Side::BOTH.iter().any(|&side| scenario.hq(side) == node);
    if is_hq {
        let (left, top, size) = (x - RADIUS, y - RADIUS, 2.0 * RADIUS);
        put(
            svg,
            format_args!(
                r#"<rect class="node hq {owner}" x="{left:.1}" y="{top:.1}" width="{size}" height="{size}"/>"#
            ),
        );
    } else {
        put(svg, format_args!(r#"<circle class="node {owner}" cx="{x:.1}" cy="{y:.1}" r="{RADIUS}"/>"#));
    }
    if !owner.is_empty() {
        put(svg, format_args!(r#"<text class="owner" x="{x:.1}" y="{:.1}">{owner}</text>"#, y - 12.0));
    }
    let troops = troops_text(state);
    put(svg, format_args!(r#"<text class="troops" x="{x:.1}" y="{:.1}">{troops}</text>"#, y + 8.0));
    if scenario.supply_yield(node) > 0 {
        let gain = scenario.supply_yield(node);
        put(svg, format_args!(r#"<text class="yield" x="{x:.1}" y="{:.1}">+{gain}</text>"#, y - RADIUS - 8.0));
    }
    let id = escaped(scenario.id_of(node));
    put(svg, format_args!(r#"<text class="id" x="{x:.1}" y="{:.1}">{id}</text>"#, y + RADIUS + 18.0));
}

/// Formats the troops on a node; troops that are not the owner's are prefixed with the player.
fn troops_text(state: NodeState) -> String {
    let present = Side::BOTH.into_iter().filter(|&side| state.forces[side] > 0);
    let texts: Vec<String> = present
        .map(|side| {
            let prefix = if state.owner == side { String::new() } else { format!("{side}:") };
            format!("{prefix}{}", state.forces[side])
        })
        .collect();
    texts.join(" ")
}

fn draw_order(svg: &mut String, sheet: &Sheet, order: Order) {
    let Order::Move { from: Some(from), to: Some(to), amount: Some(amount) } = order else { return };
    let ((ax, ay), (bx, by)) = (sheet.spots[from.index()], sheet.spots[to.index()]);
    let length = (bx - ax).hypot(by - ay).max(1.0);
    let (dx, dy) = ((bx - ax) / length, (by - ay) / length);
    // The arrow runs beside the edge, so that arrows in both directions stay separate.
    let (ox, oy) = (-dy * 8.0, dx * 8.0);
    let gap = RADIUS + 6.0;
    let (x1, y1, x2, y2) = (ax + dx * gap + ox, ay + dy * gap + oy, bx - dx * gap + ox, by - dy * gap + oy);
    put(svg, format_args!(r#"<path class="order" d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"/>"#));
    let (x, y) = ((x1 + x2) / 2.0 + ox * 1.8, (y1 + y2) / 2.0 + oy * 1.8 + 5.0);
    put(svg, format_args!(r#"<text class="yield" x="{x:.1}" y="{y:.1}">{amount}</text>"#));
}

fn put(svg: &mut String, element: std::fmt::Arguments<'_>) {
    // Writing to a `String` never fails.
    let _ = svg.write_fmt(element);
}

/// Escapes a text for SVG, and removes control and invisible characters.
fn escaped(text: &str) -> String {
    safe_text::escape_html(&safe_text::remove_hidden(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns width and height of the picture of a map whose nodes have coordinates given by their index.
    fn size(coordinates: impl Fn(usize) -> (f64, f64)) -> (f64, f64) {
        let mut file = Scenario::parse(include_str!("../../scenarios/scenario_01.json")).unwrap().file().clone();
        for (i, node) in file.map.nodes.iter_mut().enumerate() {
            (node.x, node.y) = coordinates(i);
        }
        let scenario = Scenario::from_file(&file).unwrap();
        let svg = picture(&scenario, &Position::start(&scenario), &[]);
        assert!(!svg.contains("inf") && !svg.contains("NaN"), "{svg}");
        let sheet = Sheet::new(&scenario);
        (sheet.width, sheet.height)
    }

    #[test]
    fn extreme_coordinates_give_pictures_of_usual_size() {
        let usual = size(|i| (i as f64, 0.0));
        for unit in [1e306, 5e-324] {
            let (width, height) = size(|i| (i as f64 * unit, 0.0));
            assert!((width - usual.0).abs() < 0.1 && height == usual.1, "{unit}: {width} {height}");
        }
        assert_eq!(size(|_| (1e308, -1e308)), (2.0 * MARGIN, 2.0 * MARGIN));
        assert!(size(|i| if i % 2 == 0 { (-1e308, -1e308) } else { (1e308, 1e308) }).0 < MAX_SIDE);
    }

    #[test]
    fn uneven_maps_have_less_than_sixteen_million_pixels() {
        let points = [(0.0, 0.0), (1e-9, 0.0), (1.0, 1.0)];
        let (width, height) = size(|i| points[i % 3]);
        assert!(width.ceil() * height.ceil() < 16e6, "{width} {height}");
    }
}
