//! Mode spec: the second engine answers; if it fails, the fast engine answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use ringrift::{Action, Position};
use rules_messages::EngineVerdict;
use serde_json::{Value, json};
use server::rules::breaker::BreakerSettings;
use server::rules::engines::{EngineError, Spec, spec_verdict};
use server::rules::{Mode, Settings};

use crate::app::{App, EngineFn, faulty};

fn body() -> Value {
    json!({ "position": "G square8 2p; S a1=11,b4=2,h8=22; H 3,2; P movement", "move": "M a1-a4" })
}

fn spec(breaker: BreakerSettings) -> Settings {
    Settings { mode: Mode::Spec, breaker, timeout: Duration::from_millis(200), ..Settings::default() }
}

#[tokio::test]
async fn falls_back_when_the_engine_fails() {
    let engine = EngineFn(|_: &_, _| Err(EngineError::Reply("nonsense".to_owned())));
    let app = App::with(&spec(BreakerSettings::default()), Box::new(engine));
    let answer = app.evaluate(&body()).await;
    assert_eq!(answer["valid"], true);
    assert_eq!(answer["engine"], "fast");
    assert_eq!(answer["fallback"], true);
    assert_eq!(app.service.counters().fallback(), 1);
}

/// Unblocks the engine on drop.
struct Release(&'static AtomicBool);

impl Drop for Release {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn falls_back_when_the_engine_is_too_slow() {
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    let engine = EngineFn(|position: &Position, action: Action| {
        while !IS_OVER.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(spec_verdict(position, action))
    });
    // The runtime waits for the engine's thread even if the test fails, so a guard unblocks the engine.
    let release = Release(&IS_OVER);
    let app = App::with(&spec(BreakerSettings { failures: 100, pause: Duration::from_secs(1) }), Box::new(engine));
    // More calls than the service runs at the same time, so that queued calls time out as well.
    for _ in 0..6 {
        let answer = tokio::time::timeout(Duration::from_secs(60), app.evaluate(&body()))
            .await
            .expect("the service answers in time");
        assert_eq!(answer["fallback"], true);
        assert_eq!(answer["valid"], true);
    }
    drop(release);
    assert_eq!(app.service.counters().fallback(), 6);
}

#[tokio::test]
async fn falls_back_when_the_engine_panics() {
    let engine = EngineFn(|_: &Position, _: Action| -> Result<EngineVerdict, EngineError> {
        panic!("this panic is part of the test")
    });
    let app = App::with(&spec(BreakerSettings::default()), Box::new(engine));
    assert_eq!(app.evaluate(&body()).await["fallback"], json!(true));
    assert_eq!(app.service.counters().fallback(), 1);
}

#[tokio::test]
async fn falls_back_when_the_engine_returns_no_state() {
    let app = App::with(
        &spec(BreakerSettings::default()),
        faulty(|next| {
            next.state = None;
            next.hash = Some(ringrift::FingerprintHash::of("something else"));
        }),
    );
    let answer = app.evaluate(&body()).await;
    assert_eq!(answer["engine"], "fast");
    assert_eq!(app.mismatches(), [0, 1, 0, 0]);
    assert_eq!(app.service.counters().fallback(), 1);
}

#[tokio::test]
async fn breaker_opens_after_failures_and_closes_after_a_success() {
    let (calls, works) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (counted, is_working) = (Arc::clone(&calls), Arc::clone(&works));
    let engine = EngineFn(move |position: &Position, action: Action| {
        counted.fetch_add(1, Ordering::SeqCst);
        if is_working.load(Ordering::SeqCst) == 0 {
            return Err(EngineError::Unreachable("gone".to_owned()));
        }
        Ok(spec_verdict(position, action))
    });
    let pause = Duration::from_millis(300);
    let app = App::with(&spec(BreakerSettings { failures: 3, pause }), Box::new(engine));
    for _ in 0..10 {
        app.evaluate(&body()).await;
    }
    assert_eq!(calls.load(Ordering::SeqCst), 3);
    assert_eq!(app.service.counters().fallback(), 10);
    works.store(1, Ordering::SeqCst);
    tokio::time::sleep(pause + Duration::from_millis(50)).await;
    for _ in 0..5 {
        assert_eq!(app.evaluate(&body()).await["engine"], "spec");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 8);
    assert_eq!(app.service.counters().fallback(), 10);
}

#[tokio::test]
async fn legal_moves_come_from_the_engine_that_answers() {
    let position = "G square8 2p; S a1=11,b4=2,h8=22; H 3,2; P movement";
    let list = async |app: &App| app.post("/rules/legal_moves", json!({ "position": position }).to_string()).await.1;
    let app = App::with(&spec(BreakerSettings::default()), Box::new(Spec));
    let mut by_spec = list(&app).await;
    assert_eq!(by_spec["engine"], "spec");
    assert_eq!(app.mismatches(), [0; 4]);
    by_spec["engine"] = json!("fast");
    assert_eq!(list(&App::new(Mode::Fast)).await, by_spec);
}
