//! Tests of single rules on hand-made positions, and invariants in random games.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use ringrift::{
    Action, BoardKind, Cell, Coord, LastStanding, Phase, Player, Reason, RegionId, Regions, Ruleset, Setup, Tiebreak,
};
use ringrift_spec::SpecGame;

use Player::{One, Three, Two};

const BOARD: BoardKind = BoardKind::Square8;

fn canon(players: u8) -> Ruleset {
    Ruleset::canon(BOARD, players).expect("canon has square8")
}

fn compact(players: u8) -> Ruleset {
    Ruleset::compact(BOARD, players).expect("compact has square8")
}

fn coord(text: &str) -> Coord {
    let (column, row) = text.split_at(1);
    Coord { x: (column.as_bytes()[0] - b'a') as i8, y: row.parse::<i8>().expect("the row is a number") - 1 }
}

fn cell(text: &str) -> Cell {
    BOARD.cell(coord(text)).expect("the cell is on the board")
}

fn owned(player: Player, cells: &str) -> impl Iterator<Item = (Coord, Player)> {
    cells.split_whitespace().map(move |text| (coord(text), player))
}

/// Returns a setup at the start of player 1's turn. Stacks are written as `a1=12 h8=2`; markers and collapsed cells are
/// listed by seat.
fn position(rules: Ruleset, stacks: &str, markers: [&str; 3], collapsed: [&str; 3]) -> Setup {
    let mut setup = Setup::empty(rules);
    for (at, rings) in stacks.split_whitespace().map(|stack| stack.split_once('=').expect("a stack is cell=rings")) {
        let rings = rings.bytes().map(|seat| Player::from_seat(seat - b'0').expect("rings are seat digits"));
        setup.stacks.push((coord(at), rings.collect()));
    }
    for (player, (markers, collapsed)) in Player::seats(3).zip(markers.into_iter().zip(collapsed)) {
        setup.markers.extend(owned(player, markers));
        setup.collapsed.extend(owned(player, collapsed));
    }
    setup
}

fn move_action(from: &str, to: &str) -> Action {
    Action::Move { from: cell(from), to: cell(to) }
}

fn capture_action(from: &str, over: &str, to: &str) -> Action {
    Action::Capture { from: cell(from), over: cell(over), to: cell(to) }
}

fn play(game: &mut SpecGame, actions: &[Action]) {
    for &action in actions {
        game.play(action).expect("the action is legal");
    }
}

/// Returns the content of a cell: `S12` for a stack, with its rings from bottom to top, `M1` for a marker, `C2` for a
/// collapsed cell, `.` for an empty cell.
fn content(game: &SpecGame, text: &str) -> String {
    let (at, setup) = (coord(text), game.to_setup());
    let owner = |list: &[(Coord, Player)]| list.iter().find(|(other, _)| *other == at).map(|(_, player)| *player);
    if let Some((_, rings)) = setup.stacks.iter().find(|(other, _)| *other == at) {
        return rings.iter().fold("S".to_owned(), |text, ring| text + &ring.to_string());
    }
    match (owner(&setup.markers), owner(&setup.collapsed)) {
        (Some(player), _) => format!("M{player}"),
        (_, Some(player)) => format!("C{player}"),
        _ => ".".to_owned(),
    }
}

fn credits(game: &SpecGame) -> Vec<u16> {
    game.to_setup().credits.of(game.rules().players).to_vec()
}

fn result(game: &SpecGame) -> (Option<Player>, Reason) {
    let outcome = game.outcome().expect("the game is over");
    (outcome.winner, outcome.reason)
}

#[test]
fn r081_number_of_placed_rings_is_legal_only_if_the_stack_can_then_move() {
    let game = SpecGame::new(&compact(2));
    let placements_on = |at| {
        let places = game.legal_actions().into_iter();
        places.filter(|action| matches!(action, Action::Place { at: other, .. } if *other == at)).count()
    };
    assert_eq!(placements_on(cell("a1")), 7);
    assert_eq!(placements_on(cell("d4")), 4);
}

#[test]
fn r092_lone_ring_landing_on_an_own_marker_is_eliminated() {
    let setup = position(canon(2), "a1=1 h1=1 h8=2", ["c1", "", ""], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    play(&mut game, &[move_action("a1", "c1")]);
    assert_eq!(content(&game, "a1"), "M1");
    assert_eq!(content(&game, "c1"), ".");
    assert_eq!(credits(&game), [1, 0]);
    assert_eq!(game.progress(), 2);
    assert_eq!(game.to_move(), Two);
}

#[test]
fn r103_chain_ends_when_control_of_the_stack_is_lost() {
    let setup = position(canon(2), "c1=1 d1=1212 h8=2 h1=1", [""; 3], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    play(&mut game, &[capture_action("c1", "d1", "e1")]);
    assert_eq!(game.phase(), Phase::CaptureChain { at: cell("e1") });
    play(&mut game, &[capture_action("e1", "d1", "c1")]);
    assert_eq!(content(&game, "c1"), "S12");
    assert_eq!(content(&game, "d1"), "S12");
    assert_eq!(game.to_move(), Two);
}

#[test]
fn compact_counts_diagonal_steps_twice_for_captures_only() {
    let setup = position(compact(2), "a1=111 b2=2 h8=2", [""; 3], [""; 3]);
    let legal = SpecGame::from_setup(&setup).legal_actions();
    assert!(legal.contains(&capture_action("a1", "b2", "c3")));
    assert!(!legal.contains(&move_action("a1", "c3")));
}

#[test]
fn movement_actions_are_listed_by_stack_with_captures_last() {
    let setup = position(canon(2), "f8=1 g8=2 a1=111", [""; 3], ["a4 d4 e7 e8 f7 g7", "", ""]);
    let expected = [
        ["d1", "e1", "f1", "g1", "h1"].map(|to| move_action("a1", to)).to_vec(),
        vec![capture_action("f8", "g8", "h8")],
    ];
    assert_eq!(SpecGame::from_setup(&setup).legal_actions(), expected.concat());
    let setup = position(canon(2), "a1=1 d1=2 a3=1", [""; 3], ["b2 a2 a4 b3 b4 h1", "", ""]);
    let expected = [
        move_action("a1", "b1"),
        move_action("a1", "c1"),
        capture_action("a1", "d1", "e1"),
        capture_action("a1", "d1", "f1"),
        capture_action("a1", "d1", "g1"),
    ];
    assert_eq!(SpecGame::from_setup(&setup).legal_actions()[..5], expected);
}

#[test]
fn r122_segments_cost_no_ring_and_are_counted_from_the_first_cell() {
    let setup = position(canon(2), "a4=1 h8=2 h1=2", ["b3 c2 d1 f4", "", ""], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    play(&mut game, &[move_action("a4", "f4")]);
    // The only stack was eliminated by landing on a marker, so the whole line cannot be paid for.
    let [first @ Action::TakeSegment { line, offset: 0 }, Action::TakeSegment { offset: 1, .. }] =
        game.legal_actions()[..]
    else {
        panic!("{:?}", game.legal_actions());
    };
    assert_eq!(line.axis.index(), 3);
    assert_eq!(line.first, cell("d1"));
    assert_eq!(line.length, 4);
    play(&mut game, &[first]);
    assert_eq!(["d1", "c2", "b3", "a4"].map(|at| content(&game, at)), ["C1", "C1", "C1", "M1"]);
}

#[test]
fn r145_only_adjacent_border_markers_collapse() {
    // Markers on b1 and a2 enclose a1; a3 is not adjacent to a1.
    let setup = position(canon(2), "a1=2 b1=1 h8=2", ["a2 a3", "", ""], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    let region = RegionId { first: cell("a1"), border: Some(One) };
    play(&mut game, &[move_action("b1", "d1"), Action::ClaimRegion { region }]);
    assert_eq!(["a1", "a2", "b1", "a3"].map(|at| content(&game, at)), ["C1", "C1", "C1", "M1"]);
    play(&mut game, &[Action::Eliminate { at: cell("d1") }]);
    assert_eq!(credits(&game), [2, 0]);
}

#[test]
fn r145_enclosed_markers_of_the_border_colour_belong_to_the_region() {
    // The marker on a1 lies in the corner of the region a1 to b2 and separates no cells.
    let setup = position(canon(2), "b2=2 h1=1 h8=2", ["a1 c1 c2 a3 b3", "", ""], [""; 3]);
    let game = SpecGame::from_setup(&setup);
    let pocket =
        game.regions().into_iter().find(|region| region.extent.contains(&cell("b2")) && region.id.border == Some(One));
    let pocket = pocket.expect("player 1's markers enclose b2");
    assert_eq!(pocket.extent, ["a1", "b1", "a2", "b2"].map(cell));
    assert_eq!(pocket.border, ["c1", "c2", "a3", "b3"].map(cell));
    assert_eq!(pocket.colours, [Two]);
    assert_eq!(pocket.claimants, [One, Two]);
}

#[test]
fn no_main_removes_only_a_strictly_largest_component() {
    let rules = Ruleset { regions: Regions::NoMain, ..canon(2) };
    let sizes = |wall: &str| {
        let game = SpecGame::from_setup(&position(rules, "a1=1 h8=2", [wall, "", ""], [""; 3]));
        game.regions().into_iter().map(|region| region.extent.len()).collect::<Vec<_>>()
    };
    assert_eq!(sizes("a2 b1"), [1]);
    let wall = "d1 d2 d3 d4 d5 d6 d7 d8 e1 e2 e3 e4 e5 e6 e7 e8";
    assert_eq!(sizes(wall), [24, 24]);
}

#[test]
fn r100_turn_continues_if_a_forced_elimination_frees_a_stack() {
    let mut setup = position(canon(2), "a1=2 a2=2 h8=1", [""; 3], ["a3 b1 b2 b3", "", ""]);
    setup.to_move = Two;
    let mut game = SpecGame::from_setup(&setup);
    assert_eq!(game.phase(), Phase::ForcedElimination);
    play(&mut game, &[Action::Eliminate { at: cell("a2") }]);
    assert_eq!(game.phase(), Phase::Movement { must_move: None });
    assert_eq!(game.to_move(), Two);
    assert_eq!(game.legal_actions(), [move_action("a1", "a2")]);
}

#[test]
fn r172_last_player_standing_needs_a_full_round() {
    let setup = position(canon(2), "h8=1 a1=22222222", [""; 3], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    play(&mut game, &[move_action("h8", "h7")]);
    assert_eq!(game.phase(), Phase::ForcedElimination);
    assert_eq!(game.to_setup().last_standing, Some(One));
    play(&mut game, &[Action::Eliminate { at: cell("a1") }]);
    assert_eq!(result(&game), (Some(One), Reason::LastPlayerStanding));
    assert_eq!(game.turn(), 3);

    let rules = Ruleset { last_standing: LastStanding::AtOnce, ..canon(2) };
    let mut game = SpecGame::from_setup(&Setup { rules, ..setup });
    play(&mut game, &[move_action("h8", "h7")]);
    assert_eq!(result(&game), (Some(One), Reason::LastPlayerStanding));
    assert_eq!(game.turn(), 1);
}

#[test]
fn r172_player_with_a_real_action_becomes_the_candidate() {
    let mut setup = position(canon(2), "h8=1 a1=22222222", [""; 3], [""; 3]);
    (setup.to_move, setup.last_standing) = (Two, Some(Two));
    let game = SpecGame::from_setup(&setup);
    assert_eq!(game.to_setup().last_standing, None);
    setup.hands[Two] = 1;
    setup.last_standing = Some(One);
    assert_eq!(SpecGame::from_setup(&setup).to_setup().last_standing, Some(Two));
    // The candidate does not win while another player has a real action.
    setup.to_move = One;
    assert_eq!(SpecGame::from_setup(&setup).outcome(), None);
}

/// Returns a game without stacks on an almost completely collapsed board. No player can place a ring, so the first player
/// passes and the tiebreak ladder decides the game.
fn decided_by_ladder(tiebreak: Tiebreak, territory: [usize; 3], hands: [u16; 3], last_actions: &[Player]) -> SpecGame {
    let mut setup = Setup::empty(Ruleset { tiebreak, ..canon(3) });
    let mut cells = BOARD.iter_cells().map(|cell| BOARD.coord(cell));
    for (player, owned) in Player::seats(3).zip(territory) {
        setup.collapsed.extend(cells.by_ref().take(owned).map(|at| (at, player)));
    }
    setup.hands.0[..3].copy_from_slice(&hands);
    setup.last_actions = last_actions.to_vec();
    SpecGame::from_setup(&setup)
}

fn winner(game: &SpecGame) -> Option<Player> {
    result(game).0
}

fn ranks(game: &SpecGame) -> [u8; 4] {
    game.outcome().expect("the game is over").ranks.0
}

#[test]
fn r173_territory_decides_first() {
    assert_eq!(winner(&decided_by_ladder(Tiebreak::Draw, [21, 22, 21], [5, 1, 5], &[])), Some(Two));
}

#[test]
fn r173_eliminated_rings_and_rings_in_hand_decide_second() {
    let game = decided_by_ladder(Tiebreak::Draw, [22, 22, 20], [5, 6, 18], &[]);
    assert_eq!(winner(&game), Some(Two));
    assert_eq!(credits(&game), [5, 6, 18]);
    assert_eq!(game.to_setup().hands.0, [0; 4]);
    assert_eq!(ranks(&game), [2, 1, 3, 0]);
}

#[test]
fn r173_turn_passes_before_the_ladder_decides() {
    assert_eq!(decided_by_ladder(Tiebreak::Draw, [22, 22, 20], [5, 6, 18], &[]).opening_passes(), [One]);
}

#[test]
fn r173_last_action_of_the_tied_players_decides() {
    assert_eq!(
        winner(&decided_by_ladder(Tiebreak::LastAction, [22, 20, 22], [5, 9, 5], &[Two, Three, One])),
        Some(Three)
    );
    assert_eq!(winner(&decided_by_ladder(Tiebreak::LastAction, [21; 3], [5; 3], &[])), Some(One));
}

#[test]
fn compact_tied_players_draw() {
    let drawn = decided_by_ladder(Tiebreak::Draw, [22, 20, 22], [5; 3], &[Two, Three]);
    assert_eq!(winner(&drawn), None);
    assert_eq!(ranks(&drawn), [1, 3, 1, 0]);
}

#[test]
fn position_without_rings_is_a_stalemate() {
    let game = SpecGame::from_setup(&position(canon(2), "", ["a1", "b1 b2", ""], [""; 3]));
    assert_eq!(result(&game), (Some(Two), Reason::Stalemate));
    assert_eq!(game.turn(), 1);
}

#[test]
fn tiebreak_ladder_decides_at_the_turn_cap() {
    let setup = position(Ruleset { turn_cap: Some(2), ..canon(2) }, "a1=1 h8=2", [""; 3], [""; 3]);
    let mut game = SpecGame::from_setup(&setup);
    play(&mut game, &[move_action("a1", "a2"), move_action("h8", "h7")]);
    assert_eq!(result(&game), (Some(Two), Reason::TurnCap));
    assert_eq!(game.turn(), 2);
}

#[test]
fn fingerprint_has_the_documented_form() {
    let mut game = SpecGame::new(&canon(2));
    play(&mut game, &[Action::Place { at: cell("g8"), rings: 1 }, move_action("g8", "b8")]);
    assert_eq!(
        game.fingerprint(),
        "ringrift/1 square8 2p rings=18 line_length=3 elimination_threshold=19 territory_threshold=33 \
         placement_limit=3 landing=burn capture_distance=steps regions=all region_duty=optional last_standing=round \
         stalemate=no_stacks tiebreak=last_action turn_cap=none; S b8=1; M1 g8; H 17,18; E 0,0; T 2; \
         P ring_placement; L 2"
    );
}

/// Returns the number of rings of one colour in hand and on the board.
fn rings_in_play(setup: &Setup, player: Player) -> usize {
    let rings = setup.stacks.iter().flat_map(|(_, rings)| rings).filter(|&&ring| ring == player).count();
    rings + usize::from(setup.hands[player])
}

#[test]
fn invariants_hold_in_random_games() {
    for (seed, rules) in (0..).zip([canon(2), canon(3), canon(4), compact(2), compact(3)].repeat(2)) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = SpecGame::new(&rules);
        for _ in 0..400 {
            let legal = game.legal_actions();
            assert_eq!(legal.is_empty(), game.phase().is_over());
            if legal.is_empty() {
                break;
            }
            check_position(&game);
            let before = game.progress();
            game.play(legal[random.random_range(0..legal.len())]).expect("the action is listed as legal");
            assert!(game.progress() >= before);
        }
    }
}

/// Checks that rings are conserved, region ids are unique, a setup restores the same game and illegal actions change nothing.
fn check_position(game: &SpecGame) {
    let setup = game.to_setup();
    let in_play: usize = Player::seats(setup.rules.players).map(|player| rings_in_play(&setup, player)).sum();
    let credited: usize = credits(game).into_iter().map(usize::from).sum();
    assert_eq!(in_play + credited, usize::from(setup.rules.total_rings()));

    let mut ids: Vec<RegionId> = game.regions().into_iter().map(|region| region.id).collect();
    ids.sort();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));

    let mut copy = SpecGame::from_setup(&setup);
    assert_eq!(&copy, game);
    assert_eq!(copy.fingerprint(), game.fingerprint());
    copy.play(Action::Eliminate { at: Cell::new(u16::MAX) }).expect_err("the cell does not exist");
    assert_eq!(&copy, game);
}
