//! The job queue of mode shadow, in which the second engine checks every answered move in the background.

use std::sync::mpsc::channel;
use std::time::Duration;

use parking_lot::Mutex;
use ringrift::{Action, Position};
use rules_messages::EngineVerdict;
use serde_json::json;
use server::rules::breaker::BreakerSettings;
use server::rules::engines::{EngineError, spec_verdict};
use server::rules::{Mode, Settings};

use crate::app::{App, EngineFn};

const POSITION: &str = "G square8 2p; S a1=11,b4=2,h8=22; H 3,2; P movement";

#[tokio::test]
async fn full_queue_drops_jobs_and_counts_them() {
    let (open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let engine = EngineFn(move |position: &Position, action: Action| {
        let gate = gate.lock();
        gate.recv().map_err(|_| EngineError::Panicked)?;
        Ok(spec_verdict(position, action))
    });
    let settings = Settings { mode: Mode::Shadow, queue: 3, ..Settings::default() };
    let app = App::with(&settings, Box::new(engine));
    let body = json!({ "position": POSITION, "move": "M a1-a4" });
    // The first job leaves the queue and blocks in the engine; three more fit into the queue.
    app.evaluate(&body).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    for _ in 0..9 {
        let answer = app.evaluate(&body).await;
        assert_eq!(answer["valid"], json!(true));
    }
    let counters = app.service.counters();
    assert_eq!(counters.dropped(), 6);
    assert_eq!(app.service.waiting(), 4);
    for _ in 0..4 {
        open.send(()).expect("the engine waits for the gate");
    }
    app.settle().await;
    assert_eq!(counters.judged(), 4);
    assert_eq!(counters.dropped(), 6);
    assert_eq!(app.mismatches(), [0; 4]);
}

#[tokio::test]
async fn panicking_engine_is_counted_and_opens_the_breaker() {
    let engine = EngineFn(|_: &Position, _: Action| -> Result<EngineVerdict, EngineError> {
        panic!("this panic is part of the test")
    });
    let breaker = BreakerSettings { failures: 3, pause: Duration::from_secs(3600) };
    let app = App::with(&Settings { mode: Mode::Shadow, breaker, ..Settings::default() }, Box::new(engine));
    for _ in 0..10 {
        app.evaluate(&json!({ "position": POSITION, "move": "M a1-a4" })).await;
    }
    app.settle().await;
    let counters = app.service.counters();
    assert_eq!(counters.unjudged(), 10);
    assert_eq!(counters.judged(), 0);
    assert_eq!(counters.compared(), 0);
    assert_eq!(app.mismatches(), [0; 4]);
    assert_eq!(counters.fallback(), 0);
}

#[tokio::test]
async fn hundred_moves_per_second_on_square8_are_all_checked() {
    let app = App::new(Mode::Shadow);
    let body = json!({ "position": POSITION, "move": "M a1-a4" });
    let mut ticks = tokio::time::interval(Duration::from_millis(10));
    for _ in 0..200 {
        ticks.tick().await;
        app.evaluate(&body).await;
    }
    app.settle().await;
    let counters = app.service.counters();
    assert_eq!(counters.judged(), 200);
    assert_eq!(counters.dropped(), 0);
    assert_eq!(app.mismatches(), [0; 4]);
}
