//! Judging moves in the mode that is set.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
use crate::rules::verdict::{Mismatch, Verdict, has_reference_hash};

/// How many moves the second engine judges at once where its answer is waited for. One that takes too long goes on in its
/// thread, so without a limit slow moves could pile up.
const MOST_AT_ONCE: usize = 4;

/// Judges moves.
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
    at_once: Arc<Semaphore>,
    contract: ContractEngine<Box<dyn SecondEngine + Send + Sync>>,
}

/// What came of judging a move.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The verdict that counts.
    pub verdict: Verdict,
    /// The position after the move, if it is legal.
    pub next: Option<Position>,
    /// The name of the engine that answered.
    pub engine: &'static str,
    /// Why the fast engine answered in the place of the second, if it did.
    pub fallback: Option<Fallback>,
    /// What the lockstep contract objects to; a move with an objection must not be played.
    pub divergence: Option<Box<ContractDivergence>>,
}

/// The legal actions of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Legal {
    /// The actions in their order.
    pub actions: Vec<Action>,
    /// The name of the engine that listed them.
    pub engine: &'static str,
}

/// Why a service cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The remote engine cannot be used.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// The folder for reproductions cannot be used, or no thread can be started.
    #[error("the rules service cannot start: {0}")]
    Io(#[from] io::Error),
}

/// The second engine with all that watches over it; shared with the thread that judges once more.
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
    /// If the remote engine, the folder or a thread cannot be had.
    pub fn start(settings: &Settings) -> Result<RulesService, StartError> {
        let engine: Box<dyn Engine> = match &settings.remote {
            Some(remote) => Box::new(Remote::new(remote)?),
            None => Box::new(Spec),
        };
        Ok(RulesService::with_engine(settings, engine, ContractEngine::new(settings.contract))?)
    }

    /// A service with a second engine and a lockstep contract of one's own.
    ///
    /// # Errors
    /// If the folder or a thread cannot be had.
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
        let judge = Arc::clone(&second);
        let queue = match settings.mode {
            Mode::Shadow => Some(Queue::start(settings.queue, move |job| judge.judge_again(&job))?),
            Mode::Fast | Mode::Spec => None,
        };
        Ok(RulesService {
            mode: settings.mode,
            timeout: settings.timeout,
            second,
            queue,
            at_once: Arc::new(Semaphore::new(MOST_AT_ONCE)),
            contract: contract.boxed(),
        })
    }

    /// Whether a game has anything to gain from asking: another engine judges as well.
    pub fn is_watchful(&self) -> bool {
        self.mode != Mode::Fast || self.contract.is_enabled()
    }

    /// Which engine answers.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What was counted so far.
    pub fn counters(&self) -> &Counters {
        &self.second.counters
    }

    /// How many moves wait to be judged once more.
    pub fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, Queue::waiting)
    }

    /// Waits until no move waits to be judged once more, for so long at the most; whether that was reached.
    pub async fn settle(&self, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        while self.waiting() > 0 {
            if Instant::now() >= until {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        true
    }

    /// Judges a move in a position.
    pub async fn evaluate(&self, position: &Position, action: Action) -> Evaluation {
        let started = Instant::now();
        let (fast, after) = Verdict::of_fast(position, action);
        self.second.counters.time(self.mode, "fast", started.elapsed());
        let divergence = self.check_contract(position, action);
        let mut evaluation = Evaluation { verdict: fast, next: after, engine: "fast", fallback: None, divergence };
        match self.mode {
            Mode::Fast => {}
            Mode::Shadow => self.judge_later(position, || Answer::Move { action, fast: evaluation.verdict.clone() }),
            Mode::Spec => self.ask_second(position, action, &mut evaluation).await,
        }
        evaluation
    }

    /// Puts an answer of the fast engine into the queue.
    fn judge_later(&self, position: &Position, answer: impl FnOnce() -> Answer) {
        let Some(queue) = &self.queue else { return };
        if !queue.offer(Job { position: position.clone(), answer: answer() }) {
            self.second.counters.drop_job();
        }
        self.second.counters.show_queue(queue.waiting());
    }

    /// Lists the legal actions. In mode `spec` the second engine does, if it is on this machine.
    pub async fn legal(&self, position: &Position) -> Legal {
        let fast = position.legal_actions().to_vec();
        if self.mode != Mode::Spec {
            self.judge_later(position, || Answer::List { fast: fast.clone() });
            return Legal { actions: fast, engine: "fast" };
        }
        let asked = position.clone();
        let listed = self.within_time(move |second| {
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

    /// Lets the second engine answer, and puts its answer in the place of the fast engine's.
    async fn ask_second(&self, position: &Position, action: Action, evaluation: &mut Evaluation) {
        let asked = position.clone();
        let judged = self.within_time(move |second| second.judge(&asked, action)).await;
        let second = match judged {
            Ok(verdict) => verdict,
            Err(reason) => return self.fall_back(reason, evaluation),
        };
        let differs = self.second.compare(position, action, &evaluation.verdict, &second);
        evaluation.engine = self.second.engine.name();
        match second {
            // The fast engine knows the rule that is broken, and its position is the same.
            _ if !differs => {}
            Verdict::Invalid(_) => (evaluation.verdict, evaluation.next) = (second, None),
            Verdict::Valid(mut next) => {
                let state = next.state.as_ref();
                match state.and_then(|state| Position::from_setup(state, FinishedGames::Allow).ok()) {
                    Some(after) => {
                        next.reference_hash = has_reference_hash(after.rules()).then(|| after.reference_hash());
                        (evaluation.verdict, evaluation.next) = (Verdict::Valid(next), Some(after));
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

    /// Puts a question to the second engine, in a thread that may block, and waits for as long as it may take.
    async fn within_time<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Second) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, Fallback> {
        if !self.second.is_open_to_calls() {
            return Err(Fallback::Breaker);
        }
        let (second, permits) = (Arc::clone(&self.second), Arc::clone(&self.at_once));
        let answer = async move {
            let permit = permits.acquire_owned().await.map_err(|_| EngineError::Panicked)?;
            let asked = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                question(&second)
            });
            asked.await.unwrap_or(Err(EngineError::Panicked))
        };
        let answer = tokio::time::timeout(self.timeout, answer).await;
        let answer = answer.unwrap_or(Err(EngineError::Timeout(self.timeout)));
        self.second.note(answer.as_ref().err());
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
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open_to_calls(&self) -> bool {
        let mut breaker = self.breaker();
        let allows = breaker.allows(Instant::now());
        self.counters.show_breaker(breaker.state());
        allows
    }

    /// Tells the breaker how a call ended.
    fn note(&self, error: Option<&EngineError>) {
        let mut breaker = self.breaker();
        match error {
            None => breaker.succeeded(),
            Some(error) => {
                tracing::warn!(engine = self.engine.name(), "the second rules engine {error}");
                breaker.failed(Instant::now());
            }
        }
        self.counters.show_breaker(breaker.state());
    }

    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError> {
        let started = Instant::now();
        let verdict = self.engine.judge(position, action);
        self.counters.time(self.mode, self.engine.name(), started.elapsed());
        verdict
    }

    /// Judges once more, at the end of the queue. An engine that breaks down must not take the thread with it.
    fn judge_again(&self, Job { position, answer }: &Job) {
        if !self.is_open_to_calls() {
            return self.counters.fail_to_judge();
        }
        let judged = catch_unwind(AssertUnwindSafe(|| match answer {
            Answer::Move { action, fast } => self.judge(position, *action).map(|second| {
                self.compare(position, *action, fast, &second);
            }),
            Answer::List { fast } => {
                // An engine elsewhere that lists nothing is not asked.
                let second = self.engine.legal(position);
                second.into_iter().for_each(|second| self.compare_lists(position, fast, &second));
                Ok(())
            }
        }));
        let judged = judged.unwrap_or(Err(EngineError::Panicked));
        self.note(judged.as_ref().err());
        match judged {
            Ok(()) => self.counters.judge(),
            Err(_) => self.counters.fail_to_judge(),
        }
    }

    /// Compares two lists. A move that only one of them has is judged by both engines, so that it is kept.
    fn compare_lists(&self, position: &Position, fast: &[Action], second: &[Action]) {
        if fast == second {
            return self.counters.compare(None);
        }
        let only_in = |one: &[Action], other: &[Action]| one.iter().copied().find(|action| !other.contains(action));
        let odd = only_in(fast, second).or_else(|| only_in(second, fast));
        let is_kept = odd.is_some_and(|action| {
            let judged = self.judge(position, action);
            judged.is_ok_and(|verdict| self.compare(position, action, &Verdict::of_fast(position, action).0, &verdict))
        });
        if !is_kept {
            tracing::error!(%position, "the rules engines list other moves, or in another order");
            self.counters.compare(Some(Mismatch::of_legality()));
        }
    }

    /// Compares two verdicts, counts, and keeps what differs.
    fn compare(&self, position: &Position, action: Action, fast: &Verdict, second: &Verdict) -> bool {
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
        if let Some(Err(error)) = self.reproductions.as_ref().map(|folder| folder.keep(&finding)) {
            tracing::error!("a reproduction could not be written: {error}");
        }
        true
    }
}
