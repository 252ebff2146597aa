//! Cost cap and spending of a run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Cancellation;

use crate::protocol::Usage;

/// Why a game was interrupted. It has no result and is played again when the run resumes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Interrupted {
    /// The run was cancelled.
    #[error("stopped")]
    Stopped,
    /// The run has reached its cost cap.
    #[error("the cost cap of the run is reached")]
    CostCap,
}

type OnExpense = Box<dyn FnMut(&Expense<'_>) + Send>;

/// Cost of one exchange with an agent.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Expense<'a> {
    pub match_id: &'a str,
    pub seat: usize,
    pub usage: Usage,
    /// Total cost of the run so far, in millionths of the currency.
    pub total_micros: u64,
}

/// Cost cap and spending of a run, shared by all its games. Amounts are millionths of the currency of the price table.
#[derive(Default)]
pub struct Budget {
    spent_micros: AtomicU64,
    cap_micros: Option<u64>,
    on_expense: Option<Mutex<OnExpense>>,
}

impl Budget {
    /// Creates a budget without a cap.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Sets the cap and the amount already spent. The cost of a reply is known only afterwards, so the last reply may exceed the
    /// cap.
    pub fn with_cap(mut self, cap_micros: Option<u64>, spent_before: u64) -> Budget {
        self.cap_micros = cap_micros;
        self.spent_micros = spent_before.into();
        self
    }

    /// Sets a callback that receives each expense as it occurs.
    pub fn on_expense(mut self, callback: impl FnMut(&Expense<'_>) + Send + 'static) -> Budget {
        self.on_expense = Some(Mutex::new(Box::new(callback)));
        self
    }

    pub fn spent_micros(&self) -> u64 {
        self.spent_micros.load(Ordering::Relaxed)
    }

    /// Reports whether the cap is reached.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.cap_micros.is_some_and(|cap| self.spent_micros() >= cap)
    }

    /// Adds the cost of an exchange.
    pub fn spend(&self, match_id: &str, seat: usize, usage: Usage) {
        if usage.cost_micros == 0 {
            return;
        }
        let add = |spent: u64| Some(spent.saturating_add(usage.cost_micros));
        let before = self.spent_micros.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let total_micros = before.unwrap_or_default().saturating_add(usage.cost_micros);
        if let Some(on_expense) = &self.on_expense
            && let Ok(mut callback) = on_expense.lock()
        {
            callback(&Expense { match_id, seat, usage, total_micros });
        }
    }
}

/// Checks whether a game of the run may continue.
#[inline]
pub(crate) fn check(cancellation: &Cancellation, budget: &Budget) -> Result<(), Interrupted> {
    if cancellation.is_cancelled() {
        Err(Interrupted::Stopped)
    } else if budget.is_exhausted() {
        Err(Interrupted::CostCap)
    } else {
        Ok(())
    }
}
