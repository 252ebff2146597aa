//! `ringside record`.

use std::path::Path;

use crate::support::{Finished, TempFolder};
use crate::{ringside, ringside_reading};

const GAME: &str = "[Board \"square8\"]\n[Options \"rings=3\"]\n[Player1 \"Alice\"]\n[Player2 \"Bob\"]\n\n\
                    1. P a5*2; M a5-a7 {far}\n2. P e1*2; M e1-b1\n";

/// Two valid games around one with an illegal third ply.
fn mixed() -> String {
    format!("{GAME}\n{}\n{GAME}", GAME.replace("P e1*2", "P a7*2"))
}

#[test]
fn the_same_seed_gives_the_same_valid_random_game() {
    let folder = TempFolder::new();
    for args in [&[][..], &["-b", "hexagonal", "-p", "3", "--max-actions", "60"], &["-e", "compact", "-p", "4"]] {
        let args = [&["record", "random", "--games", "3", "--seed", "5"], args].concat();
        let text = ringside(&args).success();
        assert_eq!(text, ringside(&args).success());
        let file = folder.write("random.rrn", &text);
        let verified = ringside(&["record", "verify", &file]).success();
        assert!(verified.contains(": 3 games, 0 wrong; "), "{verified}");
    }
}

#[test]
fn converts_between_all_formats_without_loss() {
    let folder = TempFolder::new();
    let text = ringside(&["record", "random", "--games", "4", "-b", "square19", "--max-actions", "150"]).success();
    let file = folder.write("games.rrn", &text);
    let hashed = folder.file("hashed.rrn");
    ringside(&["record", "convert", "--hashes", "--marks", &file, "-o", &hashed]).success();
    for (number, forms) in [["json", "lines"], ["lines", "json"], ["text", "json"]].into_iter().enumerate() {
        let mut from = hashed.clone();
        for form in forms {
            let to = folder.file(&format!("{form}-{number}"));
            ringside(&["record", "convert", "--to", form, &from, "-o", &to]).success();
            from = to;
        }
        assert_eq!(ringside(&["record", "convert", &from]).success(), folder.read("hashed.rrn"));
    }
    let verified = ringside(&["record", "verify", &hashed, &folder.file("json-0")]).success();
    assert!(verified.contains("2 files: 8 games, 0 wrong; 1200 actions and "), "{verified}");
    assert_eq!(ringside(&["record", "convert", "--strip", &hashed]).success(), text);
}

#[test]
fn one_game_in_json_is_an_object_and_several_are_a_list() {
    let starts = |input: &str| {
        ringside_reading(&["record", "convert", "--to", "json", "-"], input.as_bytes()).success().chars().next()
    };
    assert_eq!(starts(GAME), Some('{'));
    assert_eq!(starts(&format!("{GAME}\n{GAME}")), Some('['));
}

#[test]
fn reads_all_layouts_and_styles() {
    let canonical = ringside_reading(&["record", "convert", "-"], GAME.as_bytes()).success();
    assert!(canonical.ends_with("\n1. P a5*2; M a5-a7 {far}   P e1*2; M e1-b1\n*\n"), "{canonical}");
    let check = |args: &[&str], expected: &str| {
        let text = ringside_reading(&[&["record", "convert", "-"], args].concat(), GAME.as_bytes()).success();
        assert!(text.contains(expected), "{text}");
        assert_eq!(ringside_reading(&["record", "convert", "-"], text.as_bytes()).success(), canonical);
    };
    check(&["--layout", "rounds"], "\n1. P a5*2; M a5-a7 {far}   P e1*2; M e1-b1\n*\n");
    check(&["--layout", "turns"], "\n1. P a5*2; M a5-a7 {far}\n2. P e1*2; M e1-b1\n*\n");
    check(&["--layout", "sequence"], "\n1. P a5*2\n   M a5-a7 {far}\n2. P e1*2\n   M e1-b1\n*\n");
    check(&["--long-names", "--metadata"], "1. place_ring a5*2; move_stack a5-a7 @a5 {far}   place_ring");
}

#[test]
fn exports_moves_as_in_the_specification() {
    let json = ringside_reading(&["record", "convert", "--to", "moves", "-"], GAME.as_bytes()).success();
    let moves: serde_json::Value = serde_json::from_str(&json).expect("the output is JSON");
    assert_eq!((moves.as_array().map(Vec::len), &moves[1]["type"]), (Some(4), &"move_stack".into()));
    assert_eq!(moves[1]["algebraicNotation"], "M a5-a7");
    assert_eq!((&moves[0]["placementCount"], moves[1].get("placementCount")), (&2.into(), None));
}

#[test]
fn names_the_first_wrong_ply_and_checks_the_next_game() {
    let folder = TempFolder::new();
    let file = folder.write("mixed.rrn", mixed());
    let found = ringside(&["record", "verify", &file]).check_failure();
    let lines: Vec<&str> = found.lines().collect();
    let expected = format!("{file}:15:4: game 2: ply 3, P a7*2: ");
    assert!(lines[0].starts_with(&expected) && lines[0].contains("RR-CANON-R"), "{found}");
    assert_eq!(lines[1], format!("{file}: 3 games, 1 wrong; 8 actions and 0 hashes correct"));
    let converted = ringside(&["record", "convert", &file]);
    assert_eq!((converted.code, converted.out.matches("[Game ").count()), (Some(1), 2));
    assert!(
        converted.err.starts_with(&format!("error: {file}: game 2: line 15, column 4: ply 3")),
        "{}",
        converted.err
    );
}

#[test]
fn exported_moves_of_live_games_include_steps_without_a_choice() {
    let live = GAME.replace("[Board \"square8\"]", "[Board \"square8\"]\n[Edition \"live\"]");
    let types = |args: &[&str]| -> Vec<String> {
        let moves = ringside_reading(args, live.as_bytes()).success();
        let moves: serde_json::Value = serde_json::from_str(&moves).expect("the output is JSON");
        moves
            .as_array()
            .expect("the output is a list")
            .iter()
            .map(|one| one["type"].as_str().unwrap_or_default().into())
            .collect()
    };
    let nothing = ["no_line_action", "no_territory_action"];
    let turn = ["place_ring", "move_stack", nothing[0], nothing[1]];
    assert_eq!(types(&["record", "convert", "--to", "moves", "-"]), [turn, turn].concat());
    let decisions = types(&["record", "convert", "--to", "moves", "--decisions-only", "-"]);
    assert_eq!(decisions, [turn[0], turn[1], turn[0], turn[1]]);
}

#[test]
fn a_resignation_in_a_live_game_of_three_has_no_winner() {
    let verify = |result: &str| {
        let head = "[Board \"square8\"]\n[Edition \"live\"]\n[Players \"3\"]\n[Termination \"resignation\"]\n";
        let game = format!("{head}[TerminatedBy \"1\"]\n[Result \"{result}\"]\n\n1. P d4; M d4-d5\n{result}\n");
        ringside_reading(&["record", "verify", "-"], game.as_bytes())
    };
    assert!(verify("1/2/2").success().contains("0 wrong"));
    let rejected = verify("3/1/1").check_failure();
    assert!(
        rejected.contains("under these rules a game with several opponents has no winner after a resignation"),
        "{rejected}"
    );
}

#[test]
fn checks_result_termination_and_hashes() {
    let check = |headers: &str, expected: &str| {
        let game = format!("{headers}\n{GAME}");
        let answer = ringside_reading(&["record", "verify", "-"], game.as_bytes());
        assert!(answer.out.contains(expected), "{}", answer.out);
        answer.code
    };
    assert_eq!(check("[Result \"1-0\"]\n[Termination \"resignation\"]", "0 wrong"), Some(0));
    assert_eq!(
        check("[TotalMoves \"7\"]", "remark: the header TotalMoves says 7, but the game has 4 actions"),
        Some(0)
    );
    assert_eq!(check("[Result \"1-0\"]", "says the result 1-0, but after ply 4 the game is not over"), Some(1));
    assert_eq!(check("[Termination \"stalemate\"]", "but after ply 4 the game is not over"), Some(1));
    assert_eq!(check("[Result \"1-0\"]\n[Termination \"unfinished\"]", "an unfinished game has the result *"), Some(1));
    assert_eq!(check("[Termination \"timeout\"]", "a resignation or a timeout needs a result"), Some(1));
    let loser = "[Result \"1-0\"]\n[Termination \"timeout\"]\n[TerminatedBy \"1\"]";
    assert_eq!(check(loser, "the player who resigned or ran out of time must be last"), Some(1));
    let hash = GAME.replace("{far}", "{[%hash 00000000000000000000000000000000]}");
    let answer = ringside_reading(&["record", "verify", "-"], hash.as_bytes()).check_failure();
    assert!(answer.contains("-:6:12: game 1: ply 2: the record has the hash 0000"), "{answer}");
}

#[test]
fn counts_games() {
    let folder = TempFolder::new();
    let file = folder.write("mixed.rrn", mixed());
    let answer = ringside(&["record", "stats", &file]);
    assert_eq!(answer.code, Some(1));
    for part in
        ["2 games, 1 more could not be read\n", "  square8 2p canon rings=3           2  100.0 %", "  place_ring"]
    {
        assert!(answer.out.contains(part), "{}", answer.out);
    }
    let json: serde_json::Value =
        serde_json::from_str(&ringside(&["record", "stats", "--json", &file]).out).expect("the output is JSON");
    assert_eq!((&json["games"], &json["actions"]["total"], &json["unreadable"]), (&2.into(), &8.into(), &1.into()));
}

#[test]
fn draws_any_ply() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    let svg = ringside(&["record", "draw", &file, "--ply", "2", "--highlight", "d4,e5"]).success();
    assert!(svg.starts_with("<svg ") && svg.contains("ply 2, Alice: M a5-a7") && svg.contains("Alice – Bob"), "{svg}");
    let film = ringside(&["record", "draw", &file, "--film", "--columns", "2"]).success();
    assert!(film.contains(">start<") && film.contains("ply 4, Bob: M e1-b1"), "{film}");
    let png = folder.file("picture.png");
    ringside(&["record", "draw", &file, "--theme", "dark", "--width", "300", "-o", &png]).success();
    let bytes = std::fs::read(&png).expect("the image exists");
    assert!(bytes.starts_with(b"\x89PNG") && bytes[16..20] == 300_u32.to_be_bytes(), "the picture is 300 pixels wide");
    let position = ringside(&["record", "draw", "--position", "G hexagonal 2p; S 0.0=12; H 3,3"]).success();
    assert!(position.starts_with("<svg "), "{position}");
}

#[test]
fn prints_the_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(&ringside(&["record", "schema"]).success()).expect("the output is JSON");
    assert_eq!(schema["title"], "ringrift-record/1");
}

#[test]
fn rejects_invalid_input_without_overwriting_files() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    let empty = folder.write("empty.rrn", "\n");
    let check = |args: &[&str], expected: &str| {
        let error = ringside(&[&["record"], args].concat()).input_error();
        assert!(error.contains(expected), "{error}");
    };
    check(&["verify", "no-such-file"], "no-such-file: cannot be read");
    check(&["verify", &empty], "the file has no game");
    check(&["draw", &empty], "the file has no game");
    check(&["draw", &file, "--game", "2"], "there is no game 2; the file has one");
    check(&["draw", &file, "--ply", "9"], "--ply 9: the game has 4 plies");
    check(&["draw", &file, "--film", "--from", "3", "--to", "2"], "--from 3 is after --to 2");
    check(&["draw", &file, "--film", "--every", "0"], "expected 1 or more");
    check(&["draw", &file, "--highlight", "z9"], "cell 'z9' is not on square8");
    check(&["draw", "--position", "S a1=1"], "the rules are missing");
    check(&["draw", &file, "--format", "png", "--width", "0"], "");
    check(&["convert", &file, "-o", "/no/such/folder/x"], "/no/such/folder/x: cannot be written");
    let broken = folder.write("broken.rrn", "nonsense");
    check(&["draw", &broken, "-o", &file], "the header [Board \"...\"] is missing");
    assert_eq!(folder.read("game.rrn"), GAME);
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("the folder exists").flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| Path::new(name).extension().is_none_or(|end| end != "part")), "{left:?}");
}

#[test]
fn a_conversion_that_would_lose_games_keeps_the_old_file() {
    let folder = TempFolder::new();
    let none = folder.file("none.rrn");
    let lost = ringside(&["record", "convert", "no-such-file", "-o", &none]);
    assert!(lost.code == Some(2) && lost.err.contains("none.rrn was not written"), "{}", lost.err);
    assert!(!Path::new(&none).exists());
    let file = folder.write("mixed.rrn", mixed());
    let lost = ringside(&["record", "convert", &file, "-o", &file]);
    assert!(lost.code == Some(1) && lost.err.contains("mixed.rrn was not replaced"), "{}", lost.err);
    assert_eq!(folder.read("mixed.rrn"), mixed());
    let other = folder.file("good.rrn");
    assert_eq!(ringside(&["record", "convert", &file, "-o", &other]).code, Some(1));
    assert_eq!(folder.read("good.rrn").matches("[Game ").count(), 2);
}

#[test]
fn writes_through_links_and_to_devices() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    let link = folder.file("link.rrn");
    std::os::unix::fs::symlink(&file, &link).expect("the link can be created");
    ringside(&["record", "convert", &file, "-o", &link]).success();
    assert!(folder.read("game.rrn").starts_with("[Game ") && folder.path().join("link.rrn").is_symlink());
    ringside(&["record", "convert", &file, "-o", "/dev/null"]).success();
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn rejects_impossible_endings_and_invalid_hashes() {
    let check = |game: &str, expected: &str| {
        let found = ringside_reading(&["record", "verify", "-"], game.as_bytes()).check_failure();
        assert!(found.contains(expected), "{found}");
    };
    let draw = "[Result \"1/2-1/2\"]\n[Termination \"resignation\"]\n";
    check(&format!("{draw}{GAME}"), "the player who resigned or ran out of time must be last");
    check(&GAME.replace("{far}", "{[%hash 0011]}"), "expected one hash of 32 hexadecimal digits");
    let both = ringside_reading(&["record", "convert", "-"], GAME.replace("{far}", "# a } b").as_bytes()).success();
    assert!(both.contains("{a ) b}"), "{both}");
}

#[test]
fn reads_compressed_files() {
    let folder = TempFolder::new();
    let path = folder.path().join("game.rrn.gz");
    let mut encoder = flate2::write::GzEncoder::new(
        std::fs::File::create(&path).expect("the file can be written"),
        flate2::Compression::fast(),
    );
    std::io::Write::write_all(&mut encoder, GAME.as_bytes()).expect("the file can be written");
    encoder.finish().expect("the file can be written");
    let answer: Finished = ringside(&["record", "verify", path.to_str().expect("the path is UTF-8")]);
    assert!(answer.success().contains("1 game, 0 wrong; 4 actions and 0 hashes correct"));
}
