//! Ratings and sequential tests.

use pyo3::prelude::*;
use python_macros::guarded;
use ratings::{
    Anchor, Bootstrap, Contest, Estimate, Fit, GameSprt, Hypotheses, Intervals, Method, Options, PairSprt, Score,
    SprtDecision,
};

use crate::compute::without_lock;
use crate::convert::Whole;
use crate::error::{OrProblem, Problem};

/// One game: the players by seat and their places.
#[pyclass(name = "Contest", module = "ringside.ratings", frozen, eq, hash)]
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyContest(Contest);

#[guarded]
#[pymethods]
impl PyContest {
    /// Creates a contest from the players, which are numbers from 0, and their places; the best place is 1.
    #[new]
    fn new(players: Vec<Whole<u32>>, places: Vec<Whole<u8>>) -> PyResult<PyContest> {
        let players: Vec<u32> = players.into_iter().map(|player| player.0).collect();
        let places: Vec<u8> = places.into_iter().map(|place| place.0).collect();
        Ok(PyContest(Contest::new(&players, &places).or_problem()?))
    }

    /// Creates a contest that ended because the player in seat `failed`, counted from 0, failed.
    #[staticmethod]
    fn forfeited(players: Vec<Whole<u32>>, failed: Whole<usize>) -> PyResult<PyContest> {
        let players: Vec<u32> = players.into_iter().map(|player| player.0).collect();
        Ok(PyContest(Contest::forfeited(&players, failed.0).or_problem()?))
    }

    #[getter]
    fn players(&self) -> Vec<u32> {
        self.0.players().to_vec()
    }

    #[getter]
    fn places(&self) -> Vec<u32> {
        self.0.places().iter().map(|&place| place.into()).collect()
    }

    fn __repr__(&self) -> String {
        format!("Contest({:?}, {:?})", self.0.players(), self.0.places())
    }
}

/// An estimate with its 95 % interval. An end that the data do not bound is infinite.
#[pyclass(name = "Estimate", module = "ringside.ratings", frozen, get_all, eq)]
#[derive(Copy, Clone, PartialEq)]
pub(crate) struct PyEstimate {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for PyEstimate {
    fn from(Estimate { value, low, high }: Estimate) -> PyEstimate {
        PyEstimate { value, low, high }
    }
}

#[guarded]
#[pymethods]
impl PyEstimate {
    fn __repr__(&self) -> String {
        Estimate { value: self.value, low: self.low, high: self.high }.to_string()
    }
}

/// Ratings of players in Elo.
#[pyclass(name = "Fit", module = "ringside.ratings", frozen)]
pub(crate) struct PyFit(Fit);

#[guarded]
#[pymethods]
impl PyFit {
    /// The rating of each player.
    #[getter]
    fn ratings(&self) -> Vec<PyEstimate> {
        self.0.ratings.iter().map(|&rating| rating.into()).collect()
    }

    /// The effects of the seats: number of seats, seat and effect in Elo.
    #[getter]
    fn seats(&self) -> Vec<(u8, u8, PyEstimate)> {
        self.0.seats.iter().map(|effect| (effect.seats, effect.seat, effect.elo.into())).collect()
    }

    /// The prevalence of each size of tie that occurs.
    #[getter]
    fn ties(&self) -> Vec<(u8, PyEstimate)> {
        self.0.ties.iter().map(|effect| (effect.size, effect.prevalence.into())).collect()
    }

    /// Limitations of the data that affect the interpretation of the results.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings.iter().map(ToString::to_string).collect()
    }

    #[getter]
    fn log_likelihood(&self) -> f64 {
        self.0.log_likelihood
    }

    /// The method of the intervals: `profile`, `wald` or `bootstrap`.
    #[getter]
    fn method(&self) -> &'static str {
        match self.0.method {
            Method::Profile => "profile",
            Method::Wald => "wald",
            Method::Bootstrap => "bootstrap",
        }
    }

    /// Returns the probability that one player is stronger than another; `None` if the data do not compare them.
    fn los(&self, one: Whole<u32>, other: Whole<u32>) -> PyResult<Option<f64>> {
        let players = self.0.ratings.len();
        match [one.0, other.0].into_iter().find(|&player| player as usize >= players) {
            Some(player) => Err(Problem::new(format!("there is no player {player}; there are {players}")).into()),
            None => Ok(self.0.los(one.0, other.0)),
        }
    }

    /// Returns the player with the highest rating.
    fn leader(&self) -> Option<u32> {
        self.0.leader()
    }
}

/// Fits ratings to contests. `intervals` is `profile`, `wald` or `bootstrap`, which resamples `groups` of contests.
#[guarded]
#[pyfunction]
#[pyo3(signature = (contests, *, players=None, anchors=Vec::new(), seat_effects=true, intervals="profile", groups=None, rounds=Whole(200), seed=Whole(0), min_contests=Whole(10)))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn fit(
    py: Python<'_>,
    contests: Vec<Bound<'_, PyContest>>,
    players: Option<Whole<u32>>,
    anchors: Vec<(Whole<u32>, f64)>,
    seat_effects: bool,
    intervals: &str,
    groups: Option<Vec<Whole<u32>>>,
    rounds: Whole<u32>,
    seed: Whole<u64>,
    min_contests: Whole<u32>,
) -> PyResult<PyFit> {
    let contests: Vec<Contest> = contests.iter().map(|contest| contest.get().0).collect();
    let intervals = match intervals {
        "profile" => Intervals::Profile,
        "wald" => Intervals::Wald,
        "bootstrap" => Intervals::Bootstrap(Bootstrap {
            groups: groups.map_or_else(
                || (0..contests.len() as u32).collect(),
                |groups| groups.into_iter().map(|group| group.0).collect(),
            ),
            rounds: rounds.0,
            seed: seed.0,
        }),
        other => {
            return Err(
                Problem::new(format!("unknown intervals '{other}'; expected profile, wald or bootstrap")).into()
            );
        }
    };
    let anchors = anchors.into_iter().map(|(player, elo)| Anchor { player: player.0, elo }).collect();
    let players = players.map(|players| players.0);
    let options = Options { players, anchors, seat_effects, intervals, min_contests: min_contests.0 };
    Ok(PyFit(without_lock(py, || ratings::fit(&contests, &options))?.or_problem()?))
}

/// The two kinds of sequential tests.
enum Test {
    Games(GameSprt),
    Pairs(PairSprt),
}

/// Evaluates an expression with the test of either kind.
macro_rules! each_test {
    ($test:expr, $name:ident => $body:expr) => {
        match $test {
            Test::Games($name) => $body,
            Test::Pairs($name) => $body,
        }
    };
}

/// A sequential probability ratio test of one player against another.
#[pyclass(name = "Sprt", module = "ringside.ratings")]
pub(crate) struct PySprt(Test);

impl PySprt {
    /// Returns a test of pairs of games.
    pub(crate) fn of_pairs(test: PairSprt) -> PySprt {
        PySprt(Test::Pairs(test))
    }
}

#[guarded]
#[pymethods]
impl PySprt {
    /// Creates a test of `elo0` against `elo1`. With `pairs`, two games with swapped seats are counted together.
    #[new]
    #[pyo3(signature = (elo0, elo1, alpha=0.05, beta=0.05, *, pairs=true))]
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, pairs: bool) -> PyResult<PySprt> {
        let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta).or_problem()?;
        Ok(PySprt(if pairs { Test::Pairs(PairSprt::new(hypotheses)) } else { Test::Games(GameSprt::new(hypotheses)) }))
    }

    /// Adds the score of a game: 1, 0.5 or 0.
    fn add_game(&mut self, score: f64) -> PyResult<()> {
        match &mut self.0 {
            Test::Games(test) => test.add_game(self::score(score)?),
            Test::Pairs(_) => return Err(Problem::new("this test counts pairs of games; use add_pair").into()),
        }
        Ok(())
    }

    /// Adds the scores of two games with swapped seats.
    fn add_pair(&mut self, one: f64, other: f64) -> PyResult<()> {
        match &mut self.0 {
            Test::Pairs(test) => test.add_pair(score(one)?, score(other)?),
            Test::Games(_) => return Err(Problem::new("this test counts single games; use add_game").into()),
        }
        Ok(())
    }

    /// The log-likelihood ratio.
    #[getter]
    fn llr(&self) -> f64 {
        each_test!(&self.0, test => test.llr())
    }

    /// The bounds of the log-likelihood ratio at which the test ends.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        each_test!(&self.0, test => (test.hypotheses().lower_bound(), test.hypotheses().upper_bound()))
    }

    /// `accept H0`, `accept H1` or `continue`.
    #[getter]
    fn decision(&self) -> &'static str {
        match each_test!(&self.0, test => test.decision()) {
            SprtDecision::AcceptH0 => "accept H0",
            SprtDecision::AcceptH1 => "accept H1",
            SprtDecision::Continue => "continue",
        }
    }

    /// The difference in Elo; `None` before the first result.
    #[getter]
    fn elo(&self) -> Option<PyEstimate> {
        each_test!(&self.0, test => test.elo()).map(PyEstimate::from)
    }

    /// The numbers of results, from losses to wins.
    #[getter]
    fn counts(&self) -> Vec<u64> {
        each_test!(&self.0, test => test.counts.to_vec())
    }
}

fn score(score: f64) -> Result<Score, Problem> {
    match score {
        0.0 => Ok(Score::Loss),
        0.5 => Ok(Score::Draw),
        1.0 => Ok(Score::Win),
        _ => Err(Problem::new(format!("{score} is not a score; expected 0, 0.5 or 1"))),
    }
}
