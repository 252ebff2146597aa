//! The network between one device and the server.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How bad the network is.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Weather {
    /// How likely a message is lost.
    pub(crate) loss: f64,
    /// How likely it comes twice.
    pub(crate) twice: f64,
    /// Whether messages overtake each other.
    pub(crate) disorder: bool,
    /// The most milliseconds that one takes.
    pub(crate) delay: u64,
    /// How likely a connection breaks with a message.
    pub(crate) breaks: f64,
}

impl Weather {
    /// A network that works.
    pub(crate) const CALM: Weather = Weather { loss: 0.0, twice: 0.0, disorder: false, delay: 20, breaks: 0.0 };

    /// Some weather.
    pub(crate) fn any(rng: &mut ChaCha8Rng) -> Weather {
        let bad =
            |rng: &mut ChaCha8Rng, most: f64| if rng.random_bool(0.7) { rng.random_range(0.0..most) } else { 0.0 };
        Weather {
            loss: bad(rng, 0.2),
            twice: bad(rng, 0.2),
            disorder: rng.random_bool(0.5),
            delay: [10, 100, 1_500][rng.random_range(0..3)],
            breaks: bad(rng, 0.05),
        }
    }

    /// When the copies of a message arrive that is sent now. `last` is when the one before it did.
    pub(crate) fn arrivals(&self, now: u64, last: &mut u64, rng: &mut ChaCha8Rng) -> Vec<u64> {
        let copies = if rng.random_bool(self.loss) { 0 } else { 1 + usize::from(rng.random_bool(self.twice)) };
        let mut arrive = |_| {
            let at = now + 1 + rng.random_range(0..self.delay);
            if self.disorder {
                return at;
            }
            *last = at.max(*last);
            *last
        };
        (0..copies).map(&mut arrive).collect()
    }
}
