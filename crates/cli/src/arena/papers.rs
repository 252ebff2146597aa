//! The forms in which ratings and reports are written.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cli_support::Outcome;
use cli_support::files::Sink;

/// Something that can be written in every form.
pub(super) trait Paper {
    fn text(&self) -> String;
    fn json(&self) -> String;
    fn csv(&self) -> String;
    fn markdown(&self) -> String;
    fn html(&self) -> String;
}

/// Lets a type that has all forms be written in them.
macro_rules! paper {
    ($type:ty) => {
        impl Paper for $type {
            fn text(&self) -> String {
                self.to_text()
            }

            fn json(&self) -> String {
                self.to_json()
            }

            fn csv(&self) -> String {
                self.to_csv()
            }

            fn markdown(&self) -> String {
                self.to_markdown()
            }

            fn html(&self) -> String {
                self.to_html()
            }
        }
    };
}

paper!(arena::Ratings);
paper!(arena::report::Report);

/// In which form, and where.
#[derive(Args, Clone, Debug)]
pub(super) struct PaperArgs {
    /// The form
    #[arg(long, short, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// Tables for a terminal
    Text,
    /// All of it for programs
    Json,
    /// Tables for programs, one value a line: table,row,column,value
    Csv,
    /// Markdown
    Md,
    /// One page with plots that needs no network
    Html,
}

impl PaperArgs {
    /// Writes something.
    pub(super) fn write(&self, paper: &impl Paper, out: &mut impl Write) -> Outcome {
        let text = match self.format {
            Form::Text => paper.text(),
            Form::Json => paper.json(),
            Form::Csv => paper.csv(),
            Form::Md => paper.markdown(),
            Form::Html => paper.html(),
        };
        let mut sink = Sink::new(self.output.as_deref(), out)?;
        sink.write_all(text.as_bytes())?;
        sink.finish()
    }
}
