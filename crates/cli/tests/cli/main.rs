//! The command line, run as a user would.

mod analyse;
mod arena;
mod arena_manual;
mod asg;
mod asg_play;
mod balance;
mod calibrate;
mod conform;
mod conform_asg;
mod engine;
mod folder;
mod golden;
mod ladder;
mod perft_table;
mod play;
mod record;
mod record_show;
mod rules;
mod tune;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of the binary gave.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Answer {
    fn of(output: Output) -> Answer {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let answer = Answer { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!answer.err.contains("panicked"), "{}", answer.err);
        answer
    }

    /// The output of a run that went well.
    fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The output of a run whose check did not hold: an illegal action, a difference.
    fn refused(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(1), ""), "{}", self.out);
        self.out
    }

    /// The single error line of a run that could not make sense of its input.
    fn senseless(self) -> String {
        assert_eq!(self.code, Some(2), "{}\n{}", self.out, self.err);
        assert!(self.err.starts_with("error: ") && self.err.ends_with('\n'), "{}", self.err);
        assert!(self.err.len() < 1000, "{}", self.err);
        self.err
    }
}

fn ringside(args: &[&str]) -> Answer {
    Answer::of(Command::new(env!("CARGO_BIN_EXE_ringside")).args(args).output().expect("ringside runs"))
}

/// Runs it in a folder.
fn ringside_in(folder: &folder::Folder, args: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    Answer::of(command.args(args).current_dir(folder.path()).output().expect("ringside runs"))
}

fn ringside_reading(args: &[&str], input: &[u8]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("ringside runs");
    // It may stop reading before the end; that is its own business.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    Answer::of(child.wait_with_output().expect("ringside ends"))
}
