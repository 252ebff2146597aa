//! Series of matches between bots, on all cores.

use std::sync::Arc;

use asg::trial::play_match;
use asg::{BySide, Outcome, Rules, Scenario, Side, derive_seed};
use game::bots::BotKind;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Results of a series, from the point of view of the first bot.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) wins: u64,
    pub(super) losses: u64,
    pub(super) draws: u64,
}

impl Tally {
    pub(super) fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    fn add(&mut self, outcome: Outcome, side: Side) {
        match outcome.winner() {
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    fn plus(self, other: Tally) -> Tally {
        Tally { wins: self.wins + other.wins, losses: self.losses + other.losses, draws: self.draws + other.draws }
    }
}

/// Series of matches.
pub(super) struct Series<'a> {
    pub(super) scenario: &'a Arc<Scenario>,
    pub(super) rules: Rules,
    /// Seed from which the seeds of all matches and bots are derived.
    pub(super) seed: u64,
    pub(super) games: u64,
}

impl Series<'_> {
    /// Plays a bot against itself, and counts the results of the first mover.
    pub(super) fn against_itself(&self, bot: BotKind, title: &str) -> Tally {
        let first = self.scenario.file().starting_player;
        self.play(title, |index, tally| {
            let outcome = self.play_one(index, BySide { p1: bot, p2: bot });
            tally.add(outcome, first);
        })
    }

    /// Plays a bot against another, each seed from both sides.
    pub(super) fn against(&self, bot: BotKind, other: BotKind, title: &str) -> Tally {
        self.play(title, |index, tally| {
            let side = Side::BOTH[(index % 2) as usize];
            let bots = BySide::from_fn(|seat| if seat == side { bot } else { other });
            tally.add(self.play_one(index / 2, bots), side);
        })
    }

    fn play(&self, title: &str, one: impl Fn(u64, &mut Tally) + Sync) -> Tally {
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {eta}").expect("the template is valid");
        let bar = ProgressBar::new(self.games).with_style(style).with_message(title.to_owned());
        let tally = (0..self.games)
            .into_par_iter()
            .map(|index| {
                let mut tally = Tally::default();
                one(index, &mut tally);
                bar.inc(1);
                tally
            })
            .reduce(Tally::default, Tally::plus);
        bar.finish_and_clear();
        tally
    }

    fn play_one(&self, index: u64, bots: BySide<BotKind>) -> Outcome {
        let seed = |which: u64| i64::from(derive_seed(self.seed, 3 * index + which));
        let mut bots = BySide { p1: bots.p1.make(seed(1)), p2: bots.p2.make(seed(2)) };
        play_match(self.scenario, self.rules, seed(0), &mut *bots.p1, &mut *bots.p2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_reproducible_and_fair_to_both_sides() {
        let scenario = Arc::new(asg::library::get("scenario_01").expect("scenario_01 is built in").scenario());
        let series = Series { scenario: &scenario, rules: Rules::V0, seed: 4, games: 20 };
        let tally = series.against(BotKind::Greedy, BotKind::Random, "test");
        assert_eq!(tally, series.against(BotKind::Greedy, BotKind::Random, "test"));
        assert_eq!(tally.games(), 20);
        let other = series.against(BotKind::Random, BotKind::Greedy, "test");
        assert_eq!((tally.wins, tally.losses, tally.draws), (other.losses, other.wins, other.draws));
        assert!(series.against_itself(BotKind::Greedy, "test").games() == 20);
    }
}
