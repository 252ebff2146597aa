//! `ringside record convert`: games in another format.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cli_support::files::{Sink, is_same_file};
use cli_support::{Failure, Outcome};
use ringrift::ActionStyle;
use ringrift_record::{EmptySteps, Layout, Record, TextOptions};

use crate::record::games::each_game;

/// Convert recorded games to another format.
///
/// Text, JSON and JSON lines hold the same information. Games that cannot be read are reported and skipped, and the
/// exit code is 1; an output file that is also an input is then not replaced.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files to convert; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format to write
    #[arg(long, value_enum, default_value_t = Format::Text)]
    to: Format,
    /// Output file, new or one of the input files [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Layout of the moves in text
    #[arg(long, value_enum, default_value_t)]
    layout: TextLayout,
    /// In text, write cells of hexagonal boards as direction and distance where that is exact, as in "M c-e2"
    #[arg(long)]
    ring_directions: bool,
    /// In text, write move types by name, as in "move_stack d4-e5"
    #[arg(long)]
    long_names: bool,
    /// In text, add metadata that can be derived from the actions, as in "M d4-e5 @d4"
    #[arg(long)]
    metadata: bool,
    /// In text, write + after actions that form lines, and ++ after actions that open a territory claim
    #[arg(long)]
    marks: bool,
    /// Add the hash of the position at the end of every turn
    #[arg(long)]
    hashes: bool,
    /// Leave out comments, marks, notes and variations
    #[arg(long)]
    strip: bool,
    /// In Move structures, list only decisions. By default, games of the live edition also list steps
    /// without a choice: no_placement_action, no_movement_action, no_line_action and no_territory_action
    #[arg(long)]
    decisions_only: bool,
}

/// Format of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Text, as docs/notation.md describes it
    Text,
    /// JSON, ringrift-record/1: one game, or a list of games
    Json,
    /// JSON, one game on each line
    Lines,
    /// Move structures of the specification: for each game one line with a JSON list (cannot be read back)
    Moves,
}

/// Layout of moves in text.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum TextLayout {
    /// One line for each round of turns, the actions of a turn separated by semicolons
    #[default]
    Rounds,
    /// One line for each turn
    Turns,
    /// One line for each action
    Sequence,
}

impl From<TextLayout> for Layout {
    fn from(layout: TextLayout) -> Layout {
        match layout {
            TextLayout::Rounds => Layout::Rounds,
            TextLayout::Turns => Layout::Turns,
            TextLayout::Sequence => Layout::Sequence,
        }
    }
}

pub(super) fn run(args: &ConvertArgs, out: &mut impl Write) -> Outcome {
    let mut writer = Writer::new(args.to, Sink::converting(args.output.as_deref(), &args.files, out)?);
    let mut wrong = 0;
    let unusable = each_game(
        &args.files,
        |entry| entry.read().map(|record| convert_game(record, args)),
        |path, done| {
            match done.result {
                Ok(text) => writer.write(text)?,
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

/// Converts one game.
fn convert_game(mut record: Record, args: &ConvertArgs) -> String {
    if args.strip {
        record.strip();
    }
    if args.hashes {
        record.note_hashes();
    }
    match args.to {
        Format::Text => record.text(&text_options(args)),
        Format::Json => record.to_json_pretty(),
        Format::Lines => record.to_json(),
        Format::Moves => serde_json::to_string(&record.moves(empty_steps(args))).expect("moves serialize to JSON"),
    }
}

fn empty_steps(args: &ConvertArgs) -> EmptySteps {
    if args.decisions_only { EmptySteps::Omit } else { EmptySteps::Insert }
}

fn text_options(args: &ConvertArgs) -> TextOptions {
    TextOptions {
        layout: args.layout.into(),
        style: ActionStyle {
            ring_directions: args.ring_directions,
            long_names: args.long_names,
            metadata: args.metadata,
            computed_marks: args.marks,
        },
    }
}

/// Writer of a sequence of games.
pub(crate) struct Writer<'a, W: Write> {
    format: Format,
    /// The last game in JSON, held back until it is known whether another follows.
    held: Option<String>,
    written: u64,
    out: Sink<'a, W>,
}

impl<'a, W: Write> Writer<'a, W> {
    pub(crate) fn new(format: Format, out: Sink<'a, W>) -> Writer<'a, W> {
        Writer { format, held: None, written: 0, out }
    }

    /// Writes a game whose text is already in the format.
    pub(crate) fn write(&mut self, text: String) -> Outcome {
        self.written += 1;
        match self.format {
            Format::Text if self.written > 1 => write!(self.out, "\n{text}")?,
            Format::Text => write!(self.out, "{text}")?,
            Format::Lines | Format::Moves => writeln!(self.out, "{text}")?,
            Format::Json => {
                if let Some(before) = self.held.replace(text) {
                    write!(self.out, "{}{before}", if self.written == 2 { "[\n" } else { ",\n" })?;
                }
            }
        }
        Ok(())
    }

    /// Moves the output into place. If games are missing, and the output is empty or would replace an input, prints an
    /// error instead.
    pub(crate) fn finish(self, is_complete: bool, output: Option<&Path>, inputs: &[PathBuf]) -> Outcome {
        let overwrites = output.is_some_and(|output| inputs.iter().any(|input| is_same_file(input, output)));
        if is_complete || (self.written > 0 && !overwrites) {
            self.write_rest()?;
        } else if let Some(output) = output {
            let why =
                if overwrites { "replaced, because games would be lost" } else { "written, because there is no game" };
            anstream::eprintln!("error: {} was not {why}", output.display());
        }
        Ok(())
    }

    /// Writes the game held back and the end of the list.
    fn write_rest(mut self) -> Outcome {
        match (self.format, self.held.take()) {
            (Format::Json, None) => writeln!(self.out, "[]")?,
            (Format::Json, Some(text)) if self.written == 1 => writeln!(self.out, "{text}")?,
            (Format::Json, Some(text)) => writeln!(self.out, ",\n{text}\n]")?,
            _ => {}
        }
        self.out.finish()
    }
}
