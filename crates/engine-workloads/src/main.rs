//! Runs one workload under valgrind: `engine-workloads 'listed square8 2p standard'`. Without an argument it prints the names of
//! all workloads.

use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;

use engine_workloads::CountedWorkload;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("engine-workloads: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let all = CountedWorkload::all()?;
    let Some(name) = std::env::args().nth(1) else {
        for workload in &all {
            println!("{}", workload.name());
        }
        return Ok(());
    };
    let workload = all.iter().find(|workload| workload.name() == name);
    let workload =
        workload.ok_or_else(|| format!("unknown workload {name:?}; run without an argument for the names"))?;
    println!("{}", count_instructions_of(workload));
    Ok(())
}

/// Runs the workload. `cargo xtask instructions` finds this function by its name, and counts only the instructions in it and in
/// the functions that it calls. It must not contain closures, because their names would match too.
#[inline(never)]
fn count_instructions_of(workload: &CountedWorkload) -> u64 {
    black_box(black_box(workload).run())
}
