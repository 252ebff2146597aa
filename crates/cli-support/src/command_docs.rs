//! Reference documentation of a command line as Markdown (`docs/cli.md`).

use std::fmt::Write;
use std::path::Path;

use clap::{Arg, Command};

/// Describes a command and all its visible subcommands as Markdown. The command becomes a section with a heading of level
/// `level`, and each subcommand a section one level deeper than its parent.
pub fn markdown(command: &Command, level: usize) -> String {
    let mut command = command.clone();
    command.build();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_command(&mut text, &command, level);
    text
}

/// Compares the part of `docs/cli.md` between the markers of a program with its generated text. If the environment
/// variable `UPDATE_FILES` is set, writes the part instead.
///
/// # Panics
///
/// If the file or the markers are missing, or if the part differs.
pub fn check_document(path: &Path, program: &str, generated: &str) {
    let document = std::fs::read_to_string(path).expect("the document exists");
    let (begin, end) = (format!("<!-- {program}: begin -->\n"), format!("<!-- {program}: end -->\n"));
    let (before, rest) = document.split_once(&begin).expect("the document has the begin marker");
    let (current, after) = rest.split_once(&end).expect("the document has the end marker");
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(path, format!("{before}{begin}{generated}{end}{after}")).expect("the document can be written");
        return;
    }
    let line = current.lines().zip(generated.lines()).position(|(a, b)| a != b);
    assert!(
        current == generated,
        "{} differs from the commands of {program}, first in line {:?} of its part; run `cargo xtask regenerate`",
        path.display(),
        line.map(|line| line + 1)
    );
}

fn write_command(text: &mut String, command: &Command, level: usize) -> std::fmt::Result {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    writeln!(text, "{} `{name}`\n", "#".repeat(level))?;
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        writeln!(text, "{}\n", escaped(&about.to_string()))?;
    }
    let usage = command.clone().render_usage().to_string();
    writeln!(text, "```text\n{}\n```\n", usage.trim_start_matches("Usage: ").trim())?;
    write_arguments(text, command)?;
    if let Some(help) = command.get_after_help() {
        writeln!(text, "```text\n{}\n```\n", help.to_string().trim_end())?;
    }
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help") {
        write_command(text, subcommand, level + 1)?;
    }
    Ok(())
}

/// Lists positional arguments first, then the options of each help heading.
fn write_arguments(text: &mut String, command: &Command) -> std::fmt::Result {
    let is_shown = |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    let args: Vec<&Arg> = command.get_arguments().filter(is_shown).collect();
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in &args {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    // Arguments without a heading come first, as in the help.
    headings.sort_by_key(Option::is_some);
    for heading in headings {
        if let Some(heading) = heading {
            writeln!(text, "{heading}:\n")?;
        }
        let group = || args.iter().filter(|arg| arg.get_help_heading() == heading);
        let (positional, options) =
            (group().filter(|arg| arg.is_positional()), group().filter(|arg| !arg.is_positional()));
        for arg in positional.chain(options) {
            write_argument(text, arg)?;
        }
        text.push('\n');
    }
    Ok(())
}

fn write_argument(text: &mut String, arg: &Arg) -> std::fmt::Result {
    write!(text, "- `{}`: {}", syntax(arg), escaped(&help(arg)))?;
    let defaults: Vec<String> = arg.get_default_values().iter().map(|value| value.to_string_lossy().into()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        write!(text, " [default: {}]", escaped(&defaults.join(", ")))?;
    }
    writeln!(text)?;
    if arg.get_action().takes_values() {
        for value in arg.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
            let help = value.get_help().map(|help| format!(": {}", escaped(&help.to_string()))).unwrap_or_default();
            writeln!(text, "  - `{}`{help}", value.get_name())?;
        }
    }
    Ok(())
}

fn help(arg: &Arg) -> String {
    arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default()
}

/// Returns the syntax of an argument: `-b, --board <BOARD>`.
fn syntax(arg: &Arg) -> String {
    let names = [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))];
    let names = names.into_iter().flatten().collect::<Vec<String>>().join(", ");
    let values = arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>"));
    let values =
        if arg.get_action().takes_values() { values.collect::<Vec<String>>().join(" ") } else { String::new() };
    [names, values].into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(" ")
}

/// Escapes the characters that Markdown would interpret.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| if "\\*<|_".contains(c) { vec!['\\', c] } else { vec![c] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_commands_with_their_arguments() {
        let count = Arg::new("count").long("count").short('n').value_name("N").default_value("3").help("How *many*");
        let file = Arg::new("file").value_name("FILE").required(true).help("Input");
        let hidden = Command::new("old").hide(true);
        let command = Command::new("tool")
            .about("A tool")
            .subcommands([Command::new("run").about("Runs it").args([count, file]), hidden]);
        let expected = "## `tool`\n\nA tool\n\n```text\ntool [COMMAND]\n```\n\n### `tool run`\n\nRuns it\n\n```text\n\
                        tool run [OPTIONS] <FILE>\n```\n\n- `<FILE>`: Input\n- `-n, --count <N>`: How \\*many\\* [default: 3]\n\n";
        assert_eq!(markdown(&command, 2), expected);
    }
}
