//! Every socket needs a descriptor, and systems begin with few.

/// Lets this process open as many files and sockets as the system allows it. Those that it starts may as many.
pub(crate) fn allow_many() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        // If that fails, the usual number has to do.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}
