//! The lockstep contract: when it is enabled, a second engine plays every move too, and the service answers with an error
//! if the results differ.

use axum::http::StatusCode;
use metrics_exporter_prometheus::PrometheusBuilder;
use ringrift::{Action, Position, Setup};
use ringrift_spec::{ContractEngine, SecondEngine, SpecEngine};
use serde_json::json;
use server::rules::engines::Spec;
use server::rules::{Mode, RulesService, Settings};

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

#[test]
fn gauge_shows_whether_the_contract_is_enabled() {
    for is_enabled in [true, false] {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            let settings = Settings { contract: is_enabled, ..Settings::default() };
            let service = RulesService::start(&settings).expect("the service starts");
            assert_eq!(service.details().lockstep_contract, is_enabled);
        });
        let (page, line) = (handle.render(), format!("rules_contract_enabled {}", u8::from(is_enabled)));
        assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
    }
}

#[tokio::test]
async fn responses_show_on_request_whether_the_contract_is_enabled() {
    let position = "G square8 2p; H 18,18";
    for is_enabled in [true, false] {
        let settings = Settings { mode: Mode::Spec, contract: is_enabled, ..Settings::default() };
        let app = App::of(RulesService::start(&settings).expect("the service starts"));
        let details = json!({ "mode": "spec", "secondEngine": "spec", "lockstepContract": is_enabled });
        // A legal move, an illegal one, and one that matches no action.
        for written in ["P d4", "SP", "T 1"] {
            let mut body = json!({ "position": position, "move": written, "details": true });
            assert_eq!(app.evaluate(&body).await["details"], details, "{written}");
            body["details"] = json!(false);
            assert!(app.evaluate(&body).await.get("details").is_none());
            body.as_object_mut().expect("the body is an object").remove("details");
            assert!(app.evaluate(&body).await.get("details").is_none());
        }
        let (_, list) =
            app.post("/rules/legal_moves", json!({ "position": position, "details": true }).to_string()).await;
        assert_eq!(list["details"], details);
        let (_, list) = app.post("/rules/legal_moves", json!({ "position": position }).to_string()).await;
        assert!(list.get("details").is_none());
    }
}
