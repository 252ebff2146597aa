//! Chapter 6: regions.

use ringrift::{BoardKind, Borders, OpenRegions, Player, Ruleset};
use ringrift_spec::{Region, SpecGame};

use crate::{credits, game, legal, live, play, show};

/// The region with this first cell and as few cells as possible.
fn find_region(game: &SpecGame, first: &str) -> Option<Region> {
    let first = game.rules().board.parse_cell(first).unwrap();
    let starting = game.regions().into_iter().filter(|region| region.id.first == first);
    starting.min_by_key(|region| region.extent.len())
}

fn region(game: &SpecGame, first: &str) -> Region {
    find_region(game, first).expect("there is such a region")
}

fn border(game: &SpecGame, first: &str) -> String {
    let name = |&cell: &ringrift::Cell| game.rules().board.cell_name(cell).to_string();
    region(game, first).border.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn live_6_an_area_without_walls_needs_exactly_one_controller() {
    // A collapsed column parts the board: players 1 and 2 on the left, 1 and 3 on the right, nobody in the corner h1.
    let position = "S a1=1,b4=2,h8=3,f5=1; C1 d1:d8; C2 g1,g2,h2";
    let claimants = |open_regions, first| {
        let game = game(Ruleset { open_regions, ..live(3) }, position);
        find_region(&game, first).map(|region| region.claimants)
    };
    assert_eq!(claimants(OpenRegions::OneController, "a1"), None);
    assert_eq!(claimants(OpenRegions::Lacking, "a1"), Some(vec![Player::One, Player::Three]));
    assert_eq!(claimants(OpenRegions::OneController, "h1"), None);
    assert_eq!(claimants(OpenRegions::Lacking, "h1"), Some(vec![Player::One, Player::Two, Player::Three]));
    let alone = game(live(3), "S a1=1,b4=1,h8=3,f5=1,f6=2; C1 d1:d8");
    assert_eq!(
        (region(&alone, "a1").id.border, region(&alone, "a1").claimants),
        (None, vec![Player::One, Player::Two, Player::Three])
    );
    let only_colour = game(live(2), "S a1=1,h8=1; C1 d1:d8");
    assert_eq!(region(&only_colour, "a1").claimants, []);
}

#[test]
fn live_6_of_equal_extents_the_first_that_is_a_region_is_listed() {
    // The left side is no region without walls, but it is one of those that the markers of player 2 leave.
    let parted = game(live(3), "S a1=1,b4=2,h8=3,f5=1; M2 g5; C1 d1:d8");
    let left = region(&parted, "a1");
    assert_eq!(
        (left.id.border, left.border, left.claimants),
        (Some(Player::Two), vec![], vec![Player::One, Player::Three])
    );
    // With one controller it is both, and counted as the first.
    let alone = game(live(3), "S a1=1,h8=3,f5=1,f6=2; M2 g5; M3 g7; C1 d1:d8");
    assert_eq!(region(&alone, "a1").id.border, None);
}

#[test]
fn live_6_the_border_floods_through_markers_of_any_colour() {
    // b1 and a2 touch a1; c2 and d3 follow diagonally; f6 stands alone.
    let position = "S a1=2,h8=1,h1=1; M1 a2,b1,d3,f6; M2 c2";
    let mut flooded = game(live(2), position);
    assert_eq!(border(&flooded, "a1"), "b1 a2 c2 d3");
    play(&mut flooded, "move h1 h2; claim a1 1; eliminate h8");
    assert_eq!(show(&flooded, "a1 a2 b1 c2 d3 f6 h1"), "C1 C1 C1 C1 C1 M1 M1");
    assert_eq!(credits(&flooded), [2, 0]);
    let touched = game(Ruleset { borders: Borders::Touched, ..live(2) }, position);
    assert_eq!(border(&touched, "a1"), "b1 a2");
    let seen = game(Ruleset { borders: Borders::Seen, ..live(2) }, position);
    assert_eq!(border(&seen, "a1"), "b1 a2");
}

#[test]
fn live_6_border_markers_inside_never_belong_to_the_extent() {
    let pocket = game(live(2), "S b2=2,h1=1,h8=2; M1 a1,c1,c2,a3,b3");
    assert_eq!(region(&pocket, "b1").extent.len(), 3);
    assert_eq!(border(&pocket, "b1"), "a1 c1 c2 a3 b3");
}

#[test]
fn live_6_the_flood_never_enters_the_region() {
    // The marker of player 2 in the pocket is part of it; the wall of player 1 does not flood through it.
    let pocket = game(live(2), "S a1=2,h1=1,h8=1; M1 a3,b3,c2,c1; M2 b2");
    assert_eq!(region(&pocket, "a1").extent.len(), 4);
    assert_eq!(border(&pocket, "a1"), "c1 c2 a3 b3");
}

#[test]
fn live_6_on_hex8_the_flood_uses_offsets_that_are_no_neighbours() {
    let rules = Ruleset::live(BoardKind::Hex8, 2).unwrap();
    let corner = game(rules, "S 0.4=2,0.-4=1,4.-4=1; M1 -1.4,0.3,1.3; M2 -1.2,-1.0");
    assert_eq!(border(&corner, "0.4"), "-1.2 0.3 1.3 -1.4");
    assert_eq!(region(&corner, "0.4").claimants, [Player::One]);
}

#[test]
fn live_6_on_the_large_hexagon_only_touching_markers_collapse() {
    let rules = Ruleset::live(BoardKind::Hexagonal12, 2).unwrap();
    let mut corner = game(rules, "S 0.12=2,0.-12=1,12.-12=1; M1 -1.12,0.11,1.11,0.10; M2 -1.10");
    assert_eq!(border(&corner, "0.12"), "0.11 1.11 -1.12");
    play(&mut corner, "move 0.-12 0.-11; claim 0.12 1; eliminate 12.-12");
    assert_eq!(show(&corner, "0.12 0.11 1.11 -1.12 0.10 -1.10"), "C1 C1 C1 C1 M1 M2");
}

#[test]
fn live_6_a_wall_of_anybody_counts_and_processing_is_optional() {
    let mut walled = game(live(2), "S a1=2,h8=1,h1=1; M2 a2,b1");
    play(&mut walled, "move h1 h2");
    assert_eq!(legal(&walled), ["claim a1 2", "stop"]);
    play(&mut walled, "stop");
    assert_eq!((show(&walled, "a1 a2"), walled.to_move()), ("S2 M2".to_owned(), Player::Two));
}

#[test]
fn live_6_a_region_costs_a_whole_cap() {
    let mut paying = game(live(2), "S a1=2,h8=2111,h1=1; M1 a2,b1");
    play(&mut paying, "move h1 h2; claim a1 1; eliminate h8");
    assert_eq!((show(&paying, "h8"), credits(&paying)), ("S2".to_owned(), vec![4, 0]));
}
