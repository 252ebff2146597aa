//! Checks that every game has to pass, on random games; and servers that misbehave.

pub mod fake;

use crate::game::Game;
use crate::seed::Choices;

/// What is known about a game only to whoever tests it.
pub trait Trial {
    /// The game.
    type Game: Game;

    /// How a game with a seed begins.
    fn start(&self, seed: u64) -> Self::Game;

    /// Some move, possible or not.
    fn wild_move(&self, game: &Self::Game, choices: &mut Choices) -> <Self::Game as Game>::Move;

    /// A game written down and read again: its start and its moves.
    fn reread(
        &self,
        start: &Self::Game,
        moves: &[<Self::Game as Game>::Move],
    ) -> (Self::Game, Vec<<Self::Game as Game>::Move>);

    /// Whether every possible move is listed.
    fn lists_everything(&self) -> bool;

    /// The most moves after which a game must have ended.
    fn longest(&self) -> usize;
}

/// Plays random games and checks that they are games: what is listed is possible, what is refused changes nothing, copies go
/// their own way, the same moves make the same game, what is written down can be read again, and there is an end.
///
/// # Panics
/// If something does not hold.
pub fn check_game<T: Trial>(trial: &T, seeds: std::ops::Range<u64>) {
    seeds.for_each(|seed| check_one(trial, seed));
}

fn check_one<T: Trial>(trial: &T, seed: u64) {
    let mut choices = Choices::seeded(seed);
    let start = trial.start(seed);
    let mut game = start.clone();
    let mut moves = Vec::new();
    let mut list = Vec::new();
    while let Some(seat) = game.to_move() {
        let count = moves.len();
        assert!(count < trial.longest(), "seed {seed}: no end after {count} moves");
        assert!(seat < game.seats() && game.ending().is_none(), "seed {seed}, move {count}: it is nobody's move");
        list.clear();
        game.legal_moves(&mut list);
        check_listed(&game, &list);
        check_wild(trial, &game, &list, &mut choices);
        let chosen = choices.pick(&list).unwrap_or_else(|| panic!("seed {seed}, move {count}: nothing is possible"));
        game.play(&chosen).unwrap_or_else(|problem| panic!("seed {seed}, move {count}, {chosen:?}: {problem}"));
        moves.push(chosen);
    }
    check_end(&game);
    check_replay(&start, &moves, &game.state());
    let (start, moves) = trial.reread(&start, &moves);
    check_replay(&start, &moves, &game.state());
}

/// Everything that is listed is possible.
fn check_listed<G: Game>(game: &G, list: &[G::Move]) {
    let before = game.state();
    for chosen in list {
        assert_eq!(game.check(chosen), Ok(()), "{chosen:?} is listed in {before}");
    }
    assert_eq!(game.state(), before, "asking changes nothing");
}

/// A move is refused by playing exactly as it is by checking, or can be played in part; what is refused changes nothing.
fn check_wild<T: Trial>(trial: &T, game: &T::Game, list: &[<T::Game as Game>::Move], choices: &mut Choices) {
    let wild = trial.wild_move(game, choices);
    let mut copy = game.clone();
    let (before, verdict, played) = (game.state(), game.check(&wild), copy.play(&wild));
    assert_eq!(game.state(), before, "a copy goes its own way");
    if trial.lists_everything() {
        assert_eq!(list.contains(&wild), verdict.is_ok(), "{wild:?} in {before}: {verdict:?}");
    }
    match played {
        Ok(()) => assert_ne!(copy.state(), before, "{wild:?} was played"),
        Err(problem) => {
            assert_eq!(verdict, Err(problem), "{wild:?} in {before}");
            assert_eq!(copy.state(), before, "what is refused changes nothing");
        }
    }
}

fn check_end<G: Game>(game: &G) {
    let ending = game.ending().expect("somebody has to be to move until the end");
    assert_eq!(ending.ranks.len(), game.seats());
    let mut list = Vec::new();
    let mut copy = game.clone();
    if copy.to_move().is_none() {
        game.legal_moves(&mut list);
        assert!(list.iter().all(|chosen| copy.play(chosen).is_err()), "nothing can be played after the end");
    }
}

fn check_replay<G: Game>(start: &G, moves: &[G::Move], last: &str) {
    let mut game = start.clone();
    for chosen in moves {
        game.play(chosen).expect("it was played before");
    }
    assert_eq!(game.state(), last, "the same moves make the same game");
}
