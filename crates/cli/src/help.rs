//! The help of `ringside`: commands in groups, and pointers for commands that moved to `cargo lab`.

use std::fmt::Write;
use std::io::Write as _;

use clap::{Arg, Command, CommandFactory};

/// Groups of commands by audience, in the order of the help.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["serve", "play", "tour", "analyse", "record", "asg"]),
    ("Write engines and AIs", &["rules", "engine", "agent-stub", "conform", "perft"]),
    ("Measure players", &["match", "tournament", "ratings", "report", "sprt", "log"]),
    ("Operate a server", &["db", "admin"]),
];

/// Commands that moved to the maintainers' tool.
const MOVED: &[&str] = &["lockstep", "playthrough", "bench", "load", "ladder", "balance", "calibrate", "tune"];

/// Returns the command line of `T` with grouped help and the hidden commands that moved.
pub(crate) fn command<T: CommandFactory>() -> Command {
    let moved = MOVED.iter().map(|name| {
        let arguments = Arg::new("arguments").num_args(0..).allow_hyphen_values(true).trailing_var_arg(true);
        Command::new(*name).hide(true).disable_help_flag(true).arg(arguments)
    });
    let command = T::command();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}{{after-help}}",
        groups(&command)
    );
    with_negative_numbers(command).help_template(template).subcommands(moved)
}

/// Lets every argument take a negative number as its value, so that the error for `--rounds -2` names the range and not an
/// unknown option `-2`.
fn with_negative_numbers(command: Command) -> Command {
    let allowed = |arg: Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(allowed).mut_subcommands(with_negative_numbers)
}

/// Prints the help or an error in the arguments, and ends the process.
pub(crate) fn exit(error: &clap::Error) -> ! {
    // The parser of numbers does not say what it expects.
    let text = error.render().ansi().to_string();
    let text = text.replace("invalid digit found in string", "expected a whole number that is not negative");
    // A closed output cannot be reported.
    let _ = if error.use_stderr() {
        anstream::stderr().write_all(text.as_bytes())
    } else {
        anstream::stdout().write_all(text.as_bytes())
    };
    std::process::exit(error.exit_code())
}

/// Lists all commands in their groups, each with the first line of its description.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{title}:");
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:<11} {}", about.trim_end_matches('.'));
        }
        text.push('\n');
    }
    text
}

/// Returns the message for a command that moved to the maintainers' tool.
pub(crate) fn moved(name: &str) -> Option<String> {
    let message = format!("`{name}` moved to the maintainers' tool: run `cargo lab {name}` in a checkout");
    MOVED.contains(&name).then_some(message)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cli_support::command_docs::{check_document, markdown};

    use super::*;

    #[test]
    fn docs_cli_md_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
        check_document(&path, "ringside", &markdown(&crate::Cli::command(), 2));
    }

    #[test]
    fn every_command_is_in_exactly_one_group() {
        let command = crate::Cli::command();
        let mut commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
