//! Play is symmetric under rotations and reflections of the board (RR-CANON-R001 to R003), except for two rules of `live`.

use proptest::prelude::*;
use ringrift::{Action, BoardKind, Borders, Cell, Phase, Player, Position, Region, Setup, Symmetry};

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

/// Reports whether a symmetry maps the eight offsets of a flood onto themselves. On hexagons the offsets contain only one pair
/// of steps between cells that are not neighbours.
fn keeps_offsets(symmetry: Symmetry) -> bool {
    !symmetry.board().is_hexagonal() || symmetry.index().is_multiple_of(3)
}

impl Transform for Symmetry {
    fn setup(&self, setup: &Setup) -> Setup {
        setup.image(*self)
    }

    fn cell(&self, cell: Cell) -> Cell {
        Symmetry::cell(*self, cell)
    }

    fn is_exception(&self, position: &Position, action: Action) -> bool {
        match action {
            Action::ClaimRegion { region } if position.rules().borders == Borders::Flooded => {
                let regions = position.regions();
                let leaves_neighbours = |region: &Region| region.border != neighbours_border(position, region);
                !keeps_offsets(*self) && regions.iter().any(|found| found.id == region && leaves_neighbours(found))
            }
            _ => has_equal_lines(position, action),
        }
    }
}

/// Reflection at the diagonal exchanges the row a4 to d4 and the column d1 to d4. Of the two lines that the slide forms, the row
/// collapses in the position and in its image.
#[test]
fn r110_live_direction_decides_between_equal_lines() {
    let text = "G square8 2p live; S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,e5";
    let slide = step(text, "R e5-d4 =1 xh8");
    let mirror = Symmetry::all(BoardKind::Square8).nth(4).expect("a square has 8 symmetries");
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
        assert_eq!(claim.after.territory(Player::One), if keeps_offsets(symmetry) { 6 } else { 4 });
    }
}
