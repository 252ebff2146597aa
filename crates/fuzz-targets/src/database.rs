//! Databases of the server, as in backups.

use server::store::{FILE, check};

use crate::Verdict;
use crate::temp::temp_folder;

/// The check of a database either fails or lists the damage; an intact one has no problems.
pub(crate) fn database(bytes: &[u8]) -> Verdict {
    let folder = temp_folder();
    std::fs::write(folder.path().join(FILE), bytes).expect("the temporary file can be written");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
    match runtime.block_on(check(folder.path())) {
        Ok(report) => {
            assert!(report.problems.iter().all(|problem| !problem.is_empty()));
            Verdict::of(report.problems.is_empty())
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Verdict::Rejected
        }
    }
}
