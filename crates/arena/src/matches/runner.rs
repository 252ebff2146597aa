//! Playing one game.

use std::time::{Duration, Instant};

use game::{Bot, Cancellation, Game, Progress, Ranks};

use super::budget::{Budget, Interrupted, check};
use super::seed::fallback_seed;
use crate::protocol::{
    Agent, AgentGame, AgentRequest, Attempt, Exchange, Fault, FaultClass, Forfeit, Policy, RejectedAction, Usage,
    request_moves,
};

/// Player on a seat.
pub enum SeatPlayer<G: Game> {
    Bot(Box<dyn Bot<G>>),
    Agent(AgentSeat<G>),
}

/// An agent with its deadline and failure policy.
pub struct AgentSeat<G: Game> {
    pub agent: Box<dyn Agent<G>>,
    pub policy: Policy,
    /// Time limit for a reply and its retry together.
    pub deadline: Duration,
    /// Number of failures after which the agent loses the game under every policy.
    pub most_faults: u32,
}

/// A game to be played.
pub struct MatchRunner<'a, G: Game> {
    /// Identifies the game in requests to agents.
    pub match_id: &'a str,
    /// Seed of fallback moves.
    pub seed: u64,
    pub start: G,
    pub seats: Vec<SeatPlayer<G>>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    pub start: G,
    pub turns: Vec<PlayedMove<G>>,
    /// Final state.
    pub last: G,
    pub ranks: Ranks,
    /// Reason of the end: the name used by the rules, or `forfeit`.
    pub reason: &'static str,
    pub forfeit: Option<Forfeit>,
    /// Exchanges with agents in order.
    pub exchanges: Vec<ExchangeRecord>,
    pub took: Duration,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove<G: Game> {
    pub seat: usize,
    pub chosen: G::Move,
    /// Time since the previous move for a bot, duration of the exchange for an agent, zero for a fallback move.
    pub took: Duration,
    /// Index of the exchange that led to the move.
    pub exchange: Option<usize>,
}

/// Record of one exchange with an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct ExchangeRecord {
    pub seat: usize,
    /// Number of moves played before the request.
    pub ply: usize,
    /// Whether this request repeats one whose reply was unusable.
    pub is_retry: bool,
    pub exchange: Exchange,
    pub rejected: Vec<RejectedAction>,
    /// Set if the reply was unusable.
    pub fault: Option<Fault>,
    /// Number of moves played from the reply.
    pub moves: usize,
    /// Whether a fallback move was played for the agent.
    pub is_replaced: bool,
    pub took: Duration,
}

impl<G: AgentGame> MatchRunner<'_, G> {
    /// Plays the game to its end.
    ///
    /// # Errors
    /// Returns the reason if the run is cancelled or its budget is exhausted. Such a game has no result.
    pub fn play(mut self, cancellation: &Cancellation, budget: &Budget) -> Result<Played<G>, Interrupted> {
        let seats = std::mem::take(&mut self.seats);
        let mut state = MatchState::new(&self);
        let progress = Progress::new();
        let begin = Instant::now();
        let mut seats: Vec<Seat<G>> = seats.into_iter().map(|player| Seat::new(player, &self.start)).collect();
        while let Some(seat) = state.game.to_move() {
            check(cancellation, budget)?;
            match &mut seats[seat].player {
                SeatPlayer::Bot(bot) => {
                    let chosen = bot.choose(&state.game, cancellation, &progress);
                    check(cancellation, budget)?;
                    state.play_bot_move(seat, chosen);
                }
                SeatPlayer::Agent(_) => {
                    state.play_agent_turn(seat, &mut seats[seat], cancellation, budget)?;
                    state.last_move_at = Instant::now();
                }
            }
            if state.forfeit.is_some() {
                break;
            }
        }
        Ok(state.finish(self.start, begin.elapsed()))
    }
}

/// A seat during the game.
struct Seat<G: Game> {
    player: SeatPlayer<G>,
    /// State of the game after the agent's last usable reply; at first, the start.
    seen: G,
    /// Number of moves played in `seen`.
    seen_ply: usize,
    rejections: Vec<RejectedAction>,
    faults: u32,
}

impl<G: Game> Seat<G> {
    fn new(player: SeatPlayer<G>, start: &G) -> Seat<G> {
        Seat { player, seen: start.clone(), seen_ply: 0, rejections: Vec::new(), faults: 0 }
    }
}

/// State of a game being played.
struct MatchState<'a, G: Game> {
    match_id: &'a str,
    seed: u64,
    game: G,
    turns: Vec<PlayedMove<G>>,
    exchanges: Vec<ExchangeRecord>,
    forfeit: Option<Forfeit>,
    last_move_at: Instant,
}

impl<'a, G: AgentGame> MatchState<'a, G> {
    fn new(runner: &MatchRunner<'a, G>) -> MatchState<'a, G> {
        MatchState {
            match_id: runner.match_id,
            seed: runner.seed,
            game: runner.start.clone(),
            // Most games have fewer moves.
            turns: Vec::with_capacity(256),
            exchanges: Vec::new(),
            forfeit: None,
            last_move_at: Instant::now(),
        }
    }

    fn play_bot_move(&mut self, seat: usize, chosen: G::Move) {
        // The clock is read once per move, so the time includes applying the previous move to the game.
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.last_move_at, now);
        match self.game.play(&chosen) {
            Ok(()) => self.turns.push(PlayedMove { seat, chosen, took, exchange: None }),
            Err(rejection) => {
                let fault = Fault::new(FaultClass::Illegal, format!("a built-in player chose {chosen:?}: {rejection}"));
                self.forfeit = Some(Forfeit { seat, fault });
            }
        }
    }

    fn play_agent_turn(
        &mut self,
        number: usize,
        seat: &mut Seat<G>,
        cancellation: &Cancellation,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let SeatPlayer::Agent(AgentSeat { agent, policy, deadline, most_faults }) = &mut seat.player else {
            return Ok(());
        };
        let moves: Vec<G::Move> = self.turns[seat.seen_ply..].iter().map(|turn| turn.chosen.clone()).collect();
        let request = AgentRequest {
            game: &self.game,
            seat: number,
            match_id: self.match_id,
            ply: self.turns.len(),
            seen: &seat.seen,
            since: &moves,
            rejections: &seat.rejections,
            retry: None,
            deadline: Instant::now() + *deadline,
        };
        let attempts = request_moves(&mut **agent, &request, policy.retries(), |exchange| {
            budget.spend(self.match_id, number, exchange.usage);
            // A reply that reaches the cost cap still counts. A reply received after a cancellation does not: the agent may
            // have failed because its process was killed.
            !cancellation.is_cancelled()
        });
        let mut fault = None;
        for attempt in attempts.ok_or(Interrupted::Stopped)? {
            seat.rejections.clone_from(&attempt.rejected);
            fault.clone_from(&attempt.fault);
            self.record(number, attempt);
        }
        let Some(fault) = fault else {
            seat.seen = self.game.clone();
            seat.seen_ply = self.turns.len();
            return Ok(());
        };
        // A fault followed by a usable retry does not count.
        seat.faults += 1;
        if policy.forfeits() || seat.faults >= *most_faults {
            self.forfeit = Some(Forfeit { seat: number, fault });
        } else {
            self.play_fallback(number);
        }
        Ok(())
    }

    /// Plays the moves of a reply and records the exchange.
    fn record(&mut self, seat: usize, attempt: Attempt<G>) {
        let Attempt { exchange, took, is_retry, moves, after, rejected, fault } = attempt;
        let (ply, number, count) = (self.turns.len(), self.exchanges.len(), moves.len());
        if count > 0 {
            self.game = after;
        }
        let moves = moves.into_iter();
        self.turns.extend(moves.map(|chosen| PlayedMove { seat, chosen, took, exchange: Some(number) }));
        let moves = count;
        let record = ExchangeRecord { seat, ply, is_retry, exchange, rejected, fault, moves, is_replaced: false, took };
        self.exchanges.push(record);
    }

    /// Plays a move for an agent that failed.
    fn play_fallback(&mut self, seat: usize) {
        let ply = self.turns.len();
        let chosen = self.game.fallback(fallback_seed(self.seed, ply));
        if self.game.play(&chosen).is_ok() {
            let exchange = self.exchanges.len().checked_sub(1);
            self.turns.push(PlayedMove { seat, chosen, took: Duration::ZERO, exchange });
            if let Some(record) = self.exchanges.last_mut() {
                record.is_replaced = true;
            }
        }
    }

    fn finish(self, start: G, took: Duration) -> Played<G> {
        let seats = start.seats();
        let by_rules = self.game.ending();
        let (ranks, reason) = match (&self.forfeit, by_rules) {
            (Some(forfeit), _) => (Ranks::loser(seats, forfeit.seat), "forfeit"),
            (None, Some(ending)) => (ending.ranks, ending.reason),
            (None, None) => unreachable!("the loop ends only with an ending or a forfeit"),
        };
        let MatchState { game: last, turns, exchanges, forfeit, .. } = self;
        Played { start, turns, last, ranks, reason, forfeit, exchanges, took }
    }
}

impl<G: Game> Played<G> {
    /// Returns the total usage of a seat.
    pub fn usage(&self, seat: usize) -> Usage {
        let of_seat = self.exchanges.iter().filter(|record| record.seat == seat);
        of_seat.fold(Usage::default(), |sum, record| sum.plus(record.exchange.usage))
    }
}
