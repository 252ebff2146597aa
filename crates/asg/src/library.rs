//! The scenarios that come with the engine.

use crate::scenario::Scenario;

/// A scenario that comes with the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LibraryScenario {
    /// Its id.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

impl LibraryScenario {
    /// The scenario, read.
    ///
    /// # Panics
    /// Never: the tests read all of them.
    pub fn scenario(&self) -> Scenario {
        Scenario::parse(self.text).expect("scenarios of the library can be read")
    }
}

/// The reference's scenario, then ours, from the smallest to the largest.
pub const ALL: &[LibraryScenario] = &[
    LibraryScenario { id: "scenario_01", text: include_str!("../scenarios/scenario_01.json") },
    LibraryScenario { id: "causeway", text: include_str!("../scenarios/causeway.json") },
    LibraryScenario { id: "crossroads", text: include_str!("../scenarios/crossroads.json") },
    LibraryScenario { id: "two_rivers", text: include_str!("../scenarios/two_rivers.json") },
    LibraryScenario { id: "citadel", text: include_str!("../scenarios/citadel.json") },
    LibraryScenario { id: "honeycomb", text: include_str!("../scenarios/honeycomb.json") },
    LibraryScenario { id: "three_lanes", text: include_str!("../scenarios/three_lanes.json") },
    LibraryScenario { id: "frontier", text: include_str!("../scenarios/frontier.json") },
];

/// The scenario with an id.
///
/// ```
/// let scenario = asg::library::get("causeway").expect("it is there").scenario();
/// assert_eq!(scenario.len(), 7);
/// ```
pub fn get(id: &str) -> Option<&'static LibraryScenario> {
    ALL.iter().find(|scenario| scenario.id == id)
}
