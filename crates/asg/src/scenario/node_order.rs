//! Orderings of node ids that the reference implementation uses.

use std::cmp::Ordering;

/// Returns node indices in the order of a JavaScript object's keys: array indices by number, then the others as declared.
pub(super) fn key_order(ids: &[&str]) -> Vec<u16> {
    let mut order: Vec<u16> = (0..ids.len() as u16).collect();
    // The sort is stable, so ids that are not array indices keep their order.
    order.sort_by_key(|&index| array_index(ids[usize::from(index)]).map_or(u64::MAX, u64::from));
    order
}

/// Returns the number of an id that JavaScript treats as an array index: decimal without leading zeros, below 2^32 − 1.
fn array_index(id: &str) -> Option<u32> {
    let number: u32 = id.parse().ok()?;
    (number < u32::MAX && number.to_string() == id).then_some(number)
}

/// Returns the rank of each id in ICU's root collation; ids that compare as equal share a rank.
pub(super) fn collation(ids: &[&str]) -> Vec<u16> {
    let compare = root_collation();
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by(|&a, &b| compare(ids[a], ids[b]));
    let mut ranks = vec![0; ids.len()];
    for pair in order.windows(2) {
        let step = u16::from(compare(ids[pair[0]], ids[pair[1]]).is_ne());
        ranks[pair[1]] = ranks[pair[0]] + step;
    }
    ranks
}

/// Returns the comparison of texts in ICU's root collation.
#[cfg(not(target_family = "wasm"))]
fn root_collation() -> impl Fn(&str, &str) -> Ordering {
    let options = icu_collator::options::CollatorOptions::default();
    let collator = icu_collator::Collator::try_new(Default::default(), options);
    let collator = collator.expect("the root collation is compiled in");
    move |a, b| collator.compare(a, b)
}

/// Returns the comparison of texts in ICU's root collation, which JavaScript has for English. The data of ICU would be larger
/// than the rest of the engine.
#[cfg(target_family = "wasm")]
fn root_collation() -> impl Fn(&str, &str) -> Ordering {
    let locale = js_sys::Array::of1(&"en".into());
    move |a, b| js_sys::JsString::from(a).locale_compare(b, &locale, &js_sys::Object::new()).cmp(&0)
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
    fn collation_follows_the_unicode_root_order() {
        let ids = ["b", "B", "a", "A", "é", "e", "f", "_x", "-x", "1", "10", "9", "z"];
        let ranks = collation(&ids);
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|&index| ranks[index]);
        let sorted: Vec<&str> = order.into_iter().map(|index| ids[index]).collect();
        assert_eq!(sorted, ["_x", "-x", "1", "10", "9", "a", "A", "b", "B", "e", "é", "f", "z"]);
    }

    #[test]
    fn equal_ids_share_a_rank() {
        assert_eq!(collation(&["\u{e9}", "e\u{301}", "e"]), [1, 1, 0]);
    }
}
