//! Analysis of recorded games: reports, JSON lines, plots and annotated records.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ai::IsCancelled;
use ai::Limits;
use ai::review::Review;
use cli_support::files::{Sink, UntilClosed};
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use indicatif::{ProgressBar, ProgressStyle};
use ringrift_record::RecordError;
use ringrift_text::counted;

use super::{annotate, json, plot, report};
use crate::ordered_workers::OrderedWorkers;
use crate::record::convert::{Format, Writer};
use crate::record::games::{Done, Source};

/// Games to analyse, and the outputs to write.
pub(super) struct GamesRequest<'a> {
    pub(super) files: &'a [PathBuf],
    /// Search limits for each position.
    pub(super) limits: Limits,
    /// Number of games analysed at the same time.
    pub(super) jobs: usize,
    /// Reports every action, not only the bad ones.
    pub(super) all: bool,
    /// Writes JSON lines in place of reports.
    pub(super) json: bool,
    /// File or folder for the plots.
    pub(super) svg: Option<&'a Path>,
    /// File for the annotated records.
    pub(super) annotate: Option<&'a Path>,
}

/// Review of a game; `None` if the analysis was stopped.
type Reviewed = Result<Option<Review>, RecordError>;

/// Analyses all games and writes the outputs.
pub(super) fn run(request: &GamesRequest<'_>, stopped: IsCancelled<'_>, out: &mut impl Write) -> Outcome {
    let bar = bar();
    let has_failed = AtomicBool::new(false);
    let is_over = || has_failed.load(Ordering::Relaxed) || stopped();
    let workers = OrderedWorkers { jobs: request.jobs, is_stopped: &is_over };
    let mut source = Source::new(request.files);
    let progress = || bar.inc(1);
    let review = |record| Review::of(record, request.limits, &is_over, &progress);
    let (mut discard, to_standard) = (io::sink(), request.annotate == Some(Path::new("-")));
    let (reports, mut standard): (&mut dyn Write, &mut dyn Write) =
        if to_standard { (&mut discard, out) } else { (out, &mut discard) };
    let mut until_closed;
    let reports: &mut dyn Write = if request.annotate.is_some() || request.svg.is_some() {
        until_closed = UntilClosed::new(reports);
        &mut until_closed
    } else {
        reports
    };
    let records =
        request.annotate.map(|path| Sink::converting(Some(path), request.files, &mut standard)).transpose()?;
    let mut writer = ReviewWriter {
        request,
        reports,
        records: records.map(|sink| Writer::new(format_of(request.annotate), sink)),
        plots: request.svg.map(|path| Plots::new(path, request.files)).transpose()?,
        games: 0,
        wrong: 0,
    };
    let run = workers.run(
        || source.next_game(&bar),
        |game| game.entry().read().map(review),
        |game, reviewed| {
            let written = bar.suspend(|| writer.write(&game.done(reviewed)));
            bar.set_message(counted(writer.games + writer.wrong, "game"));
            // Cancels the running analyses.
            written.inspect_err(|_| has_failed.store(true, Ordering::Relaxed))
        },
    );
    bar.finish_and_clear();
    run?;
    writer.finish(source.unusable(), stopped())
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} positions, {msg} done").expect("the template is valid");
    let bar = ProgressBar::new_spinner().with_style(style).with_message("0 games");
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Writer of the outputs, game by game.
struct ReviewWriter<'a, 'b> {
    request: &'a GamesRequest<'a>,
    reports: &'b mut dyn Write,
    records: Option<Writer<'b, &'b mut dyn Write>>,
    plots: Option<Plots<'a>>,
    games: u64,
    wrong: u64,
}

impl<'a, 'b> ReviewWriter<'a, 'b> {
    fn write(&mut self, done: &Done<Reviewed>) -> Outcome {
        let path = &self.request.files[done.file];
        match &done.result {
            Ok(Some(review)) => {
                self.games += 1;
                self.write_review(review, path, done)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                self.wrong += 1;
                anstream::eprintln!("error: {}: game {}: {error}", path.display(), done.number);
                Ok(())
            }
        }
    }

    fn write_review(&mut self, review: &Review, path: &Path, done: &Done<Reviewed>) -> Outcome {
        if let Some(plots) = &mut self.plots {
            plots.write(review, done)?;
        }
        if let Some(records) = &mut self.records {
            let record = annotate::annotated(review);
            records.write(match format_of(self.request.annotate) {
                Format::Json => record.to_json_pretty(),
                Format::Lines => record.to_json(),
                _ => record.to_string(),
            })?;
        }
        let file = path.display().to_string();
        if self.request.json {
            return Ok(writeln!(self.reports, "{}", json::game(review, &file, done.number, done.line))?);
        }
        let title = format!("{}, game {}", plain(&file), done.number);
        report::write(review, &title, self.request.all, &mut self.reports)
    }

    fn finish(self, unusable: usize, is_stopped: bool) -> Outcome {
        let ReviewWriter { request, records, games, wrong, .. } = self;
        let is_complete = (unusable, wrong) == (0, 0) && !is_stopped;
        if let Some(records) = records {
            records.finish(is_complete, request.annotate, request.files)?;
        }
        if is_stopped {
            anstream::eprintln!("stopped: {} analysed; others may be missing", counted(games, "game"));
            return Err(Failure::Unfinished);
        }
        match (unusable, wrong) {
            (0, 0) => Ok(()),
            (0, _) => Err(Failure::CheckFailed),
            _ => Err(Failure::Reported),
        }
    }
}

/// Returns the format of annotated records, by the extension of their file.
fn format_of(path: Option<&Path>) -> Format {
    match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("json") => Format::Json,
        Some("jsonl") => Format::Lines,
        _ => Format::Text,
    }
}

/// Destination of the plots.
struct Plots<'a> {
    path: &'a Path,
    /// Beginning of the file names, by input file. `None` if `path` is the file of a single plot.
    stems: Option<Vec<String>>,
    written: u64,
}

impl<'a> Plots<'a> {
    /// Creates the folder, unless `path` is a file name with the extension svg.
    fn new(path: &'a Path, files: &[PathBuf]) -> Result<Plots<'a>, Failure> {
        let is_file = !path.is_dir() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        if !is_file {
            let problem = |error| Failure::BadInput(format!("cannot create the folder {}: {error}", path.display()));
            std::fs::create_dir_all(path).map_err(problem)?;
        }
        Ok(Plots { path, stems: (!is_file).then(|| stems(files)), written: 0 })
    }

    fn write(&mut self, review: &Review, done: &Done<Reviewed>) -> Outcome {
        self.written += 1;
        let path = match &self.stems {
            Some(stems) => self.path.join(format!("{}-{}.svg", stems[done.file], done.number)),
            None if self.written == 1 => self.path.to_owned(),
            None => {
                let path = self.path.display();
                return Err(Failure::BadInput(format!("{path} can hold one game; give a folder for several")));
            }
        };
        let svg = plot::svg(review).map_err(Failure::bad_input)?;
        let mut standard = io::sink();
        let mut sink = Sink::replacing(Some(&path), &mut standard)?;
        sink.write_all(svg.as_bytes())?;
        sink.finish()
    }
}

/// Returns the names of the files without folder and extension, with numbers added where they would be equal.
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
    fn plots_have_unique_names() {
        let files = ["a/games.rrn", "b/games.rrn.gz", "-", "games-2.json", ".hidden"].map(PathBuf::from);
        assert_eq!(stems(&files), ["games", "games-2", "games-3", "games-2-2", "games-4"]);
    }

    #[test]
    fn the_extension_chooses_the_format() {
        for (name, expected) in [
            ("a.rrn", Format::Text),
            ("a.json", Format::Json),
            ("a.jsonl", Format::Lines),
            ("-", Format::Text),
            ("a", Format::Text),
        ] {
            assert_eq!(format_of(Some(Path::new(name))), expected, "{name}");
        }
    }
}
