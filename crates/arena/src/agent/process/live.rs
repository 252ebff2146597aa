//! All process groups that this process has started and that still live, so that they can be ended all at once.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A number stands here from before anybody else can know of the process until the group was killed, and the process is not
/// waited for before that: so no number here can have been given to somebody else.
static LIVE: Mutex<Live> = Mutex::new(Live { groups: BTreeSet::new(), is_over: false });

struct Live {
    groups: BTreeSet<u32>,
    /// Whether nothing may be started any more.
    is_over: bool,
}

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that an agent of this process has started, with everything that is in its process group, and lets no
/// other be started: for those who are about to leave by [`std::process::exit`], which drops no agent.
///
/// Programs are only killed on Unix; elsewhere they see the end of their input.
pub fn kill_all() {
    let mut live = live();
    live.is_over = true;
    live.groups.iter().for_each(|&group| kill_group(group));
}

/// Starts a process that leads a group of its own.
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut live = live();
    if live.is_over {
        return Err(io::Error::other("everything is about to end"));
    }
    let child = command.spawn()?;
    live.groups.insert(child.id());
    Ok(child)
}

/// Kills the group of a process that was not waited for yet, and forgets about it.
pub(super) fn kill(child: &mut Child) {
    kill_group(child.id());
    #[cfg(not(unix))]
    let _ = child.kill();
    live().groups.remove(&child.id());
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // Once all have ended there is nobody to kill, which is no trouble.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
