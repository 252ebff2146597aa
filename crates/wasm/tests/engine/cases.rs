//! Questions about the worked positions of the rules, with what their scripts say about the answers.

use std::fs;
use std::path::PathBuf;

use ringrift::{Action, FinishedGames, Overrides, Phase, Position, Ruleset, Setup};
use ringrift_record::TraceSpelling;
use serde_json::{Value, json};

use crate::questions::{Question, about};

/// A question, and the steps of the script that its answer must confirm.
pub(crate) struct CaseQuestion {
    pub(crate) question: Question,
    /// File and number of the case, for messages.
    pub(crate) place: String,
    facts: Vec<Value>,
}

impl CaseQuestion {
    /// Checks the response, as JSON, against the script.
    pub(crate) fn check(&self, status: u16, body: &str) {
        if self.facts.is_empty() {
            return;
        }
        assert_eq!(status, 200, "{}: {body}", self.place);
        let answer: Value = serde_json::from_str(body).expect("the body is JSON");
        for fact in &self.facts {
            assert!(is_confirmed(fact, &answer), "{}: {fact}\n{answer:#}", self.place);
        }
    }
}

/// Reports whether a position, as the engine describes it, is as a step of a script says. Steps that the description of a position does not
/// answer are checked by `ringside conform`, whose engine has the same answers.
fn is_confirmed(fact: &Value, answer: &Value) -> bool {
    let state = &answer["state"];
    let players = state["players"].as_array().expect("the state has players");
    let each = |field: &str| -> Vec<Value> { players.iter().map(|player| player[field].clone()).collect() };
    let values = fact["values"].as_array();
    match fact["op"].as_str().expect("a step has an operation") {
        "turn" => state["player"] == fact["player"],
        "hand" => Some(&each("hand")) == values,
        "elim" => Some(&each("eliminated")) == values,
        "terr" => Some(&each("territory")) == values,
        "is" => {
            let cells = fact["cells"].as_object().expect("the step has cells");
            cells.iter().all(|(cell, content)| json!(content_of(state, cell)) == *content)
        }
        "nlegal" => {
            let groups = answer["legal"]["groups"].as_array().map_or(&[][..], Vec::as_slice);
            let listed: usize = groups.iter().map(|group| group["choices"].as_array().map_or(0, Vec::len)).sum();
            json!(listed) == fact["value"]
        }
        "hash" => answer["hash"] == fact["value"],
        "win" => state["player"].is_null(),
        _ => true,
    }
}

/// Returns the content of a cell as cases write it.
fn content_of(state: &Value, cell: &str) -> String {
    let of = |field: &str| &state[field][cell];
    match (of("stacks"), of("markers"), of("collapsed")) {
        (Value::String(rings), _, _) => format!("S{rings}"),
        (_, Value::Number(owner), _) => format!("M{owner}"),
        (_, _, Value::Number(owner)) => format!("C{owner}"),
        _ => ".".to_owned(),
    }
}

/// Returns the questions about all positions of the cases, and the number of cases.
pub(crate) fn cases() -> (Vec<CaseQuestion>, usize) {
    let (mut questions, mut number) = (Vec::new(), 0);
    for name in ["cases.jsonl", "cases-live.jsonl"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for line in text.lines().filter(|line| !line.is_empty()) {
            let case: Value = serde_json::from_str(line).expect("a case is JSON");
            assert_eq!(case["format"], "ringrift-case/1");
            case_questions(&case, &format!("{name}, case {}", case["id"]), &mut questions);
            number += 1;
        }
    }
    (questions, number)
}

fn case_questions(case: &Value, place: &str, questions: &mut Vec<CaseQuestion>) {
    let name = |field: &str| case[field].as_str().expect("the case has the field");
    let (edition, board) = (name("edition").parse().expect("known"), name("board").parse().expect("known"));
    let players = case["players"].as_u64().expect("the case has players") as u8;
    let rules =
        Ruleset::from_names(edition, board, players, &overrides(&case["options"])).expect("the rules are valid");
    let setup = Setup::parse_with(name("setup"), &rules).unwrap_or_else(|error| panic!("{place}: {error}"));
    let mut position =
        Position::from_setup(&setup, FinishedGames::Allow).unwrap_or_else(|error| panic!("{place}: {error}"));
    let mut facts = Vec::new();
    let mut ask = |question: Question, facts: Vec<Value>| {
        questions.push(CaseQuestion { question, place: place.to_owned(), facts });
    };
    let opened = |position: &Position| Question::post("/api/study", &json!({ "position": position.to_string() }));
    for step in case["script"].as_array().expect("the case has a script") {
        let moved = step["move"].as_str().map(|text| spelled(&position, text));
        match (step["op"].as_str(), moved) {
            (Some("cannot"), Some(found)) => assert_eq!(found, None, "{place}: {step}"),
            (Some("can"), Some(Some(action))) => {
                about(&position, action, None).into_iter().for_each(|question| ask(question, Vec::new()));
            }
            (Some("do"), Some(Some(action))) => {
                ask(opened(&position), std::mem::take(&mut facts));
                let text = position.action_text(action);
                let play = json!({ "position": position.to_string(), "action": text });
                ask(Question::post("/api/study/preview", &play), Vec::new());
                ask(Question::post("/api/study/act", &play), Vec::new());
                position.play_unchecked(action);
            }
            (Some("can" | "do"), _) => panic!("{place}: {step} is not legal"),
            _ => facts.push(step.clone()),
        }
    }
    ask(opened(&position), facts);
}

/// Reads the options of a case, a recorded game or a perft table.
pub(crate) fn overrides(options: &Value) -> Overrides {
    let mut overrides = Overrides::default();
    for (option, value) in options.as_object().expect("the options are an object") {
        let value = match value {
            Value::Bool(is_on) => if *is_on { "on" } else { "off" }.to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let name = if option == "ringsPerPlayer" { "rings" } else { option };
        overrides.set(name, &value).unwrap_or_else(|error| panic!("{option}: {error}"));
    }
    overrides
}

/// Finds the legal action with a text of the trace format.
pub(crate) fn spelled(position: &Position, text: &str) -> Option<Action> {
    let setup = position.to_setup();
    let board = position.rules().board;
    let regions = if setup.phase == Some(Phase::RegionChoice) { position.regions() } else { Vec::new() };
    let regions =
        regions.into_iter().map(|region| (region.id, region.cells.iter().map(|&cell| board.coord(cell)).collect()));
    let spelling = TraceSpelling::new(&setup, regions);
    position.legal_actions().iter().copied().find(|&action| spelling.text(action) == text)
}
