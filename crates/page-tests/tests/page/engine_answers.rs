//! The engine in WebAssembly, in a real browser.

use page_tests::{Page, with_server};
use serde_json::{Value, json};

use crate::cases::cases;
use crate::questions::{Question, general, random_games};

#[test]
fn engine_in_the_browser_has_the_answers_of_native_code() {
    with_server(|server| {
        let page = Page::open(server, "/");
        let for_the_board = |question: &Question| {
            question.message["path"]
                .as_str()
                .is_some_and(|path| path.starts_with("/api/study") && !path.ends_with("line"))
        };
        let all: Vec<Question> = general().into_iter().chain(random_games().into_iter().step_by(9)).collect();
        let board: Vec<Question> = random_games().into_iter().filter(for_the_board).step_by(25).collect();
        for (module, questions) in [("players", all), ("board", board)] {
            let questions: Vec<&Question> = questions.iter().collect();
            for (question, (status, body)) in questions.iter().zip(ask(&page, module, &questions)) {
                check(question, status, &body);
            }
        }
    });
}

/// The conformance cases; the answers are compared with native code and with the scripts.
#[test]
fn engine_in_the_browser_answers_as_the_worked_positions_say() {
    with_server(|server| {
        let page = Page::open(server, "/");
        let (cases, _) = cases();
        let questions: Vec<&Question> = cases.iter().map(|case| &case.question).collect();
        for (case, (status, body)) in cases.iter().zip(ask(&page, "players", &questions)) {
            check(&case.question, status, &body);
            case.check(status, &body);
        }
    });
}

/// Compares an answer with that of native code.
fn check(question: &Question, status: u16, body: &str) {
    let field = |name: &str| question.message[name].as_str().expect("the question is a request");
    let expected = ringside_wasm::respond(field("method"), field("path"), field("body"));
    assert!((status, body) == (expected.status, expected.body.as_str()), "{}\n{status} {body}", question.message);
}

/// Asks a module in the browser, which gets it from the server, under its content security policy.
fn ask(page: &Page, module: &str, questions: &[&Question]) -> Vec<(u16, String)> {
    let messages: Vec<&Value> = questions.iter().map(|question| &question.message).collect();
    let script = format!(
        "(async () => {{ const engine = await import('/web/engine/{module}.js'); \
         await engine.default({{ module_or_path: '/web/engine/{module}.wasm' }}); \
         return {}.map(({{ method, path, body }}) => {{ const {{ status, body: text }} = engine.request(method, path, body); \
         return [status, text]; }}); }})()",
        json!(messages)
    );
    let answers: Vec<(u16, String)> = serde_json::from_value(page.eval(&script)).expect("the browser returns a list");
    assert_eq!(answers.len(), questions.len());
    answers
}
