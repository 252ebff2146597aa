//! A process together with everything that it starts.

use std::process::{Child, Command, ExitStatus};

use super::live;
use crate::agent::settings::ProcessSettings;

/// A process and its group, both of which end with this value.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a process in a group of its own.
    pub(super) fn start(command: Command, settings: &ProcessSettings) -> std::io::Result<Group> {
        let child = live::spawn(command)?;
        limit(&child, settings);
        Ok(Group { child, status: None })
    }

    /// The process.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the process has ended by itself. Its number stays taken, so that its group can still be found.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some() || matches!(waitid(WaitId::Pid(pid(&self.child)), options), Ok(Some(_)) | Err(_))
    }

    /// Whether the process has ended by itself.
    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> bool {
        self.status.is_some() || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills whatever is left of the group, and tells how the process ended.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            live::kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn pid(child: &Child) -> rustix::process::Pid {
    rustix::process::Pid::from_child(child)
}

/// Limits what a process may use. It has already begun then, so a process that starts others at once may escape: the limits
/// are there against mistakes.
#[cfg(target_os = "linux")]
fn limit(child: &Child, settings: &ProcessSettings) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let set = |resource: Resource, most: u64| {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        // It fails if the process has ended, or if a lower limit is in force.
        let _ = prlimit(Some(pid(child)), resource, limit);
    };
    set(Resource::Core, 0);
    if settings.memory_mb > 0 {
        set(Resource::Data, settings.memory_mb.saturating_mul(1024 * 1024));
    }
    if settings.cpu_seconds > 0 {
        set(Resource::Cpu, settings.cpu_seconds);
    }
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child, _: &ProcessSettings) {}
