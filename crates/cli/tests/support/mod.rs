//! Support for tests that run a binary. The tests of `ringside` and of `lab` both include this folder.

mod temp_folder;

use std::process::Output;

pub(crate) use temp_folder::TempFolder;

/// Exit code and output of a finished process.
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Finished {
    /// Decodes the output of a process that must not have panicked.
    pub(crate) fn new(output: Output) -> Finished {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let finished = Finished { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!finished.err.contains("panicked"), "{}", finished.err);
        finished
    }

    /// Returns the output of a run that must have succeeded without a message on standard error.
    pub(crate) fn success(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// Returns the output of a run whose check must have failed, for example because an action is illegal.
    pub(crate) fn check_failure(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(1), ""), "{}", self.out);
        self.out
    }

    /// Returns the error message of a run that must have rejected its input.
    pub(crate) fn input_error(self) -> String {
        assert_eq!(self.code, Some(2), "{}\n{}", self.out, self.err);
        assert!(self.err.starts_with("error: ") && self.err.ends_with('\n'), "{}", self.err);
        assert!(self.err.len() < 1000, "{}", self.err);
        self.err
    }
}
