//! Process group of an agent program.

use std::process::{Child, Command, ExitStatus};

use super::registry;
use crate::agent::settings::ProcessSettings;

/// A process and its process group. Both are killed when this value is dropped.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a process in its own group.
    pub(super) fn start(command: Command, settings: &ProcessSettings) -> std::io::Result<Group> {
        let child = registry::spawn(command)?;
        limit(&child, settings);
        Ok(Group { child, status: None })
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Reports whether the process has ended, without reaping it: its id stays valid for killing the group.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some() || matches!(waitid(WaitId::Pid(pid(&self.child)), options), Ok(Some(_)) | Err(_))
    }

    /// Reports whether the process has ended.
    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> bool {
        self.status.is_some() || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the group and returns the exit status of the process.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            registry::kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn pid(child: &Child) -> rustix::process::Pid {
    rustix::process::Pid::from_child(child)
}

/// Sets resource limits. The process is already running, so children it starts at once may escape them: the limits only protect
/// against mistakes.
#[cfg(target_os = "linux")]
fn limit(child: &Child, settings: &ProcessSettings) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let set = |resource: Resource, most: u64| {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        // Fails if the process has ended or a lower limit is in force.
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
