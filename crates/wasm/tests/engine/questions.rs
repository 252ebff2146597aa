//! Questions to the engine about positions of every edition and board. The tests of the server ask them too.

use ringrift::{Action, BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Value, json};

/// A question, and how many legal actions the recorded game has at this point.
pub(crate) struct Question {
    /// `{method, path, body}`, or `{position, depth}` for perft.
    pub(crate) message: Value,
    pub(crate) legal: Option<usize>,
}

impl Question {
    fn request(method: &str, path: &str, body: &Value) -> Question {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        Question { message: json!({ "method": method, "path": path, "body": body }), legal: None }
    }

    pub(crate) fn post(path: &str, body: &Value) -> Question {
        Question::request("POST", path, body)
    }
}

/// Returns questions that need no position.
pub(crate) fn general() -> Vec<Question> {
    let mut questions: Vec<Question> = ["/api/catalogue", "/api/lessons", "/api/boards/triangle", "/api/none"]
        .map(|path| Question::request("GET", path, &Value::Null))
        .into();
    for board in BoardKind::ALL {
        questions.push(Question::request("GET", &format!("/api/boards/{board}"), &Value::Null));
    }
    questions.push(Question::post("/api/lessons/1/1", &json!({ "actions": [] })));
    questions.push(Question::post("/api/lessons/99/1", &json!({ "actions": [] })));
    for body in [json!([]), json!({ "position": 7 }), json!({ "position": "G square9", "action": "P a1" })] {
        questions.push(Question::post("/api/study/act", &body));
    }
    questions
}

/// Returns questions about positions of random games in every edition, on every board, with two to four players.
pub(crate) fn random_games() -> Vec<Question> {
    let mut questions = Vec::new();
    let mut state = 1_u64;
    for (edition, board) in Edition::ALL.iter().flat_map(|edition| BoardKind::ALL.map(|board| (*edition, board))) {
        for players in 2..=4 {
            let Ok(rules) = Ruleset::new(edition, board, players, &Overrides::default()) else { continue };
            let mut position = Position::new(&rules).expect("the rules have a start position");
            for ply in 0..400 {
                let actions = position.legal_actions();
                if actions.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action = actions[(state >> 33) as usize % actions.len()];
                // Later positions have more to say; those of large boards have long lists.
                if ply % 97 == 3 {
                    questions.extend(about(&position, action, None));
                }
                position.play_unchecked(action);
            }
        }
    }
    questions
}

/// Returns the questions about a position in which an action is played.
pub(crate) fn about(position: &Position, action: Action, legal: Option<usize>) -> Vec<Question> {
    let (text, action) = (position.to_string(), position.action_text(action));
    let play = json!({ "position": text, "action": action });
    let cell = position.rules().board.cell_name(position.rules().board.iter_cells().next().expect("boards have cells"));
    let mut opened = Question::post("/api/study", &json!({ "position": text }));
    opened.legal = legal;
    vec![
        opened,
        Question::post("/api/study/act", &play),
        Question::post("/api/study/preview", &play),
        Question::post("/api/study/act", &json!({ "position": text, "action": format!("{action}9") })),
        Question::post("/api/study/why", &json!({ "position": text, "cell": cell.to_string(), "picked": [] })),
        Question::post("/api/study/why", &json!({ "position": text, "action": "M a1-a1" })),
        Question::post("/api/study/line", &json!({ "start": text, "actions": [action] })),
    ]
}
