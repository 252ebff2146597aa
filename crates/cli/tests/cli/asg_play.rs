//! `ringside asg play`: the checks of orders before the fights.

use crate::ringside_reading;
use crate::support::{Finished, TempFolder};

/// Three nodes in a row: 9 troops of player 1, 3 of player 2 in the middle, and 1 at the headquarters of player 2.
const DUEL: &str = r#"{"id":"duel","name":"Duel","startingPlayer":"P1","players":{"P1":{"hq":"a"},"P2":{"hq":"c"}},
"settings":{"turnCapPlies":60,"actionBudget":3,"baseIncome":1,"reinforceCostPerStrength":1,"combatVarianceFraction":0.35},
"map":{"nodes":[{"id":"a","x":0,"y":0,"owner":"P1","supplyYield":0},{"id":"b","x":1,"y":0,"owner":"P2","supplyYield":2},
{"id":"c","x":2,"y":0,"owner":"P2","supplyYield":0}],"edges":[["a","b"],["b","c"]]},"initialState":{
"playerSupply":{"P1":0,"P2":0},"nodeForces":{"a":{"P1":9,"P2":0},"b":{"P1":0,"P2":3},"c":{"P1":0,"P2":1}}}}"#;

fn play(scenario: &str, seed: &str, typed: &str) -> Finished {
    let folder = TempFolder::new();
    let map = folder.write("map.json", scenario);
    ringside_reading(&["asg", "play", "-s", &map, "--against", "greedy", "--seed", seed], typed.as_bytes())
}

#[test]
fn all_means_the_troops_left_in_the_worst_case() {
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let output = play(DUEL, seed, "m a b 9\nm b c all\ngo\n").success();
        assert!(
            output.contains("1. move 9 from a to b; 9 against 3: won 100 % of the time, and then 5 to 7 are left."),
            "{output}"
        );
        assert!(
            output.contains("2. move 5 from b to c; at least 5 against 1: won at least 100 % of the time"),
            "{output}"
        );
        assert!(output.contains("P1 has captured the headquarters of P2 and wins."), "{output}");
    }
}

#[test]
fn rejects_orders_that_are_impossible_with_any_outcome_of_earlier_fights() {
    let output = play(DUEL, "1", "m a b 9\nm a c 1\nr 500\nm b a 7\nm b a 1\nm b a 1\nquit\n").success();
    assert!(output.contains("Not possible: no edge joins these nodes"), "{output}");
    assert!(output.contains("Not possible: this costs more supply than there is."), "{output}");
    assert!(
        output.contains("2. move 7 from b to a.\nThis order has an effect only if you win the fights before it."),
        "{output}"
    );
    assert!(output.contains("Not possible: more actions than the budget of this ply allows"), "{output}");
    let won = play(DUEL, "1", "m a b all\nm b c all\nr 1\ngo\n").success();
    assert!(won.contains("Your orders already win the match; type go to carry them out."), "{won}");
}

#[test]
fn accepts_the_words_of_the_help() {
    let output = play(DUEL, "1", "help\nbuy 1\nundo\nbuy\nm x\nquit\n").success();
    assert!(output.starts_with("You play P1 against greedy."), "{output}");
    assert!(output.contains("  buy 3, r 3     buy 3 troops") && output.contains("1. reinforce 1."), "{output}");
    assert!(output.contains("> A reinforcement has an amount: r 3, or r all."), "{output}");
    assert!(output.contains("> A move has two nodes and an amount"), "{output}");
}

#[test]
fn handles_unusual_input() {
    let long = format!("{}\nmap\ngo\nquit\n", "go ".repeat(9000));
    let output = play(DUEL, "1", &long).success();
    assert!(
        output.contains("is not an order; type help for the commands") && output.contains("Ply 0 of 60, P1"),
        "{output}"
    );
    let nowhere = ringside_reading(&["asg", "play", "-o", "no/such/folder/x.json"], b"go\n").input_error();
    assert!(nowhere.contains("no/such/folder/x.json: cannot be written"), "{nowhere}");
}

#[test]
fn draws_maps_with_extreme_coordinates() {
    for (a, b) in [("1e308", "-1e308"), ("5e-324", "1e-308"), ("7", "7")] {
        let map = DUEL.replace("\"x\":1,", &format!("\"x\":{a},")).replace("\"x\":2,", &format!("\"x\":{b},"));
        let output = play(&map, "1", "quit\n").success();
        assert!(output.contains("[2]") || output.contains("<3>"), "{output}");
    }
}
