//! How few contests decide who is first.

use nalgebra::DVector;

use crate::fit::Fit;
use crate::graph::Reach;
use crate::likelihood::Likelihood;
use crate::newton::{Peak, climb};

/// How many of the next best players are tried as successors.
const CHALLENGERS: usize = 5;

/// How often contests are chosen anew for one challenger, after a fit without those that were chosen before.
const MOST_ROUNDS: usize = 12;

/// How far ahead, in log units, somebody must be to count as first.
const AHEAD: f64 = 1e-7;

/// Contests without which somebody else would be first.
///
/// The number of contests is an upper bound: a smaller set may exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fragility {
    /// Who is first.
    pub first: u32,
    /// Who would be first.
    pub successor: u32,
    /// The contests to leave out, as numbers in the list that was fitted, in order.
    pub contests: Vec<usize>,
}

impl Fit {
    /// A small set of contests, at most so many, without which somebody else would be first; none if none was found.
    ///
    /// For each of the five next best players, contests are chosen greedily by their influence on the difference to the
    /// first (one Newton step), left out together as far as that should be enough, and fitted again; this goes on from
    /// the new fit until somebody else is first. Then the shortest row of these that still does it is looked for. Every
    /// set that is returned was confirmed by a full fit, in which contests lead from the new first to the old one, so
    /// that it is not for lack of contests that the order changes. Ratings that are held keep their values.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratings::{Contest, Options, fit};
    ///
    /// let win = Contest::new(&[0, 1], &[1, 2])?;
    /// let loss = Contest::new(&[0, 1], &[2, 1])?;
    /// let fit = fit(&[win, loss, win, loss, win], &Options::default())?;
    /// let fragility = fit.fragility(3).expect("two games decide");
    /// assert_eq!((fragility.first, fragility.successor, fragility.contests.len()), (0, 1, 2));
    /// assert_eq!(fit.fragility(1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fragility(&self, most: usize) -> Option<Fragility> {
        let first = self.first()?;
        let mut found: Option<Fragility> = None;
        for challenger in self.challengers(first) {
            let room = found.as_ref().map_or(most, |found| found.contests.len() - 1);
            let search = Search { fit: self, first, challenger, most: room };
            found = search.run().or(found);
        }
        found
    }

    /// The next best players of the first's group.
    fn challengers(&self, first: u32) -> Vec<u32> {
        let mut others: Vec<u32> =
            self.footing.largest_group().iter().copied().filter(|&other| other != first).collect();
        others.sort_by(|&one, &other| self.ratings[other as usize].value.total_cmp(&self.ratings[one as usize].value));
        others.truncate(CHALLENGERS);
        others
    }
}

/// A search for contests that put a challenger, or somebody else on the way, before the first.
struct Search<'a> {
    fit: &'a Fit,
    first: u32,
    challenger: u32,
    most: usize,
}

impl Search<'_> {
    fn run(&self) -> Option<Fragility> {
        let contrast = self.fit.difference(self.first, self.challenger);
        if contrast.iter().all(|&share| share == 0.0) {
            return None;
        }
        let (mut removed, mut likelihood, mut peak) = (Vec::new(), self.fit.likelihood.clone(), self.fit.peak.clone());
        for _ in 0..MOST_ROUNDS {
            let more = self.most_influential(&likelihood, &peak, &contrast, &removed)?;
            removed.extend(more);
            (likelihood, peak) = self.without(&removed);
            if self.successor(&peak.terms, &removed).is_some() {
                return self.shortest(removed);
            }
        }
        None
    }

    /// The contests whose influences sum up to the lead, or as many as there is room for; none if nothing helps.
    fn most_influential(
        &self,
        likelihood: &Likelihood,
        peak: &Peak,
        contrast: &DVector<f64>,
        removed: &[usize],
    ) -> Option<Vec<usize>> {
        let influences = likelihood.influences(&peak.terms, &peak.factor.solve(contrast));
        let mut left = vec![true; influences.len()];
        removed.iter().for_each(|&contest| left[contest] = false);
        let mut order: Vec<usize> = (0..influences.len()).filter(|&at| left[at] && influences[at] > 0.0).collect();
        order.sort_by(|&one, &other| influences[other].total_cmp(&influences[one]));
        order.truncate(self.most.saturating_sub(removed.len()));
        let mut lead = peak.terms[self.first as usize] - peak.terms[self.challenger as usize];
        let enough = order.iter().position(|&contest| {
            lead -= influences[contest];
            lead < 0.0
        });
        order.truncate(enough.map_or(order.len(), |last| last + 1));
        (!order.is_empty()).then_some(order)
    }

    fn without(&self, removed: &[usize]) -> (Likelihood, Peak) {
        let mut weights = vec![1.0; self.fit.likelihood.contests()];
        removed.iter().for_each(|&contest| weights[contest] = 0.0);
        let likelihood = self.fit.likelihood.reweighted(|contest| weights[contest]);
        let peak = climb(&likelihood, self.fit.peak.terms.clone(), None);
        (likelihood, peak)
    }

    /// Who is before the first now, if there are contests that say so and not only the pull.
    fn successor(&self, terms: &DVector<f64>, removed: &[usize]) -> Option<u32> {
        let group = self.fit.footing.largest_group().iter().copied();
        let best = group.reduce(|best, one| if terms[one as usize] > terms[best as usize] { one } else { best })?;
        let lead = terms[best as usize] - terms[self.first as usize];
        (lead > AHEAD && self.leads(best, removed)).then_some(best)
    }

    /// Whether contests that are left lead from somebody to the first, through others.
    fn leads(&self, other: u32, removed: &[usize]) -> bool {
        let likelihood = &self.fit.likelihood;
        let mut left = vec![true; likelihood.contests()];
        removed.iter().for_each(|&contest| left[contest] = false);
        let held = self.fit.footing.held().flat_map(|(one, other)| [(one, other), (other, one)]);
        let reach = Reach::new(likelihood.layout.players, likelihood.edges(&left).chain(held));
        reach.leads(other as usize, self.first as usize)
    }

    /// The shortest beginning of these contests that is enough, by halving.
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
        Some(Fragility { first: self.first, successor, contests })
    }

    fn confirmed(&self, removed: &[usize]) -> Option<u32> {
        self.successor(&self.without(removed).1.terms, removed)
    }
}
