//! Boards, coordinates, directions, players (rules section 1; RR-CANON-R001 to R010).

use ringrift::BoardKind::{Hexagonal, Square8, Square19};
use ringrift::{Action, BoardKind, Cell, Coord, Direction, Player, Position, Rule, Ruleset};

use crate::{check, check_rejected};

fn start(players: u8) -> Position {
    let rules = Ruleset::canon(Square8, players).expect("canon has square8");
    Position::new(&rules).expect("the rules are valid")
}

#[test]
fn r001_parameters_depend_on_the_board() {
    for (board, cells, rings, line_length, directions, axes, territory_directions) in
        [(Square8, 64, 18, 3, 8, 4, 4), (Square19, 361, 36, 4, 8, 4, 4), (Hexagonal, 331, 36, 4, 6, 3, 6)]
    {
        let (rules, geometry) = (Ruleset::canon(board, 2).expect("canon has this board"), board.geometry());
        assert_eq!(board.cells(), cells, "{board}");
        assert_eq!(board.iter_cells().count(), cells.into(), "{board}");
        assert_eq!(rules.rings_per_player, rings, "{board}");
        assert_eq!(rules.line_length, line_length, "{board}");
        assert_eq!(geometry.directions().count(), directions, "{board}");
        assert_eq!(geometry.axes().count(), axes, "{board}");
        assert_eq!(geometry.territory_directions().count(), territory_directions, "{board}");
    }
}

#[test]
fn r001_compact_lines_are_one_longer() {
    for (board, line_length) in [(Square8, 4), (Square19, 5), (Hexagonal, 5)] {
        assert_eq!(Ruleset::compact(board, 2).expect("compact has this board").line_length, line_length, "{board}");
    }
}

#[test]
fn r002_square_cells_have_column_and_row() {
    for (board, name, x, y) in [
        (Square8, "a1", 0, 0),
        (Square8, "h8", 7, 7),
        (Square8, "d5", 3, 4),
        (Square19, "i1", 8, 0),
        (Square19, "s19", 18, 18),
    ] {
        let cell = board.parse_cell(name).expect("the name is on the board");
        assert_eq!(board.coord(cell), Coord { x, y });
        assert_eq!(cell.index(), usize::from(y as u8) * if board == Square8 { 8 } else { 19 } + usize::from(x as u8));
    }
    for (board, name) in [(Square8, "i1"), (Square8, "a9"), (Square8, "a0"), (Square19, "t1"), (Square19, "a20")] {
        assert!(board.parse_cell(name).is_err(), "{board} {name}");
    }
}

#[test]
fn r002_hexagonal_cells_have_cube_coordinates() {
    let inside = |x: i8, y: i8| x.abs().max(y.abs()).max((x + y).abs()) <= 10;
    let expected: Vec<Coord> =
        (-10..=10).flat_map(|y| (-10..=10).map(move |x| Coord { x, y })).filter(|at| inside(at.x, at.y)).collect();
    let found: Vec<Coord> = Hexagonal.iter_cells().map(|cell| Hexagonal.coord(cell)).collect();
    assert_eq!(found, expected, "by y, then by x");
    for (name, x, y) in [("0.0", 0, 0), ("1.0", 1, 0), ("-1.1", -1, 1), ("10.-10", 10, -10)] {
        assert_eq!(Hexagonal.coord(Hexagonal.parse_cell(name).expect("the name is on the board")), Coord { x, y });
    }
    for name in ["11.0", "0.-11", "6.5", "a1"] {
        assert!(Hexagonal.parse_cell(name).is_err(), "{name}");
    }
}

#[test]
fn r002_every_cell_has_its_own_name() {
    for board in [Square8, Square19, Hexagonal] {
        for cell in board.iter_cells() {
            assert_eq!(board.parse_cell(&board.cell_name(cell).to_string()), Ok(cell));
        }
    }
}

#[test]
fn r002_cells_off_the_board_are_rejected() {
    check_rejected("S i8=1", "i8");
    check_rejected("M1 a9; S a1=1", "a9");
    let position = start(2);
    let beyond = Action::Place { at: Cell::new(64), rings: 1 };
    assert_eq!(position.why_illegal(beyond).expect("the cell is off the board").rule, Rule::R002);
}

/// Returns the offsets of one step in each of the directions from a cell.
fn steps(board: BoardKind, origin: &str, directions: impl Iterator<Item = Direction>) -> Vec<(i8, i8)> {
    let origin = board.parse_cell(origin).expect("the name is on the board");
    let from = board.coord(origin);
    let to = directions
        .map(|direction| board.coord(board.geometry().step(origin, direction).expect("the origin is not on the edge")));
    to.map(|to| (to.x - from.x, to.y - from.y)).collect()
}

#[test]
fn r003_movement_directions_have_the_documented_order() {
    let square = [(1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1)];
    let hexagonal = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
    assert_eq!(steps(Square8, "d4", Square8.geometry().directions()), square);
    assert_eq!(steps(Square19, "d4", Square19.geometry().directions()), square);
    assert_eq!(steps(Hexagonal, "0.0", Hexagonal.geometry().directions()), hexagonal);
}

#[test]
fn r003_territory_has_four_or_six_neighbours() {
    let square = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    assert_eq!(steps(Square8, "d4", Square8.geometry().territory_directions()), square);
    assert_eq!(steps(Square19, "d4", Square19.geometry().territory_directions()), square);
    assert_eq!(steps(Hexagonal, "0.0", Hexagonal.geometry().territory_directions()).len(), 6);
}

#[test]
fn r003_rays_end_at_the_edge() {
    for (board, from, direction, expected) in [
        (Square8, "d4", 1, "e5 f6 g7 h8"),
        (Square8, "d4", 3, "e3 f2 g1"),
        (Square8, "h8", 0, ""),
        (Hexagonal, "8.0", 0, "9.0 10.0"),
        (Hexagonal, "8.-1", 5, "8.0 8.1 8.2"),
    ] {
        let geometry = board.geometry();
        let direction = geometry.directions().nth(direction).expect("the board has this direction");
        let ray = geometry.ray(board.parse_cell(from).expect("the name is on the board"), direction);
        let names: Vec<String> = ray.map(|cell| board.cell_name(cell).to_string()).collect();
        assert_eq!(names.join(" "), expected);
    }
}

#[test]
fn r003_moves_follow_straight_lines() {
    check("S d4=1,h2=2", "can M d4-h8 | can M d4-a4 | can M d4-g1 | cannot M d4-e6 R091 | cannot M d4-b1 R091");
    let hexagonal = "G hexagonal 2p; S 0.0=1,9.0=2";
    check(
        hexagonal,
        "can M 0.0-0.10 | can M 0.0-3.-3 | can M 0.0--4.0 | cannot M 0.0-1.1 R091 | cannot M 0.0-2.-1 R091",
    );
}

#[test]
fn r003_lone_ring_moves_in_every_direction() {
    // As many as the queen moves from d4 on an empty chessboard; h1 is on none of its rays.
    check("S d4=1,h1=2", "legal 27");
    check("G hexagonal 2p; S 0.0=1,9.-4=2", "legal 60");
}

#[test]
fn r003_diagonal_neighbours_do_not_connect_territory() {
    check("S d4=1,h8=2; M1 a2,b1", "candidates 1,61");
    check("S d4=1,h8=2; M1 b2,a2", "candidates none");
}

#[test]
fn r010_two_to_four_players_can_play() {
    for board in [Square8, Square19, Hexagonal] {
        for players in 0..=5 {
            assert_eq!(Ruleset::canon(board, players).is_ok(), (2..=4).contains(&players), "{board} {players}");
        }
    }
    check_rejected("G square8 5p; S a1=1", "5 players");
    check_rejected("G square8 2p; S a1=1,b1=3", "player 3");
}

#[test]
fn r010_seat_one_begins_and_seats_follow_in_order() {
    let start = start(4);
    assert_eq!(start.to_move(), Player::One);
    check(
        "G square8 4p; S a1=1,c1=2,e1=3,g1=4",
        "has T 1 | do M a1-a2 | has T 2 | do M c1-c3 | has T 3 | do M e1-e4 | has T 4 | do M g1-g5 | has T 1",
    );
}
