//! Runs the fuzz targets of the folder `fuzz`, one for each parser.

use std::path::Path;

use crate::setup::require_cargo_command;
use crate::step::{Run, cargo, root};

const TARGETS: [&str; 7] = ["cell", "action", "position", "record", "asg_scenario", "asg_action", "asg_replay"];

/// Runs every target for the given number of seconds. Inputs that crash a target are saved in `fuzz/artifacts`.
pub(crate) fn fuzz(run: &mut Run, seconds: u64) {
    // The targets need a C++ compiler as well.
    if !require_cargo_command(run, "fuzz", "cargo-fuzz") {
        return;
    }
    let limit = format!("-max_total_time={seconds}");
    for target in TARGETS {
        let corpus = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root().join(Path::new(&corpus))) {
            run.skip(&format!("fuzz target {target}: cannot create {corpus}: {error}"));
            continue;
        }
        let seeds = format!("fuzz/seeds/{target}");
        let arguments = ["fuzz", "run", "--fuzz-dir", "fuzz", target, &corpus, &seeds, "--"];
        let options = [limit.as_str(), "-dict=fuzz/dictionary.txt", "-print_final_stats=1", "-verbosity=0"];
        // The instrumentation flags are unstable; stable compilers accept them with this variable.
        run.step(&format!("fuzz target {target}"), cargo(&arguments).args(options).env("RUSTC_BOOTSTRAP", "1"));
    }
}
