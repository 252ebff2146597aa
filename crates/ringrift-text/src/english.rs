//! Numbers and lists in English.

/// Joins words into a list: `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Formats a number with its noun in the singular or plural: `1 ring`, `3 rings`, `2 plies`.
pub fn counted(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("{number} {noun}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{number} {stem}ies"),
        _ if noun.ends_with("sh") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}
