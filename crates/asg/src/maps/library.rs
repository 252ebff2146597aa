//! Built-in scenarios.

use crate::scenario::Scenario;

/// A built-in scenario.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LibraryScenario {
    /// Id of the scenario, equal to the `id` in its file.
    pub id: &'static str,
    /// Content of the scenario file (JSON).
    pub text: &'static str,
}

impl LibraryScenario {
    /// Parses the scenario.
    ///
    /// # Panics
    /// Never panics for entries of [`ALL`]; tests parse all of them.
    pub fn scenario(&self) -> Scenario {
        Scenario::parse(self.text).expect("built-in scenarios are valid")
    }
}

/// All built-in scenarios: the scenario of the reference implementation first, then the others from smallest to
/// largest.
pub const ALL: &[LibraryScenario] = &[
    LibraryScenario { id: "scenario_01", text: include_str!("../../scenarios/scenario_01.json") },
    LibraryScenario { id: "causeway", text: include_str!("../../scenarios/causeway.json") },
    LibraryScenario { id: "crossroads", text: include_str!("../../scenarios/crossroads.json") },
    LibraryScenario { id: "two_rivers", text: include_str!("../../scenarios/two_rivers.json") },
    LibraryScenario { id: "citadel", text: include_str!("../../scenarios/citadel.json") },
    LibraryScenario { id: "honeycomb", text: include_str!("../../scenarios/honeycomb.json") },
    LibraryScenario { id: "three_lanes", text: include_str!("../../scenarios/three_lanes.json") },
    LibraryScenario { id: "frontier", text: include_str!("../../scenarios/frontier.json") },
];

/// Returns the built-in scenario with this id; `None` if there is no such scenario.
///
/// ```
/// let scenario = asg::library::get("causeway").expect("causeway is built in").scenario();
/// assert_eq!(scenario.len(), 7);
/// ```
pub fn get(id: &str) -> Option<&'static LibraryScenario> {
    ALL.iter().find(|scenario| scenario.id == id)
}
