//! A rules service behind a router, and engines with faults.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use ringrift::{Action, Position};
use ringrift_spec::ContractEngine;
use rules_messages::{ComparedState, EngineVerdict};
use serde_json::Value;
use server::rules::engines::{Engine, EngineError, spec_verdict};
use server::rules::{Mode, RulesService, Settings, router};
use tower::ServiceExt;

/// Rules service and its router.
pub(crate) struct App {
    pub(crate) service: Arc<RulesService>,
    pub(crate) router: Router,
}

impl App {
    /// Starts a service with the spec engine as second engine.
    pub(crate) fn new(mode: Mode) -> App {
        App::with(&Settings { mode, ..Settings::default() }, Box::new(server::rules::engines::Spec))
    }

    /// Starts a service with the given second engine.
    pub(crate) fn with(settings: &Settings, engine: Box<dyn Engine>) -> App {
        App::of(RulesService::with_engine(settings, engine, no_contract()).expect("the service starts"))
    }

    /// Builds the router of a service.
    pub(crate) fn of(service: RulesService) -> App {
        let service = Arc::new(service);
        App { router: router(Arc::clone(&service)).into(), service }
    }

    /// Sends a body; returns status and JSON body of the response.
    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let request = Request::post(path).header("content-type", "application/json").body(body.into());
        let response = self
            .router
            .clone()
            .oneshot(request.expect("the request is well-formed"))
            .await
            .expect("the router is infallible");
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("the body can be read");
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Evaluates a move and checks that the request succeeds.
    pub(crate) async fn evaluate(&self, body: &Value) -> Value {
        let (status, answer) = self.post("/rules/evaluate_move", body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{body}: {answer}");
        answer
    }

    /// Waits until the shadow queue is empty.
    pub(crate) async fn settle(&self) {
        assert!(self.service.settle(Duration::from_secs(60)).await, "the queue does not empty");
    }

    /// Returns the counters of mismatches: valid, hash, S, status.
    pub(crate) fn mismatches(&self) -> [u64; 4] {
        let counters = self.service.counters();
        [counters.valid(), counters.hash(), counters.s(), counters.status()]
    }
}

/// Returns a disabled lockstep contract.
pub(crate) fn no_contract() -> ContractEngine {
    ContractEngine::new(false)
}

/// Second engine that evaluates moves with a closure.
pub(crate) struct EngineFn<F>(pub(crate) F);

impl<F: Fn(&Position, Action) -> Result<EngineVerdict, EngineError> + Send + Sync> Engine for EngineFn<F> {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        (self.0)(position, action)
    }

    fn legal(&self, _: &Position) -> Option<Vec<Action>> {
        None
    }
}

/// Returns the spec engine with a fault in the result of every legal move.
pub(crate) fn faulty(fault: impl Fn(&mut ComparedState) + Send + Sync + 'static) -> Box<dyn Engine> {
    Box::new(EngineFn(move |position: &Position, action| {
        let mut verdict = spec_verdict(position, action);
        if let EngineVerdict::Valid(next) = &mut verdict {
            fault(next);
        }
        Ok(verdict)
    }))
}
