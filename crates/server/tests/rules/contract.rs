//! The lockstep contract within the service.

use axum::http::StatusCode;
use ringrift_spec::ContractEngine;
use serde_json::json;
use server::rules::engines::Spec;
use server::rules::{RulesService, Settings};

use crate::app::App;

#[tokio::test]
async fn a_contract_that_holds_is_not_noticed() {
    let contract = ContractEngine::new(Some(true), &|_| Some("1".to_owned()));
    assert!(contract.is_enabled());
    let service = RulesService::with_engine(&Settings::default(), Box::new(Spec), contract).expect("a service");
    let app = App::of(service);
    let body = json!({ "position": "G square8 2p; H 18,18", "move": "P d4" });
    let (status, answer) = app.post("/rules/evaluate_move", body.to_string()).await;
    assert_eq!((status, &answer["valid"]), (StatusCode::OK, &json!(true)));
    let body = json!({ "position": "G square8 2p; H 18,18", "move": "SP" });
    assert_eq!(app.evaluate(&body).await["valid"], json!(false));
    assert_eq!(app.service.counters().contract(), 0);
}
