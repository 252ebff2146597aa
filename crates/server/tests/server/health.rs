//! Health check and the body limit of the rules service.

use api::HealthDetails;
use serde_json::json;
use server::rules::{Mode, Settings};

use crate::test_server::TestServer;

#[test]
fn health_shows_details_of_the_rules_service_on_request() {
    for is_enabled in [true, false] {
        let rules = Settings { mode: Mode::Shadow, contract: is_enabled, ..Settings::default() };
        let server = TestServer::with_rules(rules, |_| {});
        let client = server.visitor();
        for path in ["/health", "/health?details=false", "/health?probe=1"] {
            let answer = client.raw("GET", path, &[], None).expect("the server responds");
            assert_eq!((answer.status, answer.text().as_str()), (200, "ok\n"), "{path}");
        }
        let answer = client.raw("GET", "/health?details=true", &[], None).expect("the server responds");
        assert_eq!(answer.status, 200);
        let details: HealthDetails = serde_json::from_slice(&answer.body).expect("the body is JSON");
        assert_eq!(details.status, "ok");
        assert_eq!(details.rules.mode, "shadow");
        assert_eq!(details.rules.second_engine, "spec");
        assert_eq!(details.rules.lockstep_contract, is_enabled);
    }
}

#[test]
fn rules_service_accepts_long_histories() {
    let server = TestServer::new();
    let history = vec![json!({ "type": "move_stack", "algebraicNotation": "M a1-a3" }); 8000];
    let state = json!({
        "boardType": "square8", "players": [{ "ringsInHand": 18 }, { "ringsInHand": 18 }], "currentPlayer": 1,
        "moveHistory": history,
    });
    let body = json!({ "state": state, "move": "P d4" }).to_string();
    assert!(body.len() > 400 * 1024, "{}", body.len());
    let headers = [("content-type", "application/json")];
    let answer = server.visitor().raw("POST", "/rules/evaluate_move", &headers, Some(body.as_bytes()));
    let answer = answer.expect("the server responds");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let answer: serde_json::Value = serde_json::from_slice(&answer.body).expect("the body is JSON");
    assert_eq!(answer["next"]["state"]["moveHistory"].as_array().map(Vec::len), Some(8001));
}
