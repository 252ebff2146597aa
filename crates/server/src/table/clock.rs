//! The clocks of a table.

use api::ClockRules;

use crate::time::{DAY, Moment};

/// The most milliseconds that a slow network is allowed for one action.
pub const MOST_LAG: u64 = 1_000;

/// Returns the time on every clock at the start, in milliseconds.
fn initial_time(rules: ClockRules) -> u64 {
    match rules {
        ClockRules::None => 0,
        ClockRules::Increment { base, increment } => base.saturating_add(increment),
        ClockRules::Days { days } => u64::from(days) * DAY,
    }
}

/// What the clocks of all seats show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    rules: ClockRules,
    left: Vec<u64>,
    running: Option<Running>,
}

/// A clock that runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Running {
    seat: usize,
    since: Moment,
}

impl Clocks {
    /// The clocks of so many seats before the game.
    pub fn new(rules: ClockRules, seats: usize) -> Clocks {
        Clocks { rules, left: vec![initial_time(rules); seats], running: None }
    }

    /// Whether there are clocks.
    pub fn exist(&self) -> bool {
        self.rules != ClockRules::None
    }

    /// What is left for every seat when its clock last stood, in milliseconds.
    pub fn left(&self) -> &[u64] {
        &self.left
    }

    /// Whose clock runs, and since when.
    pub fn running(&self) -> Option<(usize, Moment)> {
        self.running.map(|Running { seat, since }| (seat, since))
    }

    /// What is left for a seat at a moment.
    pub fn left_at(&self, seat: usize, now: Moment) -> u64 {
        let spent = self.running.filter(|running| running.seat == seat).map_or(0, |running| now.since(running.since));
        self.left[seat].saturating_sub(spent)
    }

    /// How long the running clock has run for a seat.
    pub fn spent(&self, seat: usize, now: Moment) -> u64 {
        self.running.filter(|running| running.seat == seat).map_or(0, |running| now.since(running.since))
    }

    /// When the running clock will be up.
    pub fn deadline(&self) -> Option<Moment> {
        let running = self.running.filter(|_| self.exist())?;
        Some(running.since.plus(self.left[running.seat]))
    }

    /// Takes time from a seat.
    pub(super) fn charge(&mut self, seat: usize, spent: u64) {
        self.left[seat] = self.left[seat].saturating_sub(spent);
    }

    /// A seat has ended its turn.
    pub(super) fn turn_ended(&mut self, seat: usize) {
        match self.rules {
            ClockRules::None => {}
            ClockRules::Increment { increment, .. } => self.left[seat] = self.left[seat].saturating_add(increment),
            ClockRules::Days { .. } => self.left[seat] = initial_time(self.rules),
        }
    }

    /// Runs the clock of a seat, or none.
    pub(super) fn run(&mut self, seat: Option<usize>, now: Moment) {
        self.running = seat.filter(|_| self.exist()).map(|seat| Running { seat, since: now });
    }

    /// Nobody could move between two moments.
    pub(super) fn skip(&mut self, from: Moment, to: Moment) {
        if let Some(running) = &mut self.running {
            let before = from.since(running.since);
            running.since = to.minus(before).max(running.since);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ClockRules = ClockRules::Increment { base: 10_000, increment: 2_000 };

    #[test]
    fn time_is_taken_and_added() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(100));
        assert_eq!((clocks.deadline(), clocks.left_at(0, Moment(1_100))), (Some(Moment(12_100)), 11_000));
        clocks.charge(0, 5_000);
        clocks.turn_ended(0);
        clocks.run(Some(1), Moment(5_100));
        assert_eq!((clocks.left(), clocks.left_at(1, Moment(99_999))), (&[9_000, 12_000][..], 0));
    }

    #[test]
    fn downtime_is_not_charged() {
        let mut clocks = Clocks::new(RULES, 2);
        clocks.run(Some(0), Moment(1_000));
        clocks.skip(Moment(3_000), Moment(60_000));
        assert_eq!(clocks.spent(0, Moment(60_500)), 2_500);
        // The clock began to run while nobody was there.
        clocks.run(Some(0), Moment(70_000));
        clocks.skip(Moment(65_000), Moment(80_000));
        assert_eq!(clocks.spent(0, Moment(80_000)), 0);
    }

    #[test]
    fn days_begin_anew_with_every_turn() {
        let mut clocks = Clocks::new(ClockRules::Days { days: 2 }, 2);
        clocks.charge(0, DAY);
        clocks.turn_ended(0);
        assert_eq!(clocks.left(), [2 * DAY, 2 * DAY]);
        assert!(ClockRules::Days { days: 0 }.check().is_err() && ClockRules::Days { days: 31 }.check().is_err());
        assert!(ClockRules::Increment { base: 0, increment: 0 }.check().is_err());
    }
}
