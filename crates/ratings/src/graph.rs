//! Who was ahead of whom, directly or through others.

/// Which players lead to which along the edges, through any number of others.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    players: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Reach {
    /// Follows the edges to their ends; everybody reaches himself.
    pub(crate) fn new(players: usize, edges: impl Iterator<Item = (usize, usize)>) -> Reach {
        let words = players.div_ceil(64);
        let mut reach = Reach { players, words, rows: vec![0; players * words] };
        for (from, to) in (0..players).map(|player| (player, player)).chain(edges) {
            reach.rows[from * words + to / 64] |= 1 << (to % 64);
        }
        reach.close();
        reach
    }

    /// Warshall's algorithm on rows of bits.
    fn close(&mut self) {
        for through in 0..self.players {
            let row = self.rows[through * self.words..][..self.words].to_vec();
            for from in (0..self.players).filter(|&from| from != through) {
                if self.leads(from, through) {
                    let own = &mut self.rows[from * self.words..][..self.words];
                    own.iter_mut().zip(&row).for_each(|(own, other)| *own |= other);
                }
            }
        }
    }

    /// Whether there is a way from one to the other.
    pub(crate) fn leads(&self, from: usize, to: usize) -> bool {
        self.rows[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// Whether there are ways in both directions.
    pub(crate) fn joins(&self, one: usize, other: usize) -> bool {
        self.leads(one, other) && self.leads(other, one)
    }

    /// The players in parts that are joined, each part in order and the parts by their first players.
    pub(crate) fn parts(&self) -> Vec<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for player in 0..self.players {
            match parts.iter_mut().find(|part| self.joins(part[0] as usize, player)) {
                Some(part) => part.push(player as u32),
                None => parts.push(vec![player as u32]),
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_go_through_others() {
        let reach = Reach::new(70, [(0, 66), (66, 1), (1, 0), (1, 69)].into_iter());
        assert!(reach.joins(0, 1));
        assert!(reach.leads(0, 69) && !reach.leads(69, 0));
        let parts = reach.parts();
        assert_eq!(parts[0], [0, 1, 66]);
        assert_eq!(parts.len(), 68);
    }
}
