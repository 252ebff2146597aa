//! Play is symmetric under rotations and reflections of the board (RR-CANON-R001 to R003), except for two rules of `live`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use ringrift::{Action, BoardKind, Borders, Cell, Coord, Phase, Player, Position, Region, Setup, Shape};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::{Step, position, step};
use crate::queries::Owned;
use crate::regions::neighbours_border;
use crate::transform::{Transform, check_image, has_equal_lines};

proptest! {
    #![proptest_config(config(GAMES))]

    /// Rotated and reflected positions are valid and play the same way (RR-CANON-R001 to R003). The exceptions are slides with
    /// two longest lines, and border floods on hexagons over offsets that are not neighbours (rules-live section 13).
    #[test]
    fn r003_boards_can_be_turned_and_mirrored(game in games()) {
        for step in game.steps().iter().rev().step_by(12) {
            for symmetry in Symmetry::all(game.rules.board) {
                check_image(&symmetry, step)?;
            }
        }
    }

    /// The same property for slides and claims, to which the exceptions apply.
    #[test]
    fn r003_slides_and_claims_can_be_turned_and_mirrored(game in games()) {
        let is_slide_or_claim = |step: &&Step| matches!(step.before.phase(), Phase::Recovery | Phase::RegionChoice);
        for step in game.steps().iter().filter(is_slide_or_claim).take(6) {
            for symmetry in Symmetry::all(game.rules.board) {
                check_image(&symmetry, step)?;
            }
        }
    }
}

/// A rotation or reflection of a board.
#[derive(Copy, Clone, Debug)]
struct Symmetry {
    board: BoardKind,
    number: u8,
}

impl Symmetry {
    /// Returns the 8 symmetries of a square or the 12 of a hexagon.
    fn all(board: BoardKind) -> impl Iterator<Item = Symmetry> {
        (0..if board.is_hexagonal() { 12 } else { 8 }).map(move |number| Symmetry { board, number })
    }

    fn coord(self, Coord { mut x, mut y }: Coord) -> Coord {
        match self.board.shape() {
            Shape::Square { side } => {
                let last = side as i8 - 1;
                if self.number & 1 != 0 {
                    x = last - x;
                }
                if self.number & 2 != 0 {
                    y = last - y;
                }
                if self.number & 4 != 0 { Coord { x: y, y: x } } else { Coord { x, y } }
            }
            Shape::Hexagon { .. } => {
                for _ in 0..self.number % 6 {
                    (x, y) = (-y, x + y);
                }
                if self.number >= 6 { Coord { x: y, y: x } } else { Coord { x, y } }
            }
        }
    }

    /// Reports whether the symmetry maps the eight offsets of a flood onto themselves. On hexagons the offsets contain only one
    /// pair of steps between cells that are not neighbours.
    fn keeps_offsets(self) -> bool {
        !self.board.is_hexagonal() || self.number.is_multiple_of(3)
    }
}

impl Transform for Symmetry {
    fn setup(&self, setup: &Setup) -> Setup {
        let owned = |list: &[(Coord, Player)]| list.iter().map(|&(at, player)| (self.coord(at), player)).collect();
        Setup {
            stacks: setup.stacks.iter().map(|(at, rings)| (self.coord(*at), rings.clone())).collect(),
            markers: owned(&setup.markers),
            collapsed: owned(&setup.collapsed),
            phase: setup.phase.map(|phase| match phase {
                Phase::Movement { must_move } => Phase::Movement { must_move: must_move.map(|at| self.cell(at)) },
                Phase::CaptureOffer { at } => Phase::CaptureOffer { at: self.cell(at) },
                Phase::CaptureChain { at } => Phase::CaptureChain { at: self.cell(at) },
                phase => phase,
            }),
            ..setup.clone()
        }
    }

    fn cell(&self, cell: Cell) -> Cell {
        self.board.cell(self.coord(self.board.coord(cell))).expect("the image is on the board")
    }

    fn is_exception(&self, position: &Position, action: Action) -> bool {
        match action {
            Action::ClaimRegion { region } if position.rules().borders == Borders::Flooded => {
                let regions = position.regions();
                let leaves_neighbours = |region: &Region| region.border != neighbours_border(position, region);
                !self.keeps_offsets() && regions.iter().any(|found| found.id == region && leaves_neighbours(found))
            }
            _ => has_equal_lines(position, action),
        }
    }
}

#[test]
fn symmetries_are_all_different_and_keep_neighbours() {
    for board in BoardKind::ALL {
        let images: BTreeSet<Vec<Cell>> =
            Symmetry::all(board).map(|symmetry| board.iter_cells().map(|cell| symmetry.cell(cell)).collect()).collect();
        assert_eq!(images.len(), if board.is_hexagonal() { 12 } else { 8 });
        for symmetry in Symmetry::all(board) {
            for cell in board.iter_cells() {
                let neighbours: BTreeSet<Cell> = board.geometry().neighbours(symmetry.cell(cell)).collect();
                let images: BTreeSet<Cell> =
                    board.geometry().neighbours(cell).map(|next| symmetry.cell(next)).collect();
                assert_eq!(images, neighbours);
            }
        }
    }
}

/// Reflection at the diagonal exchanges the row a4 to d4 and the column d1 to d4. Of the two lines that the slide forms, the row
/// collapses in the position and in its image.
#[test]
fn r110_live_direction_decides_between_equal_lines() {
    let text = "G square8 2p live; S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,e5";
    let slide = step(text, "R e5-d4 =1 xh8");
    let mirror = Symmetry { board: BoardKind::Square8, number: 4 };
    let mirrored = step(&mirror.image(&slide.before).to_string(), "R e5-d4 =1 xh8");
    assert!(mirror.is_exception(&slide.before, slide.action));
    assert_ne!(mirrored.after, mirror.image(&slide.after));
    for after in [slide.after, mirrored.after] {
        let collapsed =
            after.visit(Owned(Player::One)).1.into_iter().map(|cell| after.rules().board.cell_name(cell).to_string());
        assert_eq!(collapsed.collect::<Vec<_>>(), ["a4", "b4", "c4", "d4"]);
    }
}

/// The flood continues from 3.0 to 2.-1 and 1.-2, which differ by (-1,-1) and are not neighbours. Under symmetries that map
/// this offset to another one the flood ends at 3.0.
#[test]
fn r145_live_flood_on_hexagons_depends_on_the_direction() {
    let text = "G hex8 2p live; S 4.0=2,0.0=1,-1.3=1,-4.0=2; M1 4.-1,3.0,3.1; M2 2.-1,1.-2; P territory_processing";
    let before = position(text);
    for symmetry in Symmetry::all(BoardKind::Hex8) {
        let image = symmetry.image(&before);
        let corner = symmetry.cell(BoardKind::Hex8.parse_cell("4.0").expect("the cell is on the board"));
        let region =
            image.regions().into_iter().find(|region| region.cells == [corner]).expect("the corner is a region");
        let claim = Step::new(&image, Action::ClaimRegion { region: region.id });
        assert_eq!(claim.after.territory(Player::One), if symmetry.keeps_offsets() { 6 } else { 4 });
    }
}
