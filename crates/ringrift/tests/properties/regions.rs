//! Regions match a direct implementation of the rulebook's algorithm.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use ringrift::{
    Action, Borders, Cell, CellContent, Coord, OpenRegions, Phase, Player, PlayerSet, Position, Region, RegionDuty,
    RegionId, Regions, Stack, TurnProgress,
};

use crate::GAMES;
use crate::common::{config, games};
use crate::play::stack_on;
use crate::queries::controlled;

proptest! {
    #![proptest_config(config(GAMES))]

    /// The claimants of the listed regions agree with the legal claims (RR-CANON-R142 to R144).
    #[test]
    fn r142_claimants_match_legal_claims(game in games()) {
        for position in game.positions() {
            let regions = position.regions();
            let ids: BTreeSet<RegionId> = regions.iter().map(|region| region.id).collect();
            let extents: BTreeSet<&Vec<Cell>> = regions.iter().map(|region| &region.cells).collect();
            prop_assert_eq!(ids.len(), regions.len(), "{}", position);
            prop_assert_eq!(extents.len(), regions.len(), "{}", position);
            for player in Player::seats(game.rules.players) {
                let claimable = |claimed: &&Region| claimed.claimants.contains(player);
                let any = regions.iter().any(|region| claimable(&region));
                prop_assert_eq!(position.has_claimable_region(player), any, "player {} in {}", player, position);
                for region in &regions {
                    let rejection = position.why_not_claim(player, region.id);
                    prop_assert_eq!(rejection.is_none(), claimable(&region), "{}", position);
                }
            }
            if position.phase() == Phase::RegionChoice {
                let mover = position.to_move();
                let expected = regions.iter().filter(|region| region.claimants.contains(mover));
                let expected: Vec<Action> = expected.map(|region| Action::ClaimRegion { region: region.id }).collect();
                let stop = (game.rules.region_duty == RegionDuty::Optional).then_some(Action::StopTerritory);
                prop_assert!(position.legal_actions().iter().copied().eq(expected.into_iter().chain(stop)));
            }
        }
    }

    /// Regions, borders (RR-CANON-R140, R141; rules section 10.1; rules-live section 6), colours and claimants (RR-CANON-R142,
    /// R143) match the algorithm of the rules.
    #[test]
    fn r141_regions_match_the_algorithm_of_the_rules(game in games()) {
        for position in game.positions().iter().rev().step_by(4) {
            let regions = position.regions();
            let found = regions.iter().map(|region| (cells(&region.cells), (cells(&region.border), region.id.border)));
            prop_assert_eq!(found.collect::<Candidates>(), candidates(position), "{}", position);
            for region in &regions {
                prop_assert_eq!(Some(&region.id.first), region.cells.first());
                let extent = cells(&region.cells);
                prop_assert_eq!(region.colours, controllers_in(position, &extent));
                prop_assert_eq!(region.claimants, claimants(position, &extent), "{:?} in {}", region.cells, position);
            }
        }
    }
}

/// The extents of regions with their borders and border colours.
type Candidates = BTreeMap<BTreeSet<Cell>, (BTreeSet<Cell>, Option<Player>)>;

/// The division of the open cells by the markers of one colour, or by no markers.
struct Division {
    colour: Option<Player>,
    walls: BTreeSet<Cell>,
    free: BTreeSet<Cell>,
    /// The connected parts of the free cells, without the largest one under the option `no_main`.
    areas: Vec<BTreeSet<Cell>>,
}

/// Returns all candidate regions; a region found with several colours has the first one. The undivided board, which cannot be
/// claimed, is omitted.
fn candidates(position: &Position) -> Candidates {
    let mut found = Candidates::new();
    let colours = std::iter::once(None).chain(Player::seats(position.rules().players).map(Some));
    for division in colours.filter_map(|colour| divide(position, colour)) {
        for area in &division.areas {
            let is_alone = || controllers_in(position, area).len() == 1;
            let is_open = division.colour.is_none() && position.rules().open_regions == OpenRegions::OneController;
            if is_open && !is_alone() {
                continue;
            }
            let (extent, border, colour) = match position.rules().borders {
                Borders::Seen => seen_region(position, &division, area),
                Borders::Touched => (area.clone(), touched_markers(position, area), division.colour),
                Borders::Flooded => (area.clone(), flooded_markers(position, area), division.colour),
            };
            found.entry(extent).or_insert((border, colour));
        }
    }
    found
}

/// Returns the division by one colour; `None` if the colour has no marker or the open cells stay connected.
fn divide(position: &Position, colour: Option<Player>) -> Option<Division> {
    let is_open = |cell: &Cell| !matches!(position.content(*cell), CellContent::Collapsed(_));
    let is_wall = |cell: &Cell| colour.is_some_and(|owner| position.content(*cell) == CellContent::Marker(owner));
    let board = position.rules().board;
    let (walls, free): (BTreeSet<Cell>, BTreeSet<Cell>) = board.iter_cells().filter(is_open).partition(is_wall);
    let mut areas = components(position, &free);
    if areas.len() < 2 || (colour.is_some() && walls.is_empty()) {
        return None;
    }
    let most = areas.iter().map(BTreeSet::len).max();
    let largest = areas.iter().filter(|area| Some(area.len()) == most).count();
    if position.rules().regions == Regions::NoMain && largest == 1 {
        areas.retain(|area| Some(area.len()) != most);
    }
    Some(Division { colour, walls, free, areas })
}

/// Returns the extent, border and colour of the region around an area: the extent includes the walls that it encloses, the
/// border consists of the adjacent walls that are reachable from outside (rules section 10.1).
fn seen_region(
    position: &Position,
    division: &Division,
    area: &BTreeSet<Cell>,
) -> (BTreeSet<Cell>, BTreeSet<Cell>, Option<Player>) {
    let outside: BTreeSet<Cell> = division.free.difference(area).copied().collect();
    let seen = reachable(position, &outside, &division.walls);
    let inner: BTreeSet<Cell> = reachable(position, area, &division.walls).difference(&seen).copied().collect();
    let border: BTreeSet<Cell> = seen.into_iter().filter(|&cell| touches(position, cell, area)).collect();
    let colour = division.colour.filter(|_| !border.is_empty());
    (area.union(&inner).copied().collect(), border, colour)
}

/// Returns the markers outside an area that are adjacent to it (rules-live section 6).
fn touched_markers(position: &Position, area: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    markers_outside(position, area).into_iter().filter(|&cell| touches(position, cell, area)).collect()
}

/// Returns the markers outside an area that are adjacent to it or reachable from those by the eight offsets (rules-live
/// section 6).
fn flooded_markers(position: &Position, area: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let board = position.rules().board;
    let around = |cell: &Cell| {
        let Coord { x, y } = board.coord(*cell);
        let offsets = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        offsets.into_iter().filter_map(move |(dx, dy)| board.cell(Coord { x: x + dx, y: y + dy }))
    };
    let markers = markers_outside(position, area);
    let mut border = touched_markers(position, area);
    loop {
        let next = border.iter().flat_map(around).find(|cell| markers.contains(cell) && !border.contains(cell));
        match next {
            Some(cell) => border.insert(cell),
            None => return border,
        };
    }
}

/// Returns the border of a region as it would be if the flood used neighbours only.
pub(crate) fn neighbours_border(position: &Position, region: &Region) -> Vec<Cell> {
    let area = cells(&region.cells);
    let markers = markers_outside(position, &area);
    reachable(position, &area, &markers).into_iter().collect()
}

fn markers_outside(position: &Position, area: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let is_marker = |cell: &Cell| matches!(position.content(*cell), CellContent::Marker(_)) && !area.contains(cell);
    position.rules().board.iter_cells().filter(is_marker).collect()
}

fn touches(position: &Position, cell: Cell, area: &BTreeSet<Cell>) -> bool {
    position.geometry().neighbours(cell).any(|next| area.contains(&next))
}

fn controllers_in(position: &Position, area: &BTreeSet<Cell>) -> PlayerSet {
    let controls_inside = |player: &Player| controlled(position, *player).iter().any(|at| area.contains(at));
    Player::seats(position.rules().players).filter(controls_inside).collect()
}

/// Returns the players who could process a region: at least one colour on the board controls no stack in it, and the
/// player has a stack outside to pay with. After a slide, that stack must hold a buried ring of the player
/// (RR-CANON-R142, R143; rules-live section 6).
fn claimants(position: &Position, extent: &BTreeSet<Cell>) -> PlayerSet {
    let seats = || Player::seats(position.rules().players);
    let active = seats().filter(|&player| position.rings_on_board(player) > 0).count();
    if controllers_in(position, extent).len() >= active {
        return PlayerSet::EMPTY;
    }
    let can_pay = |player: &Player| {
        let recovers = position.turn_progress() == TurnProgress::Recovered && *player == position.to_move();
        let pays = |stack: Stack| if recovers { stack.has_buried(*player) } else { stack.top() == Some(*player) };
        let is_outside = |cell: &Cell| !extent.contains(cell);
        position.rules().board.iter_cells().filter(is_outside).any(|at| stack_on(position, at).is_some_and(pays))
    };
    seats().filter(can_pay).collect()
}

fn cells(list: &[Cell]) -> BTreeSet<Cell> {
    list.iter().copied().collect()
}

/// Returns the connected parts of a set of cells.
fn components(position: &Position, cells: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut rest = cells.clone();
    let mut parts = Vec::new();
    while let Some(&first) = rest.first() {
        let mut part = BTreeSet::from([first]);
        part.append(&mut reachable(position, &part, &rest));
        rest.retain(|cell| !part.contains(cell));
        parts.push(part);
    }
    parts
}

/// Returns the cells of `within` that are reachable from `from` by steps inside `within`.
fn reachable(position: &Position, from: &BTreeSet<Cell>, within: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<Cell> = from.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let next = position.geometry().neighbours(cell).filter(|next| within.contains(next));
        open.extend(next.filter(|&next| reached.insert(next)));
    }
    reached
}
