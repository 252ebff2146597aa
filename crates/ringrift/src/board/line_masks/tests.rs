//! Tests against walks from cell to cell.

use proptest::prelude::*;

use super::*;
use crate::board::kind::BoardKind;

const LARGE: [BoardKind; 3] = [BoardKind::Square19, BoardKind::Hexagonal, BoardKind::Hexagonal12];

/// Returns the steps from a cell to the cells before the first blocked cell in a direction.
fn walk(kind: BoardKind, blocked: &CellSet<8>, from: Cell, direction: usize) -> Vec<(u32, Cell)> {
    let geometry = kind.geometry();
    let direction = geometry.directions().nth(direction).unwrap();
    let open = geometry.ray(from, direction).take_while(|&cell| !blocked.contains(cell));
    (1..).zip(open).collect()
}

#[test]
fn every_cell_is_once_on_a_line_of_each_axis() {
    for kind in LARGE {
        let table = kind.geometry().lines();
        for cell in (0..kind.cells()).map(Cell) {
            for place in table.places(cell) {
                assert_eq!(table.cells(place, 1 << place.bit).collect::<Vec<_>>(), [cell], "{kind}");
                assert_eq!(table.beyond[usize::from(place.line)] >> place.bit & 1, 0);
            }
        }
    }
}

proptest! {
    #[test]
    fn masks_see_what_a_walk_sees(
        blocked in any::<[u64; 8]>(),
        thin in any::<[u64; 8]>(),
        markers in any::<[u64; 8]>(),
        from in 0u16..469,
        least in 1u32..8,
    ) {
        for kind in LARGE {
            let geometry = kind.geometry();
            let all = CellSet::<8>::first_cells(kind.cells());
            let blocked = CellSet(blocked) & CellSet(thin) & all;
            let foreign = (CellSet(markers) & all) - blocked;
            let mut lines = BoardLines::<8>::EMPTY;
            for cell in &blocked {
                lines.toggle_blocked(geometry, cell);
            }
            for cell in &foreign {
                lines.toggle_marker(geometry, cell, Player::Two);
            }
            let (table, from) = (geometry.lines(), Cell(from % kind.cells()));
            let (mut landings, mut obstacles) = (CellSet::<8>::EMPTY, CellSet::<8>::EMPTY);
            let mut farthest = 0;
            for place in table.places(from) {
                let seen = lines.seen(table, place);
                let mask = lines.landings(place, seen, least, Some(Player::One));
                landings = table.cells(place, mask).fold(landings, |all, cell| all | CellSet::of(cell));
                obstacles = table.cells(place, seen.obstacles).fold(obstacles, |all, cell| all | CellSet::of(cell));
                farthest = farthest.max(place.farthest(lines.landings(place, seen, 1, Some(Player::One))));
            }
            let (mut walked, mut stops, mut walked_farthest) = (CellSet::<8>::EMPTY, CellSet::<8>::EMPTY, 0);
            let mut exact = [false; 4];
            for direction in 0..geometry.directions().count() {
                let open = walk(kind, &blocked, from, direction);
                for &(steps, cell) in open.iter().filter(|(_, cell)| !foreign.contains(*cell)) {
                    walked_farthest = walked_farthest.max(steps);
                    if steps >= least {
                        walked.insert(cell);
                    }
                    if let Some(exact) = exact.get_mut(steps as usize) {
                        *exact = true;
                    }
                }
                let last = open.last().map_or(from, |&(_, cell)| cell);
                let next = geometry.step(last, geometry.directions().nth(direction).unwrap());
                if let Some(over) = next {
                    stops.insert(over);
                    // Behind the obstacle.
                    let behind = walk(kind, &blocked, over, direction).into_iter();
                    let distance = open.len() as u32 + 1;
                    let expected = behind.filter(|&(steps, cell)| distance + steps >= least && !foreign.contains(cell));
                    let expected: CellSet<8> = expected.map(|(_, cell)| cell).collect();
                    let places = table.shared(from, over);
                    let mask = lines.landings_behind(table, places, least, Some(Player::One));
                    prop_assert_eq!(table.cells(places.0, mask).collect::<CellSet<8>>(), expected);
                }
            }
            prop_assert_eq!((landings, obstacles, farthest), (walked, stops, walked_farthest));
            let by_cell = lines.farthest_landings(table, Some(Player::One));
            let expected = if blocked.contains(from) { 0 } else { walked_farthest };
            prop_assert_eq!(u32::from(by_cell.as_flattened()[from.index()]), expected);
            let mut captures = Vec::new();
            lines.visit_captures_over(table, from, Some(Player::One), |_, at, before, behind| captures.push((at, before, behind)));
            let half = geometry.directions().count() / 2;
            let mut walked_captures = Vec::new();
            for direction in 0..2 * half {
                let mut landings = walk(kind, &blocked, from, direction).into_iter().filter(|(_, cell)| !foreign.contains(*cell));
                let Some((behind, _)) = landings.next_back() else { continue };
                let before = walk(kind, &blocked, from, (direction + half) % (2 * half));
                walked_captures.extend(before.into_iter().map(|(steps, at)| (at, steps, behind)));
            }
            captures.sort_unstable();
            walked_captures.sort_unstable();
            prop_assert_eq!(captures, walked_captures);
            for steps in 1..=3 {
                let movers = lines.movers(table, steps, Some(Player::One));
                prop_assert_eq!(movers.has_on_a_line(table, from), exact[steps as usize]);
            }
        }
    }

    #[test]
    fn runs_are_counted_as_by_walks(markers in any::<[u64; 8]>(), more in any::<[u64; 8]>(), length in 2u8..6) {
        for kind in LARGE {
            let geometry = kind.geometry();
            let markers = (CellSet::<8>(markers) | CellSet(more)) & CellSet::first_cells(kind.cells());
            let mut lines = BoardLines::<8>::EMPTY;
            for cell in &markers {
                lines.toggle_marker(geometry, cell, Player::One);
            }
            let mut runs = 0;
            for axis in geometry.axes() {
                for cell in &markers {
                    let more = geometry.ray(cell, geometry.forward(axis)).take_while(|&next| markers.contains(next));
                    runs += u32::from(more.count() + 1 >= usize::from(length));
                }
            }
            prop_assert_eq!(lines.count_runs(Player::One, length), runs);
            prop_assert_eq!(lines.has_run_through(geometry, &markers, Player::One, length), runs > 0);
        }
    }
}
