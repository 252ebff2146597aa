//! Runs one target of the crate `fuzz-targets` with libFuzzer. The environment variable `FUZZ_TARGET` names it.

#![no_main]

use std::process::exit;
use std::sync::LazyLock;

use fuzz_targets::{ALL, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    Target::find(&name).unwrap_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        eprintln!("set FUZZ_TARGET to one of {}", names.join(", "));
        exit(2)
    })
});

fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
    },
    |bytes: &[u8]| {
        (TARGET.run)(bytes);
    }
);
