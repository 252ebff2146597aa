//! The output formats of ratings and reports.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cli_support::Outcome;
use cli_support::files::Sink;

/// Document that can be written in every output format.
pub(super) trait Document {
    fn render(&self, format: OutputFormat) -> String;
}

macro_rules! impl_document {
    ($type:ty) => {
        impl Document for $type {
            fn render(&self, format: OutputFormat) -> String {
                match format {
                    OutputFormat::Text => self.to_text(),
                    OutputFormat::Json => self.to_json(),
                    OutputFormat::Csv => self.to_csv(),
                    OutputFormat::Md => self.to_markdown(),
                    OutputFormat::Html => self.to_html(),
                }
            }
        }
    };
}

impl_document!(arena::Ratings);
impl_document!(arena::report::Report);

/// Output format and file.
#[derive(Args, Clone, Debug)]
pub(super) struct OutputArgs {
    /// Output format
    #[arg(long, short, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Output file; an existing one is replaced [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OutputFormat {
    /// Tables for a terminal
    Text,
    /// Everything, for programs
    Json,
    /// Tables for programs, one value per line: table,row,column,value
    Csv,
    /// Markdown
    Md,
    /// One page with plots, without external resources
    Html,
}

impl OutputArgs {
    pub(super) fn write(&self, document: &impl Document, out: &mut impl Write) -> Outcome {
        let mut sink = Sink::replacing(self.output.as_deref(), out)?;
        sink.write_all(document.render(self.format).as_bytes())?;
        sink.finish()
    }
}
