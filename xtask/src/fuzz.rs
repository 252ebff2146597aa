//! Fuzzing everything that reads texts, with the targets of the folder `fuzz`.

use std::path::Path;

use crate::step::{Run, cargo, root};

/// The targets, by what they read.
const TARGETS: [&str; 7] = ["cell", "action", "position", "record", "asg_scenario", "asg_action", "asg_replay"];

/// Runs every target for so many seconds. What breaks one is kept in `fuzz/artifacts`, with the command to run it again.
pub(crate) fn fuzz(run: &mut Run, seconds: u64) {
    if !run.need_tool("fuzz", "cargo-fuzz", "a C++ compiler is needed to build the targets as well") {
        return;
    }
    let limit = format!("-max_total_time={seconds}");
    for target in TARGETS {
        let corpus = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root().join(Path::new(&corpus))) {
            run.skip(&format!("fuzzing of {target}: cannot make {corpus}: {error}"));
            continue;
        }
        let seeds = format!("fuzz/seeds/{target}");
        let arguments = ["fuzz", "run", "--fuzz-dir", "fuzz", target, &corpus, &seeds, "--"];
        let options = [limit.as_str(), "-dict=fuzz/dictionary.txt", "-print_final_stats=1", "-verbosity=0"];
        // The flags that instrument the code are unstable, and stable compilers take them only when told so.
        run.step(&format!("fuzzing of {target}"), cargo(&arguments).args(options).env("RUSTC_BOOTSTRAP", "1"));
    }
}
