//! Recorded games: reports, JSON lines, pictures, annotated records.

use ai::review::{Review, Stopped};
use cli_support::files::Sink;
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ai::Limits;
use indicatif::{ProgressBar, ProgressStyle};
use ringrift_record::RecordError;
use ringrift_text::counted;

use super::crew::Crew;
use super::{annotate, json, plot, report};
use crate::record::convert::{Form, Writer};
use crate::record::games::Done;

/// What is to be done with games.
pub(super) struct Wishes<'a> {
    /// The files.
    pub(super) files: &'a [PathBuf],
    /// The bounds for each position.
    pub(super) limits: Limits,
    /// How many games are looked at at the same time.
    pub(super) jobs: usize,
    /// Whether every action is told.
    pub(super) all: bool,
    /// Whether games are told as JSON.
    pub(super) json: bool,
    /// Where pictures go: a file, or a folder.
    pub(super) svg: Option<&'a Path>,
    /// Where annotated records go.
    pub(super) annotate: Option<&'a Path>,
}

/// What became of a game: an error if it cannot be read, nothing if the work was stopped.
type Reviewed = Result<Option<Review>, RecordError>;

/// Looks at all games and tells what is found.
pub(super) fn run(wishes: &Wishes<'_>, stopped: Stopped<'_>, out: &mut impl Write) -> Outcome {
    let bar = bar();
    let has_failed = AtomicBool::new(false);
    let is_over = || has_failed.load(Ordering::Relaxed) || stopped();
    let crew = Crew { files: wishes.files, jobs: wishes.jobs, stopped: &is_over, bar: &bar };
    let progress = || bar.inc(1);
    let review = |record| Review::of(record, wishes.limits, &is_over, &progress);
    let (mut nowhere, to_standard) = (io::sink(), wishes.annotate == Some(Path::new("-")));
    let (reports, mut standard): (&mut dyn Write, &mut dyn Write) =
        if to_standard { (&mut nowhere, out) } else { (out, &mut nowhere) };
    let records = wishes.annotate.map(|path| Sink::new(Some(path), &mut standard)).transpose()?;
    let mut clerk = Clerk {
        wishes,
        reports,
        records: records.map(|sink| Writer::new(form(wishes.annotate), sink)),
        pictures: wishes.svg.map(|path| Pictures::new(path, wishes.files)).transpose()?,
        games: 0,
        wrong: 0,
    };
    let unusable = crew.run(
        |game| game.entry().read().map(review),
        // Nobody goes on with games that cannot be told.
        |done| clerk.take(&done).inspect_err(|_| has_failed.store(true, Ordering::Relaxed)),
    );
    bar.finish_and_clear();
    clerk.finish(unusable?, stopped())
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} positions, {msg} done").expect("a valid template");
    let bar = ProgressBar::new_spinner().with_style(style).with_message("0 games");
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Writes down what is found, game by game.
struct Clerk<'a, 'b> {
    wishes: &'a Wishes<'a>,
    /// Where reports go.
    reports: &'b mut dyn Write,
    records: Option<Writer<'b, &'b mut dyn Write>>,
    pictures: Option<Pictures<'a>>,
    games: u64,
    wrong: u64,
}

impl<'a, 'b> Clerk<'a, 'b> {
    fn take(&mut self, done: &Done<Reviewed>) -> Outcome {
        let path = &self.wishes.files[done.file];
        match &done.result {
            Ok(Some(review)) => {
                self.games += 1;
                self.tell(review, path, done)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                self.wrong += 1;
                anstream::eprintln!("error: {}: game {}: {error}", path.display(), done.number);
                Ok(())
            }
        }
    }

    fn tell(&mut self, review: &Review, path: &Path, done: &Done<Reviewed>) -> Outcome {
        if let Some(pictures) = &mut self.pictures {
            pictures.write(review, done)?;
        }
        if let Some(records) = &mut self.records {
            let record = annotate::annotated(review);
            records.take(match form(self.wishes.annotate) {
                Form::Json => record.to_json_pretty(),
                Form::Lines => record.to_json(),
                _ => record.to_string(),
            })?;
        }
        let file = path.display().to_string();
        if self.wishes.json {
            return Ok(writeln!(self.reports, "{}", json::game(review, &file, done.number, done.line))?);
        }
        let title = format!("{}, game {}", plain(&file), done.number);
        report::tell(review, &title, self.wishes.all, &mut self.reports)
    }

    fn finish(self, unusable: usize, is_stopped: bool) -> Outcome {
        let Clerk { wishes, records, games, wrong, .. } = self;
        let is_complete = (unusable, wrong) == (0, 0) && !is_stopped;
        if let Some(records) = records {
            records.finish(is_complete, wishes.annotate, wishes.files)?;
        }
        if is_stopped {
            anstream::eprintln!("stopped: {} told; others may be missing", counted(games, "game"));
            return Err(Failure::Unfinished);
        }
        match (unusable, wrong) {
            (0, 0) => Ok(()),
            (0, _) => Err(Failure::CheckFailed),
            _ => Err(Failure::Reported),
        }
    }
}

/// The form of annotated records, by the name of their file.
fn form(path: Option<&Path>) -> Form {
    match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("json") => Form::Json,
        Some("jsonl") => Form::Lines,
        _ => Form::Text,
    }
}

/// Where pictures go.
struct Pictures<'a> {
    path: &'a Path,
    /// The beginning of the names of each file's pictures; none if there is to be one picture in a file of its own.
    stems: Option<Vec<String>>,
    written: u64,
}

impl<'a> Pictures<'a> {
    /// Makes the folder, unless the name is one of a picture.
    fn new(path: &'a Path, files: &[PathBuf]) -> Result<Pictures<'a>, Failure> {
        let is_file = !path.is_dir() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        if !is_file {
            let problem = |error| Failure::BadInput(format!("cannot make the folder {}: {error}", path.display()));
            std::fs::create_dir_all(path).map_err(problem)?;
        }
        Ok(Pictures { path, stems: (!is_file).then(|| stems(files)), written: 0 })
    }

    fn write(&mut self, review: &Review, done: &Done<Reviewed>) -> Outcome {
        self.written += 1;
        let path = match &self.stems {
            Some(stems) => self.path.join(format!("{}-{}.svg", stems[done.file], done.number)),
            None if self.written == 1 => self.path.to_owned(),
            None => {
                let path = self.path.display();
                return Err(Failure::BadInput(format!("{path} has room for one game; name a folder for several")));
            }
        };
        let svg = plot::picture(review).map_err(Failure::bad_input)?;
        let mut standard = io::sink();
        let mut sink = Sink::new(Some(&path), &mut standard)?;
        sink.write_all(svg.as_bytes())?;
        sink.finish()
    }
}

/// The names of files without folder and ending, each made to differ from those before it.
fn stems(files: &[PathBuf]) -> Vec<String> {
    let mut used = BTreeSet::new();
    let mut unused = |stem: String| {
        let names = [stem.clone()].into_iter().chain((2..).map(|number| format!("{stem}-{number}")));
        let name = { names }.find(|name| !used.contains(name)).unwrap_or(stem);
        used.insert(name.clone());
        name
    };
    files.iter().map(|file| unused(stem(file))).collect()
}

fn stem(file: &Path) -> String {
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    match name.rsplit_once('.').map_or(name, |(stem, _)| stem) {
        "" | "-" => "games".to_owned(),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_names_of_their_own() {
        let files = ["a/games.rrn", "b/games.rrn.gz", "-", "games-2.json", ".hidden"].map(PathBuf::from);
        assert_eq!(stems(&files), ["games", "games-2", "games-3", "games-2-2", "games-4"]);
    }

    #[test]
    fn the_name_tells_the_form() {
        for (name, expected) in [
            ("a.rrn", Form::Text),
            ("a.json", Form::Json),
            ("a.jsonl", Form::Lines),
            ("-", Form::Text),
            ("a", Form::Text),
        ] {
            assert_eq!(form(Some(Path::new(name))), expected, "{name}");
        }
    }
}
