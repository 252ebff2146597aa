//! Generators of position texts: valid ones, damaged ones, and random combinations of fields.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{choose, games};

/// Generates texts of positions from random games.
pub(crate) fn valid_texts() -> impl Strategy<Value = String> {
    games().prop_map(|game| {
        let mut position = game.start();
        for &number in game.choices() {
            let Some(action) = choose(&position, number) else { break };
            position.play_unchecked(action);
        }
        position.to_string()
    })
}

/// Fields that are invalid, unusual or at the limits of the format.
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
    "G square8 2p live swap=on",
    "G hex8 4p live rings=3 line_length=2 last_standing_rounds=100",
    "G square8 3p canon recovery=on forced=last borders=flooded",
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
    "R -,-,-,0",
    "R 2,1,1,2",
    "R 4,1234,3,255",
    "R 1",
    "X",
    "X 0,1,0",
    "X 1,1,1,1",
    "X 9,0",
    "P recovery",
    "P recovery recovered",
    "P ring_placement swapped",
    "P territory_elimination recovered",
    "P movement a1 idle",
    "P forced_elimination changed",
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

const CHARACTERS: &str = "01249ahszSMCPx;,=:.-+ \n\t\0\u{e9}\u{ff11}\u{2212}\u{1d7d9}\u{202e}";

pub(crate) const NUMBERS: &[&str] =
    &["0", "-1", "00", "127", "128", "-128", "255", "256", "65535", "65536", "4294967296", "99999999999999999999"];

/// One change of a text; the numbers select the place.
#[derive(Clone, Debug)]
pub(crate) enum Change {
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

pub(crate) fn changes() -> impl Strategy<Value = Change> {
    let n = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        1 => n().prop_map(Change::Delete),
        1 => n().prop_map(Change::Duplicate),
        1 => (n(), n()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => (n(), select(CHARACTERS.chars().collect::<Vec<_>>())).prop_map(|(at, c)| Change::Write(at, c)),
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

    pub(crate) fn change_characters(&self, text: &str) -> String {
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
            // Half of the time the new field replaces the field that begins with the same letter.
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

pub(crate) fn changed_texts() -> impl Strategy<Value = String> {
    (valid_texts(), vec(changes(), 1..5))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, change| change.apply(&text)))
}

pub(crate) fn field_mixtures() -> impl Strategy<Value = String> {
    vec(select(FIELDS), 0..9).prop_map(|fields| fields.join("; "))
}
