//! How a command fails, and the exit code of the process.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use arena::log::LogError;

/// Reason why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Invalid arguments or input data: exit code 2.
    BadInput(String),
    /// Invalid input that the command has already reported: exit code 2.
    Reported,
    /// A check did not hold, and the command has already reported it: exit code 1.
    CheckFailed,
    /// The run was stopped before its end and can be resumed. Already reported: exit code 3.
    Unfinished,
    /// Writing the output failed: exit code 2, or 0 if the reader closed the pipe.
    Output(io::Error),
}

/// Result of a command.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// Returns a [`Failure::BadInput`] with this problem as its message.
    pub fn bad_input(problem: impl Display) -> Failure {
        Failure::BadInput(problem.to_string())
    }

    /// Prints the message, unless the command has already reported it, and returns the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::BadInput(problem) => {
                anstream::eprintln!("error: {problem}");
                ExitCode::from(2)
            }
            Failure::Reported => ExitCode::from(2),
            Failure::CheckFailed => ExitCode::FAILURE,
            Failure::Unfinished => ExitCode::from(3),
            // The reader of the pipe closed it, as `head` does.
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

impl From<LogError> for Failure {
    fn from(error: LogError) -> Failure {
        Failure::bad_input(error)
    }
}
