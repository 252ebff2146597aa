//! Malformed and hostile request bodies.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use proptest::prelude::*;
use serde_json::{Value, json};
use server::rules::{MAX_BODY, Mode};
use tower::ServiceExt;

use crate::app::App;

#[tokio::test]
async fn rejects_malformed_bodies() {
    let app = App::new(Mode::Fast);
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let deep_state = format!(r#"{{"state":{{"options":{{"a":{}}}}},"move":"SP"}}"#, nested(100_000));
    let bodies: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"{".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"7".to_vec(),
        b"\"text\"".to_vec(),
        b"{}".to_vec(),
        b"{} {}".to_vec(),
        b"\xff\xfe".to_vec(),
        b"{\"position\":\"\\ud800\",\"move\":\"SP\"}".to_vec(),
        br#"{"position":"G square8 2p; H 18,18","move":"P d4"} trailing"#.to_vec(),
        br#"{"position":"G square8 2p; H 18,18","move":"P d4","details":"yes"}"#.to_vec(),
        br#"{"position":"G square8 2p; H 18,18","position":"G square8 2p; H 18,18","move":"P d4"}"#.to_vec(),
        br#"{"position":7,"move":"P d4"}"#.to_vec(),
        br#"{"position":"G square8 2p; H 18,18"}"#.to_vec(),
        br#"{"move":"P d4"}"#.to_vec(),
        br#"{"state":{},"move":"P d4"}"#.to_vec(),
        br#"{"state":{"boardType":"square8","players":[],"currentPlayer":1},"move":"P d4"}"#.to_vec(),
        br#"{"state":{"boardType":"square8","players":{},"currentPlayer":1},"move":"P d4"}"#.to_vec(),
        br#"{"state":{"boardType":"square8","players":[{"ringsInHand":-1}],"currentPlayer":1},"move":"P d4"}"#.to_vec(),
        br#"{"state":{"boardType":"square8","players":[{"ringsInHand":1e99},{"ringsInHand":1}],"currentPlayer":1},"move":"P d4"}"#.to_vec(),
        nested(100_000).into_bytes(),
        deep_state.into_bytes(),
    ];
    for path in ["/rules/evaluate_move", "/rules/legal_moves"] {
        for body in &bodies {
            let (status, answer) = app.post(path, body.clone()).await;
            let shown = String::from_utf8_lossy(&body[..body.len().min(80)]);
            let fine = path.ends_with("legal_moves") && shown == r#"{"position":"G square8 2p; H 18,18"}"#;
            assert_eq!(status == StatusCode::OK, fine, "{shown}: {answer}");
            if !fine {
                assert_eq!(status, StatusCode::BAD_REQUEST, "{shown}");
                assert!(answer["problems"][0]["message"].is_string(), "{shown}: {answer}");
                assert!(answer.to_string().len() < 4000, "{shown}: the answer is too long");
            }
        }
    }
}

#[tokio::test]
async fn rejects_too_long_bodies() {
    let app = App::new(Mode::Fast);
    let body = |length: usize| {
        let head = r#"{"position":"G square8 2p; H 18,18","move":"P d4"}"#;
        format!("{head}{}", " ".repeat(length - head.len()))
    };
    assert_eq!(app.post("/rules/evaluate_move", body(MAX_BODY)).await.0, StatusCode::OK);
    let (status, answer) = app.post("/rules/evaluate_move", body(MAX_BODY + 1)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(answer["problems"][0]["at"], "body");
}

#[tokio::test]
async fn rejects_other_methods_than_post() {
    let app = App::new(Mode::Fast);
    let request = Request::get("/rules/evaluate_move").body(Body::empty()).expect("the request is well-formed");
    let response = app.router.clone().oneshot(request).await.expect("the router is infallible");
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn openapi_describes_both_routes() {
    let service = std::sync::Arc::clone(&App::new(Mode::Fast).service);
    let api =
        serde_json::to_value(server::rules::router::<()>(service).into_openapi()).expect("the value can be serialized");
    for path in ["/rules/evaluate_move", "/rules/legal_moves"] {
        assert!(api["paths"][path]["post"]["requestBody"].is_object(), "{path}");
    }
    for schema in ["EvaluateRequest", "EvaluateResponse", "LegalRequest", "LegalResponse", "StateObject", "Problems"] {
        assert!(api["components"]["schemas"][schema].is_object(), "{schema}");
    }
}

/// Generates arbitrary JSON, biased towards the names that requests use.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "position",
        "state",
        "move",
        "board",
        "boardType",
        "players",
        "stacks",
        "markers",
        "rings",
        "type",
        "from",
        "to",
        "currentPlayer",
        "currentPhase",
        "ringsInHand",
        "eliminatedRings",
        "moveHistory",
        "square8",
        "hexagonal",
        "movement",
        "place_ring",
        "move_stack",
        "process_line",
        "process_territory_region",
        "recovery_slide",
        "0,0",
        "d4",
        "99,99",
        "G square8 2p",
        "cells",
        "option",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_u8..9).prop_map(Value::from),
        word.clone().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..8).prop_map(|fields| {
                Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_request_makes_the_service_panic(state in any_json(), written in any_json()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("the runtime starts");
        runtime.block_on(async {
            let app = App::new(Mode::Fast);
            for body in [
                json!({ "state": state, "move": written }),
                json!({ "position": "G square8 2p; S a1=12,b1=1,h8=2; M1 a2; P movement", "move": written }),
                json!({ "position": "G square8 2p; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing", "move": written }),
                state.clone(),
            ] {
                let (status, _) = app.post("/rules/evaluate_move", body.to_string()).await;
                assert!(status == StatusCode::OK || status == StatusCode::BAD_REQUEST, "{status}");
            }
        });
    }
}
