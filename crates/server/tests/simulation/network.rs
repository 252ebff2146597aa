//! Simulated network between a device and the server.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Quality of the network.
#[derive(Copy, Clone, Debug)]
pub(crate) struct NetworkConditions {
    /// Probability that a message is lost.
    pub(crate) loss: f64,
    /// Probability that a message arrives twice.
    pub(crate) duplication: f64,
    /// Whether messages can be reordered.
    pub(crate) reorders: bool,
    /// Maximum delay in milliseconds.
    pub(crate) delay: u64,
    /// Probability that a message breaks the connection.
    pub(crate) disconnection: f64,
}

impl NetworkConditions {
    pub(crate) const RELIABLE: NetworkConditions =
        NetworkConditions { loss: 0.0, duplication: 0.0, reorders: false, delay: 20, disconnection: 0.0 };

    pub(crate) fn random(rng: &mut ChaCha8Rng) -> NetworkConditions {
        let bad =
            |rng: &mut ChaCha8Rng, most: f64| if rng.random_bool(0.7) { rng.random_range(0.0..most) } else { 0.0 };
        NetworkConditions {
            loss: bad(rng, 0.2),
            duplication: bad(rng, 0.2),
            reorders: rng.random_bool(0.5),
            delay: [10, 100, 1_500][rng.random_range(0..3)],
            disconnection: bad(rng, 0.05),
        }
    }

    /// Returns the arrival times of the copies of a message sent now. `last` is the arrival of the previous message.
    pub(crate) fn arrivals(&self, now: u64, last: &mut u64, rng: &mut ChaCha8Rng) -> Vec<u64> {
        let copies = if rng.random_bool(self.loss) { 0 } else { 1 + usize::from(rng.random_bool(self.duplication)) };
        let mut arrive = |_| {
            let at = now + 1 + rng.random_range(0..self.delay);
            if self.reorders {
                return at;
            }
            *last = at.max(*last);
            *last
        };
        (0..copies).map(&mut arrive).collect()
    }
}
