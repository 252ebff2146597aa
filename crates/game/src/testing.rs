//! Checks of a [`Game`] implementation on random games.

use crate::game::Game;
use crate::seed::GameRng;

/// Game under test, with the properties that [`check_game`] cannot derive from [`Game`].
pub trait GameFixture {
    type Game: Game;

    /// Returns the start of the game with this seed.
    fn start(&self, seed: u64) -> Self::Game;

    /// Returns any move, legal or not.
    fn any_move(&self, game: &Self::Game, rng: &mut GameRng) -> <Self::Game as Game>::Move;

    /// Writes a game to its record format and reads it back.
    fn round_trip(
        &self,
        start: &Self::Game,
        moves: &[<Self::Game as Game>::Move],
    ) -> (Self::Game, Vec<<Self::Game as Game>::Move>);

    /// Reports whether [`Game::legal_moves`] lists every legal move.
    fn lists_all_moves(&self) -> bool;

    /// Returns an upper bound for the number of moves of a game.
    fn max_moves(&self) -> usize;
}

/// Plays random games and checks the contract of [`Game`]: listed moves are legal, a rejected move changes nothing, clones are
/// independent, replaying the moves and reading the record lead to the same game, and every game ends.
///
/// # Panics
/// Panics if a check fails.
pub fn check_game<T: GameFixture>(fixture: &T, seeds: std::ops::Range<u64>) {
    seeds.for_each(|seed| check_one(fixture, seed));
}

fn check_one<T: GameFixture>(fixture: &T, seed: u64) {
    let mut rng = GameRng::seeded(seed);
    let start = fixture.start(seed);
    let mut game = start.clone();
    let mut moves = Vec::new();
    let mut list = Vec::new();
    while let Some(seat) = game.to_move() {
        let count = moves.len();
        assert!(count < fixture.max_moves(), "seed {seed}: the game still runs after {count} moves");
        assert!(seat < game.seats(), "seed {seed}, move {count}: seat {seat} does not exist");
        assert!(game.ending().is_none(), "seed {seed}, move {count}: a finished game has a seat to move");
        list.clear();
        game.legal_moves(&mut list);
        check_listed_moves(&game, &list);
        check_any_move(fixture, &game, &list, &mut rng);
        let chosen = rng.pick(&list).unwrap_or_else(|| panic!("seed {seed}, move {count}: no legal move"));
        game.play(&chosen).unwrap_or_else(|problem| panic!("seed {seed}, move {count}, {chosen:?}: {problem}"));
        moves.push(chosen);
    }
    check_end(&game);
    check_replay(&start, &moves, &game.state());
    let (start, moves) = fixture.round_trip(&start, &moves);
    check_replay(&start, &moves, &game.state());
}

fn check_listed_moves<G: Game>(game: &G, list: &[G::Move]) {
    let before = game.state();
    for chosen in list {
        assert_eq!(game.check(chosen), Ok(()), "{chosen:?} is listed in {before}");
    }
    assert_eq!(game.state(), before, "checking a move must not change the game");
}

/// Checks that a move that `play` rejects changes nothing and is rejected by `check` for the same reason. The converse need not
/// hold: if `check` rejects a move with several parts, `play` may still play its legal parts.
fn check_any_move<T: GameFixture>(fixture: &T, game: &T::Game, list: &[<T::Game as Game>::Move], rng: &mut GameRng) {
    let chosen = fixture.any_move(game, rng);
    let mut copy = game.clone();
    let before = game.state();
    let checked = game.check(&chosen);
    let played = copy.play(&chosen);
    assert_eq!(game.state(), before, "playing on a clone must not change the original");
    if fixture.lists_all_moves() {
        assert_eq!(list.contains(&chosen), checked.is_ok(), "{chosen:?} in {before}: {checked:?}");
    }
    match played {
        Ok(()) => assert_ne!(copy.state(), before, "{chosen:?} was played"),
        Err(problem) => {
            assert_eq!(checked, Err(problem), "{chosen:?} in {before}");
            assert_eq!(copy.state(), before, "a rejected move must not change the game");
        }
    }
}

fn check_end<G: Game>(game: &G) {
    let ending = game.ending().expect("a game without a seat to move has an ending");
    assert_eq!(ending.ranks.len(), game.seats());
    let mut list = Vec::new();
    let mut copy = game.clone();
    if copy.to_move().is_none() {
        game.legal_moves(&mut list);
        assert!(list.iter().all(|chosen| copy.play(chosen).is_err()), "no move is legal after the end");
    }
}

fn check_replay<G: Game>(start: &G, moves: &[G::Move], last: &str) {
    let mut game = start.clone();
    for chosen in moves {
        game.play(chosen).expect("a move played before is legal");
    }
    assert_eq!(game.state(), last, "the same moves lead to the same game");
}
