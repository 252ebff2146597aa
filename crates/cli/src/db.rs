//! `ringside db`: backup, restore, check and export of the server's database.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};
use ringrift_text::counted;
use server::Config;
use server::store::{BackupContent, CheckReport, SalvageReport, StoreError, back_up, check, export, restore, salvage};

/// Back up, restore, check and export the database of the server
#[derive(Args)]
pub(crate) struct DbCommand {
    #[command(subcommand)]
    action: DbAction,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Subcommand)]
enum DbAction {
    /// Copy the database to a file; the server may be running. The file contains the key of all cookies: keep it as safe as the
    /// database
    Backup {
        /// New file
        file: PathBuf,
        /// Leave out the cookie key, tokens, recovery codes, secrets of seats, share links, and the devices and networks of guests.
        /// After a restore, guests lose their cookies, tokens and links, and bans of devices and networks are lifted
        #[arg(long)]
        without_secrets: bool,
    },
    /// Write everything that is readable in a damaged database to a new file; the exit code is 1 if anything is lost. The
    /// server must not be running
    Salvage {
        /// New file
        file: PathBuf,
    },
    /// Restore the database from a backup. The old database is renamed to ringside.db.before (or .before-2 and so on).
    /// The server must not be running
    Restore {
        /// Backup written by `ringside db backup`
        file: PathBuf,
    },
    /// Check the database file, and replay every game; the exit code is 1 if anything is wrong
    Check,
    /// Write every game as one JSON object per line: its settings and its whole log
    Export {
        /// New file [default: standard output]
        #[arg(long, short, value_name = "FILE", alias = "out")]
        output: Option<PathBuf>,
    },
}

/// Location of the database.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// Folder of the database [default: the user's data folder, as for `ringside serve`]
    #[arg(long, global = true)]
    data: Option<PathBuf>,
}

impl DataArgs {
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| Config::default().data)
    }
}

/// Runs a database operation to its end.
pub(crate) fn wait<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work).map_err(Failure::bad_input)
}

pub(crate) fn run(command: &DbCommand, out: &mut impl Write) -> Outcome {
    let folder = command.data.folder();
    match &command.action {
        DbAction::Backup { file, without_secrets } => {
            require_new(file)?;
            let content = if *without_secrets { BackupContent::WithoutSecrets } else { BackupContent::Everything };
            wait(back_up(&folder, file, content))?;
            writeln!(out, "The database was copied to {}.", file.display())?;
            Ok(())
        }
        DbAction::Salvage { file } => {
            require_new(file)?;
            let SalvageReport { guests, games, entries, losses } = wait(salvage(&folder, file))?;
            for loss in &losses {
                writeln!(out, "lost: {loss}")?;
            }
            let (guests, games, entries) =
                (counted(guests, "guest"), counted(games, "game"), counted(entries, "entry"));
            writeln!(out, "{guests} and {games} with {entries} were written to {}.", file.display())?;
            writeln!(out, "To use it, run: ringside db restore {}", file.display())?;
            if losses.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
        }
        DbAction::Restore { file } => {
            let (checked, kept) = wait(restore(&folder, file))?;
            report(&checked, out)?;
            writeln!(out, "The database in {} was restored from {}.", folder.display(), file.display())?;
            if let Some(kept) = kept {
                writeln!(out, "The old database is now {}.", kept.display())?;
            }
            Ok(())
        }
        DbAction::Check => report(&wait(check(&folder))?, out),
        DbAction::Export { output } => {
            let mut sink = Sink::new(output.as_deref(), out)?;
            let count = wait(export(&folder, &mut sink))?;
            sink.finish()?;
            match output.as_deref().filter(|&file| file != Path::new("-")) {
                None => Ok(()),
                Some(file) => Ok(writeln!(out, "{} written to {}.", counted(count, "game"), file.display())?),
            }
        }
    }
}

/// Rejects a file that exists.
fn require_new(file: &Path) -> Outcome {
    if file.exists() {
        return Err(Failure::BadInput(format!("{} exists already; choose another name", file.display())));
    }
    Ok(())
}

fn report(checked: &CheckReport, out: &mut impl Write) -> Outcome {
    let CheckReport { games, entries, problems } = checked;
    for problem in problems {
        writeln!(out, "wrong: {problem}")?;
    }
    let (games, entries, found) =
        (counted(*games, "game"), counted(*entries, "entry"), counted(problems.len() as u64, "problem"));
    writeln!(out, "{games} with {entries} checked, {found}.")?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}
