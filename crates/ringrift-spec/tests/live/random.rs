//! Invariants in random games of the live edition and of random rule combinations.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{
    BoardKind, Borders, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, Overrides, Player, RegionDuty,
    Regions, Ruleset, Skip, Stalemate, Tiebreak,
};
use ringrift_spec::SpecGame;

/// Plays up to `max_actions` random actions and checks every position. Reports whether the game ended.
fn check_game(rules: &Ruleset, random: &mut ChaCha8Rng, max_actions: usize) -> bool {
    let mut game = SpecGame::new(rules);
    for _ in 0..max_actions {
        check_position(&game);
        let legal = game.legal_actions();
        if legal.is_empty() {
            return true;
        }
        let before = game.progress();
        game.play(legal[random.random_range(0..legal.len())]).expect("the action is listed as legal");
        assert!(game.progress() >= before, "{}", game.fingerprint());
    }
    false
}

/// Checks that there is an action unless the game is over, no action is listed twice, rings are conserved and setups are
/// complete.
fn check_position(game: &SpecGame) {
    let (setup, mut legal) = (game.to_setup(), game.legal_actions());
    assert_eq!(legal.is_empty(), game.phase().is_over(), "{}", game.fingerprint());
    legal.sort();
    assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "{}", game.fingerprint());
    let in_hand: u16 = setup.hands.0.iter().sum();
    let credited: u16 = setup.credits.0.iter().sum();
    let on_board: usize = setup.stacks.iter().map(|(_, rings)| rings.len()).sum();
    assert_eq!(in_hand + credited + on_board as u16, setup.rules.total_rings(), "{}", game.fingerprint());
    let copy = SpecGame::from_setup(&setup);
    assert_eq!(&copy, game);
    assert_eq!(copy.fingerprint(), game.fingerprint());
    assert_eq!(copy.outcome(), game.outcome());
}

#[test]
fn random_games_of_the_live_edition_end() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for board in [BoardKind::Square8, BoardKind::Hex8] {
        for players in (2..=4).cycle().take(12) {
            let overrides =
                Overrides { swap: Some(random.random()), rings_per_player: Some(6), ..Overrides::default() };
            let rules = Ruleset::new(Edition::Live, board, players, &overrides).expect("the rules are valid");
            assert!(check_game(&rules, &mut random, 2000));
        }
    }
    for board in [BoardKind::Square19, BoardKind::Hexagonal12] {
        check_game(&Ruleset::live(board, 3).expect("live has this board"), &mut random, 20);
    }
}

/// Returns one of the values at random.
fn any<T: Copy>(random: &mut ChaCha8Rng, values: &[T]) -> T {
    values[random.random_range(0..values.len())]
}

/// Returns a random combination of options. The turn cap ends games that could otherwise last forever.
fn random_rules(random: &mut ChaCha8Rng) -> Ruleset {
    let board = any(random, &[BoardKind::Square8, BoardKind::Hex8]);
    let players = random.random_range(2..=4);
    Ruleset {
        line_length: any(random, &[3, 4]),
        placement_limit: any(random, &[Some(1), Some(3), None]),
        landing: any(random, Landing::ALL),
        regions: any(random, Regions::ALL),
        region_duty: any(random, RegionDuty::ALL),
        last_standing: any(random, LastStanding::ALL),
        stalemate: any(random, Stalemate::ALL),
        tiebreak: any(random, Tiebreak::ALL),
        turn_cap: Some(100),
        skip: any(random, Skip::ALL),
        line_price: any(random, LinePrice::ALL),
        borders: any(random, Borders::ALL),
        open_regions: any(random, OpenRegions::ALL),
        recovery: random.random(),
        forced: any(random, Forced::ALL),
        majority: random.random(),
        last_standing_rounds: random.random_range(1..=3),
        swap: random.random(),
        ..Ruleset::new(Edition::Live, board, players, &few_rings(random)).expect("the rules are valid")
    }
}

fn few_rings(random: &mut ChaCha8Rng) -> Overrides {
    Overrides { rings_per_player: Some(random.random_range(2..=9)), ..Overrides::default() }
}

#[test]
fn invariants_hold_under_random_rules() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..60 {
        let rules = random_rules(&mut random);
        assert_eq!(rules.check(), Ok(()));
        assert!(check_game(&rules, &mut random, 3000), "{rules:?}");
    }
}

#[test]
fn only_the_winner_has_rank_one() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..5 {
        let mut game = SpecGame::new(
            &Ruleset::new(Edition::Live, BoardKind::Hex8, 4, &few_rings(&mut random)).expect("the rules are valid"),
        );
        while !game.phase().is_over() {
            let legal = game.legal_actions();
            game.play(legal[random.random_range(0..legal.len())]).expect("the action is listed as legal");
        }
        let outcome = game.outcome().expect("the game is over");
        let first: Vec<Player> = Player::seats(4).filter(|&player| outcome.ranks[player] == 1).collect();
        assert_eq!(outcome.winner.into_iter().collect::<Vec<_>>(), first);
    }
}
