//! A service behind a router, and engines that err.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use ringrift::{Action, Position};
use ringrift_spec::ContractEngine;
use serde_json::Value;
use server::rules::engines::{Engine, EngineError};
use server::rules::{Mode, Next, RulesService, Settings, Verdict, router};
use tower::ServiceExt;

/// A router with the service behind it.
pub(crate) struct App {
    pub(crate) service: Arc<RulesService>,
    pub(crate) router: Router,
}

impl App {
    /// With the usual second engine.
    pub(crate) fn new(mode: Mode) -> App {
        App::with(&Settings { mode, ..Settings::default() }, Box::new(server::rules::engines::Spec))
    }

    /// With some settings and another second engine.
    pub(crate) fn with(settings: &Settings, engine: Box<dyn Engine>) -> App {
        App::of(RulesService::with_engine(settings, engine, no_contract()).expect("a service"))
    }

    /// With a service of one's own.
    pub(crate) fn of(service: RulesService) -> App {
        let service = Arc::new(service);
        App { router: router(Arc::clone(&service)).into(), service }
    }

    /// Sends a body and reads the answer.
    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let request = Request::post(path).header("content-type", "application/json").body(body.into());
        let response = self.router.clone().oneshot(request.expect("a request")).await.expect("routers do not fail");
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Judges a move; the request must be understood.
    pub(crate) async fn evaluate(&self, body: &Value) -> Value {
        let (status, answer) = self.post("/rules/evaluate_move", body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{body}: {answer}");
        answer
    }

    /// Waits for the shadow.
    pub(crate) async fn settle(&self) {
        assert!(self.service.settle(Duration::from_secs(60)).await, "the queue does not empty");
    }

    /// The four counters of mismatches: valid, hash, S, status.
    pub(crate) fn mismatches(&self) -> [u64; 4] {
        let counters = self.service.counters();
        [counters.valid(), counters.hash(), counters.s(), counters.status()]
    }
}

/// Returns a disabled lockstep contract.
pub(crate) fn no_contract() -> ContractEngine {
    ContractEngine::new(false)
}

/// A second engine that judges as it is told.
pub(crate) struct Told<F>(pub(crate) F);

impl<F: Fn(&Position, Action) -> Result<Verdict, EngineError> + Send + Sync> Engine for Told<F> {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError> {
        (self.0)(position, action)
    }

    fn legal(&self, _: &Position) -> Option<Vec<Action>> {
        None
    }
}

/// The literal engine, with something changed about every legal move.
pub(crate) fn faulty(fault: impl Fn(&mut Next) + Send + Sync + 'static) -> Box<dyn Engine> {
    Box::new(Told(move |position: &Position, action| {
        let mut verdict = Verdict::of_spec(position, action);
        if let Verdict::Valid(next) = &mut verdict {
            fault(next);
        }
        Ok(verdict)
    }))
}
