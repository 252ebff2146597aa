//! `ringside record convert`: the same games in another form.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};
use ringrift::ActionStyle;
use ringrift_record::{EmptySteps, Layout, Record, TextOptions};

use crate::record::games::each_game;

/// Write recorded games in another form.
///
/// Text, JSON and JSON lines hold the same and can be converted into each other without loss. Games that cannot be read are
/// named and left out; the exit code is 1 then. An output file that is also an input is then left as it was.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files to convert; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form to write
    #[arg(long, value_enum, default_value_t = Form::Text)]
    to: Form,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How the moves of a text are laid out
    #[arg(long, value_enum, default_value_t = TextLayout::Turns)]
    layout: TextLayout,
    /// In texts, name cells of hexagonal boards by direction and distance where that is exact, as in "M c-e2"
    #[arg(long)]
    ring_directions: bool,
    /// In texts, write names of move types for codes, as in "move_stack d4-e5"
    #[arg(long)]
    long_names: bool,
    /// In texts, repeat what follows from the rest, as in "M d4-e5 @d4"
    #[arg(long)]
    metadata: bool,
    /// In texts, write + behind actions that form lines and ++ behind those that open a territory claim
    #[arg(long)]
    marks: bool,
    /// Note the hash of the position at the end of every turn
    #[arg(long)]
    hashes: bool,
    /// Leave out comments, marks, notes and variations
    #[arg(long)]
    strip: bool,
    /// Of Move structures, list decisions only. Otherwise the steps of a turn that offered nothing are inserted where the live
    /// edition records them, as no_placement_action, no_movement_action, no_line_action and no_territory_action
    #[arg(long)]
    decisions_only: bool,
}

/// A form of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Text, as docs/notation.md describes it
    Text,
    /// JSON, ringrift-record/1: one game, or a list of games
    Json,
    /// JSON, one game on each line
    Lines,
    /// The specification's Move structures: for each game a line with a list (cannot be read back)
    Moves,
}

/// A layout of texts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum TextLayout {
    /// One line for each turn, its actions separated by semicolons
    Turns,
    /// One line for each round of turns
    Rounds,
    /// One line for each action
    Sequence,
}

/// Runs the command.
pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> Outcome {
    let mut writer = Writer::new(args.to, Sink::new(args.output.as_deref(), out)?);
    let mut wrong = 0;
    let unusable = each_game(
        &args.files,
        |entry| entry.read().map(|record| one_game(record, args)),
        |path, done| {
            match done.result {
                Ok(text) => writer.take(text)?,
                Err(error) => {
                    wrong += 1;
                    anstream::eprintln!("error: {}: game {}: {error}", path.display(), done.number);
                }
            }
            Ok(())
        },
    )?;
    writer.finish((unusable, wrong) == (0, 0), args.output.as_deref(), &args.files)?;
    match (unusable, wrong) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::CheckFailed),
        _ => Err(Failure::Reported),
    }
}

/// Whether two paths name the same file.
fn is_same(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// One game in the form that is wanted.
fn one_game(mut record: Record, args: &ConvertArgs) -> String {
    if args.strip {
        record.strip();
    }
    if args.hashes {
        record.note_hashes();
    }
    match args.to {
        Form::Text => record.text(&text_options(args)),
        Form::Json => record.to_json_pretty(),
        Form::Lines => record.to_json(),
        Form::Moves => serde_json::to_string(&record.moves(empty_steps(args))).unwrap_or_default(),
    }
}

fn empty_steps(args: &ConvertArgs) -> EmptySteps {
    if args.decisions_only { EmptySteps::Omit } else { EmptySteps::Insert }
}

fn text_options(args: &ConvertArgs) -> TextOptions {
    TextOptions {
        layout: match args.layout {
            TextLayout::Turns => Layout::Turns,
            TextLayout::Rounds => Layout::Rounds,
            TextLayout::Sequence => Layout::Sequence,
        },
        style: ActionStyle {
            ring_directions: args.ring_directions,
            long_names: args.long_names,
            metadata: args.metadata,
            computed_marks: args.marks,
        },
    }
}

/// Writes games one after the other.
pub(crate) struct Writer<'a, W: Write> {
    form: Form,
    /// The first game in JSON, as long as it is not known whether it is the only one.
    held: Option<String>,
    written: u64,
    out: Sink<'a, W>,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Nothing is written yet.
    pub(crate) fn new(form: Form, out: Sink<'a, W>) -> Writer<'a, W> {
        Writer { form, held: None, written: 0, out }
    }

    /// Writes a game, which is given in the form that is wanted.
    pub(crate) fn take(&mut self, text: String) -> Outcome {
        self.written += 1;
        match self.form {
            Form::Text if self.written > 1 => write!(self.out, "\n{text}")?,
            Form::Text => write!(self.out, "{text}")?,
            Form::Lines | Form::Moves => writeln!(self.out, "{text}")?,
            Form::Json => {
                if let Some(before) = self.held.replace(text) {
                    write!(self.out, "{}{before}", if self.written == 2 { "[\n" } else { ",\n" })?;
                }
            }
        }
        Ok(())
    }

    /// Puts the output into its place, unless it would be empty or games that are missing from it would be lost with an
    /// input of the same name; then the user is told.
    pub(crate) fn finish(self, is_complete: bool, output: Option<&Path>, inputs: &[PathBuf]) -> Outcome {
        let overwrites = output.is_some_and(|output| inputs.iter().any(|input| is_same(input, output)));
        if is_complete || (self.written > 0 && !overwrites) {
            self.write_rest()?;
        } else if let Some(output) = output {
            anstream::eprintln!("error: {} is left as it was, because games would be lost", output.display());
        }
        Ok(())
    }

    /// Writes what is held back: the only game, or the end of a list.
    fn write_rest(mut self) -> Outcome {
        match (self.form, self.held.take()) {
            (Form::Json, None) => writeln!(self.out, "[]")?,
            (Form::Json, Some(text)) if self.written == 1 => writeln!(self.out, "{text}")?,
            (Form::Json, Some(text)) => writeln!(self.out, ",\n{text}\n]")?,
            _ => {}
        }
        self.out.finish()
    }
}
