//! Engines that err, and the counters that catch them.

use ringrift::{Action, FingerprintHash, Player, Position, Reason};
use serde_json::{Value, json};
use server::rules::engines::{Engine, EngineError};
use server::rules::{Mode, Next, Refusal, Settings, Status, Verdict};

use crate::app::{App, Told, faulty};
use crate::folder::Folder;

const POSITION: &str = "G square8 2p; S a1=11,b4=2,h8=22; M1 d1; H 3,2; P movement";

fn body() -> Value {
    json!({ "position": POSITION, "move": "M a1-a4" })
}

/// An engine, and the counters that it must raise: valid, hash, S, status.
type Fault = (fn() -> Box<dyn Engine>, [u64; 4]);

fn faults() -> [Fault; 6] {
    fn refuses() -> Box<dyn Engine> {
        Box::new(Told(|_: &_, _| Ok(Verdict::Invalid(Refusal { message: "never".to_owned(), ..Refusal::default() }))))
    }
    fn wrong_hash() -> Box<dyn Engine> {
        faulty(|next: &mut Next| {
            let state = next.state.as_mut().expect("the literal engine has a state");
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
    fn wrong_in_all() -> Box<dyn Engine> {
        faulty(|next| {
            next.hash = Some(FingerprintHash::of("something else"));
            next.progress -= 1;
            next.status = Status::Completed { winner: None, reason: None };
        })
    }
    fn right() -> Box<dyn Engine> {
        faulty(|_| {})
    }
    [
        (refuses, [1, 0, 0, 0]),
        (wrong_hash, [0, 1, 0, 0]),
        (wrong_s, [0, 0, 1, 0]),
        (wrong_status, [0, 0, 0, 1]),
        (wrong_in_all, [0, 1, 1, 1]),
        (right, [0; 4]),
    ]
}

#[tokio::test]
async fn in_shadow_every_fault_raises_its_counter_and_changes_no_answer() {
    let alone = App::new(Mode::Fast).evaluate(&body()).await;
    for (engine, expected) in faults() {
        let app = App::with(&Settings { mode: Mode::Shadow, ..Settings::default() }, engine());
        let mut answer = app.evaluate(&body()).await;
        answer["mode"] = json!("fast");
        assert_eq!(answer, alone);
        app.settle().await;
        assert_eq!(app.mismatches(), expected);
        assert_eq!((app.service.counters().judged(), app.service.counters().compared()), (1, 1));
    }
}

#[tokio::test]
async fn in_spec_every_fault_raises_its_counter() {
    for (engine, expected) in faults() {
        let app = App::with(&Settings { mode: Mode::Spec, ..Settings::default() }, engine());
        let answer = app.evaluate(&body()).await;
        assert_eq!(app.mismatches(), expected);
        assert_eq!(answer["engine"], "spec", "{answer}");
        assert_eq!(answer["valid"], json!(expected[0] == 0), "the second engine decides");
    }
}

#[tokio::test]
async fn in_spec_a_move_that_only_the_second_engine_accepts_is_valid() {
    let engine = Told(|position: &Position, _| {
        let mut next = Next::of(position);
        next.progress += 1;
        Ok(Verdict::Valid(Box::new(next)))
    });
    let app = App::with(&Settings { mode: Mode::Spec, ..Settings::default() }, Box::new(engine));
    let answer = app.evaluate(&json!({ "position": POSITION, "move": "M a1-a2" })).await;
    assert_eq!((&answer["valid"], app.mismatches()), (&json!(true), [1, 0, 0, 0]));
}

/// An engine that lists other moves than there are, and judges by its list.
struct Lists(fn(Vec<Action>) -> Vec<Action>);

impl Engine for Lists {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError> {
        let is_listed = (self.0)(position.legal_actions().to_vec()).contains(&action);
        let refusal = || Refusal { message: "not listed".to_owned(), ..Refusal::default() };
        Ok(if is_listed { Verdict::of_spec(position, action) } else { Verdict::Invalid(refusal()) })
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some((self.0)(position.legal_actions().to_vec()))
    }
}

#[tokio::test]
async fn lists_of_moves_are_compared_too_and_the_odd_one_is_kept() {
    fn right(list: Vec<Action>) -> Vec<Action> {
        list
    }
    fn short(mut list: Vec<Action>) -> Vec<Action> {
        list.remove(0);
        list
    }
    fn turned(list: Vec<Action>) -> Vec<Action> {
        list.into_iter().rev().collect()
    }
    for (name, engine, differences, kept) in
        [("right", right as fn(_) -> _, 0, 0), ("short", short, 1, 1), ("turned", turned, 1, 0)]
    {
        for mode in [Mode::Shadow, Mode::Spec] {
            let folder = Folder::new(&format!("lists-{name}-{mode:?}"));
            let reproductions = Some(folder.path().to_owned());
            let app = App::with(&Settings { mode, reproductions, ..Settings::default() }, Box::new(Lists(engine)));
            let (_, answer) = app.post("/rules/legal_moves", json!({ "position": POSITION }).to_string()).await;
            app.settle().await;
            assert_eq!((app.mismatches(), app.service.counters().compared()), ([differences, 0, 0, 0], 1), "{name}");
            assert_eq!(folder.texts().len(), kept, "{name}");
            let named = if mode == Mode::Spec { "spec" } else { "fast" };
            assert_eq!(answer["engine"], named);
        }
    }
}

#[tokio::test]
async fn in_fast_nobody_is_asked() {
    let engine = Told(|_: &_, _| -> Result<Verdict, _> { panic!("nobody may ask") });
    let app = App::with(&Settings::default(), Box::new(engine));
    app.evaluate(&body()).await;
    assert_eq!((app.mismatches(), app.service.counters().compared()), ([0; 4], 0));
}

#[tokio::test]
async fn what_engines_differ_on_is_kept_once_and_not_without_end() {
    let folder = Folder::new("reproductions");
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
    assert_eq!(folder.texts().len(), 1, "the same move is kept once");
    for written in ["M a1-a3", "M a1-a5", "M a1-a6"] {
        app.evaluate(&json!({ "position": POSITION, "move": written })).await;
    }
    app.settle().await;
    assert_eq!((folder.texts().len(), app.mismatches()), (2, [0, 0, 6, 0]));
    for text in folder.texts() {
        let case: Value = serde_json::from_str(&text).expect("a case");
        assert_eq!(case["format"], "ringrift-case/1");
        assert!(case["engines"]["fast"]["s"] != case["engines"]["spec"]["s"]);
    }
    let again = App::with(&settings, faulty(|next| next.progress += 1));
    again.evaluate(&json!({ "position": POSITION, "move": "M a1-c1" })).await;
    again.settle().await;
    assert_eq!(folder.texts().len(), 2, "files of earlier runs count");
}
