//! Fuzzes ASG replays: a text is parsed or rejected, and a parsed replay round-trips in the compact and in the reference format.

#![no_main]

use asg::Replay;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Replay::verify(text) {
    Err(error) => assert!(!error.to_string().is_empty()),
    Ok(verified) => {
        let replay = verified.replay;
        for text in [replay.to_json(), replay.to_reference_json()] {
            let again = Replay::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, replay, "{text}");
        }
    }
});
