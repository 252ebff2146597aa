//! Symmetries of the boards form a group and keep neighbours, lines and distances (RR-CANON-R001 to R003).

use std::collections::BTreeSet;

use ringrift::{BoardKind, Cell, Setup, Symmetry};

fn images(symmetry: Symmetry) -> Vec<Cell> {
    symmetry.board().iter_cells().map(|cell| symmetry.cell(cell)).collect()
}

#[test]
fn symmetries_are_different_permutations_of_the_cells() {
    for board in BoardKind::ALL {
        let all: Vec<Symmetry> = Symmetry::all(board).collect();
        assert_eq!(all.len(), if board.is_hexagonal() { 12 } else { 8 });
        assert_eq!(all.len(), usize::from(Symmetry::count(board)));
        assert!(all.iter().enumerate().all(|(index, symmetry)| symmetry.index() == index));
        assert_eq!(all.iter().map(|&symmetry| images(symmetry)).collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(images(Symmetry::identity(board)), board.iter_cells().collect::<Vec<_>>());
        for symmetry in all {
            let mut cells = images(symmetry);
            cells.sort_unstable();
            assert!(cells.into_iter().eq(board.iter_cells()), "{symmetry:?}");
        }
    }
}

#[test]
fn symmetries_form_a_group() {
    for board in BoardKind::ALL {
        for first in Symmetry::all(board) {
            for second in Symmetry::all(board) {
                let both = first.then(second);
                let expected: Vec<Cell> = images(first).into_iter().map(|cell| second.cell(cell)).collect();
                assert_eq!(images(both), expected, "{first:?} then {second:?}");
            }
            assert_eq!(first.then(first.inverse()), Symmetry::identity(board));
            assert_eq!(first.inverse().then(first), Symmetry::identity(board));
        }
    }
}

#[test]
fn symmetries_keep_neighbours_lines_and_distances() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for symmetry in Symmetry::all(board) {
            let directions: BTreeSet<usize> =
                geometry.directions().map(|direction| symmetry.direction(direction).index()).collect();
            assert_eq!(directions.len(), geometry.directions().count(), "{symmetry:?}");
            for cell in board.iter_cells() {
                let image = symmetry.cell(cell);
                let neighbours: BTreeSet<Cell> = geometry.neighbours(image).collect();
                assert_eq!(neighbours, geometry.neighbours(cell).map(|next| symmetry.cell(next)).collect());
                for direction in geometry.directions() {
                    let ray: Vec<Cell> = geometry.ray(cell, direction).map(|next| symmetry.cell(next)).collect();
                    assert!(geometry.ray(image, symmetry.direction(direction)).eq(ray), "{symmetry:?} {direction:?}");
                }
            }
        }
    }
}

#[test]
fn symmetries_keep_opposite_directions() {
    for board in BoardKind::ALL {
        let geometry = board.geometry();
        for symmetry in Symmetry::all(board) {
            for direction in geometry.directions() {
                let opposite = symmetry.direction(geometry.opposite(direction));
                assert_eq!(opposite, geometry.opposite(symmetry.direction(direction)), "{symmetry:?}");
            }
        }
    }
}

#[test]
fn reversed_image_of_a_setup_is_the_setup() {
    let text = "G hex8 2p live; S 1.2=12,-3.0=2; M1 0.0; C2 4.-4; P capture -3.0";
    let setup = Setup::parse(text).expect("the setup is valid");
    for symmetry in Symmetry::all(BoardKind::Hex8) {
        assert_eq!(setup.image(symmetry).image(symmetry.inverse()), setup);
    }
}

#[test]
#[should_panic(expected = "different boards")]
fn symmetries_of_different_boards_cannot_be_composed() {
    let _ = Symmetry::identity(BoardKind::Hex8).then(Symmetry::identity(BoardKind::Hexagonal));
}
