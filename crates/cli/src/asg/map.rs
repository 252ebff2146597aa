//! Maps of ASG as text: a drawing with numbered nodes, and a table of owners and troops.

use asg::{BySide, Layout, Node, Owner, Position, Scenario, Side};
use cli_support::plain::plain;
use ringrift::Player;
use ringrift_text::board_view::{Row, TextStyle};

/// Maximum width of the drawing, in columns.
pub(super) const WIDTH: usize = 76;

/// Maximum height of the drawing, in rows.
const MAX_ROWS: usize = 25;

/// Height of a character divided by its width.
const ASPECT: f64 = 2.0;

/// Returns the style of an owner, in the colour of the first or second player of RingRift.
pub(super) fn look_of(owner: Owner) -> TextStyle {
    match owner.side() {
        Some(side) => TextStyle::of(player_colour(side)),
        None => TextStyle::PLAIN,
    }
}

pub(super) const fn player_colour(side: Side) -> Player {
    match side {
        Side::P1 => Player::One,
        Side::P2 => Player::Two,
    }
}

/// Returns the number of a node in the list, from 1.
pub(super) fn number(node: Node) -> usize {
    node.index() + 1
}

/// Draws the map: node numbers in brackets, headquarters in angle brackets, edges as dots.
pub(super) fn drawing(scenario: &Scenario, position: &Position, width: usize) -> Vec<Row> {
    let canvas = Canvas::new(scenario, width);
    let mut cells = vec![vec![(' ', TextStyle::PLAIN); canvas.columns]; canvas.rows];
    for a in scenario.nodes() {
        for &b in scenario.neighbours(a).iter().filter(|&&b| a < b) {
            for (column, row) in line(canvas.spot(a), canvas.spot(b)) {
                cells[row][column] = ('·', TextStyle::DIM);
            }
        }
    }
    for node in scenario.nodes() {
        let (column, row) = canvas.spot(node);
        let label = label(scenario, node);
        let first = column.saturating_sub(label.chars().count() / 2);
        for (letter, cell) in label.chars().zip(&mut cells[row][first..]) {
            *cell = (letter, look_of(position.node_state(node).owner).bold());
        }
    }
    cells.iter().map(|cells| row_of(cells)).collect()
}

fn label(scenario: &Scenario, node: Node) -> String {
    if Side::BOTH.iter().any(|&side| scenario.hq(side) == node) {
        format!("<{}>", number(node))
    } else {
        format!("[{}]", number(node))
    }
}

/// Joins adjacent characters of the same style.
fn row_of(cells: &[(char, TextStyle)]) -> Row {
    let end = cells.iter().rposition(|&(letter, _)| letter != ' ').map_or(0, |last| last + 1);
    let mut row = Row::default();
    for run in cells[..end].chunk_by(|a, b| a.1 == b.1) {
        let text: String = run.iter().map(|&(letter, _)| letter).collect();
        row.put(0, &text, run[0].1);
    }
    row
}

/// Mapping of the layout to rows and columns.
struct Canvas {
    columns: usize,
    rows: usize,
    layout: Layout,
    scale: f64,
}

/// Columns on either side for half a label.
const MARGIN: usize = 3;

impl Canvas {
    fn new(scenario: &Scenario, width: usize) -> Canvas {
        let layout = scenario.layout();
        let columns = width.max(2 * MARGIN + 2);
        let across = (columns - 2 * MARGIN - 1) as f64;
        let down = (MAX_ROWS - 1) as f64 * ASPECT;
        // Width or height of the layout is 1, unless all nodes lie on one point.
        let scale = f64::min(
            if layout.width > 0.0 { across / layout.width } else { down },
            if layout.height > 0.0 { down / layout.height } else { across },
        );
        let rows = (layout.height * scale / ASPECT).round() as usize + 1;
        Canvas { columns, rows: rows.min(MAX_ROWS), layout, scale }
    }

    fn spot(&self, node: Node) -> (usize, usize) {
        let (x, y) = self.layout.spots[node.index()];
        let column = (x * self.scale).round() as usize + MARGIN;
        let row = ((self.layout.height - y) * self.scale / ASPECT).round() as usize;
        (column.min(self.columns - MARGIN - 1), row.min(self.rows - 1))
    }
}

/// Returns the cells of a straight line.
fn line(from: (usize, usize), to: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
    let between = move |a: usize, b: usize, step: usize| {
        let part = step as f64 / steps as f64;
        (a as f64 + (b as f64 - a as f64) * part).round() as usize
    };
    (0..=steps).map(move |step| (between(from.0, to.0, step), between(from.1, to.1, step)))
}

/// Returns the table of nodes with owner, yield, troops and neighbours.
pub(super) fn table(scenario: &Scenario, position: &Position) -> Vec<Row> {
    let id = |node| plain(scenario.id_of(node));
    let longest = scenario.nodes().map(|node| id(node).chars().count()).max().unwrap_or(0).max(4);
    let columns = [5, 5 + longest + 2, 5 + longest + 11, 5 + longest + 18, 5 + longest + 30];
    let mut rows = vec![Row::default()];
    for (column, title) in [0].into_iter().chain(columns).zip(["no.", "node", "owner", "yield", "troops", "next to"]) {
        rows[0].put(column, title, TextStyle::DIM);
    }
    for node in scenario.nodes() {
        let place = position.node_state(node);
        let next: Vec<String> = scenario.neighbours(node).iter().map(|&node| number(node).to_string()).collect();
        let supply_yield = scenario.supply_yield(node);
        let mut row = Row::default();
        row.put(0, &format!("{:>3}", number(node)), TextStyle::PLAIN);
        row.put(columns[0], &id(node), look_of(place.owner).bold());
        row.put(columns[1], place.owner.name(), look_of(place.owner));
        row.put(
            columns[2],
            &if supply_yield > 0 { format!("+{supply_yield}") } else { String::new() },
            TextStyle::PLAIN,
        );
        row.put(columns[3], &troops(place.forces), TextStyle::PLAIN);
        row.put(columns[4], &next.join(" "), TextStyle::DIM);
        rows.push(row);
    }
    rows
}

/// Describes the troops on a node.
fn troops(forces: BySide<u64>) -> String {
    let of = |side: Side| (forces[side] > 0).then(|| format!("{side}: {}", forces[side]));
    Side::BOTH.into_iter().filter_map(of).collect::<Vec<String>>().join("  ")
}

/// Returns supply, income and troops of both players.
pub(super) fn supplies(scenario: &Scenario, position: &Position) -> Vec<Row> {
    Side::BOTH
        .into_iter()
        .map(|side| {
            let mut row = Row::default();
            row.put(0, side.name(), TextStyle::of(player_colour(side)).bold());
            let (supply, income) = (position.supply(side), position.income(side, scenario));
            let troops: u64 =
                position.node_states().iter().fold(0, |sum, place| sum.saturating_add(place.forces[side]));
            row.put(4, &format!("supply {supply}, income {income} a ply, {troops} troops"), TextStyle::PLAIN);
            row
        })
        .collect()
}
