//! What the service counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::breaker::BreakerState;
use crate::rules::mode::Mode;
use crate::rules::verdict::Mismatch;

/// Why the fast engine answered in the place of the second one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fallback {
    /// The second engine took too long.
    Timeout,
    /// It failed.
    Error,
    /// It had failed so often that it was not asked.
    Breaker,
    /// It answered with a state that nothing can go on from.
    State,
}

impl Fallback {
    /// The label of the counter.
    pub const fn name(self) -> &'static str {
        match self {
            Fallback::Timeout => "timeout",
            Fallback::Error => "error",
            Fallback::Breaker => "breaker",
            Fallback::State => "state",
        }
    }
}

/// The counters of one service. Each also feeds the Prometheus counter of its name.
#[derive(Default, Debug)]
pub struct Counters {
    valid: AtomicU64,
    hash: AtomicU64,
    s: AtomicU64,
    status: AtomicU64,
    fallback: AtomicU64,
    dropped: AtomicU64,
    judged: AtomicU64,
    unjudged: AtomicU64,
    compared: AtomicU64,
    contract: AtomicU64,
}

/// Makes the reader of a counter.
macro_rules! readers {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        impl Counters {
            $($(#[$doc])+ pub fn $name(&self) -> u64 {
                self.$name.load(Ordering::Relaxed)
            })+
        }
    };
}

readers! {
    /// `rules_parity_valid_mismatch_total`: how often engines differed on whether a move is legal.
    valid;
    /// `rules_parity_hash_mismatch_total`: how often their next states had different hashes.
    hash;
    /// `rules_parity_s_mismatch_total`: how often they differed on S.
    s;
    /// `rules_parity_status_mismatch_total`: how often they differed on whether, how and for whom the game is over.
    status;
    /// `rules_backend_fallback_total`: how often the fast engine answered in the place of the second.
    fallback;
    /// `rules_shadow_dropped_total`: how many moves were not judged because the queue was full.
    dropped;
    /// `rules_shadow_judged_total`: how many moves were judged again.
    judged;
    /// `rules_shadow_unjudged_total`: how many moves the second engine failed to judge again.
    unjudged;
    /// `rules_parity_compared_total`: how many pairs of verdicts were compared.
    compared;
    /// `rules_contract_divergence_total`: how often the lockstep contract was broken.
    contract;
}

/// Adds one to a counter of ours and to that of Prometheus.
macro_rules! count {
    ($own:expr, $name:literal $(, $label:literal => $value:expr)*) => {{
        $own.fetch_add(1, Ordering::Relaxed);
        metrics::counter!($name $(, $label => $value)*).increment(1);
    }};
}

impl Counters {
    /// Tells Prometheus what the counters mean, and lets those that should stay at zero show it.
    pub fn describe() {
        for (name, text) in [
            ("rules_parity_valid_mismatch_total", "Moves on whose legality the engines differ"),
            ("rules_parity_hash_mismatch_total", "Moves after which the engines' states have different hashes"),
            ("rules_parity_s_mismatch_total", "Moves after which the engines differ on the progress measure S"),
            ("rules_parity_status_mismatch_total", "Moves after which the engines differ on status or result"),
            ("rules_parity_compared_total", "Pairs of verdicts that were compared"),
            ("rules_backend_fallback_total", "Moves that the fast engine judged in the place of the second"),
            ("rules_shadow_dropped_total", "Moves that were not judged again because the queue was full"),
            ("rules_shadow_judged_total", "Moves that were judged again"),
            ("rules_shadow_unjudged_total", "Moves that the second engine failed to judge again"),
            ("rules_contract_divergence_total", "Moves by which the lockstep contract was broken"),
        ] {
            metrics::describe_counter!(name, text);
            if name != "rules_backend_fallback_total" {
                metrics::counter!(name).increment(0);
            }
        }
        metrics::describe_histogram!(
            "rules_evaluate_seconds",
            metrics::Unit::Seconds,
            "Time to judge a move, by mode and engine"
        );
        metrics::describe_gauge!("rules_breaker_state", "The second engine's breaker: 0 closed, 1 half open, 2 open");
        metrics::describe_gauge!("rules_shadow_queue", "Moves that wait to be judged again");
    }

    /// Two verdicts were compared.
    pub(super) fn compare(&self, mismatch: Option<Mismatch>) {
        count!(self.compared, "rules_parity_compared_total");
        let mismatch = mismatch.unwrap_or_default();
        if mismatch.valid {
            count!(self.valid, "rules_parity_valid_mismatch_total");
        }
        if mismatch.hash {
            count!(self.hash, "rules_parity_hash_mismatch_total");
        }
        if mismatch.s {
            count!(self.s, "rules_parity_s_mismatch_total");
        }
        if mismatch.status {
            count!(self.status, "rules_parity_status_mismatch_total");
        }
    }

    /// The fast engine answered in the place of the second.
    pub(super) fn fall_back(&self, reason: Fallback) {
        count!(self.fallback, "rules_backend_fallback_total", "reason" => reason.name());
    }

    /// A move was not judged because the queue was full.
    pub(super) fn drop_job(&self) {
        count!(self.dropped, "rules_shadow_dropped_total");
    }

    /// A move was judged again.
    pub(super) fn judge(&self) {
        count!(self.judged, "rules_shadow_judged_total");
    }

    /// A move could not be judged again.
    pub(super) fn fail_to_judge(&self) {
        count!(self.unjudged, "rules_shadow_unjudged_total");
    }

    /// The lockstep contract was broken.
    pub(super) fn break_contract(&self) {
        count!(self.contract, "rules_contract_divergence_total");
    }

    /// A move took an engine so long.
    pub(super) fn time(&self, mode: Mode, engine: &'static str, took: Duration) {
        metrics::histogram!("rules_evaluate_seconds", "mode" => mode.name(), "engine" => engine).record(took);
    }

    /// The breaker is in this state.
    pub(super) fn show_breaker(&self, state: BreakerState) {
        metrics::gauge!("rules_breaker_state").set(state.gauge());
    }

    /// So many moves wait.
    pub(super) fn show_queue(&self, waiting: usize) {
        metrics::gauge!("rules_shadow_queue").set(waiting as f64);
    }
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    #[test]
    fn prometheus_sees_every_counter_under_its_name() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            Counters::describe();
            let counters = Counters::default();
            counters.compare(Some(Mismatch { valid: true, hash: true, s: true, status: true }));
            counters.fall_back(Fallback::Timeout);
            counters.drop_job();
            counters.judge();
            counters.fail_to_judge();
            counters.break_contract();
            counters.show_breaker(BreakerState::Open);
            counters.show_queue(3);
            counters.time(Mode::Shadow, "fast", Duration::from_millis(1));
            assert_eq!([counters.valid(), counters.hash(), counters.s(), counters.status()], [1; 4]);
            assert_eq!([counters.fallback(), counters.dropped(), counters.judged(), counters.unjudged()], [1; 4]);
        });
        let page = handle.render();
        for line in [
            "rules_parity_valid_mismatch_total 1",
            "rules_parity_hash_mismatch_total 1",
            "rules_parity_s_mismatch_total 1",
            "rules_parity_status_mismatch_total 1",
            "rules_parity_compared_total 1",
            "rules_backend_fallback_total{reason=\"timeout\"} 1",
            "rules_shadow_dropped_total 1",
            "rules_shadow_judged_total 1",
            "rules_shadow_unjudged_total 1",
            "rules_contract_divergence_total 1",
            "rules_breaker_state 2",
            "rules_shadow_queue 3",
            "rules_evaluate_seconds_count{mode=\"shadow\",engine=\"fast\"} 1",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
        }
    }
}
