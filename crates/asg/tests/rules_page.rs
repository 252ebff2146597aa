//! Checks the generated parts of `docs/asg.md`: the table of odds and the pictures.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asg::{Combat, Order, Position, Rules, Scenario, picture};

const FRACTION: f64 = 0.35;
const DEFENDERS: [u64; 11] = [1, 2, 3, 4, 5, 8, 10, 15, 20, 50, 100];
const START: &str = "<!-- odds: made by `cargo xtask regenerate` -->\n";
const END: &str = "<!-- end -->\n";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Compares a file with its expected content. Writes the content first if `UPDATE_FILES` is set.
fn check_file(path: &Path, expected: &str) {
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::create_dir_all(path.parent().expect("the file is in a folder")).expect("the folder can be created");
        std::fs::write(path, expected).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{} is out of date; run `cargo xtask regenerate`", path.display());
}

/// Returns the smallest attacking force that certainly wins.
fn certain(defender: u64) -> u64 {
    (defender + 1..)
        .find(|&attacker| Combat::new(attacker, defender, FRACTION).is_certain())
        .expect("a large enough force certainly wins")
}

#[test]
fn table_of_odds_is_up_to_date() {
    let mut table = format!("With a fraction of {FRACTION}, by the rules `v0`:\n\n");
    table += "| defender | luck at most | certain win with | chance with equal troops | with one more | with half as many again, rounded up |\n";
    table += "|---|---|---|---|---|---|\n";
    for defender in DEFENDERS {
        let chance = |attacker| 100.0 * Combat::new(attacker, defender, FRACTION).odds(Rules::V0);
        let (bound, half_more) = (Combat::new(defender, defender, FRACTION).bound, defender.div_ceil(2));
        writeln!(
            table,
            "| {defender} | {bound} | {} | {:.0} % | {:.0} % | {:.0} % |",
            certain(defender),
            chance(defender),
            chance(defender + 1),
            chance(defender + half_more),
        )
        .expect("writing to a string succeeds");
    }
    let path = docs().join("asg.md");
    let page = std::fs::read_to_string(&path).expect("docs/asg.md can be read");
    let (before, rest) = page.split_once(START).expect("the page has the start marker");
    let (_, after) = rest.split_once(END).expect("the page has the end marker");
    check_file(&path, &format!("{before}{START}{table}{END}{after}"));
}

#[test]
fn pictures_are_up_to_date() {
    let scenario = Scenario::parse(include_str!("../scenarios/scenario_01.json")).expect("scenario_01 is valid");
    let start = Position::start(&scenario);
    check_file(&docs().join("asg/start.svg"), &picture(&scenario, &start, &[]));
    let node = |id| scenario.node(id).expect("the node exists");
    let orders = [("p1_hq", "p1_bridge", 9), ("p1_bridge", "p1_n", 5), ("p1_bridge", "p1_s", 4), ("p1_n", "mid_n", 5)];
    let orders = orders.map(|(from, to, amount)| Order::step(node(from), node(to), amount));
    check_file(&docs().join("asg/orders.svg"), &picture(&scenario, &start, &orders));
}
