//! Environment variables that hold API keys. They are removed from the environment of agent programs.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Names of the variables used by models of this process.
static KEY_VARIABLES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Registers a variable that holds a key.
pub(super) fn register(variable: &str) {
    KEY_VARIABLES.lock().unwrap_or_else(PoisonError::into_inner).insert(variable.to_owned());
}

/// Removes all registered variables from the environment of a command.
pub(super) fn remove_from(command: &mut Command) {
    for variable in KEY_VARIABLES.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        command.env_remove(variable);
    }
}
