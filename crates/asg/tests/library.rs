//! The scenarios that come with the engine are fair to look at: connected, symmetric, not decided in the first plies.

use asg::symmetry::{Symmetry, symmetry};
use asg::{Side, library};

#[test]
fn ids_are_those_of_the_files_and_names_differ() {
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
        assert!(matches!(symmetry(&scenario), Symmetry::Swap(_)), "{}", entry.id);
    }
}

#[test]
fn our_headquarters_are_farther_apart_than_a_ply_goes() {
    for entry in ours() {
        let scenario = entry.scenario();
        let distance = scenario.hq_distance().expect("maps are connected");
        assert!(u64::from(distance) > scenario.settings().action_budget, "{}: {distance} steps", entry.id);
    }
}

#[test]
fn maps_grow_from_small_to_large() {
    let sizes: Vec<usize> = ours().map(|entry| entry.scenario().len()).collect();
    assert!(sizes.is_sorted(), "{sizes:?}");
    assert!(sizes[0] < 10 && *sizes.last().expect("there are maps") > 40);
}

/// The scenarios that are not the reference's.
fn ours() -> impl Iterator<Item = &'static library::LibraryScenario> {
    library::ALL.iter().filter(|entry| entry.id != "scenario_01")
}
