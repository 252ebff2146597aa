//! Environment variables that enable the lockstep contract ([`ringrift_spec::ContractEngine`]).

/// Variable with which the operator permits the contract. Unless it is truthy, the contract is disabled.
const GATE: &str = "RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST";

/// Variable that enables the contract if the caller makes no choice.
const DEFAULT: &str = "RINGRIFT_RULES_MUTATOR_FIRST";

/// Reports whether the lockstep contract is enabled. `RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST` must be truthy; then `choice`
/// decides or, if it is `None`, `RINGRIFT_RULES_MUTATOR_FIRST`.
///
/// `environment` looks up a variable by name. Each variable is read at most once, and only if its value matters.
///
/// ```
/// use server::rules::contract_enabled;
/// let gate_only = |name: &str| (name == "RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST").then(|| "on".to_owned());
/// assert!(contract_enabled(Some(true), &gate_only));
/// assert!(!contract_enabled(None, &gate_only));
/// ```
pub fn contract_enabled(choice: Option<bool>, environment: &dyn Fn(&str) -> Option<String>) -> bool {
    let truthy = |name| environment(name).is_some_and(|value| is_truthy(&value));
    truthy(GATE) && choice.unwrap_or_else(|| truthy(DEFAULT))
}

/// Reports whether a value is truthy: `1`, `true`, `yes` or `on`, in upper or lower case, without surrounding white space.
fn is_truthy(value: &str) -> bool {
    ["1", "true", "yes", "on"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn is_enabled(gate: Option<&str>, default: Option<&str>, choice: Option<bool>) -> bool {
        contract_enabled(choice, &|name| match name {
            GATE => gate.map(str::to_owned),
            DEFAULT => default.map(str::to_owned),
            other => panic!("{other} is not a variable of the contract"),
        })
    }

    #[test]
    fn examples_of_the_rules_engine_architecture_document_hold() {
        for (gate, default, choice, enabled) in [
            (Some(""), Some("true"), Some(true), false),
            (Some("0"), Some("on"), None, false),
            (Some("1"), Some("true"), None, true),
            (Some("1"), Some("true"), Some(false), false),
            (Some("1"), Some("true"), Some(true), true),
            (Some("1"), Some(""), None, false),
            (Some("1"), Some(""), Some(true), true),
        ] {
            let found = is_enabled(gate, default, choice);
            assert_eq!(found, enabled, "gate {gate:?}, default {default:?}, choice {choice:?}");
        }
    }

    #[test]
    fn gate_takes_precedence_over_choice_and_choice_over_default() {
        let truthy = ["1", "true", "yes", "on", "TRUE", "Yes", "oN", "True"];
        let falsey = ["", "0", "false", "no", "off", "2", "truthy", "y", "t", " 1", "true ", "yes\n", "enabled", "１"];
        let values: Vec<(Option<&str>, bool)> = (truthy.iter().map(|&text| (Some(text), true)))
            .chain(falsey.iter().map(|&text| (Some(text), false)))
            .chain([(None, false)])
            .collect();
        for &(gate, opens) in &values {
            assert_eq!(gate.is_some_and(is_truthy), opens, "{gate:?}");
            for &(default, on) in &values {
                for choice in [None, Some(false), Some(true)] {
                    let expected = opens && choice.unwrap_or(on);
                    let found = is_enabled(gate, default, choice);
                    assert_eq!(found, expected, "gate {gate:?}, default {default:?}, choice {choice:?}");
                }
            }
        }
    }

    #[test]
    fn reads_the_default_only_if_it_decides() {
        for (gate, choice, expected) in
            [("0", None, vec![GATE]), ("1", Some(true), vec![GATE]), ("1", None, vec![GATE, DEFAULT])]
        {
            let reads = RefCell::new(Vec::new());
            contract_enabled(choice, &|name| {
                reads.borrow_mut().push(name.to_owned());
                Some(if name == GATE { gate } else { "1" }.to_owned())
            });
            assert_eq!(reads.into_inner(), expected, "gate {gate}, choice {choice:?}");
        }
    }
}
