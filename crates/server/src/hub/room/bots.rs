//! Turns of bots and agents in a room.

use std::time::Duration;

use serde_json::Value;
use table::{AgentNote, Command, Controller, Table};

use super::Room;
use crate::hub::HubError;
use crate::hub::bot_player::BotPlayer;
use crate::hub::bot_task::{BotPlace, BotReply, BotReport, BotTask};
use crate::hub::bot_work::BotWork;
use crate::hub::room_snapshot::{RoomSnapshot, Thinking};

impl Room {
    /// Starts a bot task if a bot or agent is to move, unless a task for the current state is running. Cancels a task for an
    /// earlier state, and any task of a game in which no person sits and which has no subscribers.
    pub(super) fn start_bot(&mut self) {
        let (seq, table) = (self.table().seq(), self.table().clone());
        let may_think = self.hub.may_think(&table) || self.snapshots.receiver_count() > 0;
        if may_think && self.task.as_ref().is_some_and(|task| task.seq() == seq) {
            return;
        }
        self.task = None;
        let Some((seat, controller)) = table.bot_to_move().filter(|_| may_think) else {
            if self.snapshot().thinking.is_some() {
                self.show(RoomSnapshot { thinking: None, ..(**self.snapshot()).clone() });
            }
            return;
        };
        let player = match self.players.remove(&seat) {
            Some(player) => Ok(player),
            None => self.new_player(controller, seat, &table),
        };
        let thinking = Some(Thinking { seat, begun: false, since: self.hub.now(), thousandths: None });
        self.show(RoomSnapshot { thinking, ..(**self.snapshot()).clone() });
        let work = BotWork::estimate(controller, table.game());
        let place = BotPlace { queue: self.hub.0.bot_queue.clone(), owner: self.owner.clone(), work };
        let room = self.own_sender.clone();
        self.task = Some(BotTask::start(self.id.clone(), table.clone(), seat, player, place, room));
    }

    fn new_player(&self, controller: Controller<'_>, seat: usize, table: &Table) -> Result<BotPlayer, String> {
        BotPlayer::new(controller, table.game(), &self.id, seat, self.hub.rosters(), self.hub.agents())
    }

    pub(super) async fn handle_report(&mut self, report: BotReport) {
        match report {
            BotReport::Progress { seq, thousandths } if seq == self.table().seq() => {
                let thinking = self.snapshot().thinking;
                let thinking = thinking.map(|thinking| Thinking { begun: true, thousandths, ..thinking });
                self.show(RoomSnapshot { thinking, ..(**self.snapshot()).clone() });
            }
            BotReport::Progress { .. } => {}
            BotReport::Finished(reply) => self.handle_reply(reply).await,
        }
    }

    async fn handle_reply(&mut self, reply: BotReply) {
        let BotReply { seq, seat, choice, player } = reply;
        if let Some(player) = player {
            self.players.insert(seat, player);
        }
        if seq != self.table().seq() {
            // The game has changed since the task started; a new task is started for the new state.
            return;
        }
        self.task = None;
        let outcome = match choice {
            Ok((actions, note)) => self.play_choice(seat, actions, note).await,
            Err(message) => {
                tracing::warn!(game = %self.id, seat, %message, "a bot or agent failed");
                self.execute(Command::BotFail { seat, seq, message }, Vec::new()).await.map(|_| ())
            }
        };
        if let Err(error) = outcome {
            tracing::error!(game = %self.id, seat, %error, "the action of a bot or agent could not be played");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Plays the chosen actions. The agent's note is stored with the first one.
    async fn play_choice(
        &mut self,
        seat: usize,
        actions: Vec<Value>,
        mut note: Option<AgentNote>,
    ) -> Result<(), HubError> {
        for action in actions {
            let (seq, note) = (self.table().seq(), note.take().map(Box::new));
            self.execute(Command::BotAct { seat, seq, action, note }, Vec::new()).await?;
        }
        Ok(())
    }
}
