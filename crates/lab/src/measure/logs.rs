//! Log files of the played games, one for each part of a command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use arena::log::{GameLine, Log, Manifest, Records, RunLine};
use arena::manifest_difference;
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use ringrift_text::listed;

/// Folder with one log file for each part of a command.
pub(crate) struct Logs(PathBuf);

/// Log of one part.
pub(crate) struct PartLog {
    pub(crate) path: PathBuf,
    /// Contents without the records of the games.
    pub(crate) log: Log,
}

impl Logs {
    pub(crate) fn new(folder: PathBuf) -> Logs {
        Logs(folder)
    }

    /// Creates the folder, unless it exists.
    pub(crate) fn create(&self) -> Outcome {
        fs::create_dir_all(&self.0).map_err(|error| problem(&self.0, "created", &error))
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Returns the path of the log of a part.
    pub(crate) fn path(&self, part: &str) -> PathBuf {
        self.file(&format!("{part}.jsonl"))
    }

    /// Reads the log of a part, plain or compressed. Returns `None` if there is no log or it has no games.
    pub(crate) fn read(&self, part: &str) -> Result<Option<PartLog>, Failure> {
        let paths = [self.path(part), self.file(&format!("{part}.jsonl.gz"))];
        let Some(path) = paths.into_iter().find(|path| path.exists()) else { return Ok(None) };
        let log = Log::read(std::slice::from_ref(&path), Records::Drop)?;
        Ok((!log.games.is_empty()).then_some(PartLog { path, log }))
    }

    /// Renames the log of a part to an unused name. Returns the new path, or `None` if there is no log.
    pub(crate) fn rename_old(&self, part: &str) -> Result<Option<PathBuf>, Failure> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(None);
        }
        let numbered = (1_u32..).map(|number| self.file(&format!("{part}.old-{number}.jsonl")));
        let free = numbered.into_iter().find(|old| !old.exists()).unwrap_or_default();
        fs::rename(&path, &free).map_err(|error| problem(&path, "renamed", &error))?;
        Ok(Some(free))
    }
}

fn problem(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::BadInput(format!("{} cannot be {what}: {error}", path.display()))
}

/// Rejects a log that contains a run of the same name with different settings, or a run with different versions of the
/// built-in players.
pub(crate) fn check_same_settings(path: &Path, log: &Log, manifest: &Manifest) -> Outcome {
    let differs = |run: &RunLine| {
        let compare = if run.manifest.name == manifest.name { manifest_difference } else { other_version };
        compare(&run.manifest, manifest)
    };
    match log.runs.iter().find_map(differs) {
        None => Ok(()),
        Some(difference) => Err(Failure::BadInput(format!(
            "{}: these games were played with other settings ({}); --fresh renames the log and starts again, --no-play writes \
             the document from these games",
            path.display(),
            plain(&difference)
        ))),
    }
}

/// Describes the first player whose version changed, if any.
fn other_version(known: &Manifest, new: &Manifest) -> Option<String> {
    let families = |manifest: &Manifest| -> Vec<(String, Option<String>)> {
        let built_in = manifest.entrants.iter().filter_map(|entrant| Some((entrant.built_in()?, &entrant.version)));
        built_in.map(|(name, version)| (family(name).to_owned(), version.clone())).collect()
    };
    let known = families(known);
    let changed = |(name, version): (String, Option<String>)| {
        let (_, before) = known.iter().find(|(other, before)| *other == name && *before != version)?;
        let [before, now] = [before, &version].map(|version| version.as_deref().unwrap_or("none"));
        Some(format!("{name} had version {before}, now {now}"))
    };
    families(new).into_iter().find_map(changed)
}

/// Returns the name of a built-in player up to the colon. Players with the same prefix have the same version.
fn family(player: &str) -> &str {
    player.split_once(':').map_or(player, |(family, _)| family)
}

impl PartLog {
    /// Returns the games of a run in order.
    pub(crate) fn games(&self, run: &RunLine) -> Vec<&GameLine> {
        self.log.games.iter().filter(|game| game.run == run.run).collect()
    }

    /// Returns the rules of the part, from its first run.
    pub(crate) fn rules(&self) -> &str {
        self.log.runs.first().and_then(|run| run.manifest.venue["rules"].as_str()).unwrap_or_default()
    }

    /// Returns the different versions of a family of built-in players, such as `level`.
    pub(crate) fn versions(&self, family: &str) -> Vec<&str> {
        let entrants = self.log.runs.iter().flat_map(|run| &run.manifest.entrants);
        let of_family = entrants.filter(|entrant| entrant.built_in().is_some_and(|name| self::family(name) == family));
        let mut versions: Vec<&str> = of_family.filter_map(|entrant| entrant.version.as_deref()).collect();
        versions.sort_unstable();
        versions.dedup();
        versions
    }

    /// Returns the versions of some families, formatted for a document.
    pub(crate) fn version_list(&self, families: &[&str]) -> String {
        let versions = families.iter().flat_map(|family| self.versions(family));
        listed(&versions.map(|version| format!("`{version}`")).collect::<Vec<String>>())
    }

    /// Returns the total time of the games, in core-hours.
    pub(crate) fn core_hours(&self) -> f64 {
        self.log.games.iter().map(|game| game.ms).sum::<f64>() / 3_600_000.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manifest(name: &str, version: &str) -> Manifest {
        let entrant = |name: &str| {
            json!({ "name": name, "player": name, "version": version, "on_error": "forfeit",
                                           "deadline_ms": 1, "most_faults": 1 })
        };
        let entrants = [entrant("level:2"), entrant("level:1")];
        serde_json::from_value(json!({ "name": name, "venue": {}, "format": "round_robin", "rounds": 1,
                                       "conditions_per_round": 1, "seed": "1", "entrants": entrants }))
        .expect("the manifest is valid")
    }

    #[test]
    fn rejects_games_of_other_versions() {
        let mut log = Log::default();
        log.runs.push(RunLine::new(manifest("a", "1"), "", ""));
        let rejection = |manifest: &Manifest| match check_same_settings(Path::new("x"), &log, manifest) {
            Err(Failure::BadInput(problem)) => Some(problem),
            _ => None,
        };
        assert_eq!(rejection(&manifest("a", "1")), None);
        assert_eq!(rejection(&manifest("b", "1")), None);
        assert!(rejection(&manifest("a", "2")).is_some_and(|problem| problem.contains(".entrants[0].version")));
        let problem = rejection(&manifest("b", "2")).expect("the other version is rejected");
        assert!(problem.contains("level had version 1, now 2") && problem.contains("--fresh"), "{problem}");
    }
}
