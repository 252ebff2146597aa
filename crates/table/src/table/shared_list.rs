//! List with cheap clones, for the history of a table.

use std::ops::Index;
use std::sync::Arc;

/// Elements per chunk.
const CHUNK: usize = 64;

/// List whose clones share their elements. A clone copies one pointer per 64 elements and no element.
#[derive(Debug)]
pub struct SharedList<T> {
    /// No chunk is empty, and all but the last have [`CHUNK`] elements.
    chunks: Vec<Arc<Vec<Arc<T>>>>,
}

impl<T> SharedList<T> {
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<&Arc<T>> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn last(&self) -> Option<&Arc<T>> {
        self.chunks.last()?.last()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<T>> + Clone {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Returns the elements starting at `index`; none if the list is shorter.
    pub fn iter_from(&self, index: usize) -> impl Iterator<Item = &Arc<T>> {
        let first = (index / CHUNK).min(self.chunks.len());
        self.chunks[first..].iter().flat_map(|chunk| chunk.iter()).skip(index % CHUNK)
    }

    /// Appends an element. Copies at most one chunk of pointers, if a clone shares it.
    pub(super) fn push(&mut self, element: Arc<T>) {
        match self.chunks.last_mut().filter(|last| last.len() < CHUNK) {
            Some(last) => Arc::make_mut(last).push(element),
            None => self.chunks.push(Arc::new(vec![element])),
        }
    }

    /// Keeps the first `len` elements.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let (Some(last), 1..) = (self.chunks.last_mut(), len % CHUNK) {
            Arc::make_mut(last).truncate(len % CHUNK);
        }
    }
}

impl<T> Clone for SharedList<T> {
    fn clone(&self) -> SharedList<T> {
        SharedList { chunks: self.chunks.clone() }
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> SharedList<T> {
        SharedList { chunks: Vec::new() }
    }
}

impl<T: PartialEq> PartialEq for SharedList<T> {
    fn eq(&self, other: &SharedList<T>) -> bool {
        self.chunks == other.chunks
    }
}

impl<T> Index<usize> for SharedList<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> SharedList<usize> {
        let mut list = SharedList::default();
        (0..count).for_each(|number| list.push(Arc::new(number)));
        list
    }

    fn contents(list: &SharedList<usize>) -> Vec<usize> {
        list.iter().map(|number| **number).collect()
    }

    #[test]
    fn behaves_like_a_vector_across_chunk_borders() {
        for count in [0, 1, 63, 64, 65, 128, 200] {
            let list = numbers(count);
            let expected: Vec<usize> = (0..count).collect();
            assert_eq!(contents(&list), expected);
            assert_eq!(list.len(), count);
            assert_eq!(list.is_empty(), count == 0);
            assert_eq!(list.last().map(|last| **last), expected.last().copied());
            assert_eq!(list.get(count), None);
            for index in [0, 1, 63, 64, 100, 500] {
                let rest: Vec<usize> = list.iter_from(index).map(|number| **number).collect();
                assert_eq!(rest, expected[index.min(count)..], "from {index} of {count}");
            }
        }
    }

    #[test]
    fn truncated_list_equals_one_built_to_that_length() {
        for (count, kept) in [(200, 130), (200, 128), (200, 64), (65, 64), (64, 63), (1, 0), (5, 9)] {
            let mut list = numbers(count);
            list.truncate(kept);
            assert_eq!(list, numbers(kept.min(count)), "{kept} of {count}");
        }
    }

    #[test]
    fn changing_a_clone_leaves_the_original_unchanged() {
        let original = numbers(100);
        let mut longer = original.clone();
        longer.push(Arc::new(100));
        let mut shorter = original.clone();
        shorter.truncate(10);
        assert_eq!(contents(&original), (0..100).collect::<Vec<usize>>());
        assert_eq!(longer.len(), 101);
        assert_eq!(shorter.len(), 10);
    }

    #[test]
    fn clones_share_their_elements() {
        let original = numbers(100);
        let mut copy = original.clone();
        copy.push(Arc::new(100));
        for (one, other) in original.iter().zip(copy.iter()) {
            assert!(Arc::ptr_eq(one, other));
        }
    }
}
