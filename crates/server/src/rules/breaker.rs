//! Circuit breaker: rejects calls for a while after repeated failures. The caller passes the current time.

use std::time::{Duration, Instant};

/// Settings of a circuit breaker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BreakerSettings {
    /// Consecutive failures after which the breaker opens.
    pub failures: u32,
    /// Time until a trial call is allowed.
    pub pause: Duration,
}

impl Default for BreakerSettings {
    fn default() -> BreakerSettings {
        BreakerSettings { failures: 5, pause: Duration::from_secs(10) }
    }
}

/// State of a circuit breaker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BreakerState {
    /// Allows all calls.
    Closed,
    /// Allows one trial call.
    HalfOpen,
    /// Allows no calls.
    Open,
}

impl BreakerState {
    /// Returns the value of the gauge: 0 closed, 1 half open, 2 open.
    pub const fn gauge(self) -> f64 {
        match self {
            BreakerState::Closed => 0.0,
            BreakerState::HalfOpen => 1.0,
            BreakerState::Open => 2.0,
        }
    }
}

/// Circuit breaker.
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
    /// Creates a closed breaker.
    pub fn new(settings: BreakerSettings) -> Breaker {
        Breaker { settings, inner: Inner::Closed { failures: 0 } }
    }

    pub fn state(&self) -> BreakerState {
        match self.inner {
            Inner::Closed { .. } => BreakerState::Closed,
            Inner::Open { .. } => BreakerState::Open,
            Inner::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// Reports whether a call is allowed now. After the pause one trial call is allowed. Other calls are rejected until the trial
    /// call has a result or another pause has passed.
    pub fn allows(&mut self, now: Instant) -> bool {
        match self.inner {
            Inner::Closed { .. } => true,
            Inner::Open { since } | Inner::HalfOpen { since } => {
                let is_trial = now.saturating_duration_since(since) >= self.settings.pause;
                if is_trial {
                    self.inner = Inner::HalfOpen { since: now };
                }
                is_trial
            }
        }
    }

    /// Records a successful call.
    pub fn succeeded(&mut self) {
        self.inner = Inner::Closed { failures: 0 };
    }

    /// Records a failed call.
    pub fn failed(&mut self, now: Instant) {
        self.inner = match self.inner {
            Inner::Closed { failures } if failures + 1 < self.settings.failures => {
                Inner::Closed { failures: failures + 1 }
            }
            // Failures of calls that started before the breaker opened do not prolong the pause.
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
    fn opens_only_after_consecutive_failures() {
        let (mut breaker, now) = breaker(3);
        for _ in 0..5 {
            breaker.failed(now);
            breaker.failed(now);
            breaker.succeeded();
        }
        assert!(breaker.allows(now));
        for is_allowed in [true, true, false] {
            breaker.failed(now);
            assert_eq!(breaker.allows(now), is_allowed);
        }
        assert_eq!(breaker.state(), BreakerState::Open);
    }

    #[test]
    fn trial_call_after_the_pause_closes_or_reopens_the_breaker() {
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
    fn late_failures_do_not_prolong_the_pause() {
        let (mut breaker, now) = breaker(1);
        breaker.failed(now);
        breaker.failed(now + PAUSE / 2);
        assert!(breaker.allows(now + PAUSE), "the pause starts with the first failure");
        assert!(!breaker.allows(now + PAUSE + PAUSE / 2));
        assert!(breaker.allows(now + PAUSE * 2), "another trial call is allowed if the first has no result");
    }

    #[test]
    fn time_going_backwards_keeps_the_breaker_open() {
        let (mut breaker, now) = breaker(1);
        breaker.failed(now + PAUSE);
        assert!(!breaker.allows(now));
    }
}
