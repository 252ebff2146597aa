//! Review of a whole game.

mod judge;
mod turns;

use ringrift::{Action, ByPlayer, Player, Position};
use ringrift_record::Record;

pub use judge::{LEAD, Severity, TurningPoint, rounded, turning_points};
pub use turns::{DECIDED, KeyMoment, MAX_KEY_MOMENTS, ReviewedTurn};
use turns::{accuracy, key_turns};

use crate::search::IsCancelled;
use crate::{Analysis, Analyst, Limits, final_chances};

/// The positions after the played and the better turn of a key moment are analysed with this multiple of the effort for other positions.
const CONFIRMATION_EFFORT: u32 = 5;

/// Review of a game.
pub struct Review {
    pub record: Record,
    /// Winning chances at the start and after each ply.
    pub curve: Vec<ByPlayer<f64>>,
    /// Decisions by ply.
    pub decisions: Vec<ReviewedDecision>,
    /// Plies at which the favourite changed permanently.
    pub turning_points: Vec<TurningPoint>,
    /// The few turns with the largest losses, in the order of the game.
    pub key_moments: Vec<KeyMoment>,
    /// Number of positions evaluated.
    pub nodes: u64,
}

/// Judgement of one action.
pub struct ReviewedDecision {
    pub turn: u32,
    pub player: Player,
    /// Notation of the action.
    pub text: String,
    /// Whether it was the only legal action.
    pub is_forced: bool,
    /// Loss of the player's winning chance, 0.0 to 1.0.
    pub loss: f64,
    /// Set if the loss is large enough.
    pub severity: Option<Severity>,
    /// Better alternative, if the decision is bad enough to have a severity.
    pub better: Option<Better>,
}

/// Better alternative to a decision.
pub struct Better {
    /// Position before the decision.
    pub before: Position,
    /// Expected continuation, starting with the better action.
    pub line: Vec<Action>,
    /// Winning chances after the better action.
    pub chances: ByPlayer<f64>,
}

/// Summary of a player's decisions.
pub struct Play {
    pub player: Player,
    /// Number of decisions with more than one legal action.
    pub decisions: usize,
    /// Number of turns that count for the accuracy; see [`ReviewedTurn::counts`].
    pub turns: usize,
    /// Mean accuracy of these turns in per cent; `None` without turns.
    pub accuracy: Option<f64>,
    /// Number of decisions of each severity, in the order of [`Severity::ALL`].
    pub severity_counts: [usize; 3],
}

impl Review {
    /// Returns the number of progress steps: one per position and one per action.
    pub fn steps(record: &Record) -> usize {
        2 * record.main().plies.len() + 1
    }

    /// Reviews a game. Calls `progress` after each step. Returns `None` if cancelled.
    pub fn of(record: Record, limits: Limits, is_cancelled: IsCancelled<'_>, progress: &dyn Fn()) -> Option<Review> {
        let mut reviewer = Reviewer { analyst: Analyst::new(limits), nodes: 0, is_cancelled, progress };
        let views = reviewer.analyse_all(&record)?;
        let curve = curve(&views, reviewer.value(record.last_position())?);
        progress();
        // A second analyst checks bad decisions, so that its search tree does not depend on the first pass.
        let mut checker = Reviewer { analyst: Analyst::new(limits), ..reviewer };
        let mut decisions = Vec::with_capacity(views.len());
        for (ply, view) in views.iter().enumerate() {
            decisions.push(checker.judge(view, &curve[ply], &curve[ply + 1])?);
            progress();
        }
        let turning_points = turning_points(&curve, record.rules().players);
        let mut review = Review { curve, decisions, turning_points, key_moments: Vec::new(), nodes: 0, record };
        for turn in key_turns(&review.turns()) {
            let moment = checker.key_moment(&views, &review.decisions, turn)?;
            review.key_moments.extend(checker.confirmed(&review.record, moment, limits)?);
        }
        review.nodes = checker.nodes;
        Some(review)
    }

    /// Returns the summary of each player.
    pub fn plays(&self) -> Vec<Play> {
        self.plays_among(|_| true)
    }

    /// Returns the summary of each player, of those decisions whose number, counted from 0, is included.
    pub fn plays_among(&self, is_included: impl Fn(usize) -> bool) -> Vec<Play> {
        Player::seats(self.record.rules().players).map(|player| self.play(player, &is_included)).collect()
    }

    fn play(&self, player: Player, is_included: &impl Fn(usize) -> bool) -> Play {
        let included = || self.decisions.iter().enumerate().filter(|(number, _)| is_included(*number));
        let decisions = || included().map(|(_, decision)| decision);
        let real = || decisions().filter(|decision| decision.player == player && !decision.is_forced);
        let count = |severity| real().filter(|decision| decision.severity == Some(severity)).count();
        let turns = self.turns();
        let is_counted =
            |turn: &&ReviewedTurn| turn.player == player && turn.counts() && turn.plies.clone().all(is_included);
        Play {
            player,
            decisions: real().count(),
            turns: turns.iter().filter(is_counted).count(),
            accuracy: accuracy(turns.iter().filter(is_counted)),
            severity_counts: Severity::ALL.map(count),
        }
    }
}

/// A position of the game and the action played there.
struct ReviewedPly {
    position: Position,
    action: Action,
    /// `None` if the action was forced.
    analysis: Option<Analysis>,
}

/// Reduces an analysis to the best and the played action, the only ones that are compared.
fn only_compared(mut analysis: Analysis, played: Action) -> Analysis {
    let best = analysis.actions.first().map(|scored| scored.action);
    analysis.actions.retain(|scored| Some(scored.action) == best || scored.action == played);
    analysis
}

/// Returns the chances at the start and after each ply. The chances before a forced action equal the chances after it.
fn curve(views: &[ReviewedPly], end: ByPlayer<f64>) -> Vec<ByPlayer<f64>> {
    let mut curve = vec![end];
    for view in views.iter().rev() {
        let after = curve[curve.len() - 1];
        curve.push(view.analysis.as_ref().map_or(after, |analysis| analysis.chances));
    }
    curve.reverse();
    curve
}

/// Analyses the positions of a game.
struct Reviewer<'a> {
    analyst: Analyst,
    nodes: u64,
    is_cancelled: IsCancelled<'a>,
    progress: &'a dyn Fn(),
}

impl Reviewer<'_> {
    fn analyse_all(&mut self, record: &Record) -> Option<Vec<ReviewedPly>> {
        let mut views = Vec::with_capacity(record.main().plies.len());
        let mut position = record.start().clone();
        for action in record.actions() {
            let is_forced = position.count_legal() == 1;
            let analysis = if is_forced { None } else { Some(only_compared(self.analyse(&position)?, action)) };
            views.push(ReviewedPly { position: position.clone(), action, analysis });
            position.play_unchecked(action);
            (self.progress)();
        }
        Some(views)
    }

    /// Returns `None` if cancelled.
    fn analyse(&mut self, position: &Position) -> Option<Analysis> {
        let analysis = self.analyst.analyse(position, self.is_cancelled)?;
        self.nodes += analysis.nodes;
        (!(self.is_cancelled)()).then_some(analysis)
    }

    /// Returns the chances in a position after playing forced actions, or `None` if cancelled.
    fn value(&mut self, mut position: Position) -> Option<ByPlayer<f64>> {
        while position.outcome().is_none() {
            match position.legal_actions()[..] {
                [single] => position.play_unchecked(single),
                _ => return self.analyse(&position).map(|analysis| analysis.chances),
            }
        }
        final_chances(&position)
    }

    /// Judges an action, given the chances before and after it. Returns `None` if cancelled.
    fn judge(&mut self, view: &ReviewedPly, before: &ByPlayer<f64>, after: &ByPlayer<f64>) -> Option<ReviewedDecision> {
        let player = view.position.to_move();
        let (loss, better) = match &view.analysis {
            None => (0.0, None),
            Some(analysis) => self.compare(view, analysis, before[player], swapped_by(view.action, *after)[player])?,
        };
        let severity = Severity::of(loss);
        Some(ReviewedDecision {
            turn: view.position.turn(),
            player,
            text: view.position.action_text(view.action),
            is_forced: view.analysis.is_none(),
            loss,
            severity,
            better: better.filter(|_| severity.is_some()),
        })
    }

    /// Returns the loss compared with the best action. If the loss may be large, the position after the best action is analysed
    /// with the same effort as the one after the played action.
    fn compare(
        &mut self,
        view: &ReviewedPly,
        analysis: &Analysis,
        before: f64,
        after: f64,
    ) -> Option<(f64, Option<Better>)> {
        let player = view.position.to_move();
        let Some(best) = analysis.actions.first().filter(|best| best.action != view.action) else {
            return Some((0.0, None));
        };
        let played = analysis.actions.iter().find(|scored| scored.action == view.action);
        let estimate = played.map_or(0.0, |played| best.chances[player] - played.chances[player]);
        if Severity::of(estimate.max(before - after)).is_none() {
            return Some((rounded(estimate.max(0.0)), None));
        }
        let mut instead = view.position.clone();
        instead.play_unchecked(best.action);
        let chances = swapped_by(best.action, self.value(instead)?);
        let line = legal_part(&view.position, &best.line);
        let better = Better { before: view.position.clone(), line, chances };
        Some((rounded((chances[player] - after).max(0.0)), Some(better)))
    }
}

impl Reviewer<'_> {
    /// Returns a key moment with a better turn, or `None` if cancelled. The better turn differs from the played one at the decision with
    /// the largest loss.
    fn key_moment(
        &mut self,
        views: &[ReviewedPly],
        decisions: &[ReviewedDecision],
        turn: ReviewedTurn,
    ) -> Option<KeyMoment> {
        let start = views[turn.plies.start].position.clone();
        let worst = turn.plies.clone().max_by(|&a, &b| decisions[a].loss.total_cmp(&decisions[b].loss))?;
        let mut better: Vec<Action> = views[turn.plies.start..worst].iter().map(|view| view.action).collect();
        let mut position = views[worst].position.clone();
        let is_in_turn = |position: &Position| {
            position.outcome().is_none() && (position.turn(), position.to_move()) == (turn.turn, turn.player)
        };
        let known = decisions[worst].better.as_ref().map_or(Vec::new(), |better| better.line.clone());
        let mut known = known.into_iter();
        while is_in_turn(&position) {
            let next = match known.next().filter(|&action| position.is_legal(action)) {
                Some(action) => action,
                // The expected continuation ends within the turn.
                None => self.analyse(&position)?.actions.first()?.action,
            };
            better.push(next);
            position.play_unchecked(next);
            if next == Action::SwapSides {
                break;
            }
        }
        Some(KeyMoment { turn, start, better })
    }

    /// Compares the positions after the played and the better turn with more effort. The outer result is `None` if cancelled, the inner
    /// one if the better turn is hardly better. The chance before the turn becomes that after the better turn.
    fn confirmed(&mut self, record: &Record, moment: KeyMoment, limits: Limits) -> Option<Option<KeyMoment>> {
        let KeyMoment { mut turn, start, better } = moment;
        let played: Vec<Action> = record.actions().skip(turn.plies.start).take(turn.plies.len()).collect();
        let mut chance_after = |line: &[Action]| {
            let mut end = start.clone();
            line.iter().for_each(|&action| end.play_unchecked(action));
            self.analyst = Analyst::new(limits.times(CONFIRMATION_EFFORT));
            let chances = self.value(end)?;
            Some(line.last().map_or(chances, |&last| swapped_by(last, chances))[turn.player])
        };
        (turn.before, turn.after) = (chance_after(&better)?, chance_after(&played)?);
        turn.loss = rounded((turn.before - turn.after).max(0.0));
        self.analyst = Analyst::new(limits);
        let is_confirmed = turn.counts() && Severity::of(turn.loss) >= Some(Severity::Mistake);
        Some(is_confirmed.then_some(KeyMoment { turn, start, better }))
    }
}

/// Returns the chances after an action in the order of the persons before it: a swap of sides exchanges the first two colours.
fn swapped_by(action: Action, mut chances: ByPlayer<f64>) -> ByPlayer<f64> {
    if action == Action::SwapSides {
        chances.0.swap(0, 1);
    }
    chances
}

/// Returns the leading part of a line that is legal.
pub fn legal_part(start: &Position, line: &[Action]) -> Vec<Action> {
    let mut legal = Vec::with_capacity(line.len());
    each_legal(start, line, |_, action| legal.push(action));
    legal
}

/// Calls `see` with each action of the legal part of a line and the position before it.
pub fn each_legal(start: &Position, line: &[Action], mut see: impl FnMut(&Position, Action)) {
    let mut position = start.clone();
    for &action in line {
        if position.outcome().is_some() || !position.is_legal(action) {
            break;
        }
        see(&position, action);
        position.play_unchecked(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { nodes: Some(20), ..Limits::NONE };

    /// Game with three rings per player; the last action wins.
    const GAME: &str = "[Board \"square8\"]\n[Options \"rings=3\"]\n\n1. P a5*2; M a5-a7\n2. P e1*2; M e1-b1\n3. P g6; M g6-f5\n\
                        4. P e4; M e4-e1\n5. M f5-d3; L 1; E a7\n6. M b1-d1; C d1-d7 xd3\n";

    fn review(text: &str) -> Review {
        Review::of(Record::parse(text).expect("the record is valid"), LIMITS, &|| false, &|| ())
            .expect("the review is not cancelled")
    }

    #[test]
    fn every_ply_has_chances_and_the_result_is_certain() {
        let review = review(GAME);
        assert_eq!((review.curve.len(), review.decisions.len()), (14, 13));
        assert_eq!(review.curve[13], ByPlayer([0.0, 1.0, 0.0, 0.0]));
        for chances in &review.curve {
            assert!((chances.0.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{chances:?}");
        }
        assert!(review.nodes > 0 && review.decisions.iter().all(|decision| decision.loss >= 0.0));
    }

    #[test]
    fn forced_actions_have_no_loss() {
        let review = review(GAME);
        let forced: Vec<&ReviewedDecision> = review.decisions.iter().filter(|decision| decision.is_forced).collect();
        // There is one line and one stack to pay with.
        assert!(forced.iter().any(|decision| decision.text == "L 1"), "{}", forced.len());
        assert!(forced.iter().all(|decision| decision.loss == 0.0 && decision.severity.is_none()));
        let plays = review.plays();
        let real: usize = plays.iter().map(|play| play.decisions).sum();
        assert_eq!(real + forced.len(), 13);
        assert!(plays.iter().all(|play| play.turns > 0 && play.turns <= 3));
        assert!(plays.iter().all(|play| play.accuracy.is_some_and(|accuracy| (0.0..=100.0).contains(&accuracy))));
    }

    #[test]
    fn empty_games_have_chances() {
        let review = review("[Board \"square8\"]\n[Players \"3\"]\n\n*\n");
        assert_eq!((review.curve.len(), review.decisions.len()), (1, 0));
        assert!(review.plays().iter().all(|play| play.accuracy.is_none()));
    }

    #[test]
    fn progress_is_called_for_each_step() {
        for (text, steps) in [(GAME, 27), ("[Board \"square8\"]\n\n*\n", 1)] {
            let record = Record::parse(text).expect("the record is valid");
            assert_eq!(Review::steps(&record), steps);
            let calls = std::cell::Cell::new(0);
            Review::of(record, LIMITS, &|| false, &|| calls.set(calls.get() + 1)).expect("the review is not cancelled");
            assert_eq!(calls.get(), steps);
        }
    }

    #[test]
    fn cancelled_reviews_have_no_result() {
        let record = Record::parse(GAME).expect("the record is valid");
        assert!(Review::of(record, LIMITS, &|| true, &|| ()).is_none());
    }

    #[test]
    fn key_moments_have_a_better_turn_that_is_complete() {
        // Each player could have won earlier.
        let review = review(GAME);
        assert!(!review.key_moments.is_empty() && review.key_moments.len() <= MAX_KEY_MOMENTS);
        for KeyMoment { turn, start, better } in &review.key_moments {
            assert!(turn.counts() && Severity::of(turn.loss) >= Some(Severity::Mistake));
            assert_eq!(*start, review.record.position_after(turn.plies.start));
            let played: Vec<Action> = review.record.actions().skip(turn.plies.start).take(turn.plies.len()).collect();
            assert_ne!(*better, played);
            let mut position = start.clone();
            for &action in better {
                assert_eq!((position.turn(), position.to_move()), (turn.turn, turn.player));
                position.play(action).expect("the action is legal");
            }
            assert!(position.outcome().is_some() || position.turn() != turn.turn, "{better:?}");
        }
    }

    #[test]
    fn better_lines_are_legal() {
        for decision in review(GAME).decisions {
            let Some(better) = decision.better else { continue };
            assert!(!better.line.is_empty() && better.before.is_legal(better.line[0]));
            assert_eq!(decision.severity, Severity::of(decision.loss));
        }
    }
}
