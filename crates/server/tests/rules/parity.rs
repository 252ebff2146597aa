//! Faulty engines and the mismatch counters.

use ringrift::{Action, FingerprintHash, Player, Position, Reason};
use rules_messages::{ComparedState, EngineVerdict, Status, VerdictRejection};
use serde_json::{Value, json};
use server::rules::engines::{Engine, EngineError, spec_verdict};
use server::rules::{Mode, Settings};

use crate::app::{App, EngineFn, faulty};
use crate::folder::Folder;

const POSITION: &str = "G square8 2p; S a1=11,b4=2,h8=22; M1 d1; H 3,2; P movement";

fn body() -> Value {
    json!({ "position": POSITION, "move": "M a1-a4" })
}

/// An engine and the expected mismatch counters: valid, hash, S, status.
type Fault = (fn() -> Box<dyn Engine>, [u64; 4]);

fn faults() -> [Fault; 6] {
    fn rejects() -> Box<dyn Engine> {
        Box::new(EngineFn(|_: &_, _| {
            Ok(EngineVerdict::Invalid(VerdictRejection { message: "never".to_owned(), ..VerdictRejection::default() }))
        }))
    }
    fn wrong_hash() -> Box<dyn Engine> {
        faulty(|next: &mut ComparedState| {
            let state = next.state.as_mut().expect("the spec engine returns a state");
            state.markers.swap_remove(0);
            next.hash = Some(FingerprintHash::of(&state.fingerprint()));
        })
    }
    fn wrong_s() -> Box<dyn Engine> {
        faulty(|next| next.progress += 1)
    }
    fn wrong_status() -> Box<dyn Engine> {
        faulty(|next| {
            next.status = Status::Completed { winner: Some(Player::One), reason: Some(Reason::Stalemate) };
        })
    }
    fn all_wrong() -> Box<dyn Engine> {
        faulty(|next| {
            next.hash = Some(FingerprintHash::of("something else"));
            next.progress -= 1;
            next.status = Status::Completed { winner: None, reason: None };
        })
    }
    fn correct() -> Box<dyn Engine> {
        faulty(|_| {})
    }
    [
        (rejects, [1, 0, 0, 0]),
        (wrong_hash, [0, 1, 0, 0]),
        (wrong_s, [0, 0, 1, 0]),
        (wrong_status, [0, 0, 0, 1]),
        (all_wrong, [0, 1, 1, 1]),
        (correct, [0; 4]),
    ]
}

#[tokio::test]
async fn shadow_counts_every_fault_without_changing_responses() {
    let fast = App::new(Mode::Fast).evaluate(&body()).await;
    for (engine, expected) in faults() {
        let app = App::with(&Settings { mode: Mode::Shadow, ..Settings::default() }, engine());
        let mut answer = app.evaluate(&body()).await;
        answer["mode"] = json!("fast");
        assert_eq!(answer, fast);
        app.settle().await;
        assert_eq!(app.mismatches(), expected);
        assert_eq!(app.service.counters().judged(), 1);
        assert_eq!(app.service.counters().compared(), 1);
    }
}

#[tokio::test]
async fn spec_counts_every_fault_and_the_second_engine_decides() {
    for (engine, expected) in faults() {
        let app = App::with(&Settings { mode: Mode::Spec, ..Settings::default() }, engine());
        let answer = app.evaluate(&body()).await;
        assert_eq!(app.mismatches(), expected);
        assert_eq!(answer["engine"], "spec", "{answer}");
        assert_eq!(answer["valid"], json!(expected[0] == 0));
    }
}

#[tokio::test]
async fn spec_accepts_moves_that_only_the_second_engine_accepts() {
    let engine = EngineFn(|position: &Position, _| {
        let mut next = ComparedState::of(position);
        next.progress += 1;
        Ok(EngineVerdict::Valid(Box::new(next)))
    });
    let app = App::with(&Settings { mode: Mode::Spec, ..Settings::default() }, Box::new(engine));
    let answer = app.evaluate(&json!({ "position": POSITION, "move": "M a1-a2" })).await;
    assert_eq!(answer["valid"], true);
    assert_eq!(app.mismatches(), [1, 0, 0, 0]);
}

/// Engine that changes the list of legal moves and accepts only the moves in the changed list.
struct ListFault(fn(Vec<Action>) -> Vec<Action>);

impl Engine for ListFault {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        let is_listed = (self.0)(position.legal_actions().to_vec()).contains(&action);
        let rejection = || VerdictRejection { message: "not listed".to_owned(), ..VerdictRejection::default() };
        Ok(if is_listed { spec_verdict(position, action) } else { EngineVerdict::Invalid(rejection()) })
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some((self.0)(position.legal_actions().to_vec()))
    }
}

#[tokio::test]
async fn move_lists_are_compared_and_missing_moves_reproduced() {
    fn unchanged(list: Vec<Action>) -> Vec<Action> {
        list
    }
    fn first_missing(mut list: Vec<Action>) -> Vec<Action> {
        list.remove(0);
        list
    }
    fn reversed(list: Vec<Action>) -> Vec<Action> {
        list.into_iter().rev().collect()
    }
    for (name, engine, mismatches, files) in [
        ("unchanged", unchanged as fn(_) -> _, 0, 0),
        ("first_missing", first_missing, 1, 1),
        ("reversed", reversed, 1, 0),
    ] {
        for mode in [Mode::Shadow, Mode::Spec] {
            let folder = Folder::new();
            let reproductions = Some(folder.path().to_owned());
            let app = App::with(&Settings { mode, reproductions, ..Settings::default() }, Box::new(ListFault(engine)));
            let (_, answer) = app.post("/rules/legal_moves", json!({ "position": POSITION }).to_string()).await;
            app.settle().await;
            assert_eq!(app.mismatches(), [mismatches, 0, 0, 0], "{name}");
            assert_eq!(app.service.counters().compared(), 1, "{name}");
            assert_eq!(folder.texts().len(), files, "{name}");
            assert_eq!(answer["engine"], if mode == Mode::Spec { "spec" } else { "fast" });
        }
    }
}

#[tokio::test]
async fn fast_does_not_use_the_second_engine() {
    let engine = EngineFn(|_: &_, _| -> Result<EngineVerdict, _> { panic!("the second engine must not be used") });
    let app = App::with(&Settings::default(), Box::new(engine));
    app.evaluate(&body()).await;
    assert_eq!(app.mismatches(), [0; 4]);
    assert_eq!(app.service.counters().compared(), 0);
}

#[tokio::test]
async fn reproductions_are_written_once_and_limited() {
    let folder = Folder::new();
    let settings = Settings {
        mode: Mode::Shadow,
        reproductions: Some(folder.path().to_owned()),
        most_reproductions: 2,
        ..Settings::default()
    };
    let app = App::with(&settings, faulty(|next| next.progress += 1));
    for _ in 0..3 {
        app.evaluate(&body()).await;
    }
    app.settle().await;
    assert_eq!(folder.texts().len(), 1, "the same move is written once");
    for written in ["M a1-a3", "M a1-a5", "M a1-a6"] {
        app.evaluate(&json!({ "position": POSITION, "move": written })).await;
    }
    app.settle().await;
    assert_eq!(folder.texts().len(), 2);
    assert_eq!(app.mismatches(), [0, 0, 6, 0]);
    for text in folder.texts() {
        let case: Value = serde_json::from_str(&text).expect("the file is JSON");
        assert_eq!(case["format"], "ringrift-case/1");
        assert!(case["engines"]["fast"]["s"] != case["engines"]["spec"]["s"]);
    }
    let again = App::with(&settings, faulty(|next| next.progress += 1));
    again.evaluate(&json!({ "position": POSITION, "move": "M a1-c1" })).await;
    again.settle().await;
    assert_eq!(folder.texts().len(), 2, "files of earlier runs count towards the limit");
}
