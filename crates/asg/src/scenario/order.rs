//! The orders in which the reference goes through nodes.

use icu_collator::Collator;
use icu_collator::options::CollatorOptions;

/// The order of a JavaScript object's keys: array indices by number, then the others as they were declared.
pub(super) fn key_order(ids: &[&str]) -> Vec<u16> {
    let mut order: Vec<u16> = (0..ids.len() as u16).collect();
    // The sort is stable, so what has no number stays in its order.
    order.sort_by_key(|&index| array_index(ids[usize::from(index)]).map_or(u64::MAX, u64::from));
    order
}

/// The number that an id is, if JavaScript takes it for an index of an array: decimal without leading zeros, below 2^32 − 1.
fn array_index(id: &str) -> Option<u32> {
    let number: u32 = id.parse().ok()?;
    (number < u32::MAX && number.to_string() == id).then_some(number)
}

/// The place of each id among all in ICU's root collation; ids that compare as equal share one.
pub(super) fn collation(ids: &[&str]) -> Vec<u16> {
    let collator =
        Collator::try_new(Default::default(), CollatorOptions::default()).expect("the root collation is compiled in");
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by(|&a, &b| collator.compare(ids[a], ids[b]));
    let mut places = vec![0; ids.len()];
    for pair in order.windows(2) {
        let step = u16::from(collator.compare(ids[pair[0]], ids[pair[1]]).is_ne());
        places[pair[1]] = places[pair[0]] + step;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_indices_come_first_by_number() {
        let ids = ["b", "10", "9", "007", "a", "4294967295", "4294967294", "-1", "1.0"];
        let sorted: Vec<&str> = key_order(&ids).into_iter().map(|index| ids[usize::from(index)]).collect();
        assert_eq!(sorted, ["9", "10", "4294967294", "b", "007", "a", "4294967295", "-1", "1.0"]);
    }

    #[test]
    fn texts_are_ordered_as_people_do() {
        let ids = ["b", "B", "a", "A", "é", "e", "f", "_x", "-x", "1", "10", "9", "z"];
        let places = collation(&ids);
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|&index| places[index]);
        let sorted: Vec<&str> = order.into_iter().map(|index| ids[index]).collect();
        assert_eq!(sorted, ["_x", "-x", "1", "10", "9", "a", "A", "b", "B", "e", "é", "f", "z"]);
    }

    #[test]
    fn equal_texts_share_a_place() {
        assert_eq!(collation(&["\u{e9}", "e\u{301}", "e"]), [1, 1, 0]);
    }
}
