//! Running one game.

use std::time::{Duration, Instant};

use game::{Bot, Cancellation, Game, Progress, Ranks};

use crate::budget::{Budget, Interrupted, check};
use crate::fault::{Fault, FaultClass};
use crate::player::{Agent, Ask, Exchange, Policy, Refusal};
use crate::seed::fallback_seed;
use crate::talk::Talk;
use crate::usage::Usage;

/// Whoever sits on a seat.
pub enum Seated<G: Game> {
    /// Somebody built in.
    Bot(Box<dyn Bot<G>>),
    /// Somebody outside.
    Agent(AgentSeat<G>),
}

/// An agent and how it is treated.
pub struct AgentSeat<G: Game> {
    /// The agent.
    pub agent: Box<dyn Agent<G>>,
    /// What happens if it fails.
    pub policy: Policy,
    /// The time for each reply, retries included.
    pub deadline: Duration,
    /// With so many failures in one game it is lost under every policy.
    pub most_faults: u32,
}

/// A game that is to be played.
pub struct Table<'a, G: Game> {
    /// Its name, for agents.
    pub match_id: &'a str,
    /// Whatever is left to lot is drawn from this.
    pub seed: u64,
    /// How it begins.
    pub start: G,
    /// Who plays.
    pub seats: Vec<Seated<G>>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// How it began.
    pub start: G,
    /// Every move.
    pub turns: Vec<PlayedMove<G>>,
    /// How it stands at the end.
    pub last: G,
    /// The place of every seat.
    pub ranks: Ranks,
    /// Why it ended: as the rules call it, or `forfeit`.
    pub reason: &'static str,
    /// Who lost by failing, and how.
    pub forfeit: Option<Forfeit>,
    /// What agents were asked and said, in order.
    pub exchanges: Vec<Kept>,
    /// What it all took.
    pub took: Duration,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove<G: Game> {
    /// Who played it.
    pub seat: usize,
    /// The move.
    pub chosen: G::Move,
    /// How long it took to choose it, since the one before.
    pub took: Duration,
    /// The exchange that brought it about, by its number.
    pub exchange: Option<usize>,
}

/// A game that was lost by failing.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Forfeit {
    /// Who lost.
    pub seat: usize,
    /// By what.
    #[serde(flatten)]
    pub fault: Fault,
}

/// An exchange with an agent, as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// Whom it was with.
    pub seat: usize,
    /// The number of moves that had been played.
    pub ply: usize,
    /// Whether it was asked for the second time.
    pub is_retry: bool,
    /// What came back.
    pub exchange: Exchange,
    /// What was refused of it.
    pub refused: Vec<Refusal>,
    /// What went wrong, if the reply was of no use.
    pub fault: Option<Fault>,
    /// How many moves were played because of it.
    pub moves: usize,
    /// Whether a move was made in the agent's place.
    pub is_replaced: bool,
    /// How long it took.
    pub took: Duration,
}

impl<G: Talk> Table<'_, G> {
    /// Plays the game to its end.
    ///
    /// # Errors
    /// If whoever runs it wants it to stop. Such a game has no result.
    pub fn play(mut self, cancellation: &Cancellation, budget: &Budget) -> Result<Played<G>, Interrupted> {
        let seats = std::mem::take(&mut self.seats);
        let mut run = Run::new(&self);
        let progress = Progress::new();
        let begin = Instant::now();
        let mut seats: Vec<Seat<G>> = seats.into_iter().map(|seated| Seat::new(seated, &self.start)).collect();
        while let Some(seat) = run.game.to_move() {
            check(cancellation, budget)?;
            match &mut seats[seat].seated {
                Seated::Bot(bot) => {
                    let chosen = bot.choose(&run.game, cancellation, &progress);
                    check(cancellation, budget)?;
                    run.take_bot_move(seat, chosen);
                }
                Seated::Agent(_) => {
                    run.let_agent_move(seat, &mut seats[seat], cancellation, budget)?;
                    run.clock = Instant::now();
                }
            }
            if run.forfeit.is_some() {
                break;
            }
        }
        Ok(run.finish(self.start, begin.elapsed()))
    }
}

/// A seat during a game.
struct Seat<G: Game> {
    seated: Seated<G>,
    /// The game as an agent has seen it last, and how many moves had been played then.
    seen: G,
    seen_ply: usize,
    refusals: Vec<Refusal>,
    faults: u32,
}

impl<G: Game> Seat<G> {
    fn new(seated: Seated<G>, start: &G) -> Seat<G> {
        Seat { seated, seen: start.clone(), seen_ply: 0, refusals: Vec::new(), faults: 0 }
    }
}

/// A game that is being played.
struct Run<'a, G: Game> {
    match_id: &'a str,
    seed: u64,
    game: G,
    turns: Vec<PlayedMove<G>>,
    exchanges: Vec<Kept>,
    forfeit: Option<Forfeit>,
    /// When the last move had been chosen.
    clock: Instant,
}

impl<'a, G: Talk> Run<'a, G> {
    fn new(table: &Table<'a, G>) -> Run<'a, G> {
        Run {
            match_id: table.match_id,
            seed: table.seed,
            game: table.start.clone(),
            // Few games are longer.
            turns: Vec::with_capacity(256),
            exchanges: Vec::new(),
            forfeit: None,
            clock: Instant::now(),
        }
    }

    fn take_bot_move(&mut self, seat: usize, chosen: G::Move) {
        // The clock is asked once for each move: the little time that playing the last one took counts as well.
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.clock, now);
        match self.game.play(&chosen) {
            Ok(()) => self.turns.push(PlayedMove { seat, chosen, took, exchange: None }),
            Err(rejection) => {
                let fault =
                    Fault::new(FaultClass::Illegal, format!("a built-in player wanted {chosen:?}: {rejection}"));
                self.forfeit = Some(Forfeit { seat, fault });
            }
        }
    }

    fn let_agent_move(
        &mut self,
        number: usize,
        seat: &mut Seat<G>,
        cancellation: &Cancellation,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let Seated::Agent(AgentSeat { agent, policy, deadline, most_faults }) = &mut seat.seated else { return Ok(()) };
        let deadline = Instant::now() + *deadline;
        let mut retry = None;
        loop {
            let moves: Vec<G::Move> = self.turns[seat.seen_ply..].iter().map(|turn| turn.chosen.clone()).collect();
            let ask = Ask {
                game: &self.game,
                seat: number,
                match_id: self.match_id,
                ply: self.turns.len(),
                seen: &seat.seen,
                since: &moves,
                refusals: &seat.refusals,
                retry: retry.as_ref(),
                deadline,
            };
            let begin = Instant::now();
            let exchange = agent.ask(&ask);
            budget.spend(self.match_id, number, exchange.usage);
            // A reply that reaches the cost cap still counts; one that comes after a cancellation does not.
            if cancellation.is_cancelled() {
                return Err(Interrupted::Stopped);
            }
            let kept = self.take(number, exchange, begin.elapsed(), retry.is_some());
            seat.refusals.clone_from(&kept.refused);
            let Some(fault) = kept.fault.clone() else {
                seat.seen = self.game.clone();
                seat.seen_ply = self.turns.len();
                return Ok(());
            };
            if policy.retries() && retry.is_none() && Instant::now() < deadline {
                retry = Some(fault);
                continue;
            }
            // A fault that asking once more has healed does not count.
            seat.faults += 1;
            if policy.forfeits() || seat.faults >= *most_faults {
                self.forfeit = Some(Forfeit { seat: number, fault });
            } else {
                self.replace(number);
            }
            return Ok(());
        }
    }

    /// Plays what a reply says, and keeps it.
    fn take(&mut self, seat: usize, exchange: Exchange, took: Duration, is_retry: bool) -> &Kept {
        let ply = self.turns.len();
        let (refused, fault) = match &exchange.reply {
            Err(fault) => (Vec::new(), Some(fault.clone())),
            Ok(reply) => {
                let submission = self.game.submit(&reply.actions);
                let number = self.exchanges.len();
                let moves = submission.played.into_iter();
                self.turns.extend(moves.map(|chosen| PlayedMove { seat, chosen, took, exchange: Some(number) }));
                let fault = (self.turns.len() == ply).then(|| nothing_possible(&submission.refused));
                (submission.refused, fault)
            }
        };
        let moves = self.turns.len() - ply;
        self.exchanges.push(Kept { seat, ply, is_retry, exchange, refused, fault, moves, is_replaced: false, took });
        self.exchanges.last().expect("it was just kept")
    }

    /// Makes a move in the place of an agent that failed.
    fn replace(&mut self, seat: usize) {
        let ply = self.turns.len();
        let chosen = self.game.fallback(fallback_seed(self.seed, ply));
        if self.game.play(&chosen).is_ok() {
            let exchange = self.exchanges.len().checked_sub(1);
            self.turns.push(PlayedMove { seat, chosen, took: Duration::ZERO, exchange });
            if let Some(kept) = self.exchanges.last_mut() {
                kept.is_replaced = true;
            }
        }
    }

    fn finish(self, start: G, took: Duration) -> Played<G> {
        let seats = start.seats();
        let by_rules = self.game.ending();
        let (ranks, reason) = match (&self.forfeit, by_rules) {
            (Some(forfeit), _) => (Ranks::loser(seats, forfeit.seat), "forfeit"),
            (None, Some(ending)) => (ending.ranks, ending.reason),
            (None, None) => unreachable!("a game goes on until somebody ends it"),
        };
        let Run { game: last, turns, exchanges, forfeit, .. } = self;
        Played { start, turns, last, ranks, reason, forfeit, exchanges, took }
    }
}

/// The fault of a reply of which every action was refused, or that had none.
fn nothing_possible(refused: &[Refusal]) -> Fault {
    let message = match refused.first() {
        None => "the reply has no action".to_owned(),
        Some(Refusal { rejection, .. }) if refused.len() == 1 => rejection.to_string(),
        Some(Refusal { rejection, .. }) => format!("all {} actions; the first: {rejection}", refused.len()),
    };
    Fault::new(FaultClass::Illegal, message)
}

impl<G: Game> Played<G> {
    /// What a seat's exchanges took together.
    pub fn usage(&self, seat: usize) -> Usage {
        let of_seat = self.exchanges.iter().filter(|kept| kept.seat == seat);
        of_seat.fold(Usage::default(), |sum, kept| sum.plus(kept.exchange.usage))
    }
}
