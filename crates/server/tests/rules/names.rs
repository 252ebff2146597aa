//! The names `state_hash`, `s_invariant` and `game_status` beside those of this service.

use serde_json::{Value, json};
use server::rules::Mode;

use crate::app::App;

/// Checks that the values with both names agree.
fn check(answer: &Value) {
    let hash = answer.get("referenceHash").unwrap_or(&answer["hash"]);
    assert!(hash.is_string(), "{answer}");
    assert_eq!(&answer["state_hash"], hash, "{answer}");
    assert_eq!(answer["s_invariant"], answer["s"]["after"], "{answer}");
    assert_eq!(answer["game_status"], answer["status"], "{answer}");
}

#[tokio::test]
async fn evaluations_have_both_names() {
    let app = App::new(Mode::Fast);
    for (position, written, s, status, length) in [
        ("G square8 2p; S a1=1,b1=2,h8=2; H 3,3; P movement", "C a1-c1 xb1", 1, "active", 32),
        ("G square8 2p; S a1=11,h8=2; M1 c1; E 18,0", "M a1-c1", 20, "completed", 32),
        ("G square8 2p live; H 18,18", "P d4", 0, "active", 16),
        // Illegal moves have the values of the given position.
        ("G square8 2p; S d4=111,h8=2; M1 a1; P movement", "M d4-d6", 1, "active", 32),
        ("G square8 2p; S d4=111,h8=2; M1 a1; P movement", "T 1", 1, "active", 32),
    ] {
        let answer = app.evaluate(&json!({ "position": position, "move": written })).await;
        check(&answer);
        assert_eq!(answer["s_invariant"], s, "{written} in {position}");
        assert_eq!(answer["game_status"], status, "{written} in {position}");
        assert_eq!(answer["state_hash"].as_str().map(str::len), Some(length), "{written} in {position}");
    }
}

#[tokio::test]
async fn lists_of_moves_have_both_names() {
    let app = App::new(Mode::Fast);
    for (position, length) in [
        ("G square8 2p; S a1=1,h8=2; M1 c1; P movement", 32),
        ("G square8 2p live; S a1=1,h8=2; M1 c1; P movement", 16),
    ] {
        let (_, list) = app.post("/rules/legal_moves", json!({ "position": position }).to_string()).await;
        assert_eq!(list["game_status"], "active", "{list}");
        assert_eq!(list["status"], "active", "{list}");
        assert_eq!(list["s_invariant"], 1, "{list}");
        assert_eq!(list["state_hash"].as_str().map(str::len), Some(length), "{list}");
        assert_eq!(list["state_hash"] == list["hash"], length == 32, "{list}");
    }
}
