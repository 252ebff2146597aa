//! The samples of the notation specification: all can be parsed, and the games are checked against the rules.

use ringrift::{BoardKind, Coord, Phase, Position, Ruleset, WrittenAction, is_valid_notation};
use ringrift_record::{EmptySteps, Layout, Record, RecordProblem, RecordText, Termination, TextOptions};

/// Sections 3.2 and 3.3 and appendix A for square boards; text after `# ` is a comment.
const SQUARE_ACTIONS: &str = "
P d4          # words
SP            # words
SW            # words
M d4-e5       # words
MR d4-e5      # words
C a1-c1 xb1   # words
CC c1-e1 xd1  # words
L 1           # words
LR 2          # words
T 3           # words
E d4          # words
C a1-c1 xb1
M d4-e5 @d4
L 1 #L1
LR 2 #2
M d4-e5!
C a1-c1!!
P d4?
M d4-e5+
M d4-e5++
L 1; LR 2
EC e1-g1 xf1
B d4
";

/// Sections 3.2 and 3.3 and appendix A for hexagonal boards.
const HEXAGONAL_ACTIONS: &str = "
P 3.-2        # words
M 0.0-1.0     # words
P 11.-11
P -3.5
M 0.0-1.-1
M -1.1--2.1
C 1.-1-3.-1 x2.-1
";

/// Section 4.1.
const HEADERS: &str = r#"[Game "RingRift"]
[Board "square8"]
[Date "2024-12-01"]
[Player1 "Alice"]
[Player2 "Bob"]
[Result "1-0"]
[Termination "ring_elimination"]
[RNGSeed "12345"]
"#;

/// Section 4.2, the primary form.
const TURNS: &str = "
1. P d4      P e5
2. P c3      P f6
3. M d4-e4   M e5-d5
4. C e4-e6 xe5  M d5-c5
...
";

/// Section 4.2, the form for complex turns.
const SEQUENCE: &str = "
1. P d4
2. P e5
3. P c3
4. P f6
5. M d4-e4
6. M e5-d5
7. C e4-e6 xe5
   L 1
   LR 2
8. M d5-c5
...
";

/// Section 4.3.
const SQUARE_GAME: &str = r#"[Game "RingRift"]
[Board "square8"]
[Date "2024-12-01"]
[Player1 "HeuristicAI_v1"]
[Player2 "HeuristicAI_v2"]
[Result "1-0"]
[Termination "ring_elimination"]
[TotalMoves "47"]

1. P d4      P e5
2. P c4      P d5
3. P e4      P c5
4. P d3      P e6
5. M d4-d5   M e5-e4
6. M c4-d4   M d5-c4
7. M e4-d4+  L 1; LR 1
8. M c5-d5   C d4-b4 xc4
9. CC b4-b2 xb3
...
47. M g7-h8  {P1 wins by ring elimination}
"#;

/// Section 4.4.
const HEXAGONAL_GAME: &str = r#"[Game "RingRift"]
[Board "hexagonal"]
[Date "2024-12-01"]
[Player1 "Alice"]
[Player2 "Bob"]
[Result "0-1"]

1. P 0.0     P 1.0
2. P -1.1    P 2.-1
3. M 0.0-1.-1  M 1.0-0.1
4. C 1.-1-3.-1 x2.-1
...
"#;

fn lines(samples: &str) -> impl Iterator<Item = &str> {
    samples.lines().filter(|line| !line.is_empty())
}

fn action_count(text: &str) -> usize {
    RecordText::new(text).parse().unwrap_or_else(|error| panic!("{error}\n{text}")).actions().count()
}

#[test]
fn every_action_is_parsed_alone_and_with_its_comment() {
    for (samples, board) in [(SQUARE_ACTIONS, BoardKind::Square8), (HEXAGONAL_ACTIONS, BoardKind::Hexagonal12)] {
        for line in lines(samples) {
            let action = line.split(" # ").next().unwrap_or(line).trim_end();
            assert!(is_valid_notation(action, board), "{action}");
            let rules = if board == BoardKind::Hexagonal12 { "[Options \"rings=36 line_length=4\"]\n" } else { "" };
            assert_eq!(action_count(&format!("[Board \"{board}\"]\n{rules}\n{line}\n")), 1, "{line}");
        }
        let all: String =
            lines(samples).map(|line| format!("{}\n", line.split(" # ").next().unwrap_or(line))).collect();
        let words: Vec<&str> = all.split_whitespace().filter(|word| WrittenAction::begins_with(word)).collect();
        assert!(words.len() >= lines(samples).count());
    }
}

#[test]
fn every_list_of_moves_is_parsed_line_by_line_and_as_a_whole() {
    let (_, square) = SQUARE_GAME.split_once("\n\n").expect("the text has headers and moves");
    let (_, hexagonal) = HEXAGONAL_GAME.split_once("\n\n").expect("the text has headers and moves");
    // `L 1` and `LR 2` are two parts of one action, on one line or on two.
    for (moves, board, count) in
        [(TURNS, "square8", 8), (SEQUENCE, "square8", 9), (square, "square8", 17 + 1), (hexagonal, "hexagonal", 7)]
    {
        let headers = format!("[Board \"{board}\"]\n\n");
        assert_eq!(action_count(&format!("{headers}{moves}")), count);
        for line in lines(moves) {
            action_count(&format!("{headers}{line}\n"));
        }
    }
}

#[test]
fn the_headers_are_interpreted() {
    let written = RecordText::new(HEADERS).parse().expect("the headers can be parsed");
    assert_eq!(
        written.start(),
        &Position::new(&Ruleset::canon(BoardKind::Square8, 2).expect("the rules are valid"))
            .expect("the rules have a start position")
    );
    let tags = written.tags();
    assert_eq!((tags.date.as_deref(), tags.seed.as_deref()), (Some("2024-12-01"), Some("12345")));
    assert_eq!((tags.names.0[0].as_deref(), tags.names.0[1].as_deref()), (Some("Alice"), Some("Bob")));
    let claims = written.claims();
    assert_eq!(claims.result.map(|result| result.text(2)).as_deref(), Some("1-0"));
    assert_eq!(claims.termination.map(Termination::name), Some("ring_elimination"));
    let written = RecordText::new(SQUARE_GAME).parse().expect("the sample can be parsed");
    assert_eq!(written.claims().total_moves, Some(47));
}

/// Returns the line, ply and reason of the first illegal action.
fn first_illegal_ply(text: &str) -> (usize, usize, String) {
    let error = RecordText::new(text).read().expect_err("the sample is illegal");
    let line = error.location.expect("an error in a text has a location").line;
    match *error.problem {
        RecordProblem::Ply { ply, source, .. } => (line, ply, source.to_string()),
        other => panic!("{other}"),
    }
}

/// Returns the cell of the stack that must move after the first action.
fn must_move_after_first(text: &str) -> String {
    let written = RecordText::new(text).parse().expect("the sample can be parsed");
    let mut position = written.start().clone();
    let first =
        position.resolve(written.actions().next().expect("the record has an action")).expect("the action is legal");
    position.play_unchecked(first);
    match position.phase() {
        Phase::Movement { must_move: Some(at) } => position.rules().board.cell_name(at).to_string(),
        other => panic!("{other:?}"),
    }
}

/// The samples ignore the rule that a stack with new rings must move in the same turn.
#[test]
fn the_sample_games_are_illegal_at_their_second_action() {
    for (text, line, cell) in [
        (SQUARE_GAME.to_owned(), 10, "d4"),
        (HEXAGONAL_GAME.to_owned(), 8, "0.0"),
        (format!("{HEADERS}\n{}", TURNS.trim_start()), 10, "d4"),
        (format!("{HEADERS}\n{}", SEQUENCE.trim_start()), 11, "d4"),
    ] {
        let (found, ply, reason) = first_illegal_ply(&text);
        assert_eq!((found, ply), (line, 2), "{reason}");
        assert_eq!(reason, "the placement of this turn is over; move or capture (RR-CANON-R070)");
        assert_eq!(must_move_after_first(&text), cell);
    }
    let omission = RecordText::new("[Board \"square8\"]\n\n1. P d4; M d4-d5\n...\n9. P e5").read();
    assert_eq!(
        omission.expect_err("moves are omitted").to_string(),
        "line 4, column 1: moves are omitted here, so the game cannot be replayed after ply 2"
    );
}

/// Sections 1.1 to 1.3 and appendix A.
#[test]
fn coordinates_are_converted_both_ways() {
    let square = [("a1", 0, 0), ("h8", 7, 7), ("d5", 3, 4), ("d4", 3, 3), ("k10", 10, 9), ("s19", 18, 18)];
    let hexagonal = [
        ("0.0", 0, 0),
        ("1.0", 1, 0),
        ("-3.5", -3, 5),
        ("11.-11", 11, -11),
        ("-1.1", -1, 1),
        ("1.-1", 1, -1),
        ("3.-2", 3, -2),
    ];
    for (name, x, y) in square {
        assert_eq!(BoardKind::Square19.parse_coord(name), Ok(Coord { x, y }));
        assert_eq!(BoardKind::Square19.coord_name(Coord { x, y }).to_string(), name);
    }
    for (name, x, y) in hexagonal {
        assert_eq!(BoardKind::Hexagonal12.parse_coord(name), Ok(Coord { x, y }));
        assert_eq!(BoardKind::Hexagonal12.coord_name(Coord { x, y }).to_string(), name);
    }
    for (name, same) in [("c", "0.0"), ("e1", "1.0"), ("ne5", "5.-5")] {
        assert_eq!(BoardKind::Hexagonal12.parse_cell(name), BoardKind::Hexagonal12.parse_cell(same));
    }
    let error = BoardKind::Hexagonal12.parse_cell("s11").expect_err("the name is between two cells").to_string();
    assert!(error.starts_with("'s11' is not a cell; straight north and south"), "{error}");
}

/// Sections 5.1 and 5.2: each function of the specification has a counterpart.
#[test]
fn every_function_of_the_specification_exists() -> Result<(), Box<dyn std::error::Error>> {
    let board = BoardKind::Square8;
    let start = Position::new(&Ruleset::canon(board, 2)?)?;
    let text = "[Board \"square8\"]\n[Player1 \"Alice\"]\n\n1. P d4*2; M d4-d6\n*\n";
    let game = Record::parse(text)?;
    let action = start.read_action("P d4*2")?;
    let written = RecordText::new(text).parse()?;
    let notation: Vec<String> = written.actions().map(ToString::to_string).collect();
    let listed: Vec<String> =
        game.moves(EmptySteps::Omit).into_iter().filter_map(|one| one.algebraic_notation).collect();
    let rounds = game.text(&TextOptions { layout: Layout::Rounds, ..TextOptions::default() });
    let table = [
        ("positionToAlgebraic", board.coord_name(Coord { x: 3, y: 3 }).to_string() == "d4"),
        ("algebraicToPosition", board.parse_coord("d4") == Ok(Coord { x: 3, y: 3 })),
        ("moveToAlgebraic", start.action_text(action) == "P d4*2"),
        ("algebraicToMove", start.read_action("place_ring d4*2") == Ok(action) && start.read_action("SC").is_err()),
        ("gameToNotation", game.to_string().ends_with("\n1. P d4*2; M d4-d6\n*\n")),
        ("notationToGame", Record::parse(&game.to_string()) == Ok(game.clone())),
        ("isValidNotation", is_valid_notation("M d4-e5", board) && !is_valid_notation("M d4-z5", board)),
        ("moves_to_notation_list", listed == ["P d4*2", "M d4-d6"]),
        ("game_to_pgn", rounds.contains("[Player1 \"Alice\"]\n") && rounds.contains("\n1. P d4*2; M d4-d6\n")),
        ("parse_pgn", written.tags().names.0[0].as_deref() == Some("Alice") && notation == listed),
    ];
    let missing: Vec<&str> = table.iter().filter(|(_, works)| !works).map(|(name, _)| *name).collect();
    assert!(missing.is_empty(), "{missing:?}");
    Ok(())
}

/// Sections 2.2 and 2.3: `L` and `LR` are two actions, in text and in JSON.
#[test]
fn line_and_option_are_two_actions_of_a_record() {
    let start = "S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";
    let expected = Record::parse(&format!("[Board \"square8\"]\n[Start \"{start}\"]\n\n1. L 1; LR 2:2\n"));
    let expected = expected.expect("the record is valid");
    for moves in
        ["1. L 1\n   LR 2:2", "1. L 1; LR 2:2", "1. L 1   LR 2:2 #L1", "1. process_line 1 choose_line_option 2:2"]
    {
        let text = format!("[Board \"square8\"]\n[Start \"{start}\"]\n\n{moves}\n");
        assert_eq!(Record::parse(&text).as_ref(), Ok(&expected), "{moves}");
    }
    let json = expected.to_json().replace("\"L 1; LR 2:2\"", "\"L 1\",{\"action\":\"LR 2:2\"}");
    assert!(json.contains("\"L 1\",{"), "{json}");
    assert_eq!(Record::from_json(&json).as_ref(), Ok(&expected));
    for option in ["LR! 2:2", "LR;2:2", " choose_line_option 2:2"] {
        let record =
            Record::from_json(&json.replace("LR 2:2", option)).unwrap_or_else(|error| panic!("{option}: {error}"));
        assert!(record.actions().eq(expected.actions()), "{option}");
    }
    let noted = "{\"action\":\"L 1\",\"clock\":5000},{\"action\":\"LR 2:2\",\"elapsed\":700}";
    let noted =
        Record::from_json(&json.replace("\"L 1\",{\"action\":\"LR 2:2\"}", noted)).expect("the record is valid");
    let notes = noted.main().plies[0].notes;
    assert_eq!((notes.clock, notes.elapsed), (Some(5000), Some(700)), "the notes of both parts are kept");
}

/// Returns the error of the moves of a game.
fn error_of(start: &str, moves: &str) -> String {
    let text = format!("[Board \"square8\"]\n[Start \"{start}\"]\n\n{moves}\n");
    Record::parse(&text).expect_err("the moves are wrong").to_string()
}

#[test]
fn errors_point_at_the_action_that_is_wrong() {
    let start = "H 18,18";
    for (moves, location) in [
        ("1. P e5; Q e5-g5", "line 4, column 10: 'Q' is not an action"),
        ("1. P e5; M e5-f5   Q h1; M h1-h2", "line 4, column 20: 'Q' is not an action"),
        ("1. P e5\n   Q e5-g5", "line 5, column 4: 'Q' is not an action"),
        ("1. P e5; M e5-f5 (1. P e4; q e4-e5)", "line 4, column 28: 'q' is not an action"),
        ("1. P e5\n   xz9", "line 4, column 4: P takes a cell"),
        ("1. P e5; M e5-", "line 4, column 10: M: '' is not a cell"),
        ("1. P e5; M e5-g6", "line 4, column 10: ply 2, M e5-g6: "),
    ] {
        let error = error_of(start, moves);
        assert!(error.starts_with(location), "{moves}: {error}");
    }
    let line = "S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";
    let segments = "several segments can be taken; write 'L 1; LR 2:1' for a1 to c1 or 'L 1; LR 2:2' for b1 to d1";
    assert_eq!(error_of(line, "1. L 1; LR 2"), format!("line 4, column 9: ply 1, L 1; LR 2: {segments}"));
    assert!(
        error_of(line, "1. L 1; LR 2:5").starts_with("line 4, column 9: ply 1, L 1; LR 2:5: there is no segment 5")
    );
    assert!(error_of(line, "1. L 3; LR 1").starts_with("line 4, column 4: ply 1, L 3; LR 1: there is no line 3"));
    assert!(error_of(line, "1. L 1; LR 3").starts_with("line 4, column 9: LR takes 1"));
}

/// A player without stacks takes lines without payment in the live edition, so one line can follow another directly.
#[test]
fn option_of_a_second_line_does_not_belong_to_the_first_one() {
    let start = "S h8=2,h7=3; M1 a1,b1,c1,a3,b3,c3,d3; H 3,3,3; P line_processing";
    let headers = format!("[Board \"square8\"]\n[Edition \"live\"]\n[Players \"3\"]\n[Start \"{start}\"]\n");
    let record = Record::parse(&format!("{headers}\n1. L 1; L 1; LR 2:2\n")).expect("the record is valid");
    assert_eq!(record.actions().len(), 2);
    assert_eq!(Record::parse(&record.to_string()).as_ref(), Ok(&record));
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
}
