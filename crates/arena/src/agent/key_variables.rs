//! The environment variables that hold keys, which are nothing that programs are to see.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Those that the models of this process have named so far.
static HELD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Takes note that a variable holds a key.
pub(super) fn hold_back(variable: &str) {
    HELD.lock().unwrap_or_else(PoisonError::into_inner).insert(variable.to_owned());
}

/// Keeps all keys that are known of from a program that is to be started.
pub(super) fn remove_from(command: &mut Command) {
    for variable in HELD.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        command.env_remove(variable);
    }
}
