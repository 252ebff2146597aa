//! Repeated, contradictory and incomplete parts of written actions, and texts in every style.

use ringrift::{Action, ActionStyle, BoardKind, Position, WrittenAction};

fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position in which player 1 can choose between two lines, one of them longer than the line length.
const TWO_LINES: &str = "G square8 2p; S a8=1,h8=2; M1 a1,b1,c1,d1,a3,b3,c3; P line_processing";

#[test]
fn repeated_parts_must_agree() {
    let parse = |text: &str| WrittenAction::parse(text, BoardKind::Square8);
    for text in ["M a1-a2 @a1 @a1", "T 1 #1 #1", "L 1 #L1 #L1"] {
        assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
    }
    for text in
        ["M a1-a2 @a1 @b1", "T 1 #1 #2", "L 1 #2", "L 1 #L2", "T 1 2", "R a1-a2 =1 =2", "LR", "L 1; P z9", "L 1; LR x"]
    {
        assert!(parse(text).is_err(), "{text}: {:?}", parse(text));
    }
}

#[test]
fn lines_are_written_in_every_style() {
    let position = position(TWO_LINES);
    let metadata = ActionStyle { metadata: true, ..ActionStyle::default() };
    let whole = position.read_action("L 1; LR 1").expect("the line can be taken as a whole");
    assert_eq!(position.action_text_in(whole, &metadata), "L 1; LR 1 #L1 #1");
    assert_eq!(position.move_type(whole), "choose_line_option");
    let exact = position.read_action("L 2").expect("the line can be taken");
    assert_eq!(position.move_type(exact), "process_line");
    assert_eq!(position.action_text_in(exact, &ActionStyle::default()), "L 2");
    let segment = position.read_action("L 1; LR 2:1").expect("the segment can be taken");
    assert_eq!(position.move_type(segment), "choose_line_option");
}

#[test]
fn illegal_actions_and_eliminations_have_texts() {
    let position = position("G square8 2p; S a1=1,h8=2; P movement");
    let corner = BoardKind::Square8.parse_cell("a1").expect("the cell exists");
    let marks = ActionStyle { computed_marks: true, ..ActionStyle::default() };
    let eliminate = Action::Eliminate { at: corner };
    assert_eq!(position.action_text_in(eliminate, &marks), "E a1", "an illegal action has no computed marks");
    assert_eq!(
        position.action_text_in(eliminate, &ActionStyle { long_names: true, ..marks }),
        "eliminate_rings_from_stack a1"
    );
    let forced = Position::parse("G square8 2p; S a1=1,h8=2; C2 a2,b1,b2; P forced_elimination");
    if let Ok(forced) = forced {
        assert_eq!(forced.move_type(eliminate), "forced_elimination");
    }
}

#[test]
fn r110_recoveries_without_their_parts_are_incomplete_or_illegal() {
    let buried: Vec<String> = "abcdefgh".chars().map(|column| format!("{column}8=12")).collect();
    let text = format!("G square8 2p live; S {},h6=12,g6=12; M1 a1; P recovery", buried.join(","));
    let many = position(&text);
    let error = many.read_action("R a1-a2").expect_err("ten stacks can pay").to_string();
    assert!(error.contains(" and 2 more"), "{error}");
    let error = many.read_action("R a1-a2 =1").expect_err("the slide forms no line").to_string();
    assert!(error.contains("line"), "{error}");
    assert!(many.read_action("R a1-a2 xh6").is_ok());
}

#[test]
fn finished_games_have_a_reference_hash() {
    let mut position = position("G square8 2p live; S a1=1,b1=2; H 0,0; P movement");
    while let Some(&action) = position.legal_actions().first() {
        position.play(action).expect("the action is legal");
    }
    assert_eq!(position.reference_hash().len(), 16);
}

#[test]
fn r101_a_capture_without_target_is_found_by_its_landing() {
    let position = position("G square8 2p; S a1=1,b1=2,h8=2; P movement");
    for landing in ["c1", "d1", "h1"] {
        let action = position.read_action(&format!("C a1-{landing}")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.action_text(action), format!("C a1-{landing} xb1"));
    }
}

#[test]
fn r110_a_marker_slides_neither_onto_a_marker_nor_onto_territory() {
    let position = position("G square8 2p live; S d4=12,h8=12; M1 a1; M2 a2; C2 b1; P recovery");
    for text in ["R a1-a2 xd4", "R a1-b1 xd4"] {
        let error = position.read_action(text).expect_err("the cell is neither empty nor a stack").to_string();
        assert!(error.contains("slides to an empty cell or onto a stack"), "{error}");
    }
}
