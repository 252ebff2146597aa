//! Verifies a game of a log by replaying it.

use game::{Bot, Cancellation, Game, Progress, Ranks, Roster};
use serde_json::Value;

use super::line::{ExchangeLine, GameLine, Manifest, SeatLine};
use crate::matches::schedule::{GameSpec, all_games, is_scheduled};
use crate::matches::{ParsedRecord, Recordable, Venue, fallback_seed, game_seed, player_seed};
use crate::protocol::{FaultClass, Forfeit};
use crate::settings::Format;

/// Result of verifying a consistent game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Number of bot moves that were computed again and compared.
    pub choices: u64,
}

/// Replays a game of a log and checks everything that follows from the rules, the settings of its run, its record and its
/// exchanges: whether the game is part of the schedule; its players and start; the legality of every move; ranks and reason;
/// and the statistics of every seat. With a roster, bots of the same version choose again and must make the same choices.
///
/// # Errors
/// Describes the first inconsistency.
pub fn verify_game<V: Venue>(
    game: &GameLine,
    manifest: &Manifest,
    venue: &V,
    roster: Option<&Roster<V::Game>>,
) -> Result<Verified, String> {
    let record = game.record.as_deref().ok_or("the log has no record of the game")?;
    let spec = check_id(game, manifest)?;
    check_schedule(manifest, venue.seats(), &spec)?;
    let recorded = V::Game::read_record(record)?;
    check_player_names(game, &recorded)?;
    let start = venue.start(manifest.seed, game.condition);
    check(recorded.start.state() == start.state(), || {
        "the record does not begin with the start that its condition selects".to_owned()
    })?;
    let plies = recorded.moves.len() as u64;
    check(plies == game.plies, || format!("the log has {} moves, but the record has {plies}", game.plies))?;
    let mut seats = seats(&spec, manifest, roster);
    let replayed = Replayed::new(start, &recorded.moves, &mut seats, game, manifest)?;
    check_end(game, &replayed.last)?;
    check_recorded_forfeit(game, &recorded)?;
    if let Some(forfeit) = &game.forfeit {
        check_forfeit(forfeit, game, &mut seats, &replayed.last)?;
    }
    replayed.check_exchanges(&game.exchanges, &seats)?;
    check_counts(game, &replayed.movers, &seats)?;
    Ok(Verified { choices: replayed.choices })
}

/// Returns the number of games of a finished run, or `None` if it depends on results.
pub fn planned_games(manifest: &Manifest, seats: usize) -> Option<u64> {
    if manifest.format == Format::Swiss || manifest.sprt.is_some() {
        return None;
    }
    // Every condition has the same number of games.
    let games = all_games(manifest.format, manifest.entrants.len(), seats, 1).len();
    Some(games * u64::from(manifest.rounds))
}

/// Reports whether a game of a log is one of the planned games of its run.
pub fn is_planned(game: &GameLine, manifest: &Manifest, seats: usize) -> bool {
    check_id(game, manifest).and_then(|spec| check_schedule(manifest, seats, &spec)).is_ok()
}

/// Describes the bots of a run that this program does not have in the same version. Their choices cannot be repeated.
pub fn other_versions<G: Game>(manifest: &Manifest, roster: &Roster<G>) -> Vec<String> {
    let built_in = manifest.entrants.iter().filter_map(|entrant| Some((entrant.built_in()?, entrant)));
    let others = built_in.filter(|(name, entrant)| roster.version(name) != entrant.version.as_deref());
    let descriptions = others.map(|(name, entrant)| {
        let played = entrant.version.as_deref().unwrap_or("unknown");
        let here = roster.version(name).map_or("does not have it".to_owned(), |here| format!("has version {here}"));
        format!("{name} played in version {played}, and this program {here}")
    });
    descriptions.collect()
}

/// Player on a seat.
enum Seat<G: Game> {
    /// Contains the bot if this program has it in the same version.
    BuiltIn(Option<Box<dyn Bot<G>>>),
    Agent,
}

impl<G: Game> Seat<G> {
    const fn is_agent(&self) -> bool {
        matches!(self, Seat::Agent)
    }
}

fn seats<G: Game>(spec: &GameSpec, manifest: &Manifest, roster: Option<&Roster<G>>) -> Vec<Seat<G>> {
    let id = spec.id();
    let player = |(seat, &number): (usize, &usize)| {
        let entrant = &manifest.entrants[number];
        let Some(name) = entrant.built_in() else { return Seat::Agent };
        let roster = roster.filter(|roster| roster.version(name) == entrant.version.as_deref());
        let factory = roster.and_then(|roster| roster.find(name).ok());
        Seat::BuiltIn(factory.map(|make| make(player_seed(manifest.seed, &id, seat))))
    };
    spec.seats.iter().enumerate().map(player).collect()
}

/// A replayed game.
struct Replayed<G> {
    last: G,
    /// Seat of each move.
    movers: Vec<usize>,
    /// Moves in the JSON form used by exchanges; empty if no seat has an agent.
    json_moves: Vec<Value>,
    choices: u64,
}

impl<G: Recordable> Replayed<G> {
    fn new(
        start: G,
        moves: &[G::Move],
        seats: &mut [Seat<G>],
        game: &GameLine,
        manifest: &Manifest,
    ) -> Result<Replayed<G>, String> {
        let mut replayed = Replayed { last: start, movers: Vec::new(), json_moves: Vec::new(), choices: 0 };
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
                    format!("move {number}: {} chooses {again}, but the record has {chosen}", game.seats[seat])
                })?;
                replayed.choices += 1;
            }
            if replaced.next_if(|exchange| exchange.ply == ply).is_some() {
                let fallback = state.fallback(fallback_seed(seed, ply));
                check(is_same(state, &fallback, chosen), || format!("move {number} is not the fallback move"))?;
            }
            if has_agents {
                replayed.json_moves.push(state.move_json(chosen));
            }
            state.play(chosen).map_err(|problem| format!("move {number}: {problem}"))?;
            replayed.movers.push(seat);
        }
        Ok(replayed)
    }

    /// Checks that every move of an agent results from an exchange, and that no other move does.
    fn check_exchanges(&self, exchanges: &[ExchangeLine], seats: &[Seat<G>]) -> Result<(), String> {
        let mut next = 0;
        for (number, exchange) in exchanges.iter().enumerate() {
            let problem = |problem: &str| format!("exchange {}: {problem}", number + 1);
            let ExchangeLine { seat, ply, ref executed, .. } = *exchange;
            check(seats.get(seat).is_some_and(Seat::is_agent), || problem("the seat has no agent"))?;
            check(ply >= next && self.to_move(ply) == Some(seat), || problem("the seat was not to move"))?;
            let end = ply.saturating_add(executed.len());
            check(self.json_moves.get(ply..end) == Some(&executed[..]), || {
                problem("the moves differ from the record")
            })?;
            check(self.movers[ply..end].iter().all(|&mover| mover == seat), || {
                problem("another seat made these moves")
            })?;
            check(self.are_built_in(next..ply, seats), || problem("an earlier move of an agent has no exchange"))?;
            let is_fault = executed.is_empty() || (exchange.replaced && executed.len() == 1);
            check(exchange.fault.is_some() == is_fault && exchange.replaced <= is_fault, || {
                problem("the fault does not agree with the moves")
            })?;
            check(!exchange.replaced || !executed.is_empty(), || problem("the fallback move is missing"))?;
            next = end;
        }
        check(self.are_built_in(next..self.movers.len(), seats), || "an agent moved without an exchange".to_owned())
    }

    /// Returns the seat to move after `ply` moves.
    fn to_move(&self, ply: usize) -> Option<usize> {
        if ply == self.movers.len() { self.last.to_move() } else { self.movers.get(ply).copied() }
    }

    fn are_built_in(&self, plies: std::ops::Range<usize>, seats: &[Seat<G>]) -> bool {
        self.movers[plies].iter().all(|&mover| !seats[mover].is_agent())
    }
}

/// Reports whether two moves are the same; some moves have several forms.
fn is_same<G: Recordable>(game: &G, one: &G::Move, other: &G::Move) -> bool {
    one == other || game.move_json(one) == game.move_json(other)
}

fn check_end<G: Recordable>(game: &GameLine, last: &G) -> Result<(), String> {
    match (last.ending(), &game.forfeit) {
        (Some(ending), None) => check((ending.ranks, ending.reason) == (game.ranks, game.reason.as_str()), || {
            format!(
                "the log says {} by {}, but the rules give {} by {}",
                game.ranks, game.reason, ending.ranks, ending.reason
            )
        }),
        (None, Some(forfeit)) => {
            let ranks = (forfeit.seat < last.seats()).then(|| Ranks::loser(last.seats(), forfeit.seat));
            check(ranks == Some(game.ranks) && game.reason == "forfeit", || {
                let seat = forfeit.seat.saturating_add(1);
                format!("seat {seat} forfeited, but the log says {} by {}", game.ranks, game.reason)
            })
        }
        (Some(_), Some(_)) => Err("the game ended by the rules, but the log has a forfeit".to_owned()),
        (None, None) => Err("the game is not over after the last move of the record".to_owned()),
    }
}

/// Checks that the log and the record state the same forfeit.
fn check_recorded_forfeit<G: Game>(game: &GameLine, recorded: &ParsedRecord<G>) -> Result<(), String> {
    let timed_out = |forfeit: &Forfeit| forfeit.fault.class == FaultClass::Timeout;
    let agrees = match (&game.forfeit, recorded.forfeit) {
        (None, None) => true,
        (Some(forfeit), Some(recorded)) => {
            recorded.seat == forfeit.seat && recorded.timed_out.is_none_or(|is| is == timed_out(forfeit))
        }
        _ => false,
    };
    check(agrees, || "the log and the record state different forfeits".to_owned())
}

/// Checks that the forfeiting seat was to move and failed: an agent in its last exchange, a bot by choosing an illegal move.
fn check_forfeit<G: Recordable>(
    forfeit: &Forfeit,
    game: &GameLine,
    seats: &mut [Seat<G>],
    last: &G,
) -> Result<(), String> {
    check(last.to_move() == Some(forfeit.seat), || "the forfeiting seat was not to move".to_owned())?;
    match seats.get_mut(forfeit.seat) {
        Some(Seat::Agent) => {
            let fault = game.exchanges.last().filter(|last| last.seat == forfeit.seat && !last.replaced);
            check(fault.and_then(|last| last.fault.as_ref()) == Some(&forfeit.fault), || {
                "the last exchange does not have the fault of the forfeit".to_owned()
            })
        }
        Some(Seat::BuiltIn(bot)) => {
            let is_legal = |bot: &mut Box<dyn Bot<G>>| {
                last.clone().play(&bot.choose(last, &Cancellation::new(), &Progress::new())).is_ok()
            };
            let is_wrong = forfeit.fault.class != FaultClass::Illegal || bot.as_mut().is_some_and(is_legal);
            check(!is_wrong, || "a built-in player cannot forfeit this way".to_owned())
        }
        None => Err("the forfeiting seat does not exist".to_owned()),
    }
}

/// Checks that the statistics of every seat follow from the record and the exchanges.
fn check_counts<G: Game>(game: &GameLine, movers: &[usize], seats: &[Seat<G>]) -> Result<(), String> {
    check(game.players.len() == seats.len(), || "the statistics of a seat are missing".to_owned())?;
    for (seat, (line, player)) in game.players.iter().zip(seats).enumerate() {
        let moves = movers.iter().filter(|&&mover| mover == seat).count() as u64;
        let expected = SeatLine {
            latency: line.latency.clone(),
            ..SeatLine::of(moves, game.exchanges.iter().filter(|exchange| exchange.seat == seat))
        };
        let decisions = if player.is_agent() { expected.asked } else { moves };
        check(*line == expected, || {
            let [logged, found] =
                [line, &expected].map(|line| serde_json::to_value(line).expect("statistics serialize to JSON"));
            let difference =
                asg::json::first_difference(&found, &logged, "").map_or(String::new(), |at| at.to_string());
            format!("the statistics of seat {} do not match the game: {difference}", seat + 1)
        })?;
        check(line.latency.count() == decisions, || {
            format!(
                "seat {} made {decisions} decisions, but the log has {} decision times",
                seat + 1,
                line.latency.count()
            )
        })?;
    }
    Ok(())
}

/// Checks that the id of a game matches its condition and players.
fn check_id(game: &GameLine, manifest: &Manifest) -> Result<GameSpec, String> {
    let seats: Option<Vec<usize>> = game.seats.iter().map(|name| manifest.entrant(name)).collect();
    let spec = GameSpec { condition: game.condition, seats: seats.ok_or("a player is not an entrant of the run")? };
    check(spec.id() == game.game, || {
        format!("the game id is {}, but its players and condition give {}", game.game, spec.id())
    })?;
    Ok(spec)
}

fn check_schedule(manifest: &Manifest, seats: usize, spec: &GameSpec) -> Result<(), String> {
    let is_planned = is_scheduled(manifest.format, manifest.entrants.len(), seats, manifest.conditions(), spec);
    check(is_planned, || "the game is not part of the schedule".to_owned())
}

fn check_player_names<G: Game>(game: &GameLine, recorded: &ParsedRecord<G>) -> Result<(), String> {
    let is_same = recorded.names.iter().map(Option::as_deref).eq(game.seats.iter().map(|name| Some(name.as_str())));
    check(is_same, || "the record has other player names".to_owned())
}

fn check(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
