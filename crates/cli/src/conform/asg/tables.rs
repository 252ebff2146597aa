//! Tables of random numbers, fights and scenarios.

use std::fmt::Debug;

use asg::{Combat, Prng, Rules, Scenario, Side};
use serde::Deserialize;
use serde_json::Value;

use crate::conform::report::{Difference, Report};
use crate::conform::source::Source;

/// Random numbers of a seed; each list starts from the seed.
#[derive(Deserialize)]
struct Draws {
    seed: i64,
    state0: u32,
    uint32: Vec<u32>,
    float01: Vec<f64>,
    bool: Vec<bool>,
    int_m1_p1: Vec<i64>,
    int_m3_p3: Vec<i64>,
    int_1_10: Vec<i64>,
}

/// Checks the random generator.
pub(super) fn prng(mut source: Source, report: &mut Report) -> Result<(), String> {
    for row in source.next_value::<Vec<Draws>>()?.unwrap_or_default() {
        let start = Prng::new(row.seed);
        let mut table = Table { place: format!("seed {}", row.seed), report };
        table.compare("state0", &row.state0, &start.state());
        table.draws("uint32", &row.uint32, start, Prng::next_u32);
        table.draws("float01", &row.float01, start, Prng::fraction);
        table.draws("bool", &row.bool, start, Prng::coin);
        table.draws("int_m1_p1", &row.int_m1_p1, start, |prng| prng.int(-1, 1));
        table.draws("int_m3_p3", &row.int_m3_p3, start, |prng| prng.int(-3, 3));
        table.draws("int_1_10", &row.int_1_10, start, |prng| prng.int(1, 10));
    }
    Ok(())
}

/// Columns of a table of fights.
const COLUMNS: [&str; 11] = [
    "A",
    "D",
    "fraction",
    "seed",
    "varianceBound",
    "noise",
    "delta",
    "winner",
    "winnerStrengthAfter",
    "attackerWinProb",
    "rngStateAfter",
];
type Row = (u64, u64, f64, i64, u64, i64, i64, Side, u64, f64, u32);

#[derive(Deserialize)]
struct Fights {
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// Checks fights. The attacker is P1, and ties are decided at random.
pub(super) fn combat(mut source: Source, report: &mut Report) -> Result<(), String> {
    let Some(fights) = source.next_value::<Fights>()? else { return Ok(()) };
    if fights.columns != COLUMNS {
        return Err(format!("the columns must be {}", COLUMNS.join(", ")));
    }
    for row in fights.rows {
        let (attacker, defender, fraction, seed, ..) = row;
        let mut prng = Prng::new(seed);
        let combat = Combat::new(attacker, defender, fraction);
        let end = combat.resolve(Rules::V0, &mut prng);
        let winner = if end.attacker_won { Side::P1 } else { Side::P2 };
        let (odds, state) = (combat.stated_odds(), prng.state());
        let got: Row =
            (attacker, defender, fraction, seed, combat.bound, end.noise, end.delta, winner, end.left, odds, state);
        report.asg.fights += 1;
        let place = format!("{attacker} against {defender}, fraction {fraction}, seed {seed}");
        Table { place, report }.compare("the fight", &row, &got);
    }
    Ok(())
}

#[derive(Deserialize)]
struct Judged {
    case: String,
    accepted: bool,
    scenario: Value,
}

/// Checks which scenarios are valid.
pub(super) fn scenarios(mut source: Source, report: &mut Report) -> Result<(), String> {
    for judged in source.next_value::<Vec<Judged>>()?.unwrap_or_default() {
        report.asg.scenarios += 1;
        let read = Scenario::from_json(&judged.scenario);
        if read.is_ok() != judged.accepted {
            report.differ(|| Difference {
                place: format!("scenario '{}'", judged.case),
                position: "none".to_owned(),
                what: "accepted".to_owned(),
                expected: if judged.accepted { "yes" } else { "no" }.to_owned(),
                got: read.map_or_else(|error| format!("no: {error}"), |_| "yes".to_owned()),
            });
        }
    }
    Ok(())
}

/// Row of a table.
struct Table<'a> {
    place: String,
    report: &'a mut Report,
}

impl Table<'_> {
    fn draws<T: PartialEq + Debug>(&mut self, what: &str, expected: &[T], start: Prng, draw: fn(&mut Prng) -> T) {
        let mut prng = start;
        let got: Vec<T> = expected.iter().map(|_| draw(&mut prng)).collect();
        self.report.asg.numbers += got.len() as u64;
        self.compare(what, &expected, &got.as_slice());
    }

    fn compare<T: PartialEq + Debug>(&mut self, what: &str, expected: &T, got: &T) {
        if expected != got {
            self.report.differ(|| Difference {
                place: self.place.clone(),
                position: "none".to_owned(),
                what: what.to_owned(),
                expected: format!("{expected:?}"),
                got: format!("{got:?}"),
            });
        }
    }
}
