//! Regions (rules-live section 6).

use ringrift::{BoardKind, Borders, OpenRegions, Player, Ruleset};
use ringrift_spec::{Region, SpecGame};

use crate::{credits, game, legal, live, play, show};

/// Returns the smallest region with this first cell.
fn find_region(game: &SpecGame, first: &str) -> Option<Region> {
    let first = game.rules().board.parse_cell(first).expect("the cell name is valid");
    let starting = game.regions().into_iter().filter(|region| region.id.first == first);
    starting.min_by_key(|region| region.extent.len())
}

fn region(game: &SpecGame, first: &str) -> Region {
    find_region(game, first).expect("a region starts at this cell")
}

fn border(game: &SpecGame, first: &str) -> String {
    let name = |&cell: &ringrift::Cell| game.rules().board.cell_name(cell).to_string();
    region(game, first).border.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn live_6_area_without_walls_needs_exactly_one_controller() {
    // A collapsed column divides the board: players 1 and 2 are on the left, 1 and 3 on the right, the corner h1 is empty.
    let position = "S a1=1,b4=2,h8=3,f5=1; C1 d1:d8; C2 g1,g2,h2";
    let claimants = |open_regions, first| {
        let game = game(Ruleset { open_regions, ..live(3) }, position);
        find_region(&game, first).map(|region| region.claimants)
    };
    assert_eq!(claimants(OpenRegions::OneController, "a1"), None);
    assert_eq!(claimants(OpenRegions::Lacking, "a1"), Some(vec![Player::One, Player::Three]));
    assert_eq!(claimants(OpenRegions::OneController, "h1"), None);
    assert_eq!(claimants(OpenRegions::Lacking, "h1"), Some(vec![Player::One, Player::Two, Player::Three]));
}

#[test]
fn live_6_any_player_with_a_stack_outside_may_process_an_area_without_walls() {
    let alone = game(live(3), "S a1=1,b4=1,h8=3,f5=1,f6=2; C1 d1:d8");
    assert_eq!(region(&alone, "a1").id.border, None);
    assert_eq!(region(&alone, "a1").claimants, [Player::One, Player::Two, Player::Three]);
}

#[test]
fn live_6_area_with_the_only_colour_on_the_board_cannot_be_processed() {
    let only_colour = game(live(2), "S a1=1,h8=1; C1 d1:d8");
    assert_eq!(region(&only_colour, "a1").claimants, []);
}

#[test]
fn live_6_regions_with_equal_extents_are_listed_once() {
    // Without walls the left side is not a region, but with player 2's markers as walls it is.
    let parted = game(live(3), "S a1=1,b4=2,h8=3,f5=1; M2 g5; C1 d1:d8");
    let left = region(&parted, "a1");
    assert_eq!(left.id.border, Some(Player::Two));
    assert_eq!(left.border, []);
    assert_eq!(left.claimants, [Player::One, Player::Three]);
    // With one controller it is a region both ways and is listed without walls.
    let alone = game(live(3), "S a1=1,h8=3,f5=1,f6=2; M2 g5; M3 g7; C1 d1:d8");
    assert_eq!(region(&alone, "a1").id.border, None);
}

#[test]
fn live_6_border_floods_through_markers_of_any_colour() {
    // b1 and a2 are adjacent to a1; c2 and d3 follow diagonally; f6 is not connected.
    let position = "S a1=2,h8=1,h1=1; M1 a2,b1,d3,f6; M2 c2";
    let mut flooded = game(live(2), position);
    assert_eq!(border(&flooded, "a1"), "b1 a2 c2 d3");
    play(&mut flooded, "move h1 h2; claim a1 1; eliminate h8");
    assert_eq!(show(&flooded, "a1 a2 b1 c2 d3 f6 h1"), "C1 C1 C1 C1 C1 M1 M1");
    assert_eq!(credits(&flooded), [2, 0]);
}

#[test]
fn borders_touched_and_seen_do_not_flood() {
    let position = "S a1=2,h8=1,h1=1; M1 a2,b1,d3,f6; M2 c2";
    let touched = game(Ruleset { borders: Borders::Touched, ..live(2) }, position);
    assert_eq!(border(&touched, "a1"), "b1 a2");
    let seen = game(Ruleset { borders: Borders::Seen, ..live(2) }, position);
    assert_eq!(border(&seen, "a1"), "b1 a2");
}

#[test]
fn live_6_border_markers_inside_are_not_part_of_the_extent() {
    let pocket = game(live(2), "S b2=2,h1=1,h8=2; M1 a1,c1,c2,a3,b3");
    assert_eq!(region(&pocket, "b1").extent.len(), 3);
    assert_eq!(border(&pocket, "b1"), "a1 c1 c2 a3 b3");
}

#[test]
fn live_6_flood_does_not_enter_the_region() {
    // Player 2's marker on b2 is inside the region; player 1's border does not flood through it.
    let pocket = game(live(2), "S a1=2,h1=1,h8=1; M1 a3,b3,c2,c1; M2 b2");
    assert_eq!(region(&pocket, "a1").extent.len(), 4);
    assert_eq!(border(&pocket, "a1"), "c1 c2 a3 b3");
}

#[test]
fn live_6_flood_on_hex8_uses_offsets_that_are_not_neighbours() {
    let rules = Ruleset::live(BoardKind::Hex8, 2).expect("live has hex8");
    let corner = game(rules, "S 0.4=2,0.-4=1,4.-4=1; M1 -1.4,0.3,1.3; M2 -1.2,-1.0");
    assert_eq!(border(&corner, "0.4"), "-1.2 0.3 1.3 -1.4");
    assert_eq!(region(&corner, "0.4").claimants, [Player::One]);
}

#[test]
fn live_6_only_adjacent_markers_collapse_on_hexagonal12() {
    let rules = Ruleset::live(BoardKind::Hexagonal12, 2).expect("live has hexagonal12");
    let mut corner = game(rules, "S 0.12=2,0.-12=1,12.-12=1; M1 -1.12,0.11,1.11,0.10; M2 -1.10");
    assert_eq!(border(&corner, "0.12"), "0.11 1.11 -1.12");
    play(&mut corner, "move 0.-12 0.-11; claim 0.12 1; eliminate 12.-12");
    assert_eq!(show(&corner, "0.12 0.11 1.11 -1.12 0.10 -1.10"), "C1 C1 C1 C1 M1 M2");
}

#[test]
fn live_6_region_with_an_opponents_border_may_be_left_alone() {
    let mut walled = game(live(2), "S a1=2,h8=1,h1=1; M2 a2,b1");
    play(&mut walled, "move h1 h2");
    assert_eq!(legal(&walled), ["claim a1 2", "stop"]);
    play(&mut walled, "stop");
    assert_eq!(show(&walled, "a1 a2"), "S2 M2");
    assert_eq!(walled.to_move(), Player::Two);
}

#[test]
fn live_6_payment_for_a_region_is_a_whole_cap() {
    let mut paying = game(live(2), "S a1=2,h8=2111,h1=1; M1 a2,b1");
    play(&mut paying, "move h1 h2; claim a1 1; eliminate h8");
    assert_eq!(show(&paying, "h8"), "S2");
    assert_eq!(credits(&paying), [4, 0]);
}
