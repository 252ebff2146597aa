//! What ratings stand on: who can be compared with whom, and what is zero.

use nalgebra::DVector;

use crate::contest::Contest;
use crate::graph::Reach;
use crate::likelihood::Likelihood;
use crate::options::Anchor;

/// Groups of players who can be compared, and the players whose mean is zero in each.
#[derive(Clone, Debug)]
pub(crate) struct Footing {
    /// The players of each group, among them those without contests alone.
    pub(crate) groups: Vec<Vec<u32>>,
    /// The number of the group of each player.
    pub(crate) group_of: Vec<usize>,
    /// Those whose mean is zero, by group; nobody where an anchor holds the group.
    references: Vec<Vec<u32>>,
    /// Who was ahead of whom, through others.
    ahead: Reach,
    anchors: Vec<u32>,
}

impl Footing {
    pub(crate) fn new(players: usize, contests: &[Contest], anchors: &[Anchor]) -> Footing {
        let anchors: Vec<u32> = anchors.iter().map(|anchor| anchor.player).collect();
        let held = || chain(&anchors);
        let back = |(from, to): (usize, usize)| (to, from);
        let ahead = Reach::new(players, edges(contests).chain(held()).chain(held().map(back)));
        let both = edges(contests).chain(held()).flat_map(|edge| [edge, back(edge)]);
        let groups = Reach::new(players, both).parts();
        let mut group_of = vec![0; players];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&player| group_of[player as usize] = number);
        }
        let references = groups.iter().map(|group| references(group, &ahead, &anchors)).collect();
        Footing { groups, group_of, references, ahead, anchors }
    }

    /// The contrast of terms that is a player's rating; nothing for players who are held.
    pub(crate) fn contrast(&self, player: u32, likelihood: &Likelihood) -> Option<DVector<f64>> {
        if likelihood.fixed[player as usize] {
            return None;
        }
        let mut contrast = DVector::zeros(likelihood.layout.len);
        contrast[player as usize] = 1.0;
        let reference = self.reference(player);
        reference.iter().for_each(|&other| contrast[other as usize] -= 1.0 / reference.len() as f64);
        Some(contrast)
    }

    /// Whether enough contests lead from the players that are zero to this one to bound the rating from above.
    pub(crate) fn has_ceiling(&self, player: u32) -> bool {
        self.compared(player).iter().all(|&other| self.ahead.leads(other as usize, player as usize))
    }

    /// Whether enough contests lead from this player to those that are zero to bound the rating from below.
    pub(crate) fn has_floor(&self, player: u32) -> bool {
        self.compared(player).iter().all(|&other| self.ahead.leads(player as usize, other as usize))
    }

    /// Whether each of two players was ahead of the other, through others.
    pub(crate) fn are_joined(&self, one: u32, other: u32) -> bool {
        self.ahead.joins(one as usize, other as usize)
    }

    /// Whether anything compares two players.
    pub(crate) fn are_compared(&self, one: u32, other: u32) -> bool {
        self.group_of[one as usize] == self.group_of[other as usize]
    }

    /// The group with the most players, the first of them.
    pub(crate) fn largest_group(&self) -> &[u32] {
        let largest = self.groups.iter().max_by_key(|group| (group.len(), std::cmp::Reverse(group[0])));
        largest.map_or(&[], Vec::as_slice)
    }

    /// Pairs that are compared because both are held.
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        chain(&self.anchors)
    }

    fn reference(&self, player: u32) -> &[u32] {
        &self.references[self.group_of[player as usize]]
    }

    fn compared(&self, player: u32) -> &[u32] {
        let reference = self.reference(player);
        if reference.is_empty() { &self.anchors[..1] } else { reference }
    }
}

/// Each player with the next.
fn chain(players: &[u32]) -> impl Iterator<Item = (usize, usize)> + '_ {
    players.windows(2).map(|pair| (pair[0] as usize, pair[1] as usize))
}

/// Who was ahead of whom; a tie counts both ways.
fn edges(contests: &[Contest]) -> impl Iterator<Item = (usize, usize)> + '_ {
    contests.iter().flat_map(|contest| {
        let seats = contest.seats();
        let pairs = (0..seats).flat_map(move |one| (0..seats).map(move |other| (one, other)));
        pairs
            .filter(|&(one, other)| one != other && contest.is_known(one, other))
            .filter(|&(one, other)| contest.places()[one] <= contest.places()[other])
            .map(|(one, other)| (contest.players()[one] as usize, contest.players()[other] as usize))
    })
}

/// The largest part of a group whose members all were ahead of each other, through others; everybody if nobody was.
fn references(group: &[u32], ahead: &Reach, anchors: &[u32]) -> Vec<u32> {
    if group.iter().any(|player| anchors.contains(player)) {
        return Vec::new();
    }
    let part = |first: u32| group.iter().copied().filter(move |&other| ahead.joins(first as usize, other as usize));
    let is_first = |first: u32| part(first).next() == Some(first);
    let firsts = group.iter().copied().filter(|&player| is_first(player));
    let largest = firsts.max_by_key(|&first| (part(first).count(), std::cmp::Reverse(first)));
    let core: Vec<u32> = largest.map_or_else(Vec::new, |first| part(first).collect());
    if core.len() > 1 { core } else { group.to_vec() }
}
