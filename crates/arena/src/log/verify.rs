//! Checking a game of a log by playing it again.

use game::{Bot, Cancellation, Game, Progress, Ranks, Roster};
use serde_json::Value;

use super::line::{ExchangeLine, GameLine, Manifest, SeatLine};
use crate::archive::{Archive, Recorded};
use crate::fault::FaultClass;
use crate::play::Forfeit;
use crate::schedule::{GameSpec, all_games, is_scheduled};
use crate::seed::{fallback_seed, game_seed, player_seed};
use crate::settings::Format;
use crate::venue::Venue;

/// A game in which nothing is wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many choices of built-in players were repeated.
    pub choices: u64,
}

/// Plays a game of a log again and checks everything that the log says about it and that follows from the rules, the settings of
/// its run, its record and what agents said: that it was to be played, who played, how it began, that every move was possible,
/// who was to get which place and why, and what is counted for every seat. With the built-in players of this program, those of
/// them who took part in the same version choose again, and have to choose the same.
///
/// # Errors
/// Says what does not hold.
pub fn verify_game<V: Venue>(
    game: &GameLine,
    manifest: &Manifest,
    venue: &V,
    roster: Option<&Roster<V::Game>>,
) -> Result<Verified, String> {
    let record = game.record.as_deref().ok_or("the log has no record of it")?;
    let spec = check_name(game, manifest)?;
    check_plan(manifest, venue.seats(), &spec)?;
    let recorded = V::Game::read_record(record)?;
    check_names(game, &recorded)?;
    let start = venue.start(manifest.seed, game.condition);
    check(recorded.start.state() == start.state(), || "it does not begin as its condition says".to_owned())?;
    let plies = recorded.moves.len() as u64;
    check(plies == game.plies, || format!("the log has {} moves, the record {plies}", game.plies))?;
    let mut seats = seats(&spec, manifest, roster);
    let replayed = Replayed::new(start, &recorded.moves, &mut seats, game, manifest)?;
    check_end(game, &replayed.last)?;
    check_quitter(game, &recorded)?;
    if let Some(forfeit) = &game.forfeit {
        check_forfeit(forfeit, game, &mut seats, &replayed.last)?;
    }
    replayed.check_exchanges(&game.exchanges, &seats)?;
    check_counts(game, &replayed.movers, &seats)?;
    Ok(Verified { choices: replayed.choices })
}

/// How many games a run has when it is finished; none if that depends on how they end, or on who is drawn to play.
pub fn planned_games(manifest: &Manifest, seats: usize) -> Option<u64> {
    if manifest.format == Format::Swiss || manifest.sprt.is_some() {
        return None;
    }
    // There are equally many in every condition.
    let games = all_games(manifest.format, manifest.entrants.len(), seats, 1).len();
    Some(games * u64::from(manifest.rounds))
}

/// The built-in players of a run that this program does not have, or not in the same version: they cannot choose again.
pub fn other_versions<G: Game>(manifest: &Manifest, roster: &Roster<G>) -> Vec<String> {
    let built_in = manifest.entrants.iter().filter_map(|entrant| Some((entrant.built_in()?, entrant)));
    let others = built_in.filter(|(name, entrant)| roster.version(name) != entrant.version.as_deref());
    let said = others.map(|(name, entrant)| {
        let played = entrant.version.as_deref().unwrap_or("unknown");
        let here = roster.version(name).map_or("does not have it".to_owned(), |here| format!("has version {here}"));
        format!("{name} played in version {played}, and this program {here}")
    });
    said.collect()
}

/// Whoever sat on a seat.
enum Seat<G: Game> {
    /// Somebody built in, who can choose again if this program has the same one.
    BuiltIn(Option<Box<dyn Bot<G>>>),
    /// Somebody outside.
    Agent,
}

impl<G: Game> Seat<G> {
    const fn is_agent(&self) -> bool {
        matches!(self, Seat::Agent)
    }
}

fn seats<G: Game>(spec: &GameSpec, manifest: &Manifest, roster: Option<&Roster<G>>) -> Vec<Seat<G>> {
    let id = spec.id();
    let sit = |(seat, &number): (usize, &usize)| {
        let entrant = &manifest.entrants[number];
        let Some(name) = entrant.built_in() else { return Seat::Agent };
        let roster = roster.filter(|roster| roster.version(name) == entrant.version.as_deref());
        let factory = roster.and_then(|roster| roster.find(name).ok());
        Seat::BuiltIn(factory.map(|make| make(player_seed(manifest.seed, &id, seat))))
    };
    spec.seats.iter().enumerate().map(sit).collect()
}

/// A game that was played again.
struct Replayed<G> {
    last: G,
    /// Who made every move.
    movers: Vec<usize>,
    /// The moves as exchanges tell them, where somebody outside plays.
    told: Vec<Value>,
    choices: u64,
}

impl<G: Archive> Replayed<G> {
    fn new(
        start: G,
        moves: &[G::Move],
        seats: &mut [Seat<G>],
        game: &GameLine,
        manifest: &Manifest,
    ) -> Result<Replayed<G>, String> {
        let mut replayed = Replayed { last: start, movers: Vec::new(), told: Vec::new(), choices: 0 };
        let seed = game_seed(manifest.seed, &game.game);
        let has_agents = seats.iter().any(Seat::is_agent);
        let mut replaced = game.exchanges.iter().filter(|exchange| exchange.replaced).peekable();
        for (ply, chosen) in moves.iter().enumerate() {
            let number = ply + 1;
            let state = &mut replayed.last;
            let seat = state.to_move().ok_or_else(|| format!("move {number} comes after the end of the game"))?;
            if let Some(Seat::BuiltIn(Some(bot))) = seats.get_mut(seat) {
                let again = bot.choose(state, &Cancellation::new(), &Progress::new());
                check(is_same(state, &again, chosen), || {
                    let [again, chosen] = [&again, chosen].map(|chosen| state.move_json(chosen));
                    format!("move {number}: {} chooses {again}, and the record has {chosen}", game.seats[seat])
                })?;
                replayed.choices += 1;
            }
            if replaced.next_if(|exchange| exchange.ply == ply).is_some() {
                let fallback = state.fallback(fallback_seed(seed, ply));
                check(is_same(state, &fallback, chosen), || {
                    format!("move {number} is not the one that is made in an agent's place")
                })?;
            }
            if has_agents {
                replayed.told.push(state.move_json(chosen));
            }
            state.play(chosen).map_err(|problem| format!("move {number}: {problem}"))?;
            replayed.movers.push(seat);
        }
        Ok(replayed)
    }

    /// Checks that every move of an agent, and no other, came of something that was said.
    fn check_exchanges(&self, exchanges: &[ExchangeLine], seats: &[Seat<G>]) -> Result<(), String> {
        let mut next = 0;
        for (number, exchange) in exchanges.iter().enumerate() {
            let problem = |problem: &str| format!("exchange {}: {problem}", number + 1);
            let ExchangeLine { seat, ply, ref executed, .. } = *exchange;
            check(seats.get(seat).is_some_and(Seat::is_agent), || problem("no agent sits there"))?;
            check(ply >= next && self.to_move(ply) == Some(seat), || problem("it was not this seat's decision"))?;
            let end = ply.saturating_add(executed.len());
            check(self.told.get(ply..end) == Some(&executed[..]), || problem("the record has other moves"))?;
            check(self.movers[ply..end].iter().all(|&mover| mover == seat), || problem("others made these moves"))?;
            check(self.are_built_in(next..ply, seats), || problem("a move before it came of nothing"))?;
            let is_fault = executed.is_empty() || (exchange.replaced && executed.len() == 1);
            check(exchange.fault.is_some() == is_fault && exchange.replaced <= is_fault, || {
                problem("what was played does not agree with whether it failed")
            })?;
            check(!exchange.replaced || !executed.is_empty(), || problem("no move was made in the agent's place"))?;
            next = end;
        }
        check(self.are_built_in(next..self.movers.len(), seats), || {
            "an agent moved without having been asked".to_owned()
        })
    }

    /// Who was to move after so many moves.
    fn to_move(&self, ply: usize) -> Option<usize> {
        if ply == self.movers.len() { self.last.to_move() } else { self.movers.get(ply).copied() }
    }

    fn are_built_in(&self, plies: std::ops::Range<usize>, seats: &[Seat<G>]) -> bool {
        self.movers[plies].iter().all(|&mover| !seats[mover].is_agent())
    }
}

/// Whether two moves are the same; some can be written in several ways.
fn is_same<G: Archive>(game: &G, one: &G::Move, other: &G::Move) -> bool {
    one == other || game.move_json(one) == game.move_json(other)
}

fn check_end<G: Archive>(game: &GameLine, last: &G) -> Result<(), String> {
    match (last.ending(), &game.forfeit) {
        (Some(ending), None) => check((ending.ranks, ending.reason) == (game.ranks, game.reason.as_str()), || {
            format!("the log says {} by {}, the rules {} by {}", game.ranks, game.reason, ending.ranks, ending.reason)
        }),
        (None, Some(forfeit)) => {
            let ranks = (forfeit.seat < last.seats()).then(|| Ranks::loser(last.seats(), forfeit.seat));
            check(ranks == Some(game.ranks) && game.reason == "forfeit", || {
                let seat = forfeit.seat.saturating_add(1);
                format!("seat {seat} failed, but the log says {} by {}", game.ranks, game.reason)
            })
        }
        (Some(_), Some(_)) => Err("it ended by the rules, but the log says that somebody failed".to_owned()),
        (None, None) => Err("it is not over after the last move of the record".to_owned()),
    }
}

/// Checks that the log and the record name the same one who failed, and in the same way.
fn check_quitter<G: Game>(game: &GameLine, recorded: &Recorded<G>) -> Result<(), String> {
    let timed_out = |forfeit: &Forfeit| forfeit.fault.class == FaultClass::Timeout;
    let agrees = match (&game.forfeit, recorded.quitter) {
        (None, None) => true,
        (Some(forfeit), Some(quitter)) => {
            quitter.seat == forfeit.seat && quitter.timed_out.is_none_or(|is| is == timed_out(forfeit))
        }
        _ => false,
    };
    check(agrees, || "the log and the record do not agree on who failed, and how".to_owned())
}

/// Checks that whoever lost by failing was to move, and did fail: an agent in what it said last, a built-in player by choosing
/// what is impossible.
fn check_forfeit<G: Archive>(
    forfeit: &Forfeit,
    game: &GameLine,
    seats: &mut [Seat<G>],
    last: &G,
) -> Result<(), String> {
    check(last.to_move() == Some(forfeit.seat), || "whoever failed was not to move".to_owned())?;
    match seats.get_mut(forfeit.seat) {
        Some(Seat::Agent) => {
            let fault = game.exchanges.last().filter(|said| said.seat == forfeit.seat && !said.replaced);
            check(fault.and_then(|said| said.fault.as_ref()) == Some(&forfeit.fault), || {
                "what was said last is not why the game was lost".to_owned()
            })
        }
        Some(Seat::BuiltIn(bot)) => {
            let is_possible = |bot: &mut Box<dyn Bot<G>>| {
                last.clone().play(&bot.choose(last, &Cancellation::new(), &Progress::new())).is_ok()
            };
            let is_wrong = forfeit.fault.class != FaultClass::Illegal || bot.as_mut().is_some_and(is_possible);
            check(!is_wrong, || "a built-in player does not fail so".to_owned())
        }
        None => Err("nobody sits where somebody failed".to_owned()),
    }
}

/// Checks that what is counted for every seat follows from the record and from what was said.
fn check_counts<G: Game>(game: &GameLine, movers: &[usize], seats: &[Seat<G>]) -> Result<(), String> {
    check(game.players.len() == seats.len(), || "it does not count for every seat".to_owned())?;
    for (seat, (line, seated)) in game.players.iter().zip(seats).enumerate() {
        let moves = movers.iter().filter(|&&mover| mover == seat).count() as u64;
        let expected = SeatLine {
            latency: line.latency.clone(),
            ..SeatLine::of(moves, game.exchanges.iter().filter(|exchange| exchange.seat == seat))
        };
        let decisions = if seated.is_agent() { expected.asked } else { moves };
        check(*line == expected, || {
            let [said, found] = [line, &expected].map(|line| serde_json::to_value(line).unwrap_or_default());
            let difference = asg::json::first_difference(&found, &said, "").map_or(String::new(), |at| at.to_string());
            format!("what is counted for seat {} is not what happened: {difference}", seat + 1)
        })?;
        check(line.latency.count() == decisions, || {
            format!("seat {} decided {decisions} times, and {} are timed", seat + 1, line.latency.count())
        })?;
    }
    Ok(())
}

/// Checks that the name of a game tells its condition and its players.
fn check_name(game: &GameLine, manifest: &Manifest) -> Result<GameSpec, String> {
    let seats: Option<Vec<usize>> = game.seats.iter().map(|name| manifest.entrant(name)).collect();
    let spec = GameSpec { condition: game.condition, seats: seats.ok_or("somebody in it takes no part in the run")? };
    check(spec.id() == game.game, || format!("it is called {}, and is {}", game.game, spec.id()))?;
    Ok(spec)
}

fn check_plan(manifest: &Manifest, seats: usize, spec: &GameSpec) -> Result<(), String> {
    let is_planned = is_scheduled(manifest.format, manifest.entrants.len(), seats, manifest.conditions(), spec);
    check(is_planned, || "it is not among the games that were to be played".to_owned())
}

fn check_names<G: Game>(game: &GameLine, recorded: &Recorded<G>) -> Result<(), String> {
    let is_same = recorded.names.iter().map(Option::as_deref).eq(game.seats.iter().map(|name| Some(name.as_str())));
    check(is_same, || "the record names other players".to_owned())
}

fn check(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
