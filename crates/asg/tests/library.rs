//! Checks that the built-in maps are connected, symmetric and not decided in the first plies.

use asg::symmetry::{PlayerSwap, find_player_swap};
use asg::{Side, library};

#[test]
fn ids_match_the_files_and_names_are_unique() {
    let mut names: Vec<String> = Vec::new();
    for entry in library::ALL {
        let scenario = entry.scenario();
        assert_eq!(scenario.file().id, entry.id);
        assert!(!names.contains(&scenario.file().name));
        names.push(scenario.file().name.clone());
        assert_eq!(library::get(entry.id), Some(entry));
    }
    assert_eq!(library::get("nowhere"), None);
}

#[test]
fn maps_are_connected_and_symmetric() {
    for entry in library::ALL {
        let scenario = entry.scenario();
        let distances = scenario.distances_to(scenario.hq(Side::P1));
        assert!(distances.iter().all(Option::is_some), "{}", entry.id);
        assert!(matches!(find_player_swap(&scenario), PlayerSwap::Found(_)), "{}", entry.id);
    }
}

#[test]
fn headquarters_are_farther_apart_than_one_ply_of_moves() {
    for entry in additional() {
        let scenario = entry.scenario();
        let distance = scenario.hq_distance().expect("maps are connected");
        assert!(u64::from(distance) > scenario.settings().action_budget, "{}: {distance} steps", entry.id);
    }
}

#[test]
fn maps_are_sorted_by_size() {
    let sizes: Vec<usize> = additional().map(|entry| entry.scenario().len()).collect();
    assert!(sizes.is_sorted(), "{sizes:?}");
    assert!(sizes[0] < 10, "{sizes:?}");
    assert!(sizes.last().is_some_and(|&size| size > 40), "{sizes:?}");
}

/// Returns the scenarios that are not part of the reference implementation.
fn additional() -> impl Iterator<Item = &'static library::LibraryScenario> {
    library::ALL.iter().filter(|entry| entry.id != "scenario_01")
}
