//! Positions of the cells: squares, or regular hexagons with a corner at the top.
//!
//! Board units: a cell is 100 wide, the origin is the upper left corner of the bounding box of all cells, and `y` grows
//! downwards.

use std::fmt::Write;

use ringrift::{BoardKind, Cell, Coord, Shape};

use crate::svg::Num;

/// Distance between the centres of neighbours in a row.
pub(crate) const PITCH: f64 = 100.0;

const HALF: f64 = PITCH / 2.0;
/// Side length of a hexagon that is one pitch wide.
const SIDE: f64 = PITCH * 0.577_350_27;
/// Distance between rows of hexagons.
const ROW: f64 = SIDE * 1.5;

/// A point in board units.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    /// Returns the point at a distance from here in the direction of another point.
    pub(crate) fn towards(self, other: Point, distance: f64) -> Point {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        // Not `hypot`, whose last digit differs between platforms.
        let scale = distance / (dx * dx + dy * dy).sqrt().max(1e-9);
        Point { x: self.x + dx * scale, y: self.y + dy * scale }
    }
}

/// A side of a cell: its ends relative to the centre, and the step to the neighbour across it.
type Side = ((f64, f64), (f64, f64), (i8, i8));

const SQUARE_SIDES: [Side; 4] = [
    ((-HALF, -HALF), (HALF, -HALF), (0, 1)),
    ((HALF, -HALF), (HALF, HALF), (1, 0)),
    ((HALF, HALF), (-HALF, HALF), (0, -1)),
    ((-HALF, HALF), (-HALF, -HALF), (-1, 0)),
];

const HEXAGON_SIDES: [Side; 6] = [
    ((0.0, -SIDE), (HALF, -SIDE / 2.0), (1, -1)),
    ((HALF, -SIDE / 2.0), (HALF, SIDE / 2.0), (1, 0)),
    ((HALF, SIDE / 2.0), (0.0, SIDE), (0, 1)),
    ((0.0, SIDE), (-HALF, SIDE / 2.0), (-1, 1)),
    ((-HALF, SIDE / 2.0), (-HALF, -SIDE / 2.0), (-1, 0)),
    ((-HALF, -SIDE / 2.0), (0.0, -SIDE), (0, -1)),
];

/// Geometry of a board.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) board: BoardKind,
}

impl Grid {
    /// Returns the width and height of the bounding box of all cells.
    pub(crate) fn size(self) -> (f64, f64) {
        match self.board.shape() {
            Shape::Square { side } => (f64::from(side) * PITCH, f64::from(side) * PITCH),
            Shape::Hexagon { radius } => {
                let radius = f64::from(radius);
                ((2.0 * radius + 1.0) * PITCH, 2.0 * (radius * ROW + SIDE))
            }
        }
    }

    /// Returns the centre of a cell.
    pub(crate) fn centre(self, cell: Cell) -> Point {
        let at = self.board.coord(cell);
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        match self.board.shape() {
            Shape::Square { side } => Point { x: x * PITCH + HALF, y: (f64::from(side) - y) * PITCH - HALF },
            Shape::Hexagon { radius } => {
                let radius = f64::from(radius);
                Point { x: (x + y / 2.0 + radius) * PITCH + HALF, y: (y + radius) * ROW + SIDE }
            }
        }
    }

    /// Returns the sides of a cell, clockwise from the top.
    fn sides(self) -> &'static [Side] {
        if self.board.is_hexagonal() { &HEXAGON_SIDES } else { &SQUARE_SIDES }
    }

    /// Returns path data around each of the cells, scaled about the cell centre by a factor.
    pub(crate) fn cells_path(self, cells: impl IntoIterator<Item = Cell>, factor: f64) -> String {
        let rest = self.path_from_first_corner(factor);
        let (x, y) = self.sides()[0].0;
        let mut path = String::new();
        for cell in cells {
            let centre = self.centre(cell);
            let _ = write!(path, "M{} {}{rest}", Num(centre.x + x * factor), Num(centre.y + y * factor));
        }
        path
    }

    /// Returns path data around a cell whose centre is the origin.
    pub(crate) fn single_cell_path(self) -> String {
        let (x, y) = self.sides()[0].0;
        format!("M{} {}{}", Num(x), Num(y), self.path_from_first_corner(1.0))
    }

    /// Returns the path data around a cell after the first corner.
    fn path_from_first_corner(self, factor: f64) -> String {
        let mut path = String::new();
        for ((x, y), (to_x, to_y), _) in &self.sides()[..self.sides().len() - 1] {
            let _ = write!(path, "l{} {}", Num((to_x - x) * factor), Num((to_y - y) * factor));
        }
        path + "z"
    }

    /// Returns path data along the sides between the given cells and all others.
    pub(crate) fn border_path(self, cells: &[Cell]) -> String {
        let mut path = String::new();
        for &cell in cells {
            let (at, centre) = (self.board.coord(cell), self.centre(cell));
            for ((x, y), (to_x, to_y), (dx, dy)) in self.sides() {
                let beyond = self.board.cell(Coord { x: at.x + dx, y: at.y + dy });
                if beyond.is_none_or(|beyond| !cells.contains(&beyond)) {
                    let (from, to) = ((centre.x + x, centre.y + y), (to_x - x, to_y - y));
                    let _ = write!(path, "M{} {}l{} {}", Num(from.0), Num(from.1), Num(to.0), Num(to.1));
                }
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_touch_along_a_whole_side() {
        for board in BoardKind::ALL {
            let grid = Grid { board };
            for cell in board.iter_cells() {
                let at = board.coord(cell);
                for &((x, y), (to_x, to_y), (dx, dy)) in grid.sides() {
                    let Some(beyond) = board.cell(Coord { x: at.x + dx, y: at.y + dy }) else { continue };
                    let (here, there) = (grid.centre(cell), grid.centre(beyond));
                    let middle = Point { x: here.x + (x + to_x) / 2.0, y: here.y + (y + to_y) / 2.0 };
                    let between = Point { x: (here.x + there.x) / 2.0, y: (here.y + there.y) / 2.0 };
                    assert!((middle.x - between.x).hypot(middle.y - between.y) < 1e-4, "{board} {at:?}");
                }
            }
        }
    }

    #[test]
    fn cells_do_not_overlap_and_lie_inside_the_bounding_box() {
        for board in BoardKind::ALL {
            let grid = Grid { board };
            let (width, height) = grid.size();
            let centres: Vec<Point> = board.iter_cells().map(|cell| grid.centre(cell)).collect();
            for (i, a) in centres.iter().enumerate() {
                assert!(centres[..i].iter().all(|b| (a.x - b.x).hypot(a.y - b.y) > PITCH - 1e-4));
                for ((x, y), _, _) in grid.sides() {
                    assert!(
                        (-1e-6..=width + 1e-6).contains(&(a.x + x)) && (-1e-4..=height + 1e-4).contains(&(a.y + y))
                    );
                }
            }
        }
    }

    #[test]
    fn directions_match_the_notation() {
        let at = |board: BoardKind, name: &str| {
            Grid { board }.centre(board.parse_cell(name).expect("the cell is on the board"))
        };
        let (centre, east) = (at(BoardKind::Hex8, "0.0"), at(BoardKind::Hex8, "1.0"));
        let south_west = at(BoardKind::Hex8, "-1.1");
        assert!(east.x > centre.x && (east.y - centre.y).abs() < 1e-9);
        assert!(south_west.x < centre.x && south_west.y > centre.y);
        let (a1, b1, a2) = (at(BoardKind::Square8, "a1"), at(BoardKind::Square8, "b1"), at(BoardKind::Square8, "a2"));
        assert!(b1.x > a1.x && a2.y < a1.y);
    }

    #[test]
    fn paths_contain_every_cell() {
        for board in BoardKind::ALL {
            let path = Grid { board }.cells_path(board.iter_cells(), 1.0);
            assert_eq!(path.matches('z').count(), usize::from(board.cells()));
        }
    }

    #[test]
    fn border_paths_omit_sides_between_the_cells() {
        let board = BoardKind::Hex8;
        let cells = ["0.0", "1.0"].map(|name| board.parse_cell(name).expect("the cell is on the board"));
        assert_eq!(Grid { board }.border_path(&cells).matches('M').count(), 10);
        assert_eq!(Grid { board }.border_path(&cells[..1]).matches('M').count(), 6);
    }
}
