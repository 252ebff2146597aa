//! Coordinates at which the nodes of a map are drawn.

use crate::scenario::Scenario;

/// Coordinates of a scenario's nodes, scaled so that the larger extent is 1.
///
/// ```
/// let scenario = asg::Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let layout = scenario.layout();
/// assert_eq!(layout.spots.len(), scenario.len());
/// assert_eq!(layout.width.max(layout.height), 1.0);
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// Coordinates of each node in scenario order: x from 0 to `width`, increasing to the right; y from 0 to `height`,
    /// increasing upwards.
    pub spots: Vec<(f64, f64)>,
    /// Horizontal extent, from 0 to 1.
    pub width: f64,
    /// Vertical extent, from 0 to 1. The larger extent is 1; both are 0 if all nodes share one point.
    pub height: f64,
}

impl Scenario {
    /// Computes the layout. Both axes have the same scale. The result is finite for all coordinates, including the
    /// largest and smallest floats.
    pub fn layout(&self) -> Layout {
        let nodes = &self.file.map.nodes;
        let (x, y) = (Axis::new(nodes.iter().map(|node| node.x)), Axis::new(nodes.iter().map(|node| node.y)));
        // The difference of two finite floats can overflow; that of their halves cannot. Small floats are not halved,
        // because the smallest would become 0.
        let factor = if x.extent(1.0).max(y.extent(1.0)).is_finite() { 1.0 } else { 0.5 };
        let (width, height) = (x.extent(factor), y.extent(factor));
        let largest = width.max(height);
        let part = |length: f64| if largest > 0.0 { length / largest } else { 0.0 };
        let spot = |at: (f64, f64)| (part(x.along(at.0, factor)), part(y.along(at.1, factor)));
        Layout {
            spots: nodes.iter().map(|node| spot((node.x, node.y))).collect(),
            width: part(width),
            height: part(height),
        }
    }
}

/// Range of the coordinates along one axis.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone) -> Axis {
        Axis { low: values.clone().fold(f64::INFINITY, f64::min), high: values.fold(f64::NEG_INFINITY, f64::max) }
    }

    fn extent(&self, factor: f64) -> f64 {
        self.along(self.high, factor)
    }

    fn along(&self, value: f64, factor: f64) -> f64 {
        value * factor - self.low * factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUEL: &str = include_str!("../../scenarios/scenario_01.json");

    /// Returns the layout of a map whose first nodes have the given coordinates; all others share the first point.
    fn layout(points: &[(f64, f64)]) -> Layout {
        let mut file = Scenario::parse(DUEL).unwrap().file().clone();
        for (i, node) in file.map.nodes.iter_mut().enumerate() {
            (node.x, node.y) = points.get(i).copied().unwrap_or(points[0]);
        }
        Scenario::from_file(&file).unwrap().layout()
    }

    #[test]
    fn both_axes_have_the_same_scale() {
        let layout = layout(&[(10.0, -5.0), (14.0, -3.0), (12.0, -5.0)]);
        assert_eq!((layout.width, layout.height), (1.0, 0.5));
        assert_eq!(layout.spots[..3], [(0.0, 0.0), (1.0, 0.5), (0.5, 0.0)]);
    }

    #[test]
    fn extreme_coordinates_stay_distinct() {
        for unit in [f64::MAX, 1e308, 1.0, f64::MIN_POSITIVE, 1e-308, 5e-324] {
            let layout = layout(&[(-unit, 0.0), (unit, unit), (0.0, -unit)]);
            assert_eq!((layout.width, layout.height), (1.0, 1.0), "{unit}");
            assert_eq!(layout.spots[..3], [(0.0, 0.5), (1.0, 1.0), (0.5, 0.0)], "{unit}");
        }
    }

    #[test]
    fn nodes_on_one_point_or_line_have_no_extent_across() {
        let point = layout(&[(1e308, -1e308)]);
        assert_eq!((point.width, point.height), (0.0, 0.0));
        assert!(point.spots.iter().all(|&spot| spot == (0.0, 0.0)));
        let line = layout(&[(3.0, 7.0), (3.0, 9.0)]);
        assert_eq!((line.width, line.height, line.spots[1]), (0.0, 1.0, (0.0, 1.0)));
    }
}
