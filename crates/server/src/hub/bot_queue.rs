//! Queue of bots and agents that wait for a worker.
//!
//! The queue is fair between guests, and for each guest between games: the next worker goes to the guest whose games have
//! used the least thinking time so far, and to the game of this guest that has used the least. A choice is charged with an
//! estimate of its work when it starts, and with the measured time when it ends. A guest who was idle has no advantage over
//! guests who were not.
//!
//! A running choice is not interrupted, so one worker is reserved for choices that take little time: a weak bot does not wait
//! for the strong bots of other games. Agents mostly wait for other programs and have workers of their own.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::bot_work::{BotWork, Lane};
use crate::id::{GameId, GuestId};

/// The guest who created a game. All games whose creator was deleted share one account.
pub(super) type Owner = Option<GuestId>;

/// Queue of bots and agents. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct BotQueue(Arc<Mutex<FairQueue<oneshot::Sender<BotPermit>>>>);

/// Permission to occupy a worker, until it is dropped.
#[derive(Debug)]
pub(super) struct BotPermit {
    queue: BotQueue,
    grant: Grant,
    started: Instant,
}

impl BotQueue {
    /// Creates a queue with this many workers for bots, as many for agents, and one more for bots that take little time.
    pub(super) fn new(workers: usize) -> BotQueue {
        BotQueue(Arc::new(Mutex::new(FairQueue::new(workers))))
    }

    /// Waits for a worker. Returns `None` if the server is stopping.
    pub(super) async fn acquire(&self, owner: Owner, game: GameId, work: BotWork) -> Option<BotPermit> {
        let (granted, permit) = oneshot::channel();
        let ticket = self.0.lock().enqueue(owner, game, work, granted);
        let _waiting = WaitingTicket { queue: self, ticket };
        self.dispatch();
        permit.await.ok()
    }

    /// Starts as many choices as there are free workers.
    fn dispatch(&self) {
        let granted: Vec<_> = {
            let mut queue = self.0.lock();
            std::iter::from_fn(|| queue.grant()).collect()
        };
        for (granted, grant) in granted {
            let permit = BotPermit { queue: self.clone(), grant, started: Instant::now() };
            // If the choice is no longer needed, the permit is dropped here, which frees the worker.
            let _ = granted.send(permit);
        }
    }
}

impl Drop for BotPermit {
    fn drop(&mut self) {
        self.queue.0.lock().finish(&self.grant, self.started.elapsed());
        self.queue.dispatch();
    }
}

/// Removes a choice from the queue when its caller stops waiting.
struct WaitingTicket<'a> {
    queue: &'a BotQueue,
    ticket: u64,
}

impl Drop for WaitingTicket<'_> {
    fn drop(&mut self) {
        self.queue.0.lock().cancel(self.ticket);
    }
}

/// Logic of the queue, without waiting and time. `T` is what the caller gets back when its choice may start.
#[derive(Debug)]
struct FairQueue<T> {
    free: FreeWorkers,
    waiting: HashMap<Owner, Vec<Waiting<T>>>,
    owners: Accounts<Owner>,
    /// Accounts of the games of each guest.
    games: HashMap<Owner, Accounts<GameId>>,
    last_ticket: u64,
}

#[derive(Debug)]
struct FreeWorkers {
    /// For bots of any strength.
    bots: usize,
    /// For bots that take little time.
    light: usize,
    agents: usize,
}

/// A choice that waits for a worker.
#[derive(Debug)]
struct Waiting<T> {
    ticket: u64,
    game: GameId,
    work: BotWork,
    caller: T,
}

/// A choice that occupies a worker.
#[derive(Clone, Debug)]
struct Grant {
    owner: Owner,
    game: GameId,
    work: BotWork,
    worker: Worker,
}

/// Kind of worker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Worker {
    Bot,
    Light,
    Agent,
}

impl Worker {
    const ALL: [Worker; 3] = [Worker::Light, Worker::Bot, Worker::Agent];

    fn accepts(self, lane: Lane) -> bool {
        match self {
            Worker::Bot => lane != Lane::Agent,
            Worker::Light => lane == Lane::Light,
            Worker::Agent => lane == Lane::Agent,
        }
    }
}

impl<T> FairQueue<T> {
    fn new(workers: usize) -> FairQueue<T> {
        FairQueue {
            free: FreeWorkers { bots: workers, light: 1, agents: workers },
            waiting: HashMap::new(),
            owners: Accounts::default(),
            games: HashMap::new(),
            last_ticket: 0,
        }
    }

    /// Adds a choice. Returns the ticket with which it can be cancelled.
    fn enqueue(&mut self, owner: Owner, game: GameId, work: BotWork, caller: T) -> u64 {
        self.last_ticket += 1;
        let ticket = self.last_ticket;
        self.owners.open(&owner);
        self.games.entry(owner.clone()).or_default().open(&game);
        self.waiting.entry(owner).or_default().push(Waiting { ticket, game, work, caller });
        ticket
    }

    /// Removes a choice that waits; does nothing if it has started.
    fn cancel(&mut self, ticket: u64) {
        let has = |list: &[Waiting<T>]| list.iter().position(|waiting| waiting.ticket == ticket);
        let found = self.waiting.iter().find_map(|(owner, list)| Some((owner.clone(), has(list)?)));
        if let Some((owner, index)) = found {
            let waiting = self.remove(&owner, index);
            self.close(&owner, &waiting.game);
        }
    }

    fn remove(&mut self, owner: &Owner, index: usize) -> Waiting<T> {
        let list = self.waiting.get_mut(owner).expect("the owner has choices that wait");
        let waiting = list.remove(index);
        if list.is_empty() {
            self.waiting.remove(owner);
        }
        waiting
    }

    /// Starts the next choice for which a worker is free.
    fn grant(&mut self) -> Option<(T, Grant)> {
        let (worker, owner, index) = Worker::ALL.into_iter().find_map(|worker| {
            let (owner, index) = self.next_for(worker).filter(|_| *self.free.of(worker) > 0)?;
            Some((worker, owner, index))
        })?;
        let Waiting { game, work, caller, .. } = self.remove(&owner, index);
        *self.free.of(worker) -= 1;
        self.owners.charge(&owner, work.millis);
        self.games.entry(owner.clone()).or_default().charge(&game, work.millis);
        Some((caller, Grant { owner, game, work, worker }))
    }

    /// Returns the choice that a worker takes next.
    fn next_for(&self, worker: Worker) -> Option<(Owner, usize)> {
        let choices = self.waiting.iter().filter_map(|(owner, list)| {
            let games = self.games.get(owner)?;
            let accepted = (0..list.len()).filter(|&index| worker.accepts(list[index].work.lane));
            let index = accepted.min_by_key(|&index| (games.used(&list[index].game), list[index].ticket))?;
            Some(((self.owners.used(owner), list[index].ticket), owner, index))
        });
        choices.min_by_key(|(order, ..)| *order).map(|(_, owner, index)| (owner.clone(), index))
    }

    /// Frees the worker of a choice and corrects the charge.
    fn finish(&mut self, grant: &Grant, took: Duration) {
        let Grant { owner, game, work, worker } = grant;
        *self.free.of(*worker) += 1;
        // Agents are charged with the estimate, because they do not use the server's processors while they think.
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
        let took = if *worker == Worker::Agent { work.millis } else { took };
        self.owners.correct(owner, work.millis, took);
        self.games.entry(owner.clone()).or_default().correct(game, work.millis, took);
        self.close(owner, game);
    }

    fn close(&mut self, owner: &Owner, game: &GameId) {
        self.owners.close(owner);
        if let Some(games) = self.games.get_mut(owner) {
            games.close(game);
            if games.accounts.is_empty() {
                self.games.remove(owner);
            }
        }
    }
}

impl FreeWorkers {
    fn of(&mut self, worker: Worker) -> &mut usize {
        match worker {
            Worker::Bot => &mut self.bots,
            Worker::Light => &mut self.light,
            Worker::Agent => &mut self.agents,
        }
    }
}

/// Thinking time by guest or by game, in milliseconds.
#[derive(Debug)]
struct Accounts<K> {
    accounts: HashMap<K, Account>,
    /// Used time of the account that was charged last. An account that becomes active starts at least here, so that it has
    /// no credit for the time in which it was idle.
    clock: u64,
}

#[derive(Copy, Clone, Debug, Default)]
struct Account {
    used: u64,
    /// Number of choices, waiting and running.
    choices: usize,
}

impl<K> Default for Accounts<K> {
    fn default() -> Accounts<K> {
        Accounts { accounts: HashMap::new(), clock: 0 }
    }
}

impl<K: Clone + Eq + Hash> Accounts<K> {
    /// Counts a new choice.
    fn open(&mut self, key: &K) {
        let clock = self.clock;
        let account = self.accounts.entry(key.clone()).or_default();
        if account.choices == 0 {
            account.used = account.used.max(clock);
        }
        account.choices += 1;
    }

    fn used(&self, key: &K) -> u64 {
        self.accounts.get(key).map_or(self.clock, |account| account.used)
    }

    fn charge(&mut self, key: &K, millis: u64) {
        let Some(account) = self.accounts.get_mut(key) else { return };
        self.clock = self.clock.max(account.used);
        account.used = account.used.saturating_add(millis);
    }

    /// Replaces an estimated charge with the measured one.
    fn correct(&mut self, key: &K, estimated: u64, measured: u64) {
        if let Some(account) = self.accounts.get_mut(key) {
            account.used = account.used.saturating_sub(estimated).saturating_add(measured);
        }
    }

    /// Counts the end of a choice, and removes accounts that are idle and no longer matter.
    fn close(&mut self, key: &K) {
        if let Some(account) = self.accounts.get_mut(key) {
            account.choices -= 1;
        }
        let clock = self.clock;
        let is_idle = self.accounts.values().all(|account| account.choices == 0);
        self.accounts.retain(|_, account| account.choices > 0 || (account.used > clock && !is_idle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::testing::guest;

    const LIGHT: BotWork = BotWork { lane: Lane::Light, millis: 1 };
    const MEDIUM: BotWork = BotWork { lane: Lane::Heavy, millis: 100 };
    const HEAVY: BotWork = BotWork { lane: Lane::Heavy, millis: 1_000 };
    const AGENT: BotWork = BotWork { lane: Lane::Agent, millis: 100 };

    /// A queue whose callers are names.
    struct Fixture {
        queue: FairQueue<String>,
        games: HashMap<String, GameId>,
    }

    impl Fixture {
        fn new(workers: usize) -> Fixture {
            Fixture { queue: FairQueue::new(workers), games: HashMap::new() }
        }

        /// Adds a choice in a game of the guest whose letter begins the game's name.
        fn add(&mut self, game: &str, work: BotWork) -> u64 {
            let id = self.games.entry(game.to_owned()).or_insert_with(GameId::random).clone();
            let owner = Some(guest(game.chars().next().expect("the name is not empty")));
            self.queue.enqueue(owner, id, work, game.to_owned())
        }

        /// Starts all choices that can start.
        fn start(&mut self) -> Vec<(String, Grant)> {
            std::iter::from_fn(|| self.queue.grant()).collect()
        }

        /// Ends a choice after the estimated time.
        fn finish(&mut self, grant: &Grant) {
            self.queue.finish(grant, Duration::from_millis(grant.work.millis));
        }

        /// Runs choices on one worker, each of which is followed by the next one of the same game. Returns the order.
        fn run(&mut self, count: usize) -> Vec<String> {
            let mut order = Vec::new();
            while order.len() < count {
                let (game, grant) = self.start().pop().expect("a choice waits");
                let work = grant.work;
                self.finish(&grant);
                self.add(&game, work);
                order.push(game);
            }
            order
        }
    }

    fn names(started: &[(String, Grant)]) -> Vec<&str> {
        started.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn weak_bot_starts_at_once_while_another_guest_fills_the_queue_with_strong_bots() {
        let mut fixture = Fixture::new(1);
        for number in 0..45 {
            fixture.add(&format!("a{number}"), HEAVY);
        }
        assert_eq!(fixture.start().len(), 1);
        fixture.add("b", LIGHT);
        let started = fixture.start();
        assert_eq!(names(&started), ["b"]);
        assert_eq!(started[0].1.worker, Worker::Light);
        fixture.add("c", LIGHT);
        assert!(fixture.start().is_empty());
        fixture.finish(&started[0].1);
        assert_eq!(names(&fixture.start()), ["c"]);
    }

    #[test]
    fn guest_with_one_game_waits_for_one_choice_of_a_guest_with_many() {
        let mut fixture = Fixture::new(1);
        for number in 0..45 {
            fixture.add(&format!("a{number}"), HEAVY);
        }
        let running = fixture.start();
        fixture.add("b", HEAVY);
        fixture.finish(&running[0].1);
        assert_eq!(names(&fixture.start()), ["b"]);
    }

    #[test]
    fn guests_get_equal_time_and_not_equal_numbers_of_choices() {
        let mut fixture = Fixture::new(1);
        fixture.add("a", HEAVY);
        fixture.add("b", MEDIUM);
        let order = fixture.run(44);
        assert_eq!(order.iter().filter(|game| *game == "a").count(), 4);
    }

    #[test]
    fn games_of_a_guest_take_turns() {
        let mut fixture = Fixture::new(1);
        for game in ["a1", "a2", "a3"] {
            fixture.add(game, HEAVY);
        }
        assert_eq!(fixture.run(6), ["a1", "a2", "a3", "a1", "a2", "a3"]);
    }

    #[test]
    fn guest_who_was_idle_has_no_credit() {
        let mut fixture = Fixture::new(1);
        fixture.add("a", HEAVY);
        fixture.run(100);
        fixture.add("b", HEAVY);
        let order = fixture.run(10);
        assert_eq!(order.iter().filter(|game| *game == "a").count(), 5);
    }

    #[test]
    fn charge_is_corrected_when_a_choice_took_longer_than_estimated() {
        let mut fixture = Fixture::new(1);
        fixture.add("a1", MEDIUM);
        fixture.add("b", MEDIUM);
        fixture.add("a2", MEDIUM);
        let first = fixture.start();
        assert_eq!(names(&first), ["a1"]);
        fixture.queue.finish(&first[0].1, Duration::from_secs(60));
        let order: Vec<String> = (0..20)
            .map(|_| {
                let (game, grant) = fixture.start().pop().expect("a choice waits");
                fixture.finish(&grant);
                fixture.add("b", MEDIUM);
                game
            })
            .collect();
        assert!(order.iter().all(|game| game == "b"), "{order:?}");
    }

    #[test]
    fn cancelled_choice_is_neither_started_nor_charged() {
        let mut fixture = Fixture::new(1);
        let ticket = fixture.add("a1", HEAVY);
        fixture.add("a2", HEAVY);
        fixture.queue.cancel(ticket);
        let running = fixture.start();
        assert_eq!(names(&running), ["a2"]);
        fixture.finish(&running[0].1);
        assert!(fixture.queue.owners.accounts.is_empty() && fixture.queue.games.is_empty());
        assert!(fixture.queue.waiting.is_empty());
    }

    #[test]
    fn slow_agents_do_not_occupy_the_workers_of_bots() {
        let mut fixture = Fixture::new(1);
        fixture.add("a1", AGENT);
        fixture.add("a2", AGENT);
        fixture.add("b", HEAVY);
        assert_eq!(names(&fixture.start()), ["b", "a1"]);
    }

    #[tokio::test]
    async fn dropped_permit_and_dropped_caller_free_their_places() {
        let queue = BotQueue::new(1);
        let game = || GameId::random();
        let first = queue.acquire(None, game(), HEAVY).await.expect("a worker is free");
        let mut waiting = Box::pin(queue.acquire(None, game(), HEAVY));
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("the only worker is busy"),
            () = std::future::ready(()) => {}
        }
        drop(waiting);
        drop(first);
        queue.acquire(None, game(), HEAVY).await.expect("the worker is free again");
        assert!(queue.0.lock().waiting.is_empty());
    }
}
