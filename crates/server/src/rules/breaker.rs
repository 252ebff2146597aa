//! A circuit breaker: leaves an engine alone for a while after it has failed again and again.
//!
//! It is told the time, and knows no clock.

use std::time::{Duration, Instant};

/// When a breaker opens, and for how long.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BreakerSettings {
    /// After so many failures in a row the engine is left alone.
    pub failures: u32,
    /// For so long, before one call tries again.
    pub pause: Duration,
}

impl Default for BreakerSettings {
    fn default() -> BreakerSettings {
        BreakerSettings { failures: 5, pause: Duration::from_secs(10) }
    }
}

/// What a breaker lets through.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BreakerState {
    /// Every call.
    Closed,
    /// One call, to try.
    HalfOpen,
    /// None.
    Open,
}

impl BreakerState {
    /// The value of its gauge: 0 closed, 1 half open, 2 open.
    pub const fn gauge(self) -> f64 {
        match self {
            BreakerState::Closed => 0.0,
            BreakerState::HalfOpen => 1.0,
            BreakerState::Open => 2.0,
        }
    }
}

/// A circuit breaker.
///
/// ```
/// use std::time::{Duration, Instant};
/// use server::rules::breaker::{Breaker, BreakerSettings, BreakerState};
/// let mut breaker = Breaker::new(BreakerSettings { failures: 1, pause: Duration::from_secs(10) });
/// let now = Instant::now();
/// breaker.failed(now);
/// assert!(!breaker.allows(now));
/// assert!(breaker.allows(now + Duration::from_secs(10)));
/// breaker.succeeded();
/// assert_eq!(breaker.state(), BreakerState::Closed);
/// ```
#[derive(Clone, Debug)]
pub struct Breaker {
    settings: BreakerSettings,
    inner: Inner,
}

#[derive(Copy, Clone, Debug)]
enum Inner {
    Closed { failures: u32 },
    Open { since: Instant },
    HalfOpen { since: Instant },
}

impl Breaker {
    /// A closed breaker.
    pub fn new(settings: BreakerSettings) -> Breaker {
        Breaker { settings, inner: Inner::Closed { failures: 0 } }
    }

    /// What it lets through.
    pub fn state(&self) -> BreakerState {
        match self.inner {
            Inner::Closed { .. } => BreakerState::Closed,
            Inner::Open { .. } => BreakerState::Open,
            Inner::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// Whether a call may be made now. After the pause the first to ask may try, and nobody else until that has ended; a
    /// try of which nothing was heard for as long as the pause does not count.
    pub fn allows(&mut self, now: Instant) -> bool {
        match self.inner {
            Inner::Closed { .. } => true,
            Inner::Open { since } | Inner::HalfOpen { since } => {
                let tries = now.saturating_duration_since(since) >= self.settings.pause;
                if tries {
                    self.inner = Inner::HalfOpen { since: now };
                }
                tries
            }
        }
    }

    /// A call went well.
    pub fn succeeded(&mut self) {
        self.inner = Inner::Closed { failures: 0 };
    }

    /// A call failed.
    pub fn failed(&mut self, now: Instant) {
        self.inner = match self.inner {
            Inner::Closed { failures } if failures + 1 < self.settings.failures => {
                Inner::Closed { failures: failures + 1 }
            }
            // Calls that were on their way when it opened do not make the pause longer.
            Inner::Open { since } => Inner::Open { since },
            _ => Inner::Open { since: now },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_secs(10);

    fn breaker(failures: u32) -> (Breaker, Instant) {
        (Breaker::new(BreakerSettings { failures, pause: PAUSE }), Instant::now())
    }

    #[test]
    fn it_opens_after_failures_in_a_row_only() {
        let (mut breaker, now) = breaker(3);
        for _ in 0..5 {
            breaker.failed(now);
            breaker.failed(now);
            breaker.succeeded();
        }
        assert!(breaker.allows(now));
        for left in [true, true, false] {
            breaker.failed(now);
            assert_eq!(breaker.allows(now), left);
        }
        assert_eq!(breaker.state(), BreakerState::Open);
    }

    #[test]
    fn one_call_tries_after_the_pause_and_decides() {
        let (mut breaker, now) = breaker(1);
        breaker.failed(now);
        let almost = now + PAUSE - Duration::from_millis(1);
        assert!(!breaker.allows(almost));
        let then = now + PAUSE;
        assert!(breaker.allows(then) && !breaker.allows(then));
        assert_eq!(breaker.state(), BreakerState::HalfOpen);
        breaker.failed(then);
        assert_eq!(breaker.state(), BreakerState::Open);
        assert!(!breaker.allows(then + PAUSE / 2) && breaker.allows(then + PAUSE));
        breaker.succeeded();
        assert!(breaker.allows(then + PAUSE) && breaker.state() == BreakerState::Closed);
    }

    #[test]
    fn late_failures_do_not_prolong_the_pause_and_lost_tries_do_not_block_for_ever() {
        let (mut breaker, now) = breaker(1);
        breaker.failed(now);
        breaker.failed(now + PAUSE / 2);
        assert!(breaker.allows(now + PAUSE), "the pause counts from the first failure");
        assert!(!breaker.allows(now + PAUSE + PAUSE / 2));
        assert!(breaker.allows(now + PAUSE * 2), "nothing was heard of the try");
    }

    #[test]
    fn clocks_that_go_back_do_no_harm() {
        let (mut breaker, now) = breaker(1);
        breaker.failed(now + PAUSE);
        assert!(!breaker.allows(now));
    }
}
