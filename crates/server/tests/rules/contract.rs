//! The lockstep contract: when it is enabled, a second engine plays every move too, and the service answers with an error
//! if the results differ.

use axum::http::StatusCode;
use ringrift::{Action, Position, Setup};
use ringrift_spec::{ContractEngine, SecondEngine, SpecEngine};
use serde_json::json;
use server::rules::engines::Spec;
use server::rules::{RulesService, Settings};

use crate::app::App;

#[tokio::test]
async fn fulfilled_contract_does_not_change_responses() {
    let contract = ContractEngine::new(true);
    let service =
        RulesService::with_engine(&Settings::default(), Box::new(Spec), contract).expect("the service starts");
    let app = App::of(service);
    let body = json!({ "position": "G square8 2p; H 18,18", "move": "P d4" });
    let (status, answer) = app.post("/rules/evaluate_move", body.to_string()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["valid"], true);
    let body = json!({ "position": "G square8 2p; H 18,18", "move": "SP" });
    assert_eq!(app.evaluate(&body).await["valid"], json!(false));
    assert_eq!(app.service.counters().contract(), 0);
}

/// Spec engine that loses a marker with each move.
struct LosesMarker;

impl SecondEngine for LosesMarker {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        let mut after = SpecEngine.play(before, action)?;
        after.markers.pop();
        Ok(after)
    }
}

#[tokio::test]
async fn broken_contract_rejects_the_move() {
    let body = json!({ "position": "G square8 2p; S a1=1,h8=2; P movement", "move": "M a1-a3" });
    for is_enabled in [true, false] {
        let contract = ContractEngine::with_second(LosesMarker, is_enabled);
        let app = App::of(
            RulesService::with_engine(&Settings::default(), Box::new(Spec), contract).expect("the service starts"),
        );
        let (status, answer) = app.post("/rules/evaluate_move", body.to_string()).await;
        let expected = if is_enabled { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK };
        assert_eq!(status, expected, "{answer}");
        assert_eq!(app.service.counters().contract(), u64::from(is_enabled));
        if is_enabled {
            let message = answer["problems"][0]["message"].as_str().expect("the answer has a message");
            assert!(message.contains("markers") && message.contains("move_stack by player 1: M a1-a3"), "{message}");
            assert!(message.contains("fast: stacks 2, markers 1") && message.contains("markers 0"), "{message}");
        }
    }
}
