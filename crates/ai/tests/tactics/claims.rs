//! Checks the claims of the cases.

use std::collections::BTreeMap;

use rayon::prelude::*;
use ringrift::{Action, BoardKind, FinishedGames, Player, Position, Reason, Regions, Ruleset};

use crate::case::{Case, Theme, edition, read_cases};
use crate::goal::{Goal, skip_to};
use crate::turns::{
    Budget, RandomPlay, TooLarge, can_win, count_ends, is_turn_over, needs_right_payment, way_to,
    way_with_fewer_captures,
};
use crate::{CASES, chosen_cases};

/// With more turn ends than this, the success rate of random play is sampled instead of computed. The goal `wins` is
/// cheap to test, so its rate is always computed.
const MOST_ENDS: usize = 300;

/// Number of sampled random turns.
const SAMPLES: u32 = 100;

/// Measurements of a case.
#[derive(Copy, Clone)]
pub(crate) struct Measured {
    /// Success rate of random play.
    pub(crate) chance: f64,
    /// Number of first actions that keep the goal reachable, and number of all first actions; `None` if sampled.
    pub(crate) first: Option<(usize, usize)>,
}

/// Returns the measurements of a case, or `None` if its goal cannot be reached.
pub(crate) fn measured(case: &Case) -> Result<Option<Measured>, TooLarge> {
    *case.measured.get_or_init(|| measure(case))
}

fn measure(case: &Case) -> Result<Option<Measured>, TooLarge> {
    let Case { position, goal, .. } = case;
    let mover = position.to_move();
    let test = |end: &Position, budget: &mut Budget| goal.is_met(end, mover, budget);
    if way_to(position, &mut Budget::full(), &mut { test })?.is_none() {
        return Ok(None);
    }
    if *goal != Goal::Wins && count_ends(position, MOST_ENDS).is_none() {
        let chance = sampled_chance(case)?;
        return Ok(Some(Measured { chance, first: None }));
    }
    let mut random_play = RandomPlay::new(position);
    let chance = random_play.chance(position, &mut Budget::full(), &mut { test })?;
    let actions = position.legal_actions();
    let mut good = 0;
    for &action in &actions {
        let mut next = position.clone();
        next.play_unchecked(action);
        good += usize::from(random_play.chance(&next, &mut Budget::full(), &mut { test })? > 0.0);
    }
    Ok(Some(Measured { chance, first: Some((good, actions.len())) }))
}

/// Returns the share of random turns that reach the goal.
fn sampled_chance(case: &Case) -> Result<f64, TooLarge> {
    let mover = case.position.to_move();
    let mut random = SplitMix64(0);
    let mut met = 0;
    for _ in 0..SAMPLES {
        let end = play_turn(&case.position, |now| {
            let actions = now.legal_actions();
            actions[(random.next() % actions.len() as u64) as usize]
        });
        met += u32::from(case.goal.is_met(&end.0, mover, &mut Budget::full())?);
    }
    Ok(f64::from(met) / f64::from(SAMPLES))
}

/// Plays a turn to its end. Returns the final position and the chosen actions.
pub(crate) fn play_turn(start: &Position, mut choose: impl FnMut(&Position) -> Action) -> (Position, Vec<Action>) {
    let (mut now, mut chosen) = (start.clone(), Vec::new());
    while !is_turn_over(start, &now) {
        let action = choose(&now);
        now.play(action).unwrap_or_else(|error| panic!("illegal action in {now}: {error}"));
        chosen.push(action);
    }
    (now, chosen)
}

/// Returns the notation of a sequence of actions.
pub(crate) fn texts(start: &Position, actions: &[Action]) -> String {
    let mut now = start.clone();
    let text = |&action: &Action| {
        let text = now.action_text(action);
        now.play_unchecked(action);
        text
    };
    actions.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Random generator (splitmix64).
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Describes the first problem of a case, if any.
fn problem(case: &Case) -> Result<Option<String>, TooLarge> {
    let Some(measured) = measured(case)? else { return Ok(Some("the goal cannot be reached".to_owned())) };
    if measured.chance >= 0.5 {
        return Ok(Some(format!("random play reaches the goal with probability {:.2}", measured.chance)));
    }
    if case.goal != Goal::Wins && can_win(&case.position, &mut Budget::full())? {
        return Ok(Some("there is a win in this turn".to_owned()));
    }
    let holds = belongs_to_its_theme(case)?;
    Ok((!holds).then(|| format!("it does not belong to the theme {}", case.theme)))
}

fn belongs_to_its_theme(case: &Case) -> Result<bool, TooLarge> {
    let Case { position, goal, theme, .. } = case;
    let mover = position.to_move();
    let mut test = |end: &Position, budget: &mut Budget| goal.is_met(end, mover, budget);
    let mut budget = Budget::full();
    match theme {
        Theme::Win => Ok(*goal == Goal::Wins),
        Theme::Stop => Ok(*goal == Goal::Safe),
        Theme::TwoTurns => Ok(!is_possible(*goal, &without_main_region(position))?),
        Theme::StopTwoTurns => {
            let by_count = [Reason::TerritoryControl, Reason::RingElimination];
            let needs_main_region = !is_threatened(&without_main_region(position), &by_count)?;
            Ok(needs_main_region && is_threatened(position, &by_count)?)
        }
        Theme::Chain => Ok(way_with_fewer_captures(position, 5, &mut budget, &mut test)?.is_none()),
        Theme::LastStanding => match goal {
            Goal::Wins => can_win_by(position, &NO_ACTION_REASONS),
            Goal::Safe => is_threatened(position, &NO_ACTION_REASONS),
            Goal::WinsIn2 => is_possible(*goal, &without_thresholds(position)),
        },
        Theme::Payment => needs_right_payment(position, &mut budget, &mut test),
    }
}

/// Reports whether the player to move can reach a goal.
fn is_possible(goal: Goal, position: &Position) -> Result<bool, TooLarge> {
    let mover = position.to_move();
    let way = way_to(position, &mut Budget::full(), &mut |end, budget| goal.is_met(end, mover, budget))?;
    Ok(way.is_some())
}

/// Reasons of wins against opponents who cannot act.
const NO_ACTION_REASONS: [Reason; 2] = [Reason::LastPlayerStanding, Reason::Stalemate];

/// Reports whether the player to move can win in this turn for one of these reasons.
fn can_win_by(start: &Position, reasons: &[Reason]) -> Result<bool, TooLarge> {
    let mover = start.to_move();
    let mut test = |end: &Position, _: &mut Budget| {
        let outcome = end.outcome();
        Ok(outcome.is_some_and(|end| end.winner == Some(mover) && reasons.contains(&end.reason)))
    };
    Ok(way_to(start, &mut Budget::full(), &mut test)?.is_some())
}

/// Reports whether an opponent could win for one of these reasons if it were their turn.
fn is_threatened(position: &Position, reasons: &[Reason]) -> Result<bool, TooLarge> {
    let mover = position.to_move();
    for other in Player::seats(position.rules().players).filter(|&other| other != mover) {
        if let Some(turn) = skip_to(position, other).filter(|turn| turn.to_move() == other)
            && can_win_by(&turn, reasons)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the position with rules in which the main region cannot be claimed.
fn without_main_region(position: &Position) -> Position {
    with_rules(position, |rules| rules.regions = Regions::NoMain)
}

/// Returns the position with rules in which neither eliminated rings nor territory win.
fn without_thresholds(position: &Position) -> Position {
    with_rules(position, |rules| {
        rules.elimination_threshold = rules.total_rings();
        rules.territory_threshold = rules.board.cells();
    })
}

fn with_rules(position: &Position, change: impl FnOnce(&mut Ruleset)) -> Position {
    let mut setup = position.to_setup();
    change(&mut setup.rules);
    Position::from_setup(&setup, FinishedGames::Reject).expect("the position is valid under the changed rules")
}

#[test]
fn cases_fulfil_their_claims() {
    let problems: Vec<String> = chosen_cases()
        .into_par_iter()
        .filter_map(|case| match problem(case) {
            Ok(problem) => problem.map(|problem| format!("{}: {problem}", case.id)),
            Err(TooLarge) => Some(format!("{}: too many positions", case.id)),
        })
        .collect();
    assert!(problems.is_empty(), "{} cases are wrong:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn cases_cover_all_themes_editions_boards_players_and_goals() {
    fn count<K: Ord>(key: impl Fn(&Case) -> K) -> BTreeMap<K, usize> {
        CASES.iter().fold(BTreeMap::new(), |mut counts, case| {
            *counts.entry(key(case)).or_default() += 1;
            counts
        })
    }
    assert!(CASES.len() >= 72, "{} cases", CASES.len());
    let themes = count(|case| case.theme);
    assert!(Theme::ALL.iter().all(|theme| themes.get(theme).is_some_and(|&count| count >= 6)), "{themes:?}");
    let editions = count(|case| edition(&case.position));
    assert!(editions.len() == 4 && editions.values().all(|&count| count >= 8), "{editions:?}");
    let boards = count(|case| case.position.rules().board.name());
    assert!(boards.len() == BoardKind::ALL.len() && boards.values().all(|&count| count >= 4), "{boards:?}");
    let players = count(|case| case.position.rules().players);
    assert!(players.len() == 3 && players.values().all(|&count| count >= 6), "{players:?}");
    let goals = count(|case| case.goal);
    assert!(Goal::ALL.iter().all(|goal| goals.get(goal).is_some_and(|&count| count >= 6)), "{goals:?}");
}

#[test]
fn parse_errors_name_the_line() {
    const GOOD: &str = "case x\ntheme win\nabout It is.\nposition G square8 2p; S d4=1,h8=2\ngoal wins\n";
    assert!(read_cases(GOOD).is_ok_and(|cases| cases.len() == 1));
    for (from, to, message) in [
        ("theme win", "theme lose", "line 2: unknown theme \"lose\""),
        ("theme win", "themes win", "line 2: expected \"theme\", found \"themes win\""),
        ("It is.", "It is", "line 3: the description must end with a full stop"),
        ("d4=1", "d9=1", "line 4: "),
        ("d4=1,h8=2", "d4=1,h8=2; E 19,0", "line 4: the game is over"),
        ("2p; S", "3p; S", "line 5: the goal wins in 2 requires two players"),
        ("goal wins", "goal won", "line 5: unknown goal \"won\""),
        ("\ngoal wins", "", "line 4: the case has no line \"goal\""),
        ("goal wins", "goal wins\nmore", "line 6: expected an empty line after the case"),
    ] {
        let text = if message.contains("in 2") { GOOD.replace("goal wins", "goal wins in 2") } else { GOOD.to_owned() };
        let error = read_cases(&text.replace(from, to)).err().unwrap_or_default();
        assert!(error.starts_with(message), "{error:?} instead of {message:?}");
    }
    let twice = format!("{GOOD}\n# Again.\n{GOOD}");
    assert_eq!(read_cases(&twice).err().as_deref(), Some("duplicate case x"));
}
