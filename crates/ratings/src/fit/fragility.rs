//! Search for small sets of contests whose removal changes which player leads.

use nalgebra::DVector;

use super::estimation::Fit;
use super::reachability::Reachability;
use crate::model::{Likelihood, Maximum, maximise};

/// Number of next best players that are tried as successors.
const CHALLENGERS: usize = 5;

/// Maximum number of refits per challenger.
const MAX_ROUNDS: usize = 12;

/// Minimum lead, in log units, of a leader.
const MIN_LEAD: f64 = 1e-7;

/// A small set of contests whose removal changes the leader.
///
/// The size of the set is an upper bound: a smaller set may exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fragility {
    /// Player with the highest rating.
    pub leader: u32,
    /// Player who leads without these contests.
    pub successor: u32,
    /// Indices of the removed contests in the fitted list, in increasing order.
    pub contests: Vec<usize>,
}

impl Fit {
    /// Searches for a set of at most `limit` contests whose removal changes the leader; returns `None` if none is found, or
    /// if the leader is not ahead of another player.
    ///
    /// For each of the five next best players, the search removes the contests with the most influence on the
    /// difference to the leader (estimated by one Newton step) until their influences sum to the difference, refits,
    /// and repeats until another player leads. Then it shortens the list by bisection. Every returned set is confirmed
    /// by a full fit. The remaining contests must contain a chain of players from the new leader to the old one in
    /// which each player finished ahead of or tied with the next, or both are anchored; without it, the new leader
    /// could be ahead only because of the prior. Anchored ratings stay fixed.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratings::{Contest, Options, fit};
    ///
    /// let win = Contest::new(&[0, 1], &[1, 2])?;
    /// let loss = Contest::new(&[0, 1], &[2, 1])?;
    /// let fit = fit(&[win, loss, win, loss, win], &Options::default())?;
    /// let fragility = fit.fragility(3).expect("without two wins the other player leads");
    /// assert_eq!((fragility.leader, fragility.successor, fragility.contests.len()), (0, 1, 2));
    /// assert_eq!(fit.fragility(1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fragility(&self, limit: usize) -> Option<Fragility> {
        let leader = self.leader()?;
        let challengers = self.challengers(leader);
        let terms = &self.maximum.terms;
        let is_ahead = |&other: &u32| terms[leader as usize] - terms[other as usize] > MIN_LEAD;
        if !challengers.iter().all(is_ahead) {
            return None;
        }
        let mut found: Option<Fragility> = None;
        for challenger in challengers {
            let limit = found.as_ref().map_or(limit, |found| found.contests.len() - 1);
            let search = FragilitySearch { fit: self, leader, challenger, limit };
            found = search.run().or(found);
        }
        found
    }

    /// Returns the next best players of the leader's group.
    fn challengers(&self, leader: u32) -> Vec<u32> {
        let mut others: Vec<u32> =
            self.connectivity.largest_group().iter().copied().filter(|&other| other != leader).collect();
        others.sort_by(|&one, &other| self.ratings[other as usize].value.total_cmp(&self.ratings[one as usize].value));
        others.truncate(CHALLENGERS);
        others
    }
}

/// Search for contests whose removal puts a challenger, or another player, ahead of the leader.
struct FragilitySearch<'a> {
    fit: &'a Fit,
    leader: u32,
    challenger: u32,
    /// Maximum number of removed contests.
    limit: usize,
}

impl FragilitySearch<'_> {
    fn run(&self) -> Option<Fragility> {
        let contrast = self.fit.difference(self.leader, self.challenger);
        if contrast.iter().all(|&share| share == 0.0) {
            return None;
        }
        let (mut removed, mut likelihood, mut maximum) =
            (Vec::new(), self.fit.likelihood.clone(), self.fit.maximum.clone());
        for _ in 0..MAX_ROUNDS {
            let more = self.most_influential(&likelihood, &maximum, &contrast, &removed)?;
            removed.extend(more);
            (likelihood, maximum) = self.without(&removed);
            if self.successor(&maximum.terms, &removed).is_some() {
                return self.shortest(removed);
            }
        }
        None
    }

    /// Returns the contests whose influences sum to the lead, limited by the number that may still be removed; `None` if
    /// no contest has a positive influence.
    fn most_influential(
        &self,
        likelihood: &Likelihood,
        maximum: &Maximum,
        contrast: &DVector<f64>,
        removed: &[usize],
    ) -> Option<Vec<usize>> {
        let influences = likelihood.influences(&maximum.terms, &maximum.factor.solve(contrast));
        let mut left = vec![true; influences.len()];
        removed.iter().for_each(|&contest| left[contest] = false);
        let mut order: Vec<usize> = (0..influences.len()).filter(|&at| left[at] && influences[at] > 0.0).collect();
        order.sort_by(|&one, &other| influences[other].total_cmp(&influences[one]));
        order.truncate(self.limit.saturating_sub(removed.len()));
        let mut lead = maximum.terms[self.leader as usize] - maximum.terms[self.challenger as usize];
        let enough = order.iter().position(|&contest| {
            lead -= influences[contest];
            lead < 0.0
        });
        order.truncate(enough.map_or(order.len(), |last| last + 1));
        (!order.is_empty()).then_some(order)
    }

    /// Refits without the removed contests.
    fn without(&self, removed: &[usize]) -> (Likelihood, Maximum) {
        let mut weights = vec![1.0; self.fit.likelihood.contests()];
        removed.iter().for_each(|&contest| weights[contest] = 0.0);
        let likelihood = self.fit.likelihood.reweighted(|contest| weights[contest]);
        let maximum = maximise(&likelihood, self.fit.maximum.terms.clone(), None);
        (likelihood, maximum)
    }

    /// Returns the player with the highest rating if this player is ahead of the old leader because of the remaining
    /// contests, not only because of the prior.
    fn successor(&self, terms: &DVector<f64>, removed: &[usize]) -> Option<u32> {
        let group = self.fit.connectivity.largest_group().iter().copied();
        let best = group.reduce(|best, one| if terms[one as usize] > terms[best as usize] { one } else { best })?;
        let lead = terms[best as usize] - terms[self.leader as usize];
        (lead > MIN_LEAD && self.has_chain_to_leader(best, removed)).then_some(best)
    }

    /// Reports whether there is a chain of players from `other` to the old leader in which each player finished ahead
    /// of or tied with the next in a remaining contest, or both are anchored.
    fn has_chain_to_leader(&self, other: u32, removed: &[usize]) -> bool {
        let likelihood = &self.fit.likelihood;
        let mut left = vec![true; likelihood.contests()];
        removed.iter().for_each(|&contest| left[contest] = false);
        let anchors = self.fit.connectivity.anchor_pairs().flat_map(|(one, other)| [(one, other), (other, one)]);
        let reachability = Reachability::new(likelihood.layout.players, likelihood.edges(&left).chain(anchors));
        reachability.leads(other as usize, self.leader as usize)
    }

    /// Finds the shortest prefix of the removed contests that changes the leader, by bisection.
    fn shortest(&self, removed: Vec<usize>) -> Option<Fragility> {
        let (mut too_few, mut enough) = (0, removed.len());
        while enough - too_few > 1 {
            let middle = usize::midpoint(too_few, enough);
            if self.confirmed(&removed[..middle]).is_some() {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        let mut contests = removed;
        contests.truncate(enough);
        let successor = self.confirmed(&contests)?;
        contests.sort_unstable();
        Some(Fragility { leader: self.leader, successor, contests })
    }

    fn confirmed(&self, removed: &[usize]) -> Option<u32> {
        self.successor(&self.without(removed).1.terms, removed)
    }
}
