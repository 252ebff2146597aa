//! The server and the engine for the page give the same answers, byte for byte.

use crate::questions::{Question, general, random_games};
use crate::test_server::TestServer;

#[test]
fn server_and_engine_have_the_same_answers() {
    let server = TestServer::with(|config| {
        config.rates.requests_per_second = 1_000_000;
        config.rates.requests_burst = 1_000_000;
    });
    let client = server.visitor();
    // The server has the same catalogue and more paths.
    let is_common = |question: &Question| question.message["path"] != "/api/none";
    for question in general().into_iter().filter(is_common).chain(random_games()) {
        let field = |name: &str| question.message[name].as_str().expect("the question is a request");
        let (method, path, body) = (field("method"), field("path"), field("body"));
        let sent = (!body.is_empty()).then_some(body.as_bytes());
        let answer = client.raw(method, path, &[("content-type", "application/json")], sent);
        let answer = answer.expect("the server responds");
        let expected = ringside_wasm::respond(method, path, body);
        let found = (answer.status, answer.text());
        assert!(found == (expected.status, expected.body.clone()), "{}\n{found:?}\n{expected:?}", question.message);
    }
}
