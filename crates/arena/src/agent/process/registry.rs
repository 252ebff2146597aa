//! Registry of the running process groups, so that all can be killed at exit.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An id is registered when the process starts and removed after its group was killed. The process is reaped only afterwards, so
/// the system cannot have reused the id.
static REGISTRY: Mutex<Registry> = Mutex::new(Registry { groups: BTreeSet::new(), is_closed: false });

struct Registry {
    groups: BTreeSet<u32>,
    /// Whether no more processes may be started.
    is_closed: bool,
}

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the process groups of all agent programs and prevents new ones from starting. Call it before [`std::process::exit`],
/// which does not drop agents.
///
/// On systems other than Unix it kills nothing: when this process exits, the programs reach the end of their standard input.
pub fn kill_all() {
    let mut registry = registry();
    registry.is_closed = true;
    registry.groups.iter().for_each(|&group| kill_group(group));
}

/// Starts a process in its own process group.
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut registry = registry();
    if registry.is_closed {
        return Err(io::Error::other("the arena is shutting down"));
    }
    let child = command.spawn()?;
    registry.groups.insert(child.id());
    Ok(child)
}

/// Kills the group of a process that was not reaped yet and removes it from the registry.
pub(super) fn kill(child: &mut Child) {
    kill_group(child.id());
    #[cfg(not(unix))]
    let _ = child.kill();
    registry().groups.remove(&child.id());
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // Fails if all processes of the group have ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
