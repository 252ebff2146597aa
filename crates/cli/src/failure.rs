//! How a command can fail, and what the process tells its caller.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments or the data given make no sense: exit code 2.
    BadInput(String),
    /// The same, and the user has been told already: exit code 2.
    Reported,
    /// A check that the command was asked to make did not hold; it has said so already: exit code 1.
    CheckFailed,
    /// A run was stopped before its end and can be gone on with; the user has been told: exit code 3.
    Unfinished,
    /// Writing the output failed.
    Output(io::Error),
}

/// What a command returns.
pub(crate) type Outcome = Result<(), Failure>;

impl Failure {
    /// A failure because of what was given.
    pub(crate) fn bad_input(problem: impl Display) -> Failure {
        Failure::BadInput(problem.to_string())
    }

    /// Tells the user, unless there is nothing to tell, and says how the process should end.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::BadInput(problem) => {
                anstream::eprintln!("error: {problem}");
                ExitCode::from(2)
            }
            Failure::Reported => ExitCode::from(2),
            Failure::CheckFailed => ExitCode::FAILURE,
            Failure::Unfinished => ExitCode::from(3),
            // The reader of a pipe has seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(error) => {
                anstream::eprintln!("error: cannot write the output: {error}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
