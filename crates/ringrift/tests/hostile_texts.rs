//! Texts and setups from anywhere: they are refused with a message or make a position that can be played.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use ringrift::{
    Action, BoardKind, ByPlayer, Cell, Coord, Deed, Edition, Finished, Landing, LastStanding, MAX_HEIGHT, Overrides,
    Phase, Player, Position, ReadActionError, Reason, Regions, ResolveActionError, Rounds, Ruleset, Setup,
    SetupProblem, Stalemate, Tiebreak,
};

use Player::{Four, One, Three, Two};

fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// Messages are one line that says something and can be shown to a user.
fn check_message(message: &str) -> TestCaseResult {
    prop_assert!(!message.trim().is_empty());
    prop_assert!(!message.contains(['\n', '\r', '\0', '\x1b']), "more than plain text in one line: {:?}", message);
    prop_assert!(message.chars().count() < 2000, "{} characters long: {:.200}", message.chars().count(), message);
    Ok(())
}

/// Whatever is accepted has one text, which is read back, and can be played from.
fn check_position(position: &Position, choices: &[u32]) -> TestCaseResult {
    let mut position = position.clone();
    for number in choices.iter().map(Some).chain([None]) {
        let text = position.to_string();
        let read = Position::parse(&text).map(|read| (read.to_string(), read));
        prop_assert!(read.as_ref() == Ok(&(text.clone(), position.clone())), "{} is read as {:?}", text, read);
        prop_assert_eq!(position.hash(), position.hash_from_scratch(), "{}", text);
        let legal = position.legal_actions();
        prop_assert_eq!(legal.is_empty(), position.phase().is_over(), "{}", text);
        prop_assert_eq!(legal.len() as u64, position.count_legal(), "{}", text);
        check_queries(&position);
        let (Some(&number), false) = (number, legal.is_empty()) else { break };
        let action = legal[number as usize % legal.len()];
        let played = position.play(action);
        prop_assert!(played.is_ok(), "{}: {:?} {:?}", text, action, played);
    }
    Ok(())
}

/// Asks everything that can be asked; the answers matter elsewhere.
fn check_queries(position: &Position) {
    let _ = (position.regions(), position.outcome(), position.fingerprint_hash());
    for player in Player::seats(position.rules().players) {
        let _ = (position.placements(player), position.board_actions(player), position.lines(player));
        let _ = (position.has_real_action(player), position.rings_gone(player), position.has_claimable_region(player));
    }
    for cell in [Cell::new(0), Cell::new(position.rules().board.cells()), Cell::new(u16::MAX)] {
        let _ = (position.captures_from(cell), position.capture_chains(cell, 5));
    }
}

/// Reads a text in every way it can be read; returns the messages of what was refused.
fn check_text(text: &str, choices: &[u32]) -> Result<Vec<String>, TestCaseError> {
    let known = Ruleset::canon(BoardKind::Square8, 2).expect("the standard game");
    let mut messages = Vec::new();
    for parsed in [Setup::parse(text), Setup::parse_with(text, &known)] {
        match parsed {
            Ok(setup) => {
                let written = setup.to_string();
                let again = Setup::parse(&written).map(|setup| setup.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&written), "from {}", text);
            }
            Err(error) => {
                messages.push(error.to_string());
                prop_assert!(error.field.chars().count() <= 61, "{:?}", error);
            }
        }
    }
    for parsed in [Position::parse(text), Position::parse_with(text, &known)] {
        match parsed {
            Ok(position) => check_position(&position, choices)?,
            Err(error) => messages.push(error.to_string()),
        }
    }
    prop_assert!(messages.iter().all(|message| !message.trim().is_empty()));
    Ok(messages)
}

// --- texts ---

/// Texts of positions that games by all kinds of rules come to.
fn valid_texts() -> impl Strategy<Value = String> {
    let boards = prop_oneof![
        4 => Just(BoardKind::Square8), 3 => Just(BoardKind::Hex8), 1 => Just(BoardKind::Square19),
        1 => Just(BoardKind::Hexagonal), 1 => Just(BoardKind::Hexagonal12),
    ];
    let rules = (boards, 2u8..=4, select(Edition::ALL), select(Regions::ALL), 1u16..20, 2u8..5);
    let choices = prop_oneof![vec(any::<u32>(), 0..30), vec(any::<u32>(), 0..120)];
    (rules, choices).prop_map(|((board, players, edition, regions, rings, line_length), choices)| {
        let overrides = Overrides {
            rings_per_player: Some(rings),
            line_length: Some(line_length),
            regions: Some(regions),
            ..Overrides::default()
        };
        let rules = Ruleset::new(edition, board, players, &overrides).expect("the rules fit together");
        let mut position = Position::new(&rules).expect("the rules are valid");
        for number in choices {
            let legal = position.legal_actions();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(legal[number as usize % legal.len()]);
        }
        position.to_string()
    })
}

/// Fields as a hostile or careless hand would write them.
const FIELDS: &[&str] = &[
    "G square8 2p canon",
    "G square8 2p compact",
    "G square8 2p",
    "G hex8 2p canon",
    "G hex8 3p canon rings=255 line_length=2",
    "G square19 4p canon rings=255 placement_limit=none",
    "G square8 0p canon",
    "G square8 255p canon rings=65535",
    "G square8 2p canon landing=keep",
    "G hexagonal 2p compact capture_distance=manhattan",
    "G square8 2p canon turn_cap=1 rings=1 elimination_threshold=1 territory_threshold=1",
    "G",
    "S",
    "S a1",
    "S a1=",
    "S a1=5",
    "S a1=111111111111111111111111111111111111111111111111111111111111111",
    "S a1=1111111111111111111111111111111111111111111111111111111111111111",
    "S a1=1,a1=2",
    "S z99=1",
    "S i9=12",
    "S 0.0=1,1.-1=2",
    "S 127.-128=1",
    "M1",
    "M1 a1,b2,c3,d4",
    "M5 a1",
    "M1 a1:h8",
    "M4 0.0:4.-4",
    "M2 ,,,",
    "C1 a1:h8",
    "C1 a1:h4",
    "C2 -10.10:10.-10",
    "C1 a1:",
    "C9 a1",
    "CX",
    "CX a1,h8",
    "CX 0.0,1.0",
    "H 65535,65535,65535,65535",
    "H 65536",
    "H 1,1,1,1,1",
    "H -1",
    "H 255,0",
    "E 65535,0",
    "E 18,18",
    "T 0",
    "T 3",
    "T 5",
    "P",
    "P movement",
    "P movement a1",
    "P movement z9",
    "P capture a1",
    "P chain_capture h8",
    "P line_processing",
    "P line_elimination",
    "P territory_processing",
    "P territory_elimination",
    "P forced_elimination",
    "P ring_placement",
    "P game_over 1 stalemate",
    "P game_over 0 stalemate",
    "P game_over 0 turn_cap",
    "P game_over 2 ring_elimination",
    "P game_over 4 last_player_standing",
    "P game_over 1 boredom",
    "N 0",
    "N 4294967295",
    "N 4294967296",
    "N 640",
    "L 1",
    "L 4",
    "A 1,2",
    "A 1,1,1,1,1,1,1",
    "A 4",
    "X",
    ";",
    "\u{1d7d9}\u{1d7d9}",
    "M\u{e9} a1",
    "M1 a\u{661}",
    "S a1=\u{ff11}",
    "H \u{bd},1",
    "G square8 2p canon regions=\u{1b}[31mred",
    "Q a\nb",
    "T 1\n",
    "P movement\ta1",
    "M1 a1\r\nb1",
];

const CHARACTERS: &[char] = &[
    '0',
    '1',
    '2',
    '4',
    '9',
    'a',
    'h',
    's',
    'z',
    'S',
    'M',
    'C',
    'P',
    'x',
    ';',
    ',',
    '=',
    ':',
    '.',
    '-',
    '+',
    ' ',
    '\n',
    '\t',
    '\0',
    '\u{e9}',
    '\u{ff11}',
    '\u{2212}',
    '\u{1d7d9}',
    '\u{202e}',
];

const NUMBERS: &[&str] =
    &["0", "-1", "00", "127", "128", "-128", "255", "256", "65535", "65536", "4294967296", "99999999999999999999"];

/// One change of a text; the numbers say where.
#[derive(Clone, Debug)]
enum Change {
    Delete(usize),
    Duplicate(usize),
    Swap(usize, usize),
    Write(usize, char),
    Number(usize, &'static str),
    DropField(usize),
    DoubleField(usize),
    SwapFields(usize, usize),
    NewField(usize, &'static str),
    Cut(usize),
}

fn changes() -> impl Strategy<Value = Change> {
    let n = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        1 => n().prop_map(Change::Delete),
        1 => n().prop_map(Change::Duplicate),
        1 => (n(), n()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => (n(), select(CHARACTERS)).prop_map(|(at, c)| Change::Write(at, c)),
        1 => (n(), select(NUMBERS)).prop_map(|(at, number)| Change::Number(at, number)),
        1 => n().prop_map(Change::DropField),
        1 => n().prop_map(Change::DoubleField),
        1 => (n(), n()).prop_map(|(a, b)| Change::SwapFields(a, b)),
        3 => (n(), select(FIELDS)).prop_map(|(at, field)| Change::NewField(at, field)),
        1 => n().prop_map(Change::Cut),
    ]
}

impl Change {
    fn apply(&self, text: &str) -> String {
        match self {
            Change::DropField(_) | Change::DoubleField(_) | Change::SwapFields(..) | Change::NewField(..) => {
                self.change_fields(text)
            }
            _ => self.change_characters(text),
        }
    }

    fn change_characters(&self, text: &str) -> String {
        let mut all: Vec<char> = text.chars().collect();
        let length = all.len();
        if length == 0 {
            return String::new();
        }
        match *self {
            Change::Delete(at) => drop(all.remove(at % length)),
            Change::Duplicate(at) => all.insert(at % length, all[at % length]),
            Change::Swap(a, b) => all.swap(a % length, b % length),
            Change::Write(at, character) => all[at % length] = character,
            Change::Cut(at) => all.truncate(at % length),
            Change::Number(at, number) => {
                let digits: Vec<usize> = (0..length).filter(|&i| all[i].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let at = digits[at % digits.len()];
                    all.splice(at..=at, number.chars());
                }
            }
            _ => {}
        }
        all.into_iter().collect()
    }

    fn change_fields(&self, text: &str) -> String {
        let mut fields: Vec<&str> = text.split("; ").collect();
        let length = fields.len();
        match *self {
            Change::DropField(at) => drop(fields.remove(at % length)),
            Change::DoubleField(at) => fields.push(fields[at % length]),
            Change::SwapFields(a, b) => fields.swap(a % length, b % length),
            // Half of the time the new field replaces the one that begins with the same letter.
            Change::NewField(at, field) => {
                if at % 2 == 0 {
                    fields.retain(|old| old.chars().next() != field.chars().next());
                }
                fields.insert(at / 2 % (fields.len() + 1), field);
            }
            _ => {}
        }
        fields.join("; ")
    }
}

fn changed_texts() -> impl Strategy<Value = String> {
    (valid_texts(), vec(changes(), 1..5))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, change| change.apply(&text)))
}

/// Options with values that fit some option, or none.
fn option_values() -> impl Strategy<Value = (&'static str, String)> {
    let names = [
        "none",
        "burn",
        "keep",
        "steps",
        "manhattan",
        "all",
        "no_main",
        "optional",
        "mandatory",
        "round",
        "at_once",
        "no_stacks",
        "no_actions",
        "last_action",
        "draw",
    ];
    let value = prop_oneof![
        select(NUMBERS).prop_map(str::to_owned),
        select(names.to_vec()).prop_map(str::to_owned),
        any::<String>(),
    ];
    (select(&Overrides::NAMES), value)
}

fn field_mixtures() -> impl Strategy<Value = String> {
    vec(select(FIELDS), 0..9).prop_map(|fields| fields.join("; "))
}

proptest! {
    #![proptest_config(config(1000))]

    /// Every refusal of a text is one line of plain words, whatever the text has in it.
    #[test]
    fn refusals_of_texts_are_one_plain_line(text: String, mixture in field_mixtures(), changed in changed_texts()) {
        for text in [text, mixture, changed] {
            for message in check_text(&text, &[])? {
                check_message(&message)?;
            }
        }
    }

    /// Every refusal of a name or an action is one line of plain words.
    #[test]
    fn refusals_of_names_are_one_plain_line(text in any::<String>(), control in "[a-z\n\r\x1b ]{1,8}") {
        let start = Position::new(&standard()).expect("the standard game");
        for text in [text, control] {
            let mut overrides = Overrides::default();
            let mut messages = vec![text.parse::<BoardKind>().map_err(|error| error.to_string()).err()];
            messages.push(text.parse::<Edition>().map_err(|error| error.to_string()).err());
            messages.push(overrides.set(&text, "1").map_err(|error| error.to_string()).err());
            messages.push(overrides.set("rings", &text).map_err(|error| error.to_string()).err());
            messages.push(overrides.set("landing", &text).map_err(|error| error.to_string()).err());
            messages.push(start.read_action(&text).map_err(|error| error.to_string()).err());
            messages.push(start.read_action(&format!("P {text}")).map_err(|error| error.to_string()).err());
            let cell = |board: BoardKind| board.parse_cell(&text).map_err(|error| error.to_string()).err();
            messages.extend(BoardKind::ALL.map(cell));
            for message in messages.into_iter().flatten() {
                check_message(&message)?;
            }
        }
    }

    /// No text makes the readers panic.
    #[test]
    fn any_text_is_read_or_refused(
        text: String,
        printable in "[ -~]{0,80}",
        letters in "[GSMCHETPNLAX1-4 a-h.,;:=-]{0,60}",
    ) {
        for text in [text, printable.clone(), letters, format!("G square8 2p canon; {printable}")] {
            check_text(&text, &[0; 3])?;
        }
    }

    /// Texts put together of strange fields are refused, or make positions that can be played.
    #[test]
    fn mixtures_of_fields_are_read_or_refused(text in field_mixtures(), choices in vec(any::<u32>(), 20)) {
        check_text(&text, &choices)?;
    }

    /// Texts of positions with some changes are refused, or make positions that can be played.
    #[test]
    fn changed_texts_are_read_or_refused(text in changed_texts(), choices in vec(any::<u32>(), 20)) {
        check_text(&text, &choices)?;
    }

    /// No text of a cell makes a reader panic; what is read is written as it was.
    #[test]
    fn any_cell_text_is_read_or_refused(text: String, short in "[a-z0-9.+-]{0,7}", number in select(NUMBERS)) {
        let numbers = [format!("a{number}"), format!("{number}.0"), format!("{short}\u{e9}{number}")];
        let texts = [&[text, short][..], &numbers].concat();
        for board in BoardKind::ALL {
            for text in &texts {
                match board.parse_cell(text) {
                    Ok(cell) => {
                        let names = [Some(board.cell_name(cell)), board.ring_direction_name(cell)];
                        prop_assert!(names.into_iter().flatten().any(|name| name.to_string() == *text), "{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
                match board.parse_coord(text) {
                    Ok(coord) => {
                        let same = board.coord_name(coord).to_string() == *text;
                        prop_assert!(same || text.starts_with(['n', 'e', 's', 'w', 'c']), "{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }

    /// No text of a board, edition or option makes a reader panic.
    #[test]
    fn any_name_is_read_or_refused(name in any::<String>(), short in "[a-z_0-9]{0,12}", value in any::<String>()) {
        for text in [&name, &short] {
            match text.parse::<BoardKind>() {
                Ok(board) => prop_assert_eq!(board.name(), text),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            if let Err(error) = text.parse::<Edition>() {
                prop_assert!(!error.to_string().is_empty());
            }
            if let Err(error) = Overrides::default().set(text, &value) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    /// Every option takes a value or refuses it in words; what it takes makes rules or a list of problems.
    #[test]
    fn any_option_value_is_taken_or_refused(
        options in vec(option_values(), 0..6),
        board in select(BoardKind::ALL.to_vec()),
        edition in select(Edition::ALL),
        players in any::<u8>(),
    ) {
        let mut overrides = Overrides::default();
        for (name, value) in options {
            let before = overrides;
            match overrides.set(name, &value) {
                Ok(()) => {
                    let texts = overrides.texts();
                    let written = texts.iter().find(|(option, _)| *option == name).map_or("", |(_, text)| text);
                    let mut again = before;
                    prop_assert_eq!(again.set(name, written), Ok(()));
                    prop_assert_eq!(again, overrides);
                }
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    prop_assert_eq!(overrides, before);
                }
            }
        }
        for players in [players, players % 5] {
            match Ruleset::new(edition, board, players, &overrides) {
                Ok(rules) => {
                    let read = Setup::parse(&format!("G {rules}"));
                    prop_assert_eq!(read.map(|setup| setup.rules), Ok(rules), "{}", rules);
                    let start = Position::new(&rules).expect("checked rules");
                    check_position(&start, &[1, 2, 3])?;
                }
                Err(error) => {
                    prop_assert!(!error.problems.is_empty());
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    /// No text of an action makes the reader panic; what is read can be asked about and played or refused.
    #[test]
    fn any_action_text_is_read_or_refused(
        position in valid_texts(),
        any_text: String,
        close in "(P|SP|M|C|CC|SC|L|T|ST|E|X)? ?[a-h0-9.-]{0,4}[-*;: x]{0,2}[a-h0-9.]{0,4}( ?[x;LR12:]{0,5}[a-h0-9]?)?",
        change in changes(),
        which in any::<u32>(),
    ) {
        let position = Position::parse(&position).map_err(|error| TestCaseError::reject(error.to_string()))?;
        let legal = position.legal_actions();
        let chosen = legal.get(which as usize % legal.len().max(1));
        let legal_text = chosen.map_or_else(String::new, |&action| position.action_text(action));
        for text in [any_text, close, change.change_characters(&legal_text), legal_text.to_lowercase()] {
            match position.read_action(&text) {
                Ok(action) => {
                    prop_assert!(legal.contains(&action), "{}: {}", position, text);
                    let written = position.action_text(action);
                    prop_assert_eq!(position.read_action(&written), Ok(action), "{} is written {}", text, written);
                }
                Err(ReadActionError::Resolve(ResolveActionError::Illegal { action, why })) => {
                    prop_assert!(!legal.contains(&action), "{}: {}", position, text);
                    prop_assert_eq!(position.why_illegal(action), Some(why));
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[test]
fn long_texts_are_refused_quickly_and_briefly() {
    let long = "9".repeat(100_000);
    let many = "M1 a1; ".repeat(100_000);
    let cells = "a1,".repeat(100_000);
    let texts = [
        long.clone(),
        many,
        format!("G square8 2p canon; S a1={}", "1".repeat(100_000)),
        format!("G square8 2p canon; S a1={long}"),
        format!("G square8 2p canon; S {cells}a1"),
        format!("G square8 2p canon; M1 {cells}a1"),
        format!("G square8 2p canon; C1 {}a1:h8", "a1:h8,".repeat(100_000)),
        format!("G square8 2p canon; CX {cells}a1"),
        format!("G square8 2p canon; H {long}"),
        format!("G square8 2p canon; A {}1", "1,".repeat(100_000)),
        format!("G {long} 2p canon"),
        format!("G square8 2p {long}"),
        format!("G square8 2p canon {long}={long}"),
        format!("G square8 2p canon regions={long}"),
        format!("G square8 2p canon; P movement {long}"),
        format!("G square8 2p canon; M1 {long}"),
        format!("G square8 2p canon; {long} a1"),
    ];
    let start = std::time::Instant::now();
    for text in texts {
        let message = Position::parse(&text).expect_err("too long").to_string();
        assert!(message.len() < 2000, "{} bytes: {:.200}", message.len(), message);
    }
    assert!(start.elapsed().as_secs() < 5);
    let position = Position::parse("G square8 2p canon; H 18,18").unwrap();
    let actions =
        [long.clone(), format!("P {long}"), format!("P a1*{long}"), format!("M a1-{long}"), format!("L {long}")];
    for text in actions {
        let message = position.read_action(&text).expect_err("too long").to_string();
        assert!(message.len() < 2000, "{} bytes: {:.200}", message.len(), message);
    }
}

// --- setups ---

fn players() -> impl Strategy<Value = Player> {
    prop_oneof![4 => Just(One), 4 => Just(Two), 1 => Just(Three), 1 => Just(Four)]
}

fn live_standard() -> Ruleset {
    Ruleset::live(BoardKind::Square8, 2).expect("the live game")
}

/// Rules in all mixtures; wild ones may be no rules at all.
fn setup_rules(wild: bool) -> impl Strategy<Value = Ruleset> {
    use BoardKind::{Hex8, Hexagonal12, Square8, Square19};
    let rings = if wild { vec![18u16, 255, 5, 0, 256] } else { vec![18, 5, 255] };
    let lengths = if wild { vec![3u8, 1, 99] } else { vec![3, 2, 4] };
    let players = if wild { vec![2u8, 3, 4, 1, 255] } else { vec![2, 3, 4] };
    let caps = if wild { vec![None, Some(0), Some(1)] } else { vec![None, Some(100), Some(5)] };
    let boards = select(vec![Square8, Square8, Hex8, Hex8, Square19, Hexagonal12]);
    let numbers = (select(rings), select(lengths), select(players), select(caps));
    let choices = (select(Landing::ALL), select(LastStanding::ALL), select(Stalemate::ALL), select(Tiebreak::ALL));
    (boards, numbers, choices, select(Regions::ALL), any::<bool>()).prop_map(
        |(
            board,
            (rings, line_length, players, turn_cap),
            (landing, last_standing, stalemate, tiebreak),
            regions,
            live,
        )| {
            let others = if live { Ruleset { swap: true, ..live_standard() } } else { standard() };
            Ruleset {
                board,
                players,
                rings_per_player: rings,
                line_length,
                elimination_threshold: rings.saturating_mul(players.into()) / 2 + 1,
                territory_threshold: board.cells() / 2 + 1,
                landing,
                regions,
                last_standing,
                stalemate,
                tiebreak,
                turn_cap: if landing == Landing::Keep { turn_cap.or(Some(50)) } else { turn_cap },
                ..others
            }
        },
    )
}

/// Setups of anything: too many, too high, nowhere, twice, out of turn.
fn wild_setups() -> impl Strategy<Value = Setup> {
    let coords = || prop_oneof![5 => (0i8..8, 0i8..8), 1 => any::<(i8, i8)>()].prop_map(|(x, y)| Coord { x, y });
    let heights = prop_oneof![10 => 1usize..4, 1 => Just(0usize), 1 => 60usize..66];
    let stack = (coords(), heights.prop_flat_map(|height| vec(players(), height)));
    let lists = (vec(stack, 0..8), vec((coords(), players()), 0..9), vec((coords(), players()), 0..9));
    let count = || prop_oneof![6 => 0u16..4, 2 => 0u16..20, 1 => select(vec![255u16, 65535])];
    let counts = ([count(), count(), count(), count()], [count(), count(), count(), count()]);
    let cells = prop_oneof![3 => 0u16..64, 1 => any::<u16>()].prop_map(Cell::new);
    let phase = (0usize..20, cells, proptest::option::of(players()));
    let state = (players(), phase, select(vec![1u32, 5, 0, u32::MAX]), proptest::option::of(players()));
    let seat = || proptest::option::of(players());
    let deed = proptest::option::of(select(vec![Deed::Nothing, Deed::Swap, Deed::Change, Deed::Recovery]));
    let rounds = (seat(), vec(players(), 0..3), seat(), select(vec![0u8, 1, 3, 255]));
    let live = (deed, proptest::option::of(rounds), proptest::option::of([0u8..5, 0..5, 0..5, 0..5]));
    (any::<bool>().prop_flat_map(setup_rules), lists, counts, state, vec(players(), 0..6), live).prop_map(
        |(
            rules,
            (stacks, markers, collapsed),
            (hands, credits),
            (to_move, phase, turn, last_standing),
            last_actions,
            (deed, rounds, lost),
        )| {
            let rounds = rounds.map_or(Rounds::default(), |(opener, acted, alone, count)| Rounds {
                opener,
                acted: acted.into_iter().collect(),
                alone,
                count,
            });
            let (hands, credits) = (ByPlayer(hands), ByPlayer(credits));
            let phase = some_phase(phase.0, phase.1, phase.2);
            Setup {
                rules,
                stacks,
                markers,
                collapsed,
                hands,
                credits,
                to_move,
                phase,
                turn,
                last_standing,
                last_actions,
                deed,
                rounds,
                lost: ByPlayer(lost.unwrap_or_default()),
            }
        },
    )
}

fn some_phase(kind: usize, at: Cell, winner: Option<Player>) -> Option<Phase> {
    Some(match kind {
        0 => Phase::Placement,
        1 => Phase::Movement { must_move: None },
        2 => Phase::Movement { must_move: Some(at) },
        3 => Phase::CaptureOffer { at },
        4 => Phase::CaptureChain { at },
        5 => Phase::LineChoice,
        6 => Phase::LinePayment,
        7 => Phase::RegionChoice,
        8 => Phase::RegionPayment,
        9 => Phase::ForcedElimination,
        10..=14 => Phase::Over { winner, reason: Reason::ALL[kind - 10] },
        15 => Phase::Recovery,
        _ => return None,
    })
}

/// Setups in which nothing is wrong at first sight: everything on its own cell and for players who are there. Whether
/// the phase fits is another question.
fn tame_setups() -> impl Strategy<Value = Setup> {
    let heights = prop_oneof![8 => 1usize..4, 2 => 4usize..12, 1 => 20usize..64];
    let stacks = vec(heights.prop_flat_map(|height| vec(players(), height)), 1..8);
    let collapsed = prop_oneof![2 => vec(players(), 0..10), 1 => vec(players(), 20..60)];
    let lists = (stacks, vec(players(), 0..16), collapsed, any::<u64>());
    let counts = ([0u16..3, 0u16..3, 0u16..3, 0u16..3], [0u16..2, 0u16..2, 0u16..2, 0u16..2]);
    let state = (players(), 0usize..20, any::<u16>(), 1u32..6, proptest::option::of(players()));
    (setup_rules(false), lists, counts, state).prop_map(|(rules, lists, (hands, credits), state)| {
        let (stacks, markers, collapsed, seed) = lists;
        let (to_move, kind, number, turn, other) = state;
        let seat = |player: Player| if player.seat() > rules.players { One } else { player };
        let mut free = shuffled(rules.board, seed).into_iter();
        let cells: Vec<Cell> = free.by_ref().take(stacks.len()).collect();
        let at = |cell: Cell| rules.board.coord(cell);
        let mut setup = Setup::empty(rules);
        let rings = |rings: Vec<Player>| rings.into_iter().map(seat).collect();
        setup.stacks = cells.iter().zip(stacks).map(|(&cell, stack)| (at(cell), rings(stack))).collect();
        setup.markers = free.by_ref().zip(markers).map(|(cell, owner)| (at(cell), seat(owner))).collect();
        setup.collapsed = free.zip(collapsed).map(|(cell, owner)| (at(cell), seat(owner))).collect();
        for player in Player::seats(rules.players) {
            setup.hands[player] = hands[player.index()];
            setup.credits[player] = credits[player.index()];
        }
        setup.to_move = seat(to_move);
        setup.phase = some_phase(kind, cells[usize::from(number) % cells.len()], other.map(seat));
        setup.turn = turn;
        setup.last_standing = other.map(seat).filter(|_| rules.last_standing == LastStanding::Round);
        setup.last_actions = other.map(seat).filter(|_| rules.tiebreak == Tiebreak::LastAction).into_iter().collect();
        setup
    })
}

/// The cells of a board in an order that depends on a number.
fn shuffled(board: BoardKind, seed: u64) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.iter_cells().collect();
    cells.sort_by_cached_key(|cell| {
        (seed ^ cell.index() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(seed | 1)
    });
    cells
}

proptest! {
    #![proptest_config(config(4000))]

    /// No setup makes the engine panic; every refusal says why.
    #[test]
    fn wild_setups_are_accepted_or_refused(setup in wild_setups(), choices in vec(any::<u32>(), 20)) {
        check_setup(&setup, &choices)?;
    }

    /// What is accepted can be played from, and makes the same position again.
    #[test]
    fn tame_setups_are_accepted_or_refused(setup in tame_setups(), choices in vec(any::<u32>(), 20)) {
        check_setup(&setup, &choices)?;
    }

    /// A setup is free data, so it can be written down whatever it says.
    #[test]
    fn wild_setups_can_be_written(setup in wild_setups()) {
        prop_assert!(!setup.to_string().contains('\n'));
        prop_assert!(!setup.fingerprint().contains('\n'));
    }
}

fn check_setup(setup: &Setup, choices: &[u32]) -> TestCaseResult {
    match Position::from_setup(setup, Finished::Allow) {
        Ok(position) => {
            let again = Position::from_setup(&position.to_setup(), Finished::Allow);
            prop_assert!(again.as_ref() == Ok(&position), "{} becomes {:?}", position, again);
            check_position(&position, choices)?;
        }
        Err(error) => {
            prop_assert!(!error.problems.is_empty());
            check_message(&error.to_string())?;
            prop_assert!(Position::from_setup(setup, Finished::Refuse).is_err());
        }
    }
    Ok(())
}

/// The setups must be accepted often enough, and in every phase, or their property says little.
#[test]
fn setups_of_every_phase_are_accepted() {
    let mut runner = TestRunner::deterministic();
    let mut names = std::collections::BTreeMap::new();
    for _ in 0..10_000 {
        let setup = tame_setups().new_tree(&mut runner).unwrap().current();
        if let (Ok(_), Some(phase)) = (Position::from_setup(&setup, Finished::Allow), setup.phase) {
            *names.entry(phase.name()).or_insert(0) += 1;
        }
    }
    let wanted = ["ring_placement", "movement", "capture", "chain_capture", "line_processing", "line_elimination"];
    let more = ["territory_processing", "territory_elimination", "forced_elimination", "game_over"];
    assert!(wanted.iter().chain(&more).all(|name| names.contains_key(name)), "{names:?}");
}

// --- problems ---

fn standard() -> Ruleset {
    Ruleset::canon(BoardKind::Square8, 2).unwrap()
}

/// Two stacks and some rings in hand: nothing is wrong with it.
fn sound() -> Setup {
    let mut setup = Setup::empty(standard());
    setup.stacks = vec![(coord("d4"), vec![One]), (coord("h8"), vec![Two])];
    setup.hands = ByPlayer([3, 3, 0, 0]);
    setup
}

fn coord(name: &str) -> Coord {
    BoardKind::Square8.parse_coord(name).unwrap()
}

fn cell(name: &str) -> Cell {
    BoardKind::Square8.parse_cell(name).unwrap()
}

/// The problems of a setup that is sound but for a change.
fn problems(change: impl FnOnce(&mut Setup)) -> Vec<SetupProblem> {
    let mut setup = sound();
    change(&mut setup);
    Position::from_setup(&setup, Finished::Allow).map_or_else(|error| error.problems, |_| Vec::new())
}

/// The only problem of a setup that is sound but for a change, as text.
fn problem(change: impl FnOnce(&mut Setup)) -> String {
    let found = problems(change);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].to_string()
}

#[test]
fn a_sound_setup_has_no_problem() {
    assert_eq!(problems(|_| {}), []);
}

#[test]
fn problem_rules() {
    let text = problem(|setup| setup.rules.line_length = 1);
    assert_eq!(text, "the line length is 1; it must be 2 to 8 here");
    assert!(matches!(problems(|setup| setup.rules.players = 5)[..], [SetupProblem::Rules(_)]));
}

#[test]
fn problem_off_board() {
    assert_eq!(problem(|setup| setup.markers.push((coord("i9"), One))), "i9 is not on square8");
    let far = problem(|setup| setup.stacks.push((Coord { x: -128, y: 127 }, vec![One])));
    assert_eq!(far, "-128.127 is not on square8");
    assert!(matches!(
        problems(|setup| setup.collapsed.push((coord("a9"), One)))[..],
        [SetupProblem::OffBoard { board: BoardKind::Square8, .. }]
    ));
}

#[test]
fn problem_two_occupants() {
    assert_eq!(problem(|setup| setup.markers.push((coord("d4"), One))), "d4 has more than one occupant");
    assert_eq!(problem(|setup| setup.stacks.push((coord("d4"), vec![Two]))), "d4 has more than one occupant");
    let thrice = problem(|setup| setup.collapsed.extend([(coord("a1"), One); 3]));
    assert_eq!(thrice, "a1 has more than one occupant");
}

#[test]
fn problem_no_rings() {
    assert_eq!(problem(|setup| setup.stacks.push((coord("a1"), vec![]))), "the stack on a1 has no rings");
}

#[test]
fn problem_too_high() {
    let high = |height| {
        problems(|setup| {
            setup.rules.rings_per_player = 255;
            setup.stacks.push((coord("a1"), vec![One; height]));
            setup.hands = ByPlayer::default();
        })
    };
    assert_eq!(high(MAX_HEIGHT as usize), []);
    assert_eq!(high(64), [SetupProblem::TooHigh { cell: "a1".to_owned(), height: 64 }]);
}

/// A stack of the greatest height can be set up, so asking for placements on it must have an answer.
#[test]
fn the_highest_stack_takes_no_further_ring() {
    for top in [One, Two] {
        let mut setup = sound();
        setup.rules.rings_per_player = 255;
        setup.stacks.push((coord("a1"), vec![top; MAX_HEIGHT as usize]));
        let position = Position::from_setup(&setup, Finished::Allow).unwrap();
        assert!(!position.is_legal(Action::Place { at: cell("a1"), rings: 1 }), "{position}");
        assert!(position.is_legal(Action::Place { at: cell("d4"), rings: 1 }));
        assert_eq!(position.count_legal(), position.legal_actions().len() as u64);
    }
}

#[test]
fn problem_missing_player() {
    assert_eq!(problem(|setup| setup.markers.push((coord("a1"), Three))), "a marker of player 3, but only 2 play");
    let everything = problems(|setup| {
        setup.stacks.push((coord("a1"), vec![Four, One]));
        setup.markers.push((coord("a2"), Four));
        setup.collapsed.push((coord("a3"), Four));
        setup.hands[Four] = 1;
        setup.credits[Four] = 1;
        setup.to_move = Four;
        setup.last_standing = Some(Four);
        setup.last_actions = vec![Four];
    });
    let claims: Vec<&str> = everything
        .iter()
        .map(|problem| match problem {
            SetupProblem::MissingPlayer { what, player: Four, players: 2 } => what,
            other => panic!("{other:?}"),
        })
        .copied()
        .collect();
    let things = ["a ring", "a marker", "a collapsed cell", "rings in the hand", "credited rings", "the turn"];
    assert_eq!(claims, [&things[..], &["the last standing", "a last action"]].concat());
}

#[test]
fn problem_too_many_rings() {
    let text = problem(|setup| setup.hands[Two] = 18);
    assert_eq!(text, "player 2 has 19 rings in hand and on the board; there are only 18");
    assert_eq!(problems(|setup| setup.hands[Two] = 17), []);
    assert_eq!(problem(|setup| setup.hands[One] = u16::MAX), text.replace("2 has 19", "1 has 65536"));
}

#[test]
fn problem_too_many_credits() {
    let credits = |own, others| {
        problems(move |setup| {
            setup.rules.elimination_threshold = 36;
            setup.credits = ByPlayer([own, others, 0, 0]);
        })
    };
    assert_eq!(credits(14, 14), []);
    assert_eq!(credits(15, 14), [SetupProblem::TooManyCredits { credited: 29, missing: 28 }]);
}

#[test]
fn problem_eliminated_to_move() {
    let text = problem(|setup| {
        setup.stacks.remove(0);
        setup.hands[One] = 0;
    });
    assert_eq!(text, "player 1 is to move but has no ring left");
    let buried = problems(|setup| {
        setup.stacks[0].1 = vec![One, Two];
        setup.hands[One] = 0;
    });
    assert_eq!(buried, [], "a buried ring is a ring");
}

#[test]
fn problem_turn() {
    assert_eq!(problems(|setup| setup.turn = 0), [SetupProblem::Turn(0)]);
    let capped = |turn| {
        problems(move |setup| {
            setup.rules.turn_cap = Some(10);
            setup.turn = turn;
        })
    };
    assert_eq!(capped(10), []);
    assert_eq!(capped(11), [SetupProblem::Turn(11)]);
    assert_eq!(problems(|setup| setup.turn = u32::MAX), []);
}

#[test]
fn problem_repeated_action() {
    let found = problems(|setup| setup.last_actions = vec![One, Two, One]);
    assert_eq!(found, [SetupProblem::RepeatedAction(One)]);
}

#[test]
fn problem_unused() {
    let text = problem(|setup| {
        setup.rules.last_standing = LastStanding::AtOnce;
        setup.last_standing = Some(One);
    });
    assert_eq!(text, "a last player standing has no meaning under these rules");
    let text = problem(|setup| {
        setup.rules.tiebreak = Tiebreak::Draw;
        setup.last_actions = vec![One];
    });
    assert_eq!(text, "the order of last actions has no meaning under these rules");
}

#[test]
fn problem_phase() {
    let check = |phase, expected: &str| {
        let found = problems(|setup| setup.phase = Some(phase));
        let [SetupProblem::Phase { phase: name, reason }] = &found[..] else { panic!("{phase:?}: {found:?}") };
        assert_eq!((*name, reason.as_str()), (phase.name(), expected));
    };
    let (here, there) = (cell("d4"), cell("h8"));
    check(Phase::Movement { must_move: Some(there) }, "player 1 controls no stack on h8");
    check(Phase::Movement { must_move: Some(Cell::new(64)) }, "cell number 64 is not on the board");
    check(Phase::Movement { must_move: Some(Cell::new(u16::MAX)) }, "cell number 65535 is not on the board");
    check(Phase::CaptureOffer { at: here }, "the stack on d4 cannot capture");
    check(Phase::CaptureOffer { at: cell("a1") }, "player 1 controls no stack on a1");
    check(Phase::CaptureChain { at: here }, "player 1 has nothing to decide there");
    check(Phase::LineChoice, "player 1 has nothing to decide there");
    check(Phase::RegionChoice, "no region is eligible for player 1");
    check(Phase::ForcedElimination, "player 1 can place, move or capture");
    check(Phase::Over { winner: Some(One), reason: Reason::Stalemate }, "player 1 cannot have won by stalemate here");
    check(
        Phase::Over { winner: None, reason: Reason::RingElimination },
        "nobody cannot have won by ring_elimination here",
    );
    check(Phase::Over { winner: Some(Four), reason: Reason::TurnCap }, "player 4 cannot have won by turn_cap here");
    let empty_hand = problems(|setup| {
        setup.hands[One] = 0;
        setup.phase = Some(Phase::Placement);
    });
    assert!(matches!(&empty_hand[..], [SetupProblem::Phase { reason, .. }] if reason == "player 1 cannot place"));
    let no_stack = problems(|setup| {
        setup.stacks.remove(0);
        setup.phase = Some(Phase::LinePayment);
    });
    assert!(matches!(&no_stack[..], [SetupProblem::Phase { phase: "line_elimination", .. }]));
}

/// The problems of a setup of a finished game, where none is wanted.
fn refusals(change: impl FnOnce(&mut Setup)) -> Vec<SetupProblem> {
    let mut setup = sound();
    change(&mut setup);
    Position::from_setup(&setup, Finished::Refuse).map_or_else(|error| error.problems, |_| Vec::new())
}

#[test]
fn problem_over() {
    let too_late = |setup: &mut Setup| {
        setup.credits[Two] = 19;
        setup.phase = Some(Phase::Movement { must_move: None });
    };
    assert!(
        matches!(&problems(too_late)[..], [SetupProblem::Over(_)]),
        "only the mover can pass a threshold in a turn"
    );
    assert!(matches!(&refusals(|setup| setup.credits[Two] = 19)[..], [SetupProblem::Over(_)]));
    let territory = |setup: &mut Setup| {
        let cells = BoardKind::Square8.iter_cells().take(24).map(|cell| BoardKind::Square8.coord(cell));
        setup.collapsed = cells.map(|at| (at, One)).collect();
        setup.rules.territory_threshold = 24;
    };
    assert!(matches!(&refusals(territory)[..], [SetupProblem::Over(_)]));
    let within_a_turn = problems(|setup| {
        setup.credits[One] = 19;
        setup.phase = Some(Phase::Movement { must_move: None });
    });
    assert_eq!(within_a_turn, [], "thresholds are only looked at when a turn ends");
    let text = "G square8 2p canon; S d4=1,h8=2; H 0,0; E 19,0; T 1; P game_over 1 ring_elimination";
    let ended = Setup::parse(text).unwrap();
    let refused = Position::from_setup(&ended, Finished::Refuse).unwrap_err();
    assert_eq!(refused.to_string(), "invalid position: the game is already over: player 1 has won by ring_elimination");
    assert!(Position::from_setup(&ended, Finished::Allow).is_ok());
}

#[test]
fn all_problems_are_listed_at_once() {
    let found = problems(|setup| {
        setup.stacks.push((coord("i9"), vec![One]));
        setup.stacks.push((coord("a1"), vec![]));
        setup.markers.push((coord("h8"), Three));
        setup.hands[Two] = 18;
        setup.credits[One] = 60;
        setup.turn = 0;
        setup.last_actions = vec![Two, Two];
    });
    let kinds: Vec<String> = found.iter().map(|problem| format!("{problem:?}")).collect();
    let wanted =
        ["OffBoard", "TwoOccupants", "NoRings", "MissingPlayer", "RepeatedAction", "TooManyRings", "TooManyCredits"];
    for kind in wanted.iter().chain(&["Turn(0)"]) {
        assert!(kinds.iter().any(|found| found.starts_with(kind)), "{kind} is not among {kinds:?}");
    }
    assert_eq!(found.len(), wanted.len() + 1);
}

#[test]
fn very_many_problems_make_a_short_message() {
    let mut setup = sound();
    setup.markers = (0..100).map(|y| (Coord { x: 20, y }, One)).collect();
    let error = Position::from_setup(&setup, Finished::Allow).unwrap_err();
    assert_eq!(error.problems.len(), 100);
    assert!(error.to_string().ends_with("; and 90 more"), "{error}");
}

#[test]
fn texts_and_setups_have_errors_of_their_own() {
    let check = |text: &str, expected: &str| {
        let error = Position::parse(text).unwrap_err().to_string();
        assert_eq!(error, expected, "{text}");
    };
    check("", "position text, field '': the rules are missing; begin with a field such as 'G square8 2p canon'");
    check("G square8 2p canon; T 1; T 2", "position text, field 'T 2': the field is given twice");
    check("G square8 2p canon; T 5", "position text, field 'T 5': expected a player, 1 to 4");
    check(
        "G square8 2p canon; M1 z",
        "position text, field 'M1 z': 'z' is no cell; expected a letter and a number, such as d4",
    );
    check(
        "G square8 2p canon; H 19,0",
        "invalid position: player 1 has 19 rings in hand and on the board; there are only 18",
    );
}
