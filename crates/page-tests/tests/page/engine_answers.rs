//! The engine in WebAssembly, in a real browser.

use page_tests::{Page, with_server};
use serde_json::{Value, json};

use crate::questions::{Question, general, random_games};

/// The browser gets the modules from the server, under its content security policy.
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
            let messages: Vec<Value> = questions.iter().map(|question| question.message.clone()).collect();
            let script = format!(
                "(async () => {{ const engine = await import('/web/engine/{module}.js'); \
                 await engine.default({{ module_or_path: '/web/engine/{module}.wasm' }}); \
                 return {}.map(({{ method, path, body }}) => {{ const {{ status, body: text }} = engine.request(method, path, body); \
                 return [status, text]; }}); }})()",
                json!(messages)
            );
            let answers = page.eval(&script);
            let answers = answers.as_array().expect("the browser returns a list");
            assert_eq!(answers.len(), questions.len());
            for (question, answer) in questions.iter().zip(answers) {
                let field = |name: &str| question.message[name].as_str().expect("the question is a request");
                let expected = ringside_wasm::respond(field("method"), field("path"), field("body"));
                assert_eq!(*answer, json!([expected.status, expected.body]), "{}", question.message);
            }
        }
    });
}
