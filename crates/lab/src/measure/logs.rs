//! The folder of the logs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use arena::log::{GameLine, Log, Manifest, Records, RunLine};
use arena::manifest_difference;
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use ringrift_text::listed;

/// A folder with a log for each part.
pub(crate) struct Logs(PathBuf);

/// The log of a part.
pub(crate) struct PartLog {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What stands in it, without records.
    pub(crate) log: Log,
}

impl Logs {
    pub(crate) fn new(folder: PathBuf) -> Logs {
        Logs(folder)
    }

    /// Makes the folder, unless it is there.
    pub(crate) fn make(&self) -> Outcome {
        fs::create_dir_all(&self.0).map_err(|error| problem(&self.0, "made", &error))
    }

    /// A file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Where the log of a part is.
    pub(crate) fn path(&self, part: &str) -> PathBuf {
        self.file(&format!("{part}.jsonl"))
    }

    /// The log of a part, if games were played.
    pub(crate) fn read(&self, part: &str) -> Result<Option<PartLog>, Failure> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(None);
        }
        let log = Log::read(std::slice::from_ref(&path), Records::Drop)?;
        Ok((!log.games.is_empty()).then_some(PartLog { path, log }))
    }

    /// Puts the log of a part aside under a name that is free, and tells it.
    pub(crate) fn put_aside(&self, part: &str) -> Result<Option<PathBuf>, Failure> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(None);
        }
        let numbered = (1_u32..).map(|number| self.file(&format!("{part}.old-{number}.jsonl")));
        let free = numbered.into_iter().find(|old| !old.exists()).unwrap_or_default();
        fs::rename(&path, &free).map_err(|error| problem(&path, "put aside", &error))?;
        Ok(Some(free))
    }
}

fn problem(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::BadInput(format!("{} cannot be {what}: {error}", path.display()))
}

/// Refuses to go on with a log in which a run of the same name has other settings, or any run has other versions of the players.
pub(crate) fn check_same(path: &Path, log: &Log, manifest: &Manifest) -> Outcome {
    let differs = |run: &RunLine| {
        let compare = if run.manifest.name == manifest.name { manifest_difference } else { other_version };
        compare(&run.manifest, manifest)
    };
    match log.runs.iter().find_map(differs) {
        None => Ok(()),
        Some(difference) => Err(Failure::BadInput(format!(
            "{}: these games were played with other settings ({}); --fresh puts them aside and begins anew, --no-play tells \
             about them as they are",
            path.display(),
            plain(&difference)
        ))),
    }
}

/// Says which players have another version than before, if any have.
fn other_version(known: &Manifest, new: &Manifest) -> Option<String> {
    let families = |manifest: &Manifest| -> Vec<(String, Option<String>)> {
        let built_in = manifest.entrants.iter().filter_map(|entrant| Some((entrant.built_in()?, &entrant.version)));
        built_in.map(|(name, version)| (family(name).to_owned(), version.clone())).collect()
    };
    let known = families(known);
    let changed = |(name, version): (String, Option<String>)| {
        let (_, before) = known.iter().find(|(other, before)| *other == name && *before != version)?;
        let [before, now] = [before, &version].map(|version| version.as_deref().unwrap_or("none"));
        Some(format!("{name} had version {before}, and has {now}"))
    };
    families(new).into_iter().find_map(changed)
}

/// The name of a built-in player up to the colon: players that share it share their version.
fn family(player: &str) -> &str {
    player.split_once(':').map_or(player, |(family, _)| family)
}

impl PartLog {
    /// The games of a run, in their order.
    pub(crate) fn games(&self, run: &RunLine) -> Vec<&GameLine> {
        self.log.games.iter().filter(|game| game.run == run.run).collect()
    }

    /// The rules of the part, as its first run says them.
    pub(crate) fn rules(&self) -> &str {
        self.log.runs.first().and_then(|run| run.manifest.venue["rules"].as_str()).unwrap_or_default()
    }

    /// The versions of a family of built-in players, such as `level`, without those that come again.
    pub(crate) fn versions(&self, family: &str) -> Vec<&str> {
        let entrants = self.log.runs.iter().flat_map(|run| &run.manifest.entrants);
        let of_family = entrants.filter(|entrant| entrant.built_in().is_some_and(|name| self::family(name) == family));
        let mut versions: Vec<&str> = of_family.filter_map(|entrant| entrant.version.as_deref()).collect();
        versions.sort_unstable();
        versions.dedup();
        versions
    }

    /// The versions of some families, as documents name them.
    pub(crate) fn told_versions(&self, families: &[&str]) -> String {
        let versions = families.iter().flat_map(|family| self.versions(family));
        listed(&versions.map(|version| format!("`{version}`")).collect::<Vec<String>>())
    }

    /// The time that was spent in games, in hours of one core.
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
        .expect("a manifest")
    }

    #[test]
    fn games_of_other_versions_are_noticed_under_any_name() {
        let mut log = Log::default();
        log.runs.push(RunLine::new(manifest("a", "1"), "", ""));
        let refusal = |manifest: &Manifest| match check_same(Path::new("x"), &log, manifest) {
            Err(Failure::BadInput(problem)) => Some(problem),
            _ => None,
        };
        assert_eq!(refusal(&manifest("a", "1")), None);
        assert_eq!(refusal(&manifest("b", "1")), None);
        assert!(refusal(&manifest("a", "2")).is_some_and(|problem| problem.contains(".entrants[0].version")));
        let problem = refusal(&manifest("b", "2")).expect("another version");
        assert!(problem.contains("level had version 1, and has 2") && problem.contains("--fresh"), "{problem}");
    }
}
