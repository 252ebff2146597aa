//! Tests of the action notation: parsing, writing and error messages.

use ringrift::{
    Action, ActionReader, ActionStyle, BoardKind, Marks, ParseActionError, Position, ReadAction, ReadActionError,
    ResolveActionError, WrittenAction, is_valid_notation,
};

fn written(text: &str, board: BoardKind) -> WrittenAction {
    WrittenAction::parse(text, board).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parse_error(text: &str, board: BoardKind) -> String {
    match WrittenAction::parse(text, board) {
        Ok(action) => panic!("'{text}' is parsed as {action}"),
        Err(error) => error.to_string(),
    }
}

fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn resolve_error(position: &Position, text: &str) -> ResolveActionError {
    match position.read_action(text) {
        Err(ReadActionError::Resolve(error)) => error,
        other => panic!("'{text}' gives {other:?}"),
    }
}

/// A position in which player 1 can choose between two lines, one of them longer than the line length.
const TWO_LINES: &str = "G square8 2p; S a8=1,h8=2; M1 a1,b1,c1,d1,a3,b3,c3; P line_processing";

#[test]
fn canonical_texts_round_trip() {
    let square = [
        "P d4",
        "P d4*3",
        "SP",
        "SW",
        "M d4-e5",
        "MR d4-e5",
        "B d4",
        "B d4-e5",
        "C a1-c1 xb1",
        "C a1-c1",
        "CC c1-e1 xd1",
        "SC",
        "L 1",
        "LR 1",
        "LR 2",
        "LR 2:3",
        "L 1; LR 1",
        "L 12; LR 2:3",
        "T 3",
        "ST",
        "E d4",
        "R d4-e5 =1 xc3",
        "R d4-e5 =2:1",
        "R d4-e5 =2",
        "R d4-e5 xc3",
        "R d4-e5",
        "SR",
        "M d4-e5+",
        "M d4-e5++",
        "M d4-e5+++",
        "C a1-c1!!",
        "P d4?",
        "M d4-e5!",
        "M d4-e5++!!?",
        "SP!",
    ];
    for text in square {
        assert_eq!(written(text, BoardKind::Square8).to_string(), text);
        assert!(is_valid_notation(text, BoardKind::Square19));
    }
    for text in ["P -3.5", "M 0.0--1.1", "M -1.1--2.1", "C 1.-1-3.-1 x2.-1", "E 0.0", "R -1.0--2.0 =1 x-3.5"] {
        assert_eq!(written(text, BoardKind::Hexagonal).to_string(), text);
    }
}

#[test]
fn other_spellings_are_parsed() {
    let same = [
        ("  M   d4-e5  ", "M d4-e5"),
        ("M d4-e5 @d4", "M d4-e5"),
        ("M d4-e5 @d4 + !", "M d4-e5+!"),
        ("C a1-c1+ xb1!", "C a1-c1 xb1+!"),
        ("C a1-c1 @a1 xb1", "C a1-c1 xb1"),
        ("EC a1-c1 xb1", "CC a1-c1 xb1"),
        ("chain_capture a1-c1 xb1", "C a1-c1 xb1"),
        ("continue_capture_segment a1-c1 xb1", "CC a1-c1 xb1"),
        ("place_ring d4*2", "P d4*2"),
        ("move_ring d4-e5", "MR d4-e5"),
        ("build_stack d4", "B d4"),
        ("line_formation 2", "L 2"),
        ("L 1 #L1", "L 1"),
        ("L 1 #1", "L 1"),
        ("L #1", "L 1"),
        ("L #L2", "L 2"),
        ("T #3", "T 3"),
        ("T #3 3", "T 3"),
        ("LR #2", "LR 2"),
        ("LR #2 2:1", "LR 2:1"),
        ("LR #1 #L2", "L 2; LR 1"),
        ("M @d4 d4-e5", "M d4-e5"),
        ("LR 2 #2", "LR 2"),
        ("choose_line_reward 1 #L3", "L 3; LR 1"),
        ("L 1 LR 2", "L 1; LR 2"),
        ("L 1;LR 2:1", "L 1; LR 2:1"),
        ("L 1\n  LR 2:1 #L1 #2 +", "L 1; LR 2:1+"),
        ("process_line 1; choose_line_option 1", "L 1; LR 1"),
        ("process_territory_region 3", "T 3"),
        ("territory_claim 3 #3", "T 3"),
        ("choose_territory_option 3", "T 3"),
        ("forced_elimination d4", "E d4"),
        ("recovery_slide d4-e5 xc3 =1", "R d4-e5 =1 xc3"),
    ];
    for (text, canonical) in same {
        assert_eq!(written(text, BoardKind::Square8).to_string(), canonical, "{text}");
    }
    for (text, canonical) in [("M c-e2", "M 0.0-2.0"), ("C ne1-sw1 xc", "C 1.-1--1.1 x0.0"), ("P s2", "P -1.2")] {
        assert_eq!(written(text, BoardKind::Hex8).to_string(), canonical, "{text}");
    }
}

#[test]
fn parse_errors_name_the_expected_form() {
    let rejected = [
        ("", "the action is empty; expected one like"),
        (" ; ", "the action is empty"),
        ("X d4", "'X' is not an action: expected one of the codes P, SP, SW, M,"),
        ("d4-e5", "'d4-e5' is not an action"),
        ("p d4", "'p' is not an action: expected one of the codes"),
        ("P", "P needs a cell, with *2 or *3"),
        ("P d9", "P: cell 'd9' is not on square8"),
        ("P 4d", "P: '4d' is not a cell; expected a letter and a number, such as d4"),
        ("P 0.0", "P: '0.0' is not a cell"),
        ("P d4*", "P: '' is not a number from 0 to 255"),
        ("P d4*256", "P: '256' is not a number"),
        ("P d4*+2", "P: '+2' is not a number"),
        ("P d4 e5", "P takes a cell, with *2 or *3 for several rings, not 'e5'"),
        ("M d4", "M takes two cells with a hyphen between them, as in d4-e5 or 0.0--1.2, not 'd4'"),
        ("M", "M needs two cells"),
        ("M d4-", "M: '' is not a cell"),
        ("M d4 - e5", "M takes two cells"),
        ("M d4-e5-f6", "M: 'e5-f6' is not a cell"),
        ("M d4-e5 xd5", "M takes two cells with a hyphen between them, as in d4-e5 or 0.0--1.2, not 'xd5'"),
        ("M d4-e5 @e5", "M: '@e5' contradicts an earlier part of the action"),
        ("M d4-e5 #L1", "M takes two cells"),
        ("M d4-e5 ??", "M takes two cells"),
        ("M d4-e5??", "M: 'e5??' is not a cell"),
        ("C a1-c1 xb1 xd1", "C takes two cells"),
        ("SP d4", "SP takes no arguments, not 'd4'"),
        ("L", "L needs the number of a line"),
        ("L x", "L takes the number of a line, and LR 1 or LR 2:3 after it, not 'x'"),
        ("L a", "L: 'a' is not a number from 1 to 65535"),
        ("L 0", "L: '0' is not a number"),
        ("L 1 #L2", "L: '#L2' contradicts an earlier part of the action"),
        ("L 1; LR 1 #L2", "LR: 'L 2; LR 1' contradicts"),
        ("L 1; LR 3", "LR takes 1, or 2 with the number of a segment, as in 2:3, not '3'"),
        ("L 1; LR 1:1", "LR takes 1, or 2"),
        ("L 1; LR 2:x", "LR: 'x' is not a number"),
        ("LR 1 #2", "LR: '#2' contradicts"),
        ("T", "T needs the number of a region"),
        ("T -1", "T: '-1' is not a number"),
        ("R d4-e5 =3", "R takes two cells"),
        ("P d4; M d4-e5", "expected one action, but 'M' starts another"),
        ("L 1; LR 1; LR 1", "expected one action, but 'LR' starts another"),
    ];
    for (text, message) in rejected {
        let error = parse_error(text, BoardKind::Square8);
        assert!(error.contains(message), "'{text}': {error}");
        assert!(!is_valid_notation(text, BoardKind::Square8));
    }
    let error = parse_error("P s11", BoardKind::Hexagonal);
    assert!(error.contains("'s11' is not a cell; straight north and south"), "{error}");
}

#[test]
fn every_action_of_the_notation_specification_is_parsed() {
    let square = [
        "P d4",
        "SP",
        "SW",
        "M d4-e5",
        "MR d4-e5",
        "C a1-c1 xb1",
        "CC c1-e1 xd1",
        "L 1",
        "LR 2",
        "T 3",
        "E d4",
        "M d4-e5 @d4",
        "L 1 #L1",
        "LR 2 #2",
        "M d4-e5!",
        "C a1-c1!!",
        "P d4?",
        "M d4-e5+",
        "M d4-e5++",
        "L 1; LR 2",
    ];
    assert!(square.iter().all(|text| is_valid_notation(text, BoardKind::Square8)));
    let hexagonal =
        ["P 3.-2", "M 0.0-1.0", "P -1.1", "P 2.-1", "M 0.0-1.-1", "M 1.0-0.1", "C 1.-1-3.-1 x2.-1", "P 11.-11"];
    assert!(hexagonal.iter().all(|text| is_valid_notation(text, BoardKind::Hexagonal12)));
}

#[test]
fn position_completes_abbreviated_texts() {
    let capture = position("G square8 2p; S a1=1,b1=2,h8=2; P movement");
    assert_eq!(capture.read_action("C a1-c1"), capture.read_action("C a1-c1 xb1"));
    assert_eq!(capture.read_action("EC a1-c1"), capture.read_action("C a1-c1 xb1"));
    assert_eq!(capture.read_action("MR a1-a2"), capture.read_action("M a1-a2"));
    let lines = position(TWO_LINES);
    assert!(matches!(lines.read_action("L 2"), Ok(Action::TakeLine { .. })));
    assert_eq!(lines.read_action("L 2; LR 1"), lines.read_action("L 2"));
    assert_eq!(lines.read_action("LR 2:2 #L1"), lines.read_action("L 1; LR 2:2"));
    let one = position("G square8 2p; S a8=1,h8=2; M1 a1,b1,c1; P line_processing");
    assert_eq!(one.read_action("LR 1"), one.read_action("L 1"));
}

#[test]
fn ambiguous_texts_list_the_candidates() {
    let lines = position(TWO_LINES);
    let candidates = |text: &str| match resolve_error(&lines, text) {
        ResolveActionError::Ambiguous { candidates } => candidates.join(", "),
        other => panic!("{other:?}"),
    };
    assert_eq!(candidates("L 1"), "L 1; LR 1, L 1; LR 2:1, L 1; LR 2:2");
    assert_eq!(candidates("LR 1"), "L 1; LR 1, L 2");
    assert_eq!(lines.read_action("LR 2:1"), lines.read_action("L 1; LR 2:1"));
    assert_eq!(
        resolve_error(&lines, "L 1").to_string(),
        "this can mean several actions: L 1; LR 1, L 1; LR 2:1, L 1; LR 2:2; write one of them"
    );
}

/// `LR 2` does not say which segment; the error lists the texts to write and the cells of each.
#[test]
fn option_without_a_segment_lists_the_segments() {
    let lines = position(TWO_LINES);
    let expected = "several segments can be taken; write 'L 1; LR 2:1' for a1 to c1 or 'L 1; LR 2:2' for b1 to d1";
    for text in ["L 1; LR 2", "LR 2", "LR 2 #L1"] {
        assert_eq!(resolve_error(&lines, text).to_string(), expected);
    }
    let long = position("G square8 2p; S a8=1,h8=2; M1 a1,b1,c1,d1,e1; P line_processing");
    assert_eq!(
        resolve_error(&long, "LR 2").to_string(),
        "several segments can be taken; write 'L 1; LR 2:1' for a1 to c1, 'L 1; LR 2:2' for b1 to d1 or \
         'L 1; LR 2:3' for c1 to e1"
    );
}

/// Reads texts one by one and plays them. Returns what each of them means.
fn read_one_by_one(position: &Position, texts: &[&str]) -> Vec<String> {
    let mut position = position.clone();
    let mut reader = ActionReader::default();
    let read = |text: &&str| match reader.read(&position, text) {
        Ok(ReadAction::Action(action)) => {
            let text = position.action_text(action);
            position.play(action).expect("the action is legal");
            text
        }
        Ok(ReadAction::LineChosen(line)) => line.to_string(),
        Ok(ReadAction::AlreadyTaken) => "already taken".to_owned(),
        Err(error) => error.to_string(),
    };
    texts.iter().map(read).collect()
}

/// Document 003, 2.2 and 2.3: `L 1` and `LR 2` are two actions.
#[test]
fn line_and_option_are_read_one_after_the_other() {
    let lines = position(TWO_LINES);
    let chosen = "line 1 is chosen; take it with one of: LR 1, LR 2:1, LR 2:2";
    assert_eq!(read_one_by_one(&lines, &["L 1", "LR 2:2"]), [chosen, "L 1; LR 2:2"]);
    assert_eq!(read_one_by_one(&lines, &["process_line 1", "choose_line_option 1"]), [chosen, "L 1; LR 1"]);
    assert_eq!(read_one_by_one(&lines, &["L 1", "L 2"]), [chosen, "L 2"]);
    assert_eq!(read_one_by_one(&lines, &["L 1", "L 2; LR 1"]), [chosen, "L 2"]);
    assert_eq!(read_one_by_one(&lines, &["L 1", "L 1; LR 2:1"]), [chosen, "L 1; LR 2:1"]);
}

#[test]
fn wrong_text_does_not_drop_the_chosen_line() {
    let read = read_one_by_one(&position(TWO_LINES), &["L 1", "LR 2", "LR 2:7", "LR x", "M a8-a7", "LR 2:1"]);
    assert!(read[1].starts_with("several segments can be taken; write 'L 1; LR 2:1' for a1 to c1"), "{read:?}");
    assert!(read[2].starts_with("there is no segment 7 now"), "{read:?}");
    assert_eq!(read[5], "L 1; LR 2:1");
}

/// A line of exactly the required length is taken by `L` alone, and an `LR 1` directly after it belongs to it.
#[test]
fn option_directly_after_a_line_of_exact_length_confirms_it() {
    let lines = position(TWO_LINES);
    let read = read_one_by_one(&lines, &["L 2", "LR 2", "LR 1", "E a8"]);
    assert_eq!(read, ["L 2", "there is no segment 1 now; no segment can be chosen", "already taken", "E a8"]);
    // Without a payment, another line can be taken at once. The option does not take it.
    let free = position("G square8 3p live; S h8=2,h7=3; M1 a1,b1,c1,a3,b3,c3; H 3,3,3; P line_processing");
    assert_eq!(read_one_by_one(&free, &["L 1", "LR 1", "L 1; LR 1"]), ["L 1", "already taken", "L 1"]);
}

#[test]
fn chosen_line_is_forgotten_in_other_positions() {
    let mut reader = ActionReader::default();
    let one = position("G square8 2p; S a8=1,h8=2; M1 a3,b3,c3; P line_processing");
    assert!(matches!(reader.read(&position(TWO_LINES), "L 1"), Ok(ReadAction::LineChosen(_))));
    assert!(matches!(reader.read(&one, "LR 1"), Ok(ReadAction::Action(Action::TakeLine { .. }))));
}

/// The wrong action is the second one, not the first.
#[test]
fn errors_name_the_action_that_is_wrong() {
    let board = BoardKind::Square8;
    for (text, word) in [
        ("P e5; Q e5-g5", "Q"),
        ("P e5 Q e5-g5", "Q"),
        ("P e5; e5-g5", "e5-g5"),
        ("P e5\nm e5-g5", "m"),
        ("C a1-c1 xb1; Castle", "Castle"),
    ] {
        assert!(parse_error(text, board).starts_with(&format!("'{word}' is not an action: ")), "{text}");
    }
    for (text, part) in [
        ("P e5 e6", "P takes a cell"),
        ("M; e5", "M takes two cells"),
        ("M e5 Q", "M takes two cells"),
        ("P; Q", "P: 'Q' is not a cell"),
        ("C a1-c1\nxz9", "C: cell 'z9' is not on square8"),
    ] {
        assert!(parse_error(text, board).starts_with(part), "{text}: {}", parse_error(text, board));
    }
    assert!(is_valid_notation("M d4-e5; @d4", board) && is_valid_notation("C a1-c1;\nxb1", board));
}

#[test]
fn whole_line_without_a_stack_to_pay_with_is_rejected() {
    let nothing_to_pay = position("G square8 2p; S h8=2; M1 a1,b1,c1,d1,a3,b3,c3,d3; H 1,1; P line_processing");
    assert!(resolve_error(&nothing_to_pay, "LR 1").to_string().contains("no stack is left to pay"));
}

#[test]
fn unresolvable_texts_are_rejected_with_the_reason() {
    let lines = position(TWO_LINES);
    let start = position("G square8 2p; H 18,18");
    let tall = position("G square8 2p; S a1=11,h8=2; P movement");
    let messages = [
        (&lines, "L 3", "there is no line 3 now; lines 1 to 2 can be chosen"),
        (&lines, "L 1; LR 2:3", "there is no segment 3 now; segments 1 to 2 can be chosen"),
        (&lines, "L 2; LR 2:1", "there is no segment 1 now; no segment can be chosen"),
        (&start, "LR 1", "there is no line 1 now; no line can be chosen"),
        (&start, "T 1", "there is no region 1 now; no region can be chosen"),
        (&start, "SW", "SW is not an action of these rules: they have no swap of sides"),
        (&start, "R a1-b1 xc3", "R is not an action of these rules: they have no recovery"),
        (&start, "SR", "SR is not an action of these rules"),
        (&start, "B a1", "B is not an action of these rules: only older records have it"),
        (&tall, "MR a1-a2", "MR is not an action of these rules: a stack moves as a whole, and this one has more"),
        (&tall, "C a1-c1", "RR-CANON-R101"),
        (&start, "M a1-b1", "rings must be placed before moving"),
    ];
    for (position, text, message) in messages {
        let error = resolve_error(position, text).to_string();
        assert!(error.contains(message), "'{text}': {error}");
    }
    let elsewhere = written("P a1", BoardKind::Square19);
    assert_eq!(start.resolve(&elsewhere), Err(ResolveActionError::OtherBoard));
}

#[test]
fn action_texts_of_all_styles_are_read_back() {
    let all = ActionStyle { ring_directions: true, long_names: true, metadata: true, computed_marks: true };
    let cases = [
        ("G hexagonal 2p; S 0.0=1,1.0=2,-3.3=2; P movement", "C 0.0-2.0 x1.0", "overtaking_capture c-e2 xe1 @c"),
        (TWO_LINES, "L 1; LR 2:2", "process_line 1; choose_line_option 2:2 #L1 #2"),
        (TWO_LINES, "L 2", "process_line 2 #L2"),
        ("G square8 2p; S a1=1,h8=2; CX a1,h8; T 1", "E a1", "forced_elimination a1"),
    ];
    for (text, action, styled) in cases {
        let position = position(text);
        let action = position.read_action(action).expect("the action is legal");
        assert_eq!(position.read_action(&position.action_text_in(action, &all)), Ok(action));
        assert_eq!(position.action_text_in(action, &all), styled);
    }
}

#[test]
fn computed_marks_show_new_lines() {
    let style = ActionStyle { computed_marks: true, ..ActionStyle::default() };
    let before = position("G square8 2p; S c1=1,h8=2,a8=1; M1 a1,b1; P movement");
    let forms_line = before.read_action("M c1-c3").expect("the action is legal");
    assert_eq!(before.action_text_in(forms_line, &style), "M c1-c3+");
    let forms_none = before.read_action("M a8-b8").expect("the action is legal");
    assert_eq!(before.action_text_in(forms_none, &style), "M a8-b8");
}

#[test]
fn marks_are_parsed_or_rejected() {
    assert_eq!(Marks::parse("+++"), Some(Marks { line: true, territory: true, ..Marks::NONE }));
    assert!(matches!(WrittenAction::parse("P d4 ?!", BoardKind::Square8), Err(ParseActionError::Unexpected { .. })));
}

/// The time to parse an action must grow linearly with the length of its text: this one has 100,000 words, each of which
/// could begin another action.
#[test]
fn long_texts_of_marks_are_rejected_quickly() {
    let text = format!("P{};z", ";!".repeat(100_000));
    let error = WrittenAction::parse(&text, BoardKind::Square8).expect_err("z is no cell");
    assert!(error.to_string().len() < 200, "{error}");
    let text = format!("P d4{};z", ";!".repeat(100_000));
    let error = WrittenAction::parse(&text, BoardKind::Square8).expect_err("z is no code");
    assert!(error.to_string().starts_with("'z' is not an action"), "{error}");
}
