//! `lab curves`: pictures of training runs.

use std::path::Path;

use crate::lab;

#[test]
fn the_losses_of_a_card_become_a_picture() {
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../neural/weights/square8.json");
    let card = card.to_str().expect("the path is UTF-8");
    for (loss, title) in [("policy", "Loss of the policy"), ("value", "Loss of the value")] {
        let svg = lab(&["curves", card, "--loss", loss]).success();
        assert!(svg.starts_with("<svg ") && svg.contains(title) && svg.contains("square8"), "{svg}");
    }
}

#[test]
fn files_that_are_no_cards_are_rejected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (text, problem) in [
        ("{}", "missing field `settings`"),
        (r#"{"settings":{"board":"hex8"},"progress":[]}"#, "it has no loss policy_divergence"),
        (
            r#"{"settings":{"board":"hex8"},"progress":[{"seconds":1,"games":1,"losses":{"value":1}}]}"#,
            "it has no loss",
        ),
    ] {
        let path = folder.path().join("card.json");
        std::fs::write(&path, text).expect("the file is written");
        let finished = lab(&["curves", path.to_str().expect("the path is UTF-8")]);
        assert_eq!(finished.code, Some(2), "{}", finished.err);
        assert!(
            finished.err.contains("not the card of a training run") && finished.err.contains(problem),
            "{}",
            finished.err
        );
    }
}
