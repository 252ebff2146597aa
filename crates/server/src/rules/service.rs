//! Evaluation of moves in the configured mode.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::rules::RulesDetails;
use parking_lot::{Mutex, MutexGuard};
use ringrift::{Action, FinishedGames, Position};
use ringrift_spec::{ContractDivergence, ContractEngine, ContractError, SecondEngine};
use tokio::sync::Semaphore;

use crate::rules::breaker::Breaker;
use crate::rules::counters::{Counters, Fallback};
use crate::rules::engines::{Engine, EngineError, Spec};
use crate::rules::mode::Mode;
use crate::rules::remote::{Remote, RemoteError};
use crate::rules::reproduction::{Finding, Reproductions};
use crate::rules::settings::Settings;
use crate::rules::shadow::{Answer, Job, Queue};
use rules_messages::{EngineVerdict, Mismatch, has_reference_hash};

/// Number of concurrent evaluations by the second engine in mode spec. A call that times out continues in its thread, so
/// without a limit slow calls could accumulate.
const MAX_CONCURRENT: usize = 4;

/// Rules service.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// use server::rules::{RulesService, Settings};
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let service = RulesService::start(&Settings::default())?;
/// let start = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
/// let evaluation = service.evaluate(&start, start.read_action("P d4*2")?).await;
/// assert!(evaluation.verdict.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RulesService {
    mode: Mode,
    timeout: Duration,
    second: Arc<Second>,
    queue: Option<Queue>,
    concurrent: Arc<Semaphore>,
    contract: ContractEngine<Box<dyn SecondEngine + Send + Sync>>,
}

/// Result of evaluating a move.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Verdict of the engine that answered.
    pub verdict: EngineVerdict,
    /// Position after the move, if it is legal.
    pub next: Option<Position>,
    /// Name of the engine that answered.
    pub engine: &'static str,
    /// Why the fast engine answered in place of the second one, if it did.
    pub fallback: Option<Fallback>,
    /// Violation of the lockstep contract; such a move must not be played.
    pub divergence: Option<Box<ContractDivergence>>,
}

/// Legal actions of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Legal {
    /// Actions in the order of [`Position::legal_actions`].
    pub actions: Vec<Action>,
    /// Name of the engine that listed them.
    pub engine: &'static str,
}

/// Error of starting the service.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesStartError {
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// The folder for reproductions or the shadow thread cannot be created.
    #[error("the rules service cannot start: {0}")]
    Io(#[from] io::Error),
}

/// Second engine with its breaker and counters; shared with the shadow thread.
struct Second {
    engine: Box<dyn Engine>,
    breaker: Mutex<Breaker>,
    counters: Arc<Counters>,
    reproductions: Option<Reproductions>,
    mode: Mode,
}

impl RulesService {
    /// Starts a service with the second engine and the lockstep contract that the settings name.
    ///
    /// # Errors
    /// If the remote engine, the folder or the thread cannot be created.
    pub fn start(settings: &Settings) -> Result<RulesService, RulesStartError> {
        let engine: Box<dyn Engine> = match &settings.remote {
            Some(remote) => Box::new(Remote::new(remote)?),
            None => Box::new(Spec),
        };
        Ok(RulesService::with_engine(settings, engine, ContractEngine::new(settings.contract))?)
    }

    /// Starts a service with the given second engine and lockstep contract.
    ///
    /// # Errors
    /// If the folder or the thread cannot be created.
    pub fn with_engine(
        settings: &Settings,
        engine: Box<dyn Engine>,
        contract: ContractEngine<impl SecondEngine + Send + Sync + 'static>,
    ) -> io::Result<RulesService> {
        Counters::describe();
        let folder = settings.reproductions.as_deref();
        let second = Arc::new(Second {
            engine,
            breaker: Mutex::new(Breaker::new(settings.breaker)),
            counters: Arc::default(),
            reproductions: folder.map(|path| Reproductions::new(path, settings.most_reproductions)).transpose()?,
            mode: settings.mode,
        });
        second.counters.show_contract(contract.is_enabled());
        tracing::info!(
            mode = settings.mode.name(),
            second_engine = second.engine.name(),
            lockstep_contract = contract.is_enabled(),
            "the rules service starts"
        );
        let judge = Arc::clone(&second);
        let queue = match settings.mode {
            Mode::Shadow => {
                let counters = Arc::clone(&second.counters);
                let changed = move |change| counters.change_queue(change);
                Some(Queue::start(settings.queue, move |job| judge.check_job(&job), changed)?)
            }
            Mode::Fast | Mode::Spec => None,
        };
        Ok(RulesService {
            mode: settings.mode,
            timeout: settings.timeout,
            second,
            queue,
            concurrent: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            contract: contract.boxed(),
        })
    }

    /// Reports whether a second engine also checks moves, so that games must use the service.
    pub fn has_second_engine(&self) -> bool {
        self.mode != Mode::Fast || self.contract.is_enabled()
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the configuration that responses show on request.
    pub fn details(&self) -> RulesDetails {
        RulesDetails {
            mode: self.mode.name().into(),
            second_engine: self.second.engine.name().into(),
            lockstep_contract: self.contract.is_enabled(),
        }
    }

    pub fn counters(&self) -> &Counters {
        &self.second.counters
    }

    /// Returns the number of jobs in the shadow queue.
    pub fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, Queue::waiting)
    }

    /// Waits until the shadow queue is empty; returns `false` if that takes longer than `timeout`.
    pub async fn settle(&self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        while self.waiting() > 0 {
            if Instant::now() >= until {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        true
    }

    /// Evaluates a move in a position.
    pub async fn evaluate(&self, position: &Position, action: Action) -> Evaluation {
        let started = Instant::now();
        let (fast, after) = EngineVerdict::of_fast(position, action);
        self.second.counters.time(self.mode, "fast", started.elapsed());
        let divergence = self.check_contract(position, action);
        let mut evaluation = Evaluation { verdict: fast, next: after, engine: "fast", fallback: None, divergence };
        match self.mode {
            Mode::Fast => {}
            Mode::Shadow => self.check_later(position, || Answer::Move { action, fast: evaluation.verdict.clone() }),
            Mode::Spec => self.ask_second(position, action, &mut evaluation).await,
        }
        evaluation
    }

    /// Enqueues an answer of the fast engine for comparison.
    fn check_later(&self, position: &Position, answer: impl FnOnce() -> Answer) {
        let Some(queue) = &self.queue else { return };
        if !queue.offer(Job { position: position.clone(), answer: answer() }) {
            self.second.counters.drop_job();
        }
    }

    /// Lists the legal actions. In mode spec the second engine lists them, unless it is remote or fails.
    pub async fn legal(&self, position: &Position) -> Legal {
        let fast = position.legal_actions().to_vec();
        if self.mode != Mode::Spec {
            self.check_later(position, || Answer::List { fast: fast.clone() });
            return Legal { actions: fast, engine: "fast" };
        }
        let asked = position.clone();
        let listed = self.call_second(move |second| {
            let listed = second.engine.legal(&asked);
            if let Some(actions) = &listed {
                second.compare_lists(&asked, &asked.legal_actions(), actions);
            }
            Ok(listed)
        });
        match listed.await {
            Ok(Some(actions)) => Legal { actions, engine: self.second.engine.name() },
            Ok(None) => Legal { actions: fast, engine: "fast" },
            Err(reason) => {
                self.second.counters.fall_back(reason);
                Legal { actions: fast, engine: "fast" }
            }
        }
    }

    /// Replaces the evaluation of the fast engine with that of the second one.
    async fn ask_second(&self, position: &Position, action: Action, evaluation: &mut Evaluation) {
        let asked = position.clone();
        let judged = self.call_second(move |second| second.judge(&asked, action)).await;
        let second = match judged {
            Ok(verdict) => verdict,
            Err(reason) => return self.fall_back(reason, evaluation),
        };
        let differs = self.second.compare(position, action, &evaluation.verdict, &second);
        evaluation.engine = self.second.engine.name();
        match second {
            // The engines agree; the fast engine's result also names the broken rule.
            _ if !differs => {}
            EngineVerdict::Invalid(_) => (evaluation.verdict, evaluation.next) = (second, None),
            EngineVerdict::Valid(mut next) => {
                let state = next.state.as_ref();
                match state.and_then(|state| Position::from_setup(state, FinishedGames::Allow).ok()) {
                    Some(after) => {
                        next.reference_hash = has_reference_hash(after.rules()).then(|| after.reference_hash());
                        (evaluation.verdict, evaluation.next) = (EngineVerdict::Valid(next), Some(after));
                    }
                    None => self.fall_back(Fallback::State, evaluation),
                }
            }
        }
    }

    fn fall_back(&self, reason: Fallback, evaluation: &mut Evaluation) {
        tracing::warn!(reason = reason.name(), engine = self.second.engine.name(), "backend_fallback");
        self.second.counters.fall_back(reason);
        (evaluation.engine, evaluation.fallback) = ("fast", Some(reason));
    }

    /// Calls the second engine in a blocking thread, with the timeout.
    async fn call_second<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Second) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, Fallback> {
        if !self.second.allows_call() {
            return Err(Fallback::Breaker);
        }
        let (second, permits) = (Arc::clone(&self.second), Arc::clone(&self.concurrent));
        let answer = async move {
            let permit = permits.acquire_owned().await.map_err(|_| EngineError::Panicked)?;
            let asked = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                call(&second)
            });
            asked.await.unwrap_or(Err(EngineError::Panicked))
        };
        let answer = tokio::time::timeout(self.timeout, answer).await;
        let answer = answer.unwrap_or(Err(EngineError::Timeout(self.timeout)));
        self.second.record_result(answer.as_ref().err());
        answer.map_err(|error| match error {
            EngineError::Timeout(_) => Fallback::Timeout,
            _ => Fallback::Error,
        })
    }

    fn check_contract(&self, position: &Position, action: Action) -> Option<Box<ContractDivergence>> {
        if !self.contract.is_enabled() {
            return None;
        }
        match self.contract.play(position, action) {
            Err(ContractError::Divergence(divergence)) => {
                tracing::error!(position = divergence.position, "lockstep contract broken: {divergence}");
                self.second.counters.break_contract();
                Some(divergence)
            }
            Ok(_) | Err(ContractError::Illegal(_)) => None,
        }
    }
}

impl Second {
    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock()
    }

    fn allows_call(&self) -> bool {
        let mut breaker = self.breaker();
        let allows = breaker.allows(Instant::now());
        self.counters.show_breaker(breaker.state());
        allows
    }

    /// Records the result of a call in the breaker.
    fn record_result(&self, error: Option<&EngineError>) {
        let mut breaker = self.breaker();
        match error {
            None => breaker.succeeded(),
            Some(error) => {
                tracing::warn!(engine = self.engine.name(), "the second rules engine failed: {error}");
                breaker.failed(Instant::now());
            }
        }
        self.counters.show_breaker(breaker.state());
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        let started = Instant::now();
        let verdict = self.engine.judge(position, action);
        self.counters.time(self.mode, self.engine.name(), started.elapsed());
        verdict
    }

    /// Evaluates a queued job with the second engine. A panic of the engine does not end the thread.
    fn check_job(&self, Job { position, answer }: &Job) {
        if !self.allows_call() {
            return self.counters.fail_to_judge();
        }
        let judged = catch_unwind(AssertUnwindSafe(|| match answer {
            Answer::Move { action, fast } => self.judge(position, *action).map(|second| {
                self.compare(position, *action, fast, &second);
            }),
            Answer::List { fast } => {
                // Remote engines cannot list actions; nothing is compared then.
                let second = self.engine.legal(position);
                second.into_iter().for_each(|second| self.compare_lists(position, fast, &second));
                Ok(())
            }
        }));
        let judged = judged.unwrap_or(Err(EngineError::Panicked));
        self.record_result(judged.as_ref().err());
        match judged {
            Ok(()) => self.counters.judge(),
            Err(_) => self.counters.fail_to_judge(),
        }
    }

    /// Compares two lists of actions. Both engines evaluate a move that only one list contains, so that the difference is
    /// written to a file.
    fn compare_lists(&self, position: &Position, fast: &[Action], second: &[Action]) {
        if fast == second {
            return self.counters.compare(None);
        }
        let only_in = |one: &[Action], other: &[Action]| one.iter().copied().find(|action| !other.contains(action));
        let unmatched = only_in(fast, second).or_else(|| only_in(second, fast));
        let is_reported = unmatched.is_some_and(|action| {
            let judged = self.judge(position, action);
            judged.is_ok_and(|verdict| {
                self.compare(position, action, &EngineVerdict::of_fast(position, action).0, &verdict)
            })
        });
        if !is_reported {
            tracing::error!(%position, "the rules engines list different moves, or in a different order");
            self.counters.compare(Some(Mismatch::of_legality()));
        }
    }

    /// Compares two verdicts; counts, logs and writes a mismatch. Reports whether they differ.
    fn compare(&self, position: &Position, action: Action, fast: &EngineVerdict, second: &EngineVerdict) -> bool {
        if let Some(hash) = fast.incomparable_hash(second) {
            self.counters.skip_hash();
            tracing::warn!(
                engine = self.engine.name(),
                hash = ringrift::excerpt(hash),
                position = %position,
                "the hash of the second rules engine cannot be compared; outside the live edition it must send `hash`"
            );
        }
        let mismatch = fast.mismatch(second);
        self.counters.compare(mismatch);
        let Some(mismatch) = mismatch else { return false };
        let finding = Finding { position, action, mismatch, fast, name: self.engine.name(), second };
        tracing::error!(
            what = mismatch.names().join(" "),
            position = %position,
            action = position.action_text(action),
            case = %finding.case(),
            "the rules engines differ"
        );
        if let Some(Err(error)) = self.reproductions.as_ref().map(|folder| folder.write(&finding)) {
            tracing::error!("cannot write a reproduction: {error}");
        }
        true
    }
}
