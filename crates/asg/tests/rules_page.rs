//! The page of the rules: its table of odds and its pictures are made from the code.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use asg::{Action, Clash, Position, Rules, Scenario, picture};

const FRACTION: f64 = 0.35;
const DEFENDERS: [u64; 11] = [1, 2, 3, 4, 5, 8, 10, 15, 20, 50, 100];
const BEGINNING: &str = "<!-- odds: made by `cargo xtask regenerate` -->\n";
const END: &str = "<!-- end -->\n";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Compares a file with what it should be, or writes it if that is asked for.
fn check_file(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, wanted).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{} is not what the code makes of it; run `cargo xtask regenerate`", path.display());
}

/// The fewest attackers who win for certain.
fn certain(defender: u64) -> u64 {
    (defender + 1..).find(|&attacker| Clash::new(attacker, defender, FRACTION).is_certain()).expect("enough")
}

#[test]
fn the_table_of_odds_is_right() {
    let mut table = format!("With a fraction of {FRACTION}, by the rules `v0`:\n\n");
    table += "| defender | luck at most | certain win with | chance with as many | with one more | with half as many again, rounded up |\n";
    table += "|---|---|---|---|---|---|\n";
    for defender in DEFENDERS {
        let chance = |attacker| 100.0 * Clash::new(attacker, defender, FRACTION).odds(Rules::V0);
        let (bound, half_more) = (Clash::new(defender, defender, FRACTION).bound, defender.div_ceil(2));
        writeln!(
            table,
            "| {defender} | {bound} | {} | {:.0} % | {:.0} % | {:.0} % |",
            certain(defender),
            chance(defender),
            chance(defender + 1),
            chance(defender + half_more),
        )
        .expect("a text");
    }
    let path = docs().join("asg.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGINNING).expect("where the table begins");
    let (_, after) = rest.split_once(END).expect("where the table ends");
    check_file(&path, &format!("{before}{BEGINNING}{table}{END}{after}"));
}

#[test]
fn the_pictures_are_right() {
    let scenario = Scenario::parse(include_str!("../scenarios/scenario_01.json")).expect("a scenario");
    let start = Position::start(&scenario);
    check_file(&docs().join("asg/start.svg"), &picture(&scenario, &start, &[]));
    let node = |id| scenario.node(id).expect("a node");
    let orders = [("p1_hq", "p1_bridge", 9), ("p1_bridge", "p1_n", 5), ("p1_bridge", "p1_s", 4), ("p1_n", "mid_n", 5)];
    let orders = orders.map(|(from, to, amount)| Action::step(node(from), node(to), amount));
    check_file(&docs().join("asg/orders.svg"), &picture(&scenario, &start, &orders));
}
