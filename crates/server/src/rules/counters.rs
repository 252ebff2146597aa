//! Metrics of the rules service.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::breaker::BreakerState;
use crate::rules::mode::Mode;
use rules_messages::Mismatch;

/// Why the fast engine answered in place of the second one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fallback {
    /// The second engine timed out.
    Timeout,
    /// The second engine failed.
    Error,
    /// The circuit breaker is open.
    Breaker,
    /// The second engine returned no usable state.
    State,
}

impl Fallback {
    /// Returns the label of the metric.
    pub const fn name(self) -> &'static str {
        match self {
            Fallback::Timeout => "timeout",
            Fallback::Error => "error",
            Fallback::Breaker => "breaker",
            Fallback::State => "state",
        }
    }
}

/// Counters of one service. Each also increments a Prometheus counter.
#[derive(Default, Debug)]
pub struct Counters {
    valid: AtomicU64,
    hash: AtomicU64,
    incomparable: AtomicU64,
    s: AtomicU64,
    status: AtomicU64,
    fallback: AtomicU64,
    dropped: AtomicU64,
    judged: AtomicU64,
    unjudged: AtomicU64,
    compared: AtomicU64,
    contract: AtomicU64,
}

/// Generates the getters.
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
    /// `rules_parity_valid_mismatch_total`: mismatches in the legality of a move.
    valid;
    /// `rules_parity_hash_mismatch_total`: mismatches in the hash of the next state.
    hash;
    /// `rules_parity_hash_incomparable_total`: hashes of the second engine that the fast engine does not compute.
    incomparable;
    /// `rules_parity_s_mismatch_total`: mismatches in the progress measure S.
    s;
    /// `rules_parity_status_mismatch_total`: mismatches in status, winner or reason.
    status;
    /// `rules_backend_fallback_total`: answers of the fast engine in place of the second.
    fallback;
    /// `rules_shadow_dropped_total`: jobs dropped because the queue was full.
    dropped;
    /// `rules_shadow_judged_total`: jobs evaluated by the second engine.
    judged;
    /// `rules_shadow_unjudged_total`: jobs that the second engine failed to evaluate.
    unjudged;
    /// `rules_parity_compared_total`: pairs of verdicts compared.
    compared;
    /// `rules_contract_divergence_total`: violations of the lockstep contract.
    contract;
}

/// Increments a counter and its Prometheus counterpart.
macro_rules! count {
    ($own:expr, $name:literal $(, $label:literal => $value:expr)*) => {{
        $own.fetch_add(1, Ordering::Relaxed);
        metrics::counter!($name $(, $label => $value)*).increment(1);
    }};
}

impl Counters {
    /// Describes the metrics, and registers all counters without labels, so that they are exported even while they are 0.
    pub fn describe() {
        for (name, text) in [
            ("rules_parity_valid_mismatch_total", "Moves on whose legality the engines differ"),
            ("rules_parity_hash_mismatch_total", "Moves after which the engines' states have different hashes"),
            ("rules_parity_hash_incomparable_total", "Moves after which the second engine's hash cannot be compared"),
            ("rules_parity_s_mismatch_total", "Moves after which the engines differ on the progress measure S"),
            ("rules_parity_status_mismatch_total", "Moves after which the engines differ on status or result"),
            ("rules_parity_compared_total", "Pairs of verdicts compared"),
            ("rules_backend_fallback_total", "Moves that the fast engine evaluated in place of the second"),
            ("rules_shadow_dropped_total", "Moves not checked because the queue was full"),
            ("rules_shadow_judged_total", "Moves checked by the second engine"),
            ("rules_shadow_unjudged_total", "Moves that the second engine failed to check"),
            ("rules_contract_divergence_total", "Moves that violate the lockstep contract"),
        ] {
            metrics::describe_counter!(name, text);
            if name != "rules_backend_fallback_total" {
                metrics::counter!(name).increment(0);
            }
        }
        metrics::describe_histogram!(
            "rules_evaluate_seconds",
            metrics::Unit::Seconds,
            "Time to evaluate a move, by mode and engine"
        );
        metrics::describe_gauge!("rules_breaker_state", "The second engine's breaker: 0 closed, 1 half open, 2 open");
        metrics::describe_gauge!("rules_contract_enabled", "Whether the lockstep contract is enabled: 0 no, 1 yes");
        metrics::describe_gauge!("rules_shadow_queue", "Moves queued for the second engine");
    }

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

    pub(super) fn skip_hash(&self) {
        count!(self.incomparable, "rules_parity_hash_incomparable_total");
    }

    pub(super) fn fall_back(&self, reason: Fallback) {
        count!(self.fallback, "rules_backend_fallback_total", "reason" => reason.name());
    }

    pub(super) fn drop_job(&self) {
        count!(self.dropped, "rules_shadow_dropped_total");
    }

    pub(super) fn judge(&self) {
        count!(self.judged, "rules_shadow_judged_total");
    }

    pub(super) fn fail_to_judge(&self) {
        count!(self.unjudged, "rules_shadow_unjudged_total");
    }

    pub(super) fn break_contract(&self) {
        count!(self.contract, "rules_contract_divergence_total");
    }

    pub(super) fn show_contract(&self, is_enabled: bool) {
        metrics::gauge!("rules_contract_enabled").set(u8::from(is_enabled));
    }

    pub(super) fn time(&self, mode: Mode, engine: &'static str, took: Duration) {
        metrics::histogram!("rules_evaluate_seconds", "mode" => mode.name(), "engine" => engine).record(took);
    }

    pub(super) fn show_breaker(&self, state: BreakerState) {
        metrics::gauge!("rules_breaker_state").set(state.gauge());
    }

    /// Changes the number of jobs in the shadow queue.
    pub(super) fn change_queue(&self, change: f64) {
        metrics::gauge!("rules_shadow_queue").increment(change);
    }
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    #[test]
    fn prometheus_exports_every_metric() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            Counters::describe();
            let counters = Counters::default();
            counters.compare(Some(Mismatch { valid: true, hash: true, s: true, status: true }));
            counters.skip_hash();
            counters.fall_back(Fallback::Timeout);
            counters.drop_job();
            counters.judge();
            counters.fail_to_judge();
            counters.break_contract();
            counters.show_breaker(BreakerState::Open);
            counters.change_queue(4.0);
            counters.change_queue(-1.0);
            counters.show_contract(true);
            counters.time(Mode::Shadow, "fast", Duration::from_millis(1));
            assert_eq!([counters.valid(), counters.hash(), counters.s(), counters.status()], [1; 4]);
            assert_eq!([counters.fallback(), counters.dropped(), counters.judged(), counters.unjudged()], [1; 4]);
        });
        let page = handle.render();
        for line in [
            "rules_parity_valid_mismatch_total 1",
            "rules_parity_hash_mismatch_total 1",
            "rules_parity_hash_incomparable_total 1",
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
            "rules_contract_enabled 1",
            "rules_evaluate_seconds_count{mode=\"shadow\",engine=\"fast\"} 1",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
        }
    }
}
