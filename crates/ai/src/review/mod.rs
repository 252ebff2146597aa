//! One game, looked at from its start to its end.

mod judge;

use ringrift::{Action, ByPlayer, Player, Position};
use ringrift_record::Record;

pub use judge::{LEAD, TurningPoint, Verdict, rounded};
use judge::{accuracy, turning_points};

use crate::{Analysis, Analyst, Limits, final_chances};

/// Asks whether to stop.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// A game and what was found out about it.
pub struct Review {
    /// The game.
    pub record: Record,
    /// The chances at the start and after every ply.
    pub curve: Vec<ByPlayer<f64>>,
    /// What was decided, ply by ply.
    pub decisions: Vec<Decision>,
    /// Where the favourite changed for good.
    pub turning_points: Vec<TurningPoint>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// One action of a game and what is to be said about it.
pub struct Decision {
    /// The turn.
    pub turn: u32,
    /// Who decided.
    pub player: Player,
    /// The text of the action.
    pub text: String,
    /// Whether there was no other action.
    pub is_forced: bool,
    /// How much of his chance to win the player lost by it.
    pub loss: f64,
    /// How bad it was, if it was.
    pub verdict: Option<Verdict>,
    /// What would have been better, if something is known to.
    pub better: Option<Better>,
}

/// What would have been better.
pub struct Better {
    /// The position in which it could have been played.
    pub before: Position,
    /// How the game would have gone on, the better action first.
    pub line: Vec<Action>,
    /// The chances after it.
    pub chances: ByPlayer<f64>,
}

/// How a player played.
pub struct Play {
    /// Who.
    pub player: Player,
    /// How many real decisions he made.
    pub decisions: usize,
    /// How well he made them, in per cent; none if there were none.
    pub accuracy: Option<f64>,
    /// How many of his decisions got which verdict, in the order of [`Verdict::ALL`].
    pub verdicts: [usize; 3],
}

impl Review {
    /// How many steps it takes to review a game: all positions are looked at, then all actions judged.
    pub fn steps(record: &Record) -> usize {
        2 * record.main().plies.len() + 1
    }

    /// Looks at every position of a game; none if that was stopped. Tells `progress` of every step.
    pub fn of(record: Record, limits: Limits, stopped: Stopped<'_>, progress: &dyn Fn()) -> Option<Review> {
        let mut eyes = Eyes { analyst: Analyst::new(limits), nodes: 0, stopped, progress };
        let views = eyes.look_at_all(&record)?;
        let curve = curve(&views, eyes.value(record.last_position())?);
        progress();
        // Somebody else checks what looks bad, so that the order of positions makes no difference to the curve.
        let mut checker = Eyes { analyst: Analyst::new(limits), ..eyes };
        let mut decisions = Vec::with_capacity(views.len());
        for (ply, view) in views.iter().enumerate() {
            decisions.push(checker.judge(view, &curve[ply], &curve[ply + 1])?);
            progress();
        }
        let turning_points = turning_points(&curve, record.rules().players);
        Some(Review { curve, decisions, turning_points, nodes: checker.nodes, record })
    }

    /// How each player played.
    pub fn plays(&self) -> Vec<Play> {
        Player::seats(self.record.rules().players).map(|player| self.play(player)).collect()
    }

    fn play(&self, player: Player) -> Play {
        let real = || self.decisions.iter().filter(|decision| decision.player == player && !decision.is_forced);
        let losses: Vec<f64> = real().map(|decision| decision.loss).collect();
        let count = |verdict| real().filter(|decision| decision.verdict == Some(verdict)).count();
        Play { player, decisions: losses.len(), accuracy: accuracy(&losses), verdicts: Verdict::ALL.map(count) }
    }
}

/// A position of a game and the action that was played there.
struct View {
    position: Position,
    action: Action,
    /// None if there was no other action.
    analysis: Option<Analysis>,
}

/// An analysis without the actions that nobody will ask for: only the best one and the one that was played are compared.
fn only_compared(mut analysis: Analysis, played: Action) -> Analysis {
    let best = analysis.actions.first().map(|scored| scored.action);
    analysis.actions.retain(|scored| Some(scored.action) == best || scored.action == played);
    analysis
}

/// The chances at the start and after every ply. Where there is only one action, they are those after it.
fn curve(views: &[View], end: ByPlayer<f64>) -> Vec<ByPlayer<f64>> {
    let mut curve = vec![end];
    for view in views.iter().rev() {
        let after = curve[curve.len() - 1];
        curve.push(view.analysis.as_ref().map_or(after, |analysis| analysis.chances));
    }
    curve.reverse();
    curve
}

/// Somebody who looks at the positions of a game.
struct Eyes<'a> {
    analyst: Analyst,
    nodes: u64,
    stopped: Stopped<'a>,
    progress: &'a dyn Fn(),
}

impl Eyes<'_> {
    fn look_at_all(&mut self, record: &Record) -> Option<Vec<View>> {
        let mut views = Vec::with_capacity(record.main().plies.len());
        let mut position = record.start().clone();
        for action in record.actions() {
            let is_forced = position.count_legal() == 1;
            let analysis = if is_forced { None } else { Some(only_compared(self.look(&position)?, action)) };
            views.push(View { position: position.clone(), action, analysis });
            position.play_unchecked(action);
            (self.progress)();
        }
        Some(views)
    }

    /// None if stopped.
    fn look(&mut self, position: &Position) -> Option<Analysis> {
        let analysis = self.analyst.analyse(position, self.stopped)?;
        self.nodes += analysis.nodes;
        (!(self.stopped)()).then_some(analysis)
    }

    /// The chances in a position; single actions are played first. None if stopped.
    fn value(&mut self, mut position: Position) -> Option<ByPlayer<f64>> {
        while position.outcome().is_none() {
            match position.legal_actions()[..] {
                [single] => position.play_unchecked(single),
                _ => return self.look(&position).map(|analysis| analysis.chances),
            }
        }
        final_chances(&position)
    }

    /// What is to be said about an action, given the chances before and after it. None if stopped.
    fn judge(&mut self, view: &View, before: &ByPlayer<f64>, after: &ByPlayer<f64>) -> Option<Decision> {
        let player = view.position.to_move();
        let (loss, better) = match &view.analysis {
            None => (0.0, None),
            Some(analysis) => self.compare(view, analysis, before[player], after[player])?,
        };
        let verdict = Verdict::of(loss);
        Some(Decision {
            turn: view.position.turn(),
            player,
            text: view.position.action_text(view.action),
            is_forced: view.analysis.is_none(),
            loss,
            verdict,
            better: better.filter(|_| verdict.is_some()),
        })
    }

    /// What an action lost beside the best one. Where that may be much, the position after the best one is looked at as
    /// thoroughly as the one after the action.
    fn compare(&mut self, view: &View, analysis: &Analysis, before: f64, after: f64) -> Option<(f64, Option<Better>)> {
        let player = view.position.to_move();
        let Some(best) = analysis.actions.first().filter(|best| best.action != view.action) else {
            return Some((0.0, None));
        };
        let played = analysis.actions.iter().find(|scored| scored.action == view.action);
        let at_a_glance = played.map_or(0.0, |played| best.chances[player] - played.chances[player]);
        if Verdict::of(at_a_glance.max(before - after)).is_none() {
            return Some((rounded(at_a_glance.max(0.0)), None));
        }
        let mut instead = view.position.clone();
        instead.play_unchecked(best.action);
        let chances = self.value(instead)?;
        let line = legal_part(&view.position, &best.line);
        let better = Better { before: view.position.clone(), line, chances };
        Some((rounded((chances[player] - after).max(0.0)), Some(better)))
    }
}

/// The actions of a line that can be played, one after the other.
pub fn legal_part(start: &Position, line: &[Action]) -> Vec<Action> {
    let mut legal = Vec::with_capacity(line.len());
    each_legal(start, line, |_, action| legal.push(action));
    legal
}

/// Shows every action of a line that can be played, with the position in which it is.
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

    /// A game with three rings each, and its last action a win.
    const GAME: &str = "[Board \"square8\"]\n[Options \"rings=3\"]\n\n1. P a5*2; M a5-a7\n2. P e1*2; M e1-b1\n3. P g6; M g6-f5\n\
                        4. P e4; M e4-e1\n5. M f5-d3; L 1; E a7\n6. M b1-d1; C d1-d7 xd3\n";

    fn review(text: &str) -> Review {
        Review::of(Record::parse(text).expect("a game"), LIMITS, &|| false, &|| ()).expect("nobody stops it")
    }

    #[test]
    fn every_ply_has_chances_and_the_end_is_certain() {
        let review = review(GAME);
        assert_eq!((review.curve.len(), review.decisions.len()), (14, 13));
        assert_eq!(review.curve[13], ByPlayer([0.0, 1.0, 0.0, 0.0]));
        for chances in &review.curve {
            assert!((chances.0.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{chances:?}");
        }
        assert!(review.nodes > 0 && review.decisions.iter().all(|decision| decision.loss >= 0.0));
    }

    #[test]
    fn what_is_forced_costs_nothing() {
        let review = review(GAME);
        let forced: Vec<&Decision> = review.decisions.iter().filter(|decision| decision.is_forced).collect();
        // One line, and one stack to pay with.
        assert!(forced.iter().any(|decision| decision.text == "L 1"), "{}", forced.len());
        assert!(forced.iter().all(|decision| decision.loss == 0.0 && decision.verdict.is_none()));
        let plays = review.plays();
        let real: usize = plays.iter().map(|play| play.decisions).sum();
        assert_eq!(real + forced.len(), 13);
        assert!(plays.iter().all(|play| play.accuracy.is_some_and(|accuracy| (0.0..=100.0).contains(&accuracy))));
    }

    #[test]
    fn a_game_without_actions_has_chances_too() {
        let review = review("[Board \"square8\"]\n[Players \"3\"]\n\n*\n");
        assert_eq!((review.curve.len(), review.decisions.len()), (1, 0));
        assert!(review.plays().iter().all(|play| play.accuracy.is_none()));
    }

    #[test]
    fn every_step_is_told() {
        for (text, steps) in [(GAME, 27), ("[Board \"square8\"]\n\n*\n", 1)] {
            let record = Record::parse(text).expect("a game");
            assert_eq!(Review::steps(&record), steps);
            let told = std::cell::Cell::new(0);
            Review::of(record, LIMITS, &|| false, &|| told.set(told.get() + 1)).expect("nobody stops it");
            assert_eq!(told.get(), steps);
        }
    }

    #[test]
    fn whoever_stops_it_gets_nothing() {
        let record = Record::parse(GAME).expect("a game");
        assert!(Review::of(record, LIMITS, &|| true, &|| ()).is_none());
    }

    #[test]
    fn better_lines_are_legal() {
        for decision in review(GAME).decisions {
            let Some(better) = decision.better else { continue };
            assert!(!better.line.is_empty() && better.before.is_legal(better.line[0]));
            assert_eq!(decision.verdict, Verdict::of(decision.loss));
        }
    }
}
