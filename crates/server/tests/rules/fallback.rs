//! The second engine first, and what happens when it fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use ringrift::{Action, Position};
use serde_json::{Value, json};
use server::rules::breaker::BreakerSettings;
use server::rules::engines::{EngineError, Spec};
use server::rules::{Mode, Settings, Verdict};

use crate::app::{App, Told, faulty};

fn body() -> Value {
    json!({ "position": "G square8 2p; S a1=11,b4=2,h8=22; H 3,2; P movement", "move": "M a1-a4" })
}

fn spec(breaker: BreakerSettings) -> Settings {
    Settings { mode: Mode::Spec, breaker, timeout: Duration::from_millis(200), ..Settings::default() }
}

#[tokio::test]
async fn a_failing_engine_is_stood_in_for() {
    let engine = Told(|_: &_, _| Err(EngineError::Reply("nonsense".to_owned())));
    let app = App::with(&spec(BreakerSettings::default()), Box::new(engine));
    let answer = app.evaluate(&body()).await;
    assert_eq!((&answer["valid"], &answer["engine"]), (&json!(true), &json!("fast")));
    assert_eq!((&answer["fallback"], app.service.counters().fallback()), (&json!(true), 1));
}

/// Lets an engine go when it goes itself.
struct Release(&'static AtomicBool);

impl Drop for Release {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_slow_engine_is_not_waited_for() {
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    let engine = Told(|position: &Position, action: Action| {
        while !IS_OVER.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(Verdict::of_spec(position, action))
    });
    // Also if something fails: the runtime waits for the engine.
    let release = Release(&IS_OVER);
    let app = App::with(&spec(BreakerSettings { failures: 100, pause: Duration::from_secs(1) }), Box::new(engine));
    // More than may be asked at once: those that wait for their turn give up in time as well.
    for _ in 0..6 {
        let answer = tokio::time::timeout(Duration::from_secs(60), app.evaluate(&body())).await.expect("an answer");
        assert_eq!((&answer["fallback"], &answer["valid"]), (&json!(true), &json!(true)));
    }
    drop(release);
    assert_eq!(app.service.counters().fallback(), 6);
}

#[tokio::test]
async fn an_engine_that_panics_is_stood_in_for() {
    let engine = Told(|_: &Position, _: Action| -> Result<Verdict, EngineError> { panic!("this panic is meant") });
    let app = App::with(&spec(BreakerSettings::default()), Box::new(engine));
    assert_eq!(app.evaluate(&body()).await["fallback"], json!(true));
    assert_eq!(app.service.counters().fallback(), 1);
}

#[tokio::test]
async fn a_state_that_nothing_can_go_on_from_is_not_used() {
    let app = App::with(
        &spec(BreakerSettings::default()),
        faulty(|next| {
            next.state = None;
            next.hash = Some(ringrift::FingerprintHash::of("something else"));
        }),
    );
    let answer = app.evaluate(&body()).await;
    assert_eq!((&answer["engine"], app.mismatches()), (&json!("fast"), [0, 1, 0, 0]));
    assert_eq!(app.service.counters().fallback(), 1);
}

#[tokio::test]
async fn after_failures_in_a_row_the_engine_is_left_alone_until_a_try_goes_well() {
    let (asked, works) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (seen, fine) = (Arc::clone(&asked), Arc::clone(&works));
    let engine = Told(move |position: &Position, action: Action| {
        seen.fetch_add(1, Ordering::SeqCst);
        if fine.load(Ordering::SeqCst) == 0 {
            return Err(EngineError::Unreachable("gone".to_owned()));
        }
        Ok(Verdict::of_spec(position, action))
    });
    let pause = Duration::from_millis(300);
    let app = App::with(&spec(BreakerSettings { failures: 3, pause }), Box::new(engine));
    for _ in 0..10 {
        app.evaluate(&body()).await;
    }
    assert_eq!((asked.load(Ordering::SeqCst), app.service.counters().fallback()), (3, 10));
    works.store(1, Ordering::SeqCst);
    tokio::time::sleep(pause + Duration::from_millis(50)).await;
    for _ in 0..5 {
        assert_eq!(app.evaluate(&body()).await["engine"], "spec");
    }
    assert_eq!((asked.load(Ordering::SeqCst), app.service.counters().fallback()), (8, 10));
}

#[tokio::test]
async fn legal_moves_come_from_the_engine_that_answers() {
    let position = "G square8 2p; S a1=11,b4=2,h8=22; H 3,2; P movement";
    let list = async |app: &App| app.post("/rules/legal_moves", json!({ "position": position }).to_string()).await.1;
    let app = App::with(&spec(BreakerSettings::default()), Box::new(Spec));
    let mut by_spec = list(&app).await;
    assert_eq!((&by_spec["engine"], app.mismatches()), (&json!("spec"), [0; 4]));
    by_spec["engine"] = json!("fast");
    assert_eq!(list(&App::new(Mode::Fast)).await, by_spec);
}
