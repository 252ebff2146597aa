//! The live edition where it differs from the others (docs/rules/rules-live.md).

mod lines;
mod ranking;
mod recovery;
mod territory;
mod turn;
mod victory;

use ringrift::BoardKind::{Hex8, Hexagonal12, Square8, Square19};
use ringrift::{Edition, Overrides, Position, Ruleset};

use crate::check;

/// Plays a script in the live edition on square8 with two players.
#[track_caller]
fn live(position: &str, script: &str) -> Position {
    check(&format!("G square8 2p live; {position}"), script)
}

/// Returns a parameter of the live rules by board and number of players.
fn parameters(value: impl Fn(Ruleset) -> u32) -> Vec<[u32; 3]> {
    let rules = |board, players| {
        Ruleset::new(Edition::Live, board, players, &Overrides::default()).expect("live has this board")
    };
    [Square8, Square19, Hex8, Hexagonal12].map(|board| [2, 3, 4].map(|players| value(rules(board, players)))).to_vec()
}

#[test]
fn r020_live_rings_per_player() {
    assert_eq!(parameters(|rules| rules.rings_per_player.into()), [[18; 3], [72; 3], [18; 3], [96; 3]]);
}

#[test]
fn r061_live_threshold_grows_with_the_players() {
    let expected = [[18, 24, 30], [72, 96, 120], [18, 24, 30], [96, 128, 160]];
    assert_eq!(parameters(|rules| rules.elimination_threshold.into()), expected);
    check("G square8 2p live rings=20; S a1=11,h8=2; M2 a3; E 18,0", "do M a1-a3 | has E 19,0; T 2");
    let enough = "do M a1-a3 | has E 20,0; P game_over 1 ring_elimination";
    check("G square8 2p live rings=20; S a1=11,h8=2; M2 a3; E 19,0", enough);
}

#[test]
fn r062_live_territory_minimum() {
    let expected = [[33, 22, 17], [181, 121, 91], [31, 21, 16], [235, 157, 118]];
    assert_eq!(parameters(|rules| rules.territory_threshold.into()), expected);
}

#[test]
fn r120_live_line_length_depends_on_the_players() {
    assert_eq!(parameters(|rules| rules.line_length.into()), [[4, 3, 3], [4, 4, 4], [4, 3, 3], [4, 4, 4]]);
    live("S h1=1,h8=2; M1 a1,b1,c1", "lines none");
    check("G square8 3p live; S h1=1,h8=2,h7=3; M1 a1,b1,c1", "lines a1..c1");
    check("G hex8 3p live; S 0.0=1,0.1=2,0.2=3; M1 -4.4,-3.4,-2.4", "lines -4.4..-2.4");
}
