//! Tests of the board tables against the coordinates (RR-CANON-R001 to R003; rules section 1).

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;

use ringrift::{BoardKind, Cell, Coord, Direction, Geometry, MAX_CELLS, MAX_DIRECTIONS, Shape};

/// Directions on squares, in the order of rules section 1.3.
const SQUARE: &[(i8, i8)] = &[(1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1)];
/// Directions on hexagons, in the order of rules section 1.3, without `dz`.
const HEXAGON: &[(i8, i8)] = &[(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

fn deltas(board: BoardKind) -> &'static [(i8, i8)] {
    if board.is_hexagonal() { HEXAGON } else { SQUARE }
}

/// Returns the coordinates of a board in cell order, computed from its shape.
fn coords(board: BoardKind) -> Vec<Coord> {
    let inside = |x: i32, y: i32| match board.shape() {
        Shape::Square { side } => (0..i32::from(side)).contains(&x) && (0..i32::from(side)).contains(&y),
        Shape::Hexagon { radius } => [x, y, -x - y].iter().all(|value| value.abs() <= i32::from(radius)),
    };
    let mut found = Vec::new();
    for y in -128..128 {
        found.extend((-128..128).filter(|&x| inside(x, y)).map(|x| Coord { x: x as i8, y: y as i8 }));
    }
    found
}

/// Returns the cells from a cell in a direction, computed from coordinates.
fn walk(board: BoardKind, from: Cell, (dx, dy): (i8, i8)) -> Vec<Cell> {
    let start = board.coord(from);
    (1..=30).map_while(|k| board.cell(Coord { x: start.x + k * dx, y: start.y + k * dy })).collect()
}

fn direction(geometry: &Geometry, number: usize) -> Direction {
    geometry.directions().nth(number).expect("the board has this direction")
}

/// Counts how often each value occurs.
fn tally(counts: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut tally = BTreeMap::new();
    for count in counts {
        *tally.entry(count).or_default() += 1;
    }
    tally
}

#[test]
fn r001_boards_have_the_documented_cells_and_directions() {
    let expected = [
        ("square8", 64, 8, 8),
        ("square19", 361, 8, 19),
        ("hex8", 61, 6, 9),
        ("hexagonal", 331, 6, 21),
        ("hexagonal12", 469, 6, 25),
    ];
    for (board, (name, cells, directions, line)) in BoardKind::ALL.into_iter().zip(expected) {
        let geometry = board.geometry();
        assert_eq!(board.name(), name);
        assert_eq!(board.to_string().as_str(), name);
        assert_eq!(name.parse(), Ok(board));
        assert_eq!(board.cells(), cells, "{board}");
        assert_eq!(board.longest_line(), line, "{board}");
        assert_eq!(geometry.kind(), board);
        assert_eq!(geometry.directions().count(), directions);
        assert_eq!(geometry.axes().count(), directions / 2);
        assert_eq!(board.iter_cells().len(), usize::from(cells));
        assert!(usize::from(cells) <= MAX_CELLS);
        assert!(directions <= MAX_DIRECTIONS);
    }
    assert_eq!(MAX_CELLS, 469);
}

#[test]
fn r002_cells_are_numbered_by_y_then_x() {
    for board in BoardKind::ALL {
        let expected = coords(board);
        assert!(board.iter_cells().map(|cell| board.coord(cell)).eq(expected.iter().copied()), "{board}");
        assert!(board.iter_cells().enumerate().all(|(number, cell)| cell.index() == number));
        assert!(board.iter_cells().all(|cell| Cell::new(cell.index() as u16) == cell));
        assert!(expected.is_sorted(), "coordinates compare in cell order");
    }
}

#[test]
fn r002_all_other_coordinates_are_off_the_board() {
    for board in BoardKind::ALL {
        let inside: BTreeSet<Coord> = coords(board).into_iter().collect();
        for (x, y) in (i8::MIN..=i8::MAX).flat_map(|x| (i8::MIN..=i8::MAX).map(move |y| (x, y))) {
            let at = Coord { x, y };
            assert_eq!(board.contains(at), inside.contains(&at), "{board} {at:?}");
            assert_eq!(board.cell(at).map(|cell| board.coord(cell)), board.contains(at).then_some(at));
        }
    }
}

/// [`BoardKind::coord`] panics for a cell that is not on the board.
#[test]
fn r002_cells_off_the_board_have_no_coordinate() {
    for board in BoardKind::ALL {
        for number in [board.cells(), MAX_CELLS as u16, u16::MAX] {
            let answer = catch_unwind(|| board.coord(Cell::new(number)));
            assert!(answer.is_err(), "{board}: cell number {number} has coordinate {answer:?}");
        }
    }
}

#[test]
fn r003_steps_go_in_the_directions_of_the_rules() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for cell in board.iter_cells() {
            for (number, &(dx, dy)) in deltas(board).iter().enumerate() {
                let at = board.coord(cell);
                let to = board.cell(Coord { x: at.x + dx, y: at.y + dy });
                assert_eq!(geometry.step(cell, direction(geometry, number)), to, "{board} {at:?} {number}");
            }
        }
    }
}

#[test]
fn r003_rays_go_straight_to_the_edge() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for cell in board.iter_cells() {
            for (number, &delta) in deltas(board).iter().enumerate() {
                let ray = walk(board, cell, delta);
                let direction = direction(geometry, number);
                assert_eq!(usize::from(geometry.reach(cell, direction)), ray.len());
                assert!(geometry.ray(cell, direction).eq(ray), "{board} {cell:?} {number}");
            }
        }
    }
}

#[test]
fn r003_longest_line_matches_the_geometry() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        let line = |cell, axis| {
            let forward = geometry.forward(axis);
            1 + geometry.reach(cell, forward) + geometry.reach(cell, geometry.opposite(forward))
        };
        let lines = board.iter_cells().flat_map(|cell| geometry.axes().map(move |axis| line(cell, axis)));
        assert_eq!(lines.max(), Some(board.longest_line()), "{board}");
    }
}

#[test]
fn r003_number_of_neighbours_depends_on_the_place() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        let territory = tally(board.iter_cells().map(|cell| geometry.neighbours(cell).count()));
        let steps = |cell| geometry.directions().filter_map(move |direction| geometry.step(cell, direction));
        let movement = tally(board.iter_cells().map(|cell| steps(cell).count()));
        match board.shape() {
            Shape::Square { side } => {
                let inner = usize::from(side) - 2;
                let counts = [4, 4 * inner, inner * inner];
                assert_eq!(territory, [2, 3, 4].into_iter().zip(counts).collect(), "{board}");
                assert_eq!(movement, [3, 5, 8].into_iter().zip(counts).collect(), "{board}");
            }
            Shape::Hexagon { radius } => {
                let edge = 6 * (usize::from(radius) - 1);
                let counts = [6, edge, usize::from(board.cells()) - 6 - edge];
                assert_eq!(territory, [3, 4, 6].into_iter().zip(counts).collect(), "{board}");
                assert_eq!(movement, territory);
            }
        }
    }
}

#[test]
fn r003_territory_neighbours_share_an_edge_and_are_mutual() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for cell in board.iter_cells() {
            let at = board.coord(cell);
            let near = |to: Coord| {
                let (dx, dy) = (i32::from(to.x - at.x), i32::from(to.y - at.y));
                let dz = if board.is_hexagonal() { dx + dy } else { 0 };
                dx.abs() + dy.abs() + dz.abs() == if board.is_hexagonal() { 2 } else { 1 }
            };
            let expected: BTreeSet<Cell> = board.iter_cells().filter(|&to| near(board.coord(to))).collect();
            assert_eq!(geometry.neighbours(cell).collect::<BTreeSet<_>>(), expected, "{board} {at:?}");
            assert!(geometry.neighbours(cell).all(|to| geometry.neighbours(to).any(|back| back == cell)));
        }
    }
}

#[test]
fn r003_directions_have_opposites_and_axes_go_forward() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        let half = geometry.axes().count();
        for direction in geometry.directions() {
            let back = geometry.opposite(direction);
            assert_eq!(geometry.opposite(back), direction);
            assert_eq!(back.index(), (direction.index() + half) % (2 * half));
            for cell in board.iter_cells() {
                let there = geometry.step(cell, direction);
                assert!(there.is_none_or(|there| geometry.step(there, back) == Some(cell)));
            }
        }
        for (number, axis) in geometry.axes().enumerate() {
            let forward = geometry.forward(axis);
            assert_eq!(axis.index(), number);
            assert_eq!(forward.index() % half, number);
            assert!(board.iter_cells().all(|cell| geometry.step(cell, forward).is_none_or(|next| next > cell)));
        }
    }
}

#[test]
fn r003_only_odd_directions_of_squares_are_diagonal() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for (direction, &(dx, dy)) in geometry.directions().zip(deltas(board)) {
            assert_eq!(geometry.is_diagonal(direction), !board.is_hexagonal() && dx != 0 && dy != 0, "{board}");
        }
        let territory: Vec<usize> = geometry.territory_directions().map(Direction::index).collect();
        assert_eq!(territory, if board.is_hexagonal() { vec![0, 1, 2, 3, 4, 5] } else { vec![0, 2, 4, 6] });
    }
}

/// The distance is the number of steps on a straight line, also on diagonals (RR-CANON-R091).
#[test]
fn r091_between_returns_direction_and_distance() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for from in board.iter_cells() {
            let mut expected = vec![None; usize::from(board.cells())];
            for (number, &delta) in deltas(board).iter().enumerate() {
                for (to, distance) in walk(board, from, delta).into_iter().zip(1..) {
                    expected[to.index()] = Some((direction(geometry, number), distance));
                }
            }
            for to in board.iter_cells() {
                assert_eq!(geometry.between(from, to), expected[to.index()], "{board} {from:?} {to:?}");
            }
        }
    }
}

#[test]
fn r002_cell_names_round_trip() {
    for board in BoardKind::ALL {
        let names: BTreeSet<String> = board.iter_cells().map(|cell| board.cell_name(cell).to_string()).collect();
        assert_eq!(names.len(), usize::from(board.cells()), "names are unique");
        for cell in board.iter_cells() {
            let name = board.cell_name(cell).to_string();
            assert_eq!(board.parse_cell(&name), Ok(cell), "{board} {name}");
            assert_eq!(board.parse_coord(&name), Ok(board.coord(cell)));
            assert_eq!(board.coord_name(board.coord(cell)).to_string(), name);
        }
    }
}

#[test]
fn r002_square_names_count_columns_and_rows_from_the_lower_left() {
    for (name, x, y) in [("a1", 0, 0), ("h1", 7, 0), ("a8", 0, 7), ("d5", 3, 4), ("i9", 8, 8), ("s19", 18, 18)] {
        assert_eq!(BoardKind::Square19.parse_coord(name), Ok(Coord { x, y }));
    }
    let numbers = ["a1", "h1", "a2", "d5", "h8"]
        .map(|name| BoardKind::Square8.parse_cell(name).expect("the name is on the board").index());
    assert_eq!(numbers, [0, 7, 8, 35, 63]);
    assert!(["i1", "a9", "s19"].iter().all(|name| BoardKind::Square8.parse_cell(name).is_err()));
    assert!(["t1", "a20"].iter().all(|name| BoardKind::Square19.parse_cell(name).is_err()));
}

#[test]
fn r002_hexagonal_names_are_cube_coordinates() {
    for (board, radius) in [(BoardKind::Hex8, 4), (BoardKind::Hexagonal, 10), (BoardKind::Hexagonal12, 12)] {
        let geometry = board.geometry();
        let cell = |name: &str| board.parse_cell(name).expect("the name is on the board");
        let around: Vec<Cell> = geometry.directions().filter_map(|d| geometry.step(cell("0.0"), d)).collect();
        // Counter-clockwise from east: the second coordinate grows to the south-east.
        assert_eq!(around, ["1.0", "1.-1", "0.-1", "-1.0", "-1.1", "0.1"].map(cell), "{board}");
        assert_eq!(cell("0.0").index() * 2 + 1, usize::from(board.cells()), "the centre is the middle cell");
        assert_eq!(cell(&format!("0.{}", -radius)).index(), 0);
        assert_eq!(cell(&format!("0.{radius}")).index() + 1, usize::from(board.cells()));
        assert!(board.parse_cell(&format!("{}.0", radius + 1)).is_err());
        assert!(board.parse_cell(&format!("1.{radius}")).is_err(), "the third coordinate is too large");
    }
}
