//! Masks of legal choices, written from groups of actions.

use ringrift::{Action, ActionGroups, Cell, CellSet};

use crate::action_space::{ActionSpace, TravelNumbers};
use crate::decision::Decision;

/// Sets the bits of legal actions in a mask.
pub(crate) struct MaskWriter<'a, const V: usize> {
    decision: &'a Decision<V>,
    space: ActionSpace,
    travels: TravelNumbers,
    cells: usize,
    mask: &'a mut [u64],
}

impl<'a, const V: usize> MaskWriter<'a, V> {
    pub(crate) fn new(decision: &'a Decision<V>, mask: &'a mut [u64]) -> MaskWriter<'a, V> {
        let space = ActionSpace::new(decision.position().rules().board);
        let (travels, cells) = (space.travel_numbers(), space.board().cells().into());
        MaskWriter { decision, space, travels, cells, mask }
    }

    #[inline]
    fn set(&mut self, index: usize) {
        self.mask[index / 64] |= 1 << (index % 64);
    }
}

impl<const V: usize> ActionGroups for MaskWriter<'_, V> {
    #[inline]
    fn placements<const W: usize>(&mut self, rings: u8, cells: CellSet<W>) {
        let first = (usize::from(rings) - 1) * self.cells;
        let (at, shift) = (first / 64, first % 64);
        for (word, bits) in cells.words().iter().enumerate() {
            self.mask[at + word] |= bits << shift;
            // Bits of a last word that the board does not fill can lie beyond the mask.
            let carried = bits >> 1 >> (63 - shift);
            if carried != 0 {
                self.mask[at + word + 1] |= carried;
            }
        }
    }

    #[inline]
    fn placements_on(&mut self, at: Cell, mut counts: u64) {
        while counts != 0 {
            self.set((counts.trailing_zeros() as usize - 1) * self.cells + at.index());
            counts &= counts - 1;
        }
    }

    #[inline]
    fn travels<const W: usize>(&mut self, from: Cell, to: CellSet<W>) {
        for to in &to {
            self.set(self.travels.number(from, to));
        }
    }

    fn action(&mut self, action: Action) {
        let (decision, space) = (self.decision, self.space);
        decision.for_each_choice_of(action, |choice| {
            if let Some(index) = space.index(choice) {
                self.set(index);
            }
        });
    }
}
