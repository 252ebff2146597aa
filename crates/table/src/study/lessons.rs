//! Lessons: positions with goals. The events of an attempt show whether it reaches the goal.

use std::sync::LazyLock;

use api::{AttemptView, EventView, ExerciseResult, ExerciseView, LessonView};
use game::RingRift;
use ringrift::Position;
use serde::Deserialize;
use serde_json::Value;

use super::rejected_in;
use crate::RequestError;
use crate::trial::{study_view, try_action};

/// Largest number of actions in an attempt; a turn has fewer.
const MAX_ACTIONS: usize = 200;

/// All lessons, in order.
static LESSONS: LazyLock<LessonFile> =
    LazyLock::new(|| serde_json::from_str(include_str!("lessons.json")).unwrap_or_default());

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    lesson: Vec<Lesson>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    title: String,
    about: String,
    rules: Vec<String>,
    exercise: Vec<Exercise>,
}

/// An exercise: one turn of the first player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    goal: String,
    text: String,
    hint: String,
    position: String,
    /// Events that must all happen.
    wants: Vec<EventPattern>,
    /// Events that must not happen.
    #[serde(default)]
    never: Vec<EventPattern>,
    /// Actions that reach the goal, for tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "used by tests only"))]
    solution: Vec<String>,
    /// Actions that miss the goal, for tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "used by tests only"))]
    mistake: Vec<String>,
    praise: String,
    regret: String,
}

/// Pattern of an event: every given field must be equal, except `count`, which is a minimum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventPattern {
    event: String,
    player: Option<u8>,
    at: Option<String>,
    from: Option<String>,
    over: Option<String>,
    to: Option<String>,
    count: Option<u32>,
    cause: Option<String>,
    phase: Option<String>,
    rule: Option<String>,
    /// Minimum number of matching events.
    #[serde(default = "one")]
    times: usize,
}

fn one() -> usize {
    1
}

impl EventPattern {
    fn is_met(&self, events: &[EventView]) -> bool {
        events.iter().filter(|event| self.matches(event)).count() >= self.times
    }

    fn matches(&self, event: &EventView) -> bool {
        let same = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_ref().is_none_or(|wanted| Some(wanted.as_str()) == found)
        };
        self.event == event.event
            && self.player.is_none_or(|player| event.player == Some(player))
            && self.count.is_none_or(|count| event.count.is_some_and(|found| found >= count))
            && same(&self.at, event.at.as_deref())
            && same(&self.from, event.from.as_deref())
            && same(&self.over, event.over.as_deref())
            && same(&self.to, event.to.as_deref())
            && same(&self.cause, event.cause.as_deref())
            && same(&self.phase, event.phase.as_deref())
            && same(&self.rule, Some(&event.rule))
    }
}

/// Returns all lessons.
pub fn lesson_views() -> Vec<LessonView> {
    let exercise = |exercise: &Exercise| ExerciseView {
        goal: exercise.goal.clone(),
        text: exercise.text.clone(),
        hint: exercise.hint.clone(),
        position: exercise.position.clone(),
    };
    let lesson = |lesson: &Lesson| LessonView {
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        rules: lesson.rules.clone(),
        exercises: lesson.exercise.iter().map(exercise).collect(),
    };
    LESSONS.lesson.iter().map(lesson).collect()
}

/// Plays the actions of an attempt at an exercise, and compares their events with the goal. Lesson and exercise are
/// numbered from 1.
///
/// # Errors
/// If there is no such exercise, the attempt is too long or an action is not legal.
pub fn attempt(lesson: usize, exercise: usize, actions: &[String]) -> Result<AttemptView, RequestError> {
    let lesson = lesson.checked_sub(1).and_then(|lesson| LESSONS.lesson.get(lesson));
    let found = lesson.and_then(|lesson| lesson.exercise.get(exercise.checked_sub(1)?));
    found.ok_or_else(|| RequestError::not_found("unknown exercise"))?.attempt(actions)
}

impl Exercise {
    /// Plays the actions and compares their events with the goal.
    fn attempt(&self, actions: &[String]) -> Result<AttemptView, RequestError> {
        if actions.len() > MAX_ACTIONS {
            let message = format!("an attempt must not exceed {MAX_ACTIONS} actions");
            return Err(RequestError::bad_request("too_long", message));
        }
        let bad_position = |problem: &str| RequestError::bad_request("bad_position", problem);
        let start = Position::parse(&self.position).map_err(|error| bad_position(&error.to_string()))?;
        let (turn, mut game) = (start.turn(), RingRift::new(start));
        let (mut all, mut last) = (Vec::new(), Vec::new());
        for action in actions {
            let played = try_action(&game, &Value::from(action.as_str()));
            (last, game) = played.map_err(|rejected| rejected_in(rejected, &game))?;
            all.extend(last.iter().cloned());
        }
        let study = study_view(&game, last);
        let is_turn_over = study.state.player != Some(1) || study.state.turn != turn;
        let (verdict, text) = if self.never.iter().any(|pattern| pattern.is_met(&all)) {
            (ExerciseResult::Failed, &self.regret)
        } else if self.wants.iter().all(|pattern| pattern.is_met(&all)) {
            (ExerciseResult::Solved, &self.praise)
        } else if is_turn_over {
            (ExerciseResult::Failed, &self.regret)
        } else {
            (ExerciseResult::Open, &self.goal)
        };
        Ok(AttemptView { study, verdict, text: text.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(exercise: &Exercise, actions: &[String]) -> ExerciseResult {
        exercise.attempt(actions).unwrap_or_else(|error| panic!("{}: {actions:?}: {error:?}", exercise.goal)).verdict
    }

    #[test]
    fn lesson_file_has_eight_lessons_with_known_rules() {
        let file: LessonFile =
            serde_json::from_str(include_str!("lessons.json")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.lesson.len(), 8);
        let known: Vec<String> = ringrift::Rule::ALL.iter().map(ToString::to_string).collect();
        for lesson in &file.lesson {
            assert!(lesson.exercise.len() >= 2, "{}", lesson.title);
            assert!(lesson.rules.iter().all(|rule| known.contains(rule)), "{}: {:?}", lesson.title, lesson.rules);
        }
    }

    #[test]
    fn every_solution_solves_and_every_mistake_fails() {
        for exercise in LESSONS.lesson.iter().flat_map(|lesson| &lesson.exercise) {
            assert_eq!(result(exercise, &[]), ExerciseResult::Open, "{}", exercise.goal);
            assert_eq!(result(exercise, &exercise.solution), ExerciseResult::Solved, "{}", exercise.goal);
            assert_eq!(result(exercise, &exercise.mistake), ExerciseResult::Failed, "{}", exercise.goal);
            let without_last = &exercise.mistake[..exercise.mistake.len() - 1];
            let before = result(exercise, without_last);
            assert_ne!(before, ExerciseResult::Failed, "{}: fails before its last action", exercise.goal);
        }
    }
}
