//! Queries that search and page use, compared with the legal actions and with direct counts along games.

use ringrift::{
    Action, BoardKind, Cell, CellContent, Direction, Edition, FingerprintHash, FinishedGames, Geometry, Marks,
    Overrides, Phase, Player, PlayerSet, Position, PositionOf, PositionVisitor, RegionId, Ruleset, Setup, Stack,
};

fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Calls `check` with every position of a few games that are played at random, always in the same way.
fn for_each_position(edition: Edition, board: BoardKind, check: impl Fn(&Position)) {
    let mut overrides = Overrides::default();
    if board == BoardKind::Hex8 && edition != Edition::Live {
        overrides.set("rings", "8").expect("the option exists");
        overrides.set("line_length", "3").expect("the option exists");
    }
    let rules = Ruleset::new(edition, board, 2, &overrides).expect("the rules are valid");
    let mut state = 1_u64;
    for _ in 0..3 {
        let mut position = Position::new(&rules).expect("the rules are valid");
        for _ in 0..300 {
            check(&position);
            let actions = position.legal_actions();
            if actions.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.play(actions[(state >> 33) as usize % actions.len()]).expect("the action is legal");
        }
    }
}

#[test]
fn r091_r101_mobility_counts_the_legal_moves_and_captures() {
    for (edition, board) in [(Edition::Canon, BoardKind::Square8), (Edition::Live, BoardKind::Hex8)] {
        for_each_position(edition, board, |position| {
            let mobility = position.mobility(position.to_move());
            if let Phase::Movement { must_move: None } = position.phase() {
                let actions = position.legal_actions();
                let moves = actions.iter().filter(|action| matches!(action, Action::Move { .. })).count();
                let captures = actions.iter().filter(|action| matches!(action, Action::Capture { .. })).count();
                assert_eq!((mobility.moves as usize, mobility.captures as usize), (moves, captures), "{position}");
            }
        });
    }
}

#[test]
fn r101_a_taller_cap_and_a_target_without_landing_are_no_captures() {
    let tall = position("G square8 2p; S a1=1,b1=22,h8=2; P movement").mobility(Player::One);
    assert_eq!((tall.captures, tall.targets), (0, 0), "the target has a taller cap");
    let edge = position("G square8 2p; S g1=1,h1=2,a8=2; P movement").mobility(Player::One);
    assert_eq!((edge.captures, edge.targets), (0, 0), "there is no cell behind the target");
    let own = position("G square8 2p; S a1=1,b1=1,h8=2; P movement").mobility(Player::One);
    assert!(own.captures > 0 && own.targets == 0, "an own stack is a capture, but no target");
}

#[test]
fn r142_r143_a_player_has_a_best_claim_if_they_can_claim_a_region() {
    for edition in [Edition::Canon, Edition::Standard, Edition::Compact] {
        for_each_position(edition, BoardKind::Square8, |position| {
            let (best, regions) = (position.best_claims(), position.regions());
            for player in Player::seats(2) {
                let claimed = regions.iter().filter(|region| region.claimants.contains(player));
                let largest = claimed.map(|region| region.cells.len()).max().unwrap_or(0);
                // A claim does not count markers that the region encloses.
                assert!(best[player].cells as usize <= largest, "{position}");
                assert_eq!(best[player].cells == 0, largest == 0, "{position}");
            }
        });
    }
}

/// Counts the runs of `length` markers of a player from each of them in each of half of the directions.
fn rows(position: &Position, player: Player, length: u8) -> u32 {
    let geometry: &'static Geometry = position.geometry();
    let markers: Vec<Cell> =
        position.rules().board.iter_cells().filter(|&at| position.content(at) == CellContent::Marker(player)).collect();
    let is_row = |from: Cell, direction: Direction| {
        let run = geometry.ray(from, direction).take_while(|at| markers.contains(at)).take(usize::from(length) - 1);
        run.count() + 1 == usize::from(length)
    };
    let forward: Vec<Direction> = geometry.axes().map(|axis| geometry.forward(axis)).collect();
    markers.iter().map(|&at| forward.iter().filter(|&&direction| is_row(at, direction)).count() as u32).sum()
}

#[test]
fn r120_rows_of_markers_are_counted_on_square_and_hexagonal_boards() {
    for (edition, board) in [(Edition::Canon, BoardKind::Square8), (Edition::Live, BoardKind::Hex8)] {
        for_each_position(edition, board, |position| {
            for length in 1..=3 {
                assert_eq!(position.count_rows(Player::One, length), rows(position, Player::One, length), "{position}");
            }
        });
    }
}

/// Returns the player to move and the phase if it were the turn of a player.
struct AsIfTurnOf(Player);

impl PositionVisitor for AsIfTurnOf {
    type Output = Option<(Player, Phase)>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<(Player, Phase)> {
        position.as_if_turn_of(self.0).map(|position| (position.to_move(), position.phase()))
    }
}

#[test]
fn a_position_as_if_it_were_the_turn_of_another_player() {
    let turn_of = |text: &str| position(text).visit(AsIfTurnOf(Player::Two));
    let movement = Phase::Movement { must_move: None };
    assert_eq!(turn_of("G square8 2p; S a1=1,h8=2; H 3,0"), Some((Player::Two, movement)));
    assert_eq!(turn_of("G square8 2p; S a1=1; H 3,0"), None, "player 2 has no ring");
    assert_eq!(turn_of("G square8 2p; S a1=1,d4=21; P movement"), None, "player 2 would pass");
}

#[test]
fn r144_a_region_off_the_board_cannot_be_claimed() {
    let position = position("G square8 2p; S a1=1,h8=2; P movement");
    let off = BoardKind::Square19.parse_cell("s19").expect("the cell is on square19");
    let why = position.why_not_claim(Player::One, RegionId { first: off, border: None });
    assert!(why.is_some());
}

#[test]
fn r081_no_placement_would_leave_a_stack_that_can_act() {
    // Only a1 to c1 and h8 are not collapsed. Every placement of player 1 is dead, but the stack can move to c1.
    let open = ["a1", "b1", "c1", "h8"];
    let names: Vec<String> = BoardKind::Square8
        .iter_cells()
        .map(|cell| BoardKind::Square8.cell_name(cell).to_string())
        .filter(|name| !open.contains(&name.as_str()))
        .collect();
    let (first, second) = names.split_at(30);
    let text = format!(
        "G square8 2p; S a1=11,h8=2; M2 b1; C1 {}; C2 {}; H 3,3; P movement",
        first.join(","),
        second.join(",")
    );
    let error = position(&text).read_action("P c1").expect_err("the ring on c1 could not act").to_string();
    assert!(error.contains("no placement would leave a stack that can act"), "{error}");
}

#[test]
fn r141_a_board_without_open_cells_has_no_region() {
    let names: Vec<String> =
        BoardKind::Square8.iter_cells().map(|cell| BoardKind::Square8.cell_name(cell).to_string()).collect();
    let (first, second) = names.split_at(32);
    let text = format!("G square8 2p; C1 {}; C2 {}; H 18,18", first.join(","), second.join(","));
    let setup = Setup::parse(&text).expect("the text is a setup");
    let position = Position::from_setup(&setup, FinishedGames::Allow).expect("the setup is valid");
    assert!(position.regions().is_empty() && position.outcome().is_some());
}

#[test]
fn removing_a_ring_of_a_player_without_rings_changes_nothing() {
    let mut stack = Stack::uniform(Player::One, 2);
    stack.remove_lowest(Player::Two);
    assert_eq!(stack, Stack::uniform(Player::One, 2));
}

#[test]
fn cells_of_other_boards_have_no_direction_name() {
    let off = BoardKind::Square19.parse_cell("s19").expect("the cell is on square19");
    assert_eq!(BoardKind::Hex8.ring_direction_name(off).map(|name| name.to_string()), None);
}

#[test]
fn proper_subsets_are_contained_and_not_equal() {
    let set = |players: &[Player]| players.iter().copied().collect::<PlayerSet>();
    let both = set(&[Player::One, Player::Two]);
    assert!(set(&[Player::One]).is_proper_subset(both) && !both.is_proper_subset(both));
    assert!(!set(&[Player::Three]).is_proper_subset(both));
}

#[test]
fn fingerprint_hashes_have_32_hexadecimal_digits() {
    let text = "00112233445566778899aabbccddeeff";
    assert_eq!(FingerprintHash::parse(text).map(|hash| hash.to_string()).as_deref(), Some(text));
    for text in ["", "0011", "00112233445566778899aabbccddeefg", "+0112233445566778899aabbccddeeff"] {
        assert_eq!(FingerprintHash::parse(text), None, "{text}");
    }
}

#[test]
fn marks_of_two_texts_are_united() {
    let marks = |text: &str| Marks::parse(text).unwrap_or_else(|| panic!("{text} is not a mark"));
    for sign in ["+", "++", "!", "!!", "?"] {
        assert_eq!(marks(sign).union(Marks::NONE), marks(sign));
        assert_eq!(Marks::NONE.union(marks(sign)), marks(sign));
    }
    assert_eq!(Marks::computed(Phase::LineChoice, Phase::RegionChoice), marks("++"));
    assert_eq!(Marks::computed(Phase::RegionPayment, Phase::RegionChoice), Marks::NONE);
}

#[test]
fn r010_rules_with_impossible_values_have_no_start() {
    let rules = Ruleset { rings_per_player: 0, ..Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8") };
    assert!(!Position::new(&rules).expect_err("a game needs rings").problems.is_empty());
}

#[test]
fn r142_live_an_open_area_without_stacks_is_no_claim() {
    let claims = position("G square8 2p live; S d4=1,h8=2; C1 a2,b1,b2; P movement").best_claims();
    assert_eq!(claims[Player::One].cells, 0, "no player has a stack in the corner");
    let claims = position("G square8 2p live; S a1=2,d4=1,h8=2; C1 a2,b1,b2; P movement").best_claims();
    assert_eq!(claims[Player::One].cells, 1, "player 2 has a stack in the corner");
}

#[test]
fn r173_the_ladder_decides_a_game_that_ends_by_the_turn_cap_without_stacks() {
    let names: Vec<String> =
        BoardKind::Square8.iter_cells().map(|cell| BoardKind::Square8.cell_name(cell).to_string()).collect();
    let (first, second) = names.split_at(32);
    let end = |result: &str| {
        let board = format!("C1 {}; C2 {}; H 5,5; E 13,13", first.join(","), second.join(","));
        Position::parse(&format!("G square8 2p live turn_cap=5; {board}; N 5; P game_over {result}"))
    };
    assert!(end("1 turn_cap").is_ok() != end("2 turn_cap").is_ok(), "the last rung has one winner");
}
