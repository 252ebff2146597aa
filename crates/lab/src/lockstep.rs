//! `cargo lab lockstep`: random games through both engines.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use cli_support::{Failure, Outcome};
use game::GameRng;
use ringrift::{
    Action, Axis, BoardKind, Borders, Edition, Forced, Landing, LastStanding, Line, LinePrice, OpenRegions, Overrides,
    Phase, Player, RegionDuty, RegionId, Regions, Ruleset, Setup, Skip, Stalemate, Tiebreak,
};
use ringrift_spec::{Divergence, Lockstep};

/// Play random games through the fast engine and the spec engine, and compare them at every step.
///
/// Alternates between all boards, 2 to 4 players, all editions and both values of the option `regions`,
/// sometimes with other rules changed at random, until the time is over. Legal actions and their order, successors,
/// fingerprints, lines, regions, passes and results must agree. A difference is printed with the position and the
/// action, and ends the run with exit code 1.
#[derive(Args, Debug)]
pub(crate) struct LockstepArgs {
    /// Duration in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    seconds: u64,
    /// Seed of the first game; each further game uses the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play instead of a duration
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
}

/// Counts of the run.
#[derive(Default)]
struct Tally {
    games: u64,
    finished: u64,
    restarts: u64,
    actions: u64,
    illegal: u64,
}

/// Maximum number of actions in a game. Cutting off long games leaves time for games with other rules.
const MAX_GAME_ACTIONS: u64 = 1500;

pub(crate) fn run(args: &LockstepArgs, out: &mut impl Write) -> Outcome {
    let kinds = all_rules()?;
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let bar = indicatif::ProgressBar::new_spinner();
    let mut tally = Tally::default();
    let mut seed = args.seed;
    while args.games.map_or_else(|| Instant::now() < end, |games| tally.games < games) {
        let rules = &varied(&kinds[(seed % kinds.len() as u64) as usize], seed);
        bar.set_message(format!("game {}, seed {seed}: {rules}", tally.games + 1));
        bar.tick();
        let deadline = args.games.is_none().then_some(end);
        if let Err(divergence) = play_game(rules, seed, deadline, &mut tally)? {
            bar.finish_and_clear();
            writeln!(out, "game with seed {seed} ({rules}):\n{divergence}")?;
            return Err(Failure::CheckFailed);
        }
        seed = seed.wrapping_add(1);
    }
    bar.finish_and_clear();
    let Tally { games, finished, restarts, actions, illegal } = tally;
    writeln!(
        out,
        "lockstep: {games} games ({finished} played to their end), {restarts} restarts from set-up positions, {actions} \
         actions, {illegal} illegal actions rejected by both, 0 differences; seeds {} to {}",
        args.seed,
        seed.wrapping_sub(1)
    )?;
    Ok(())
}

/// Returns all boards with all numbers of players, editions and region rules. Square8 is frequent, because its games are short.
fn all_rules() -> Result<Vec<Ruleset>, Failure> {
    let mut kinds = Vec::new();
    for players in 2..=4 {
        for &regions in Regions::ALL {
            for &edition in Edition::ALL {
                for (i, (board, given)) in BOARDS.into_iter().enumerate() {
                    let live = edition == Edition::Live;
                    let (rings_per_player, line_length) = if live { LIVE_NUMBERS[i] } else { given }.unzip();
                    let swap = (live && players == 2).then_some(true);
                    let overrides = Overrides {
                        regions: Some(regions),
                        rings_per_player,
                        line_length,
                        swap,
                        ..Overrides::default()
                    };
                    kinds.push(Ruleset::new(edition, board, players, &overrides).map_err(Failure::bad_input)?);
                }
            }
        }
    }
    Ok(kinds)
}

/// Boards, with rings and line length where the editions define none.
const BOARDS: [(BoardKind, Option<(u16, u8)>); 7] = [
    (BoardKind::Square8, None),
    (BoardKind::Hexagonal, None),
    (BoardKind::Square8, None),
    (BoardKind::Hex8, Some((18, 3))),
    (BoardKind::Square19, None),
    (BoardKind::Square8, None),
    (BoardKind::Hexagonal12, Some((36, 4))),
];

/// Rings and line length of the same boards in the live edition. Its usual numbers make long games with few events,
/// so the numbers of rings are smaller here.
const LIVE_NUMBERS: [Option<(u16, u8)>; 7] =
    [None, Some((8, 4)), Some((4, 3)), Some((5, 3)), Some((8, 4)), Some((6, 4)), Some((8, 3))];

/// Changes some rules at random in one of four games, if the result is valid.
fn varied(rules: &Ruleset, seed: u64) -> Ruleset {
    let mut rng = GameRng::seeded(!seed);
    if rng.below(4) > 0 {
        return *rules;
    }
    let mut changed = Ruleset {
        line_length: 2 + rng.below(4) as u8,
        elimination_threshold: 1 + rng.below(rules.total_rings().into()) as u16,
        territory_threshold: 1 + rng.below(rules.board.cells().into()) as u16,
        placement_limit: rng.pick(&[None, Some(1), Some(2), Some(3), Some(5)]).flatten(),
        turn_cap: rng.pick(&[rules.turn_cap, Some(7), Some(60)]).flatten(),
        ..*rules
    };
    changed.landing = rng.pick(Landing::ALL).unwrap_or(rules.landing);
    changed.region_duty = rng.pick(RegionDuty::ALL).unwrap_or(rules.region_duty);
    changed.last_standing = rng.pick(LastStanding::ALL).unwrap_or(rules.last_standing);
    changed.stalemate = rng.pick(Stalemate::ALL).unwrap_or(rules.stalemate);
    changed.tiebreak = rng.pick(Tiebreak::ALL).unwrap_or(rules.tiebreak);
    changed.skip = rng.pick(Skip::ALL).unwrap_or(rules.skip);
    changed.line_price = rng.pick(LinePrice::ALL).unwrap_or(rules.line_price);
    changed.borders = rng.pick(Borders::ALL).unwrap_or(rules.borders);
    changed.open_regions = rng.pick(OpenRegions::ALL).unwrap_or(rules.open_regions);
    changed.forced = rng.pick(Forced::ALL).unwrap_or(rules.forced);
    changed.recovery = rng.below(2) == 0;
    changed.majority = rng.below(2) == 0;
    changed.swap = rules.players == 2 && rng.below(2) == 0;
    changed.last_standing_rounds = 1 + rng.below(3) as u8;
    if changed.check().is_ok() { changed } else { *rules }
}

/// Plays one game. The inner error is a difference between the engines.
fn play_game(
    rules: &Ruleset,
    seed: u64,
    deadline: Option<Instant>,
    tally: &mut Tally,
) -> Result<Result<(), Divergence>, Failure> {
    let mut rng = GameRng::seeded(seed);
    let mut game = Lockstep::new(rules).map_err(Failure::bad_input)?;
    tally.games += 1;
    for _ in 0..MAX_GAME_ACTIONS {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
        let step = step(&mut game, &mut rng, tally);
        match step {
            Ok(true) => {}
            Ok(false) => {
                tally.finished += 1;
                break;
            }
            Err(divergence) => return Ok(Err(divergence)),
        }
        if rng.below(200) == 0 {
            match restart(&game, &mut rng) {
                Some(Ok(restarted)) => {
                    game = restarted;
                    tally.restarts += 1;
                }
                Some(Err(divergence)) => return Ok(Err(divergence)),
                None => {}
            }
        }
    }
    Ok(Ok(()))
}

/// Plays one random action, and sometimes tries an illegal one. Returns false if the game is over.
fn step(game: &mut Lockstep, rng: &mut GameRng, tally: &mut Tally) -> Result<bool, Divergence> {
    let legal = game.legal_actions()?;
    if rng.below(20) == 0 {
        let action = random_action(game, rng);
        if !legal.contains(&action) {
            game.play(action)?;
            tally.illegal += 1;
        }
    }
    let Some(action) = choose(&legal, rng) else { return Ok(false) };
    game.play(action)?;
    tally.actions += 1;
    Ok(true)
}

/// Half of the time chooses among all actions; otherwise chooses a kind of action and then an action of this kind, so
/// that rare kinds are chosen more often.
fn choose(legal: &[Action], rng: &mut GameRng) -> Option<Action> {
    if rng.below(2) == 0 {
        return rng.pick(legal);
    }
    let mut kinds: Vec<_> = legal.iter().map(std::mem::discriminant).collect();
    kinds.dedup();
    let kind = rng.pick(&kinds)?;
    let of_kind: Vec<Action> = legal.iter().copied().filter(|action| std::mem::discriminant(action) == kind).collect();
    rng.pick(&of_kind)
}

/// Returns a random action on random cells, which is usually illegal.
fn random_action(game: &Lockstep, rng: &mut GameRng) -> Action {
    let cells: Vec<_> = game.position().rules().board.iter_cells().collect();
    let mut cell = || cells[rng.below(cells.len())];
    let (a, b, c) = (cell(), cell(), cell());
    let line = Line { axis: Axis::new(rng.below(4) as u8), first: a, length: 2 + rng.below(5) as u8 };
    match rng.below(14) {
        10 => Action::Recover { from: a, to: b, extract: c },
        11 => Action::RecoverSegment { from: a, to: b, offset: rng.below(4) as u8 },
        12 => Action::SkipRecovery,
        13 => Action::SwapSides,
        0 => Action::Place { at: a, rings: rng.below(6) as u8 },
        1 => Action::SkipPlacement,
        2 => Action::Move { from: a, to: b },
        3 => Action::Capture { from: a, over: b, to: c },
        4 => Action::StopTerritory,
        5 => Action::DeclineCapture,
        6 => Action::TakeLine { line },
        7 => Action::TakeSegment { line, offset: rng.below(4) as u8 },
        8 => Action::ClaimRegion { region: RegionId { first: a, border: Player::from_seat(rng.below(5) as u8) } },
        _ => Action::Eliminate { at: a },
    }
}

/// Returns a game with the same board at the start of a random player's turn, without history, if that is a valid position.
fn restart(game: &Lockstep, rng: &mut GameRng) -> Option<Result<Lockstep, Divergence>> {
    let now = game.position().to_setup();
    let players: Vec<Player> = Player::seats(now.rules.players).collect();
    let start = Setup::empty(now.rules);
    let setup = Setup {
        stacks: now.stacks,
        markers: now.markers,
        collapsed: now.collapsed,
        hands: now.hands,
        credits: now.credits,
        turn: now.turn,
        to_move: rng.pick(&players)?,
        ..start
    };
    Lockstep::from_setup(&setup)
        .ok()
        .filter(|started| started.as_ref().map_or(true, |game| !matches!(game.position().phase(), Phase::Over { .. })))
}
