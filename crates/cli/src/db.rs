//! `ringside db`: copies of the server's database, checks, and taking games out.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use cli_support::{Failure, Outcome};
use ringrift_text::counted;
use server::Config;
use server::store::{CheckReport, StoreError, back_up, check, export, restore};

/// Copy, restore, check and export the database of the server
#[derive(Args)]
pub(crate) struct DbCommand {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Subcommand)]
enum What {
    /// Copy the database into a file, also while the server runs
    Backup {
        /// File to write; it must not be there
        file: PathBuf,
    },
    /// Make the database out of a copy; what was there is kept as ringside.db.before, or .before-2 and so on if there is one.
    /// The server must not run
    Restore {
        /// File that `ringside db backup` has written
        file: PathBuf,
    },
    /// Check the file, and every game by playing it again; exit code 1 if anything is wrong
    Check,
    /// Write every game as one JSON object a line: what was agreed, and its whole log
    Export {
        /// File to write instead of standard output
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

/// Where the database is.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// Folder of the database [default: the user's data folder, as for `ringside serve`]
    #[arg(long, global = true)]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The folder.
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| Config::default().data)
    }
}

/// Runs something that waits for the database.
pub(crate) fn wait<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work).map_err(Failure::bad_input)
}

/// Looks after the database.
pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Outcome {
    let folder = command.data.folder();
    match &command.what {
        What::Backup { file } => {
            wait(back_up(&folder, file)).map_err(|failure| match failure {
                Failure::BadInput(_) if file.exists() => {
                    Failure::BadInput(format!("{} is there already; choose another name", file.display()))
                }
                other => other,
            })?;
            writeln!(out, "The database is copied into {}.", file.display())?;
            Ok(())
        }
        What::Restore { file } => {
            let (checked, kept) = wait(restore(&folder, file))?;
            told(&checked, out)?;
            writeln!(out, "The database in {} is that of {}.", folder.display(), file.display())?;
            if let Some(kept) = kept {
                writeln!(out, "What was there is kept as {}.", kept.display())?;
            }
            Ok(())
        }
        What::Check => told(&wait(check(&folder))?, out),
        What::Export { out: None } => wait(export(&folder, out)).map(|_| ()),
        What::Export { out: Some(file) } => {
            let mut target = std::io::BufWriter::new(
                std::fs::File::create_new(file)
                    .map_err(|error| Failure::BadInput(format!("{} cannot be written: {error}", file.display())))?,
            );
            let count = wait(export(&folder, &mut target))?;
            target.flush()?;
            writeln!(out, "{} written to {}.", counted(count, "game"), file.display())?;
            Ok(())
        }
    }
}

fn told(checked: &CheckReport, out: &mut impl Write) -> Outcome {
    let CheckReport { games, entries, problems } = checked;
    for problem in problems {
        writeln!(out, "wrong: {problem}")?;
    }
    let (games, entries, found) =
        (counted(*games, "game"), counted(*entries, "entry"), counted(problems.len() as u64, "problem"));
    writeln!(out, "{games} with {entries} looked at, {found}.")?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}
