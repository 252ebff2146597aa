//! Lessons: positions with goals, which are checked by what happens.

use std::sync::LazyLock;

use axum::Json;
use ringrift::Position;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Path};
use super::error::{ApiError, ErrorView};
use super::play::tried;
use super::study::StudyView;
use crate::table::{AnyGame, CommandRejection};
use crate::wire::{EventView, RejectionView};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(lessons)).routes(routes!(attempt))
}

/// All lessons, in their order.
static BOOK: LazyLock<Book> = LazyLock::new(|| toml::from_str(include_str!("../lessons.toml")).unwrap_or_default());

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
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

/// An exercise lasts for one turn of the first player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    goal: String,
    text: String,
    hint: String,
    position: String,
    /// What has to happen, all of it.
    wants: Vec<Want>,
    /// What must not.
    #[serde(default)]
    never: Vec<Want>,
    /// A line that reaches the goal; tests play it.
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests play it"))]
    solution: Vec<String>,
    /// A line that misses it; tests play it.
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests play it"))]
    mistake: Vec<String>,
    praise: String,
    regret: String,
}

/// Events of a kind: those of which every field that is given is the same, and the count at least as large.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Want {
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
    /// How many of them.
    #[serde(default = "once")]
    times: usize,
}

fn once() -> usize {
    1
}

impl Want {
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

/// A lesson.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LessonView {
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The rules that it teaches.
    pub rules: Vec<String>,
    /// Its exercises.
    pub exercises: Vec<ExerciseView>,
}

/// An exercise: one turn of the first player, with a goal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExerciseView {
    /// The goal.
    pub goal: String,
    /// What one needs to know for it.
    pub text: String,
    /// What helps.
    pub hint: String,
    /// Where it begins.
    pub position: String,
}

/// All lessons
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<LessonView>)))]
async fn lessons() -> Json<Vec<LessonView>> {
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
    Json(BOOK.lesson.iter().map(lesson).collect())
}

/// What somebody has done in an exercise so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttemptBody {
    /// The actions.
    pub actions: Vec<String>,
}

/// How an exercise goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AttemptView {
    /// The position, what can be done, and what the last action did.
    pub study: StudyView,
    /// Whether the goal is reached.
    pub verdict: Verdict,
    /// What is to be said about it.
    pub text: String,
}

/// Whether the goal of an exercise is reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Not yet.
    Open,
    /// It is.
    Solved,
    /// It can no more be reached.
    Failed,
}

/// The most actions of an attempt; a turn has fewer.
const MOST_ACTIONS: usize = 200;

/// Try an exercise of a lesson: both are counted from 1
#[utoipa::path(post, path = "/api/lessons/{lesson}/{exercise}", params(("lesson" = usize, Path), ("exercise" = usize, Path)), request_body = AttemptBody,
    responses((status = 200, body = AttemptView), (status = 404, body = ErrorView), (status = 422, body = RejectionView)))]
async fn attempt(
    Path((lesson, number)): Path<(usize, usize)>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptView>, ApiError> {
    let exercise = find(lesson, number).ok_or_else(|| ApiError::not_found("there is no such exercise"))?;
    exercise.attempt(&body.actions).map(Json)
}

/// An exercise, counted from 1 as its lesson.
fn find(lesson: usize, number: usize) -> Option<&'static Exercise> {
    BOOK.lesson.get(lesson.checked_sub(1)?)?.exercise.get(number.checked_sub(1)?)
}

impl Exercise {
    fn attempt(&self, actions: &[String]) -> Result<AttemptView, ApiError> {
        if actions.len() > MOST_ACTIONS {
            return Err(ApiError::bad("too_long", format!("an attempt has at most {MOST_ACTIONS} actions")));
        }
        let start =
            Position::parse(&self.position).map_err(|error| ApiError::bad("bad_position", error.to_string()))?;
        let (turn, mut game) = (start.turn(), AnyGame::ring_rift(start));
        let (mut all, mut last) = (Vec::new(), Vec::new());
        for action in actions {
            let played = tried(&game, &Value::from(action.as_str()));
            (last, game) = played.map_err(|refusals| {
                let refused =
                    CommandRejection { rejection: CommandRejection::first_of(&refusals), refusals: Vec::new() };
                ApiError::Rejected(Box::new(RejectionView::without_table(refused, game.hash())))
            })?;
            all.extend(last.iter().cloned());
        }
        let broken = || ApiError::bad("bad_position", "this is no game of RingRift");
        let study = StudyView::new(&game, last).ok_or_else(broken)?;
        let is_turn_over = study.state.player != Some(1) || study.state.turn != turn;
        let (verdict, text) = if self.never.iter().any(|want| want.is_met(&all)) {
            (Verdict::Failed, &self.regret)
        } else if self.wants.iter().all(|want| want.is_met(&all)) {
            (Verdict::Solved, &self.praise)
        } else if is_turn_over {
            (Verdict::Failed, &self.regret)
        } else {
            (Verdict::Open, &self.goal)
        };
        Ok(AttemptView { study, verdict, text: text.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(exercise: &Exercise, actions: &[String]) -> Verdict {
        exercise.attempt(actions).unwrap_or_else(|error| panic!("{}: {actions:?}: {error:?}", exercise.goal)).verdict
    }

    #[test]
    fn there_are_eight_lessons_that_can_be_read() {
        let read: Result<Book, _> = toml::from_str(include_str!("../lessons.toml"));
        let book = read.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(book.lesson.len(), 8);
        let known: Vec<String> = ringrift::Rule::ALL.iter().map(ToString::to_string).collect();
        for lesson in &book.lesson {
            assert!(lesson.exercise.len() >= 2, "{}", lesson.title);
            assert!(lesson.rules.iter().all(|rule| known.contains(rule)), "{}: {:?}", lesson.title, lesson.rules);
        }
    }

    #[test]
    fn every_solution_solves_and_every_mistake_fails() {
        for exercise in BOOK.lesson.iter().flat_map(|lesson| &lesson.exercise) {
            assert_eq!(verdict(exercise, &[]), Verdict::Open, "{}", exercise.goal);
            assert_eq!(verdict(exercise, &exercise.solution), Verdict::Solved, "{}", exercise.goal);
            assert_eq!(verdict(exercise, &exercise.mistake), Verdict::Failed, "{}", exercise.goal);
            let before = &exercise.mistake[..exercise.mistake.len() - 1];
            assert_ne!(verdict(exercise, before), Verdict::Failed, "{}: the mistake goes on too long", exercise.goal);
        }
    }
}
