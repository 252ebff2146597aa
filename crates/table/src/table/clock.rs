//! Clocks of a table.

use api::ClockRules;

use api::time::{DAY, Moment};

/// Network latency in milliseconds that is compensated at the start of a game, and the most that a player can have left.
///
/// A client can delay its answers to pings, so that its connection seems slower than it is. The budget bounds what it gains:
/// at most this, and [`LAG_REFILL`] for every action.
pub const MAX_LAG: u64 = 1_000;

/// Milliseconds that every action adds to the player's budget. Latencies up to this value are always compensated in full.
pub const LAG_REFILL: u64 = 250;

/// Returns the time on each clock at the start, in milliseconds.
fn initial_time(rules: ClockRules) -> u64 {
    match rules {
        ClockRules::None => 0,
        ClockRules::Increment { base, increment } => base.saturating_add(increment),
        ClockRules::Days { days } => u64::from(days) * DAY,
    }
}

/// Clocks of all seats. At most one runs at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    rules: ClockRules,
    left: Vec<u64>,
    running: Option<Running>,
    /// Milliseconds of network latency that can still be compensated, by seat.
    lag_budget: Vec<u64>,
    /// Largest number of actions that the game has had.
    most_actions: usize,
}

/// The running clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Running {
    seat: usize,
    since: Moment,
}

impl Clocks {
    pub fn new(rules: ClockRules, seats: usize) -> Clocks {
        let (left, lag_budget) = (vec![initial_time(rules); seats], vec![MAX_LAG; seats]);
        Clocks { rules, left, running: None, lag_budget, most_actions: 0 }
    }

    /// Reports whether the game has a time limit.
    pub fn exist(&self) -> bool {
        self.rules != ClockRules::None
    }

    /// Returns the remaining milliseconds of each seat; the time since the running clock started is not yet subtracted.
    pub fn left(&self) -> &[u64] {
        &self.left
    }

    /// Returns the seat whose clock runs, and the time at which it started.
    pub fn running(&self) -> Option<(usize, Moment)> {
        self.running.map(|Running { seat, since }| (seat, since))
    }

    /// Returns the remaining milliseconds of a seat at a moment.
    pub fn left_at(&self, seat: usize, now: Moment) -> u64 {
        self.left[seat].saturating_sub(self.spent(seat, now))
    }

    /// Returns the milliseconds for which the clock of a seat has been running; 0 if it is not running.
    pub fn spent(&self, seat: usize, now: Moment) -> u64 {
        self.running.filter(|running| running.seat == seat).map_or(0, |running| now.since(running.since))
    }

    /// Returns the time at which the running clock reaches zero.
    pub fn deadline(&self) -> Option<Moment> {
        let running = self.running.filter(|_| self.exist())?;
        Some(running.since.plus(self.left[running.seat]))
    }

    /// Returns how much of a measured latency is compensated for a seat, in milliseconds.
    pub fn compensated(&self, seat: usize, lag: u64) -> u64 {
        lag.min(self.lag_budget[seat])
    }

    /// Subtracts a compensated latency from the budget of a seat, and refills the budget. `actions` is the number of actions
    /// of the game, including this one. An action that replaces one that was taken back does not refill the budget: otherwise a
    /// player could think for free by acting and undoing again and again.
    pub(super) fn compensate(&mut self, seat: usize, lag: u64, actions: usize) {
        let refill = if actions > self.most_actions { LAG_REFILL } else { 0 };
        self.most_actions = self.most_actions.max(actions);
        self.lag_budget[seat] = (self.lag_budget[seat].saturating_sub(lag) + refill).min(MAX_LAG);
    }

    /// Subtracts milliseconds from a clock.
    pub(super) fn charge(&mut self, seat: usize, spent: u64) {
        self.left[seat] = self.left[seat].saturating_sub(spent);
    }

    /// Adds the increment, or resets the days, when a seat ends its turn.
    pub(super) fn end_turn(&mut self, seat: usize) {
        match self.rules {
            ClockRules::None => {}
            ClockRules::Increment { increment, .. } => self.left[seat] = self.left[seat].saturating_add(increment),
            ClockRules::Days { .. } => self.left[seat] = initial_time(self.rules),
        }
    }

    /// Starts the clock of a seat and stops all others.
    pub(super) fn run(&mut self, seat: Option<usize>, now: Moment) {
        self.running = seat.filter(|_| self.exist()).map(|seat| Running { seat, since: now });
    }

    /// Does not charge the time between `from` and `to` to the running clock. `to` is earlier than `from` if the system time was
    /// set back in between.
    pub(super) fn skip(&mut self, from: Moment, to: Moment) {
        if let Some(running) = &mut self.running {
            let since = to.minus(from.since(running.since));
            running.since = if to < from { since } else { since.max(running.since) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ClockRules = ClockRules::Increment { base: 10_000, increment: 2_000 };

    #[test]
    fn running_clock_loses_time_and_gains_the_increment() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(100));
        assert_eq!(clocks.deadline(), Some(Moment(12_100)));
        assert_eq!(clocks.left_at(0, Moment(1_100)), 11_000);
        clocks.charge(0, 5_000);
        clocks.end_turn(0);
        clocks.run(Some(1), Moment(5_100));
        assert_eq!(clocks.left(), [9_000, 12_000]);
        assert_eq!(clocks.left_at(1, Moment(99_999)), 0);
    }

    #[test]
    fn downtime_is_not_charged() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(1_000));
        clocks.skip(Moment(3_000), Moment(60_000));
        assert_eq!(clocks.spent(0, Moment(60_500)), 2_500);
    }

    #[test]
    fn clock_keeps_its_time_if_the_system_time_was_set_back() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(1_000_000));
        clocks.skip(Moment(1_003_000), Moment(50_000));
        assert_eq!(clocks.spent(0, Moment(51_000)), 4_000);
    }

    #[test]
    fn clock_started_during_downtime_runs_from_its_end() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(70_000));
        clocks.skip(Moment(65_000), Moment(80_000));
        assert_eq!(clocks.spent(0, Moment(80_000)), 0);
    }

    #[test]
    fn latency_up_to_the_refill_is_always_compensated() {
        let mut clocks = Clocks::new(RULES, 2);
        for action in 1..=1_000 {
            assert_eq!(clocks.compensated(0, 200), 200, "action {action}");
            clocks.compensate(0, 200, action);
        }
    }

    #[test]
    fn budget_bounds_the_compensation_of_a_game() {
        let mut clocks = Clocks::new(RULES, 2);
        let mut total = 0;
        for action in 1..=100 {
            let lag = clocks.compensated(0, 5_000);
            clocks.compensate(0, lag, action);
            total += lag;
        }
        assert_eq!(total, MAX_LAG + 99 * LAG_REFILL);
        assert_eq!(clocks.compensated(1, 5_000), MAX_LAG, "every player has a budget");
    }

    #[test]
    fn actions_that_replace_undone_ones_do_not_refill_the_budget() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.compensate(0, 1_000, 1);
        for _ in 0..10 {
            let lag = clocks.compensated(0, 1_000);
            clocks.compensate(0, lag, 1);
        }
        assert_eq!(clocks.compensated(0, 1_000), 0);
    }

    #[test]
    fn days_are_reset_by_every_turn() {
        let mut clocks = Clocks::new(ClockRules::Days { days: 2 }, 2);
        clocks.charge(0, DAY);
        clocks.end_turn(0);
        assert_eq!(clocks.left(), [2 * DAY, 2 * DAY]);
    }

    #[test]
    fn rejects_time_controls_out_of_range() {
        assert!(ClockRules::Days { days: 0 }.check().is_err());
        assert!(ClockRules::Days { days: 31 }.check().is_err());
        assert!(ClockRules::Increment { base: 0, increment: 0 }.check().is_err());
    }
}
