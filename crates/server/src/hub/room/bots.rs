//! The players of the server at a table: they are asked, and tell the room what they chose.

use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use super::{Request, Room};
use crate::hub::HubError;
use crate::hub::player::{BotPlayer, Choice};
use crate::hub::room_snapshot::{RoomSnapshot, Thinking};
use crate::hub::thinking::Task;
use crate::table::{ActionSource, AgentNote, Command, Controller, Table};

/// What a player of the server chose.
pub(in crate::hub) struct BotReply {
    /// For which state.
    pub(in crate::hub) seq: u64,
    /// For which seat.
    pub(in crate::hub) seat: usize,
    /// What.
    pub(in crate::hub) choice: Choice,
    /// The player comes back.
    pub(in crate::hub) player: Option<BotPlayer>,
}

impl std::fmt::Debug for BotReply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thought").field("seq", &self.seq).field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl Room {
    /// Lets a player of the server think, if it is one's turn.
    pub(super) fn think(&mut self) {
        let seq = self.table().seq();
        if self.task.as_ref().is_some_and(|task| task.seq() == seq) {
            return;
        }
        self.task = None;
        let table = self.table().clone();
        let Some((seat, driver)) = table.awaits() else {
            if self.snapshot().thinking.is_some() {
                self.show(RoomSnapshot { thinking: None, ..(**self.snapshot()).clone() });
            }
            return;
        };
        let Some(door) = self.door.upgrade() else { return };
        let player = match self.players.remove(&seat) {
            Some(player) => Ok(player),
            None => self.new_player(driver, seat, &table),
        };
        self.show(RoomSnapshot {
            thinking: Some(Thinking { seat, begun: false, since: self.hub.now(), thousandths: None }),
            ..(**self.snapshot()).clone()
        });
        self.task = Some(Task::start(
            self.id.clone(),
            table.clone(),
            seat,
            player,
            self.hub.0.thinkers.clone(),
            Reports { door: door.downgrade() },
        ));
    }

    fn new_player(&self, driver: Controller<'_>, seat: usize, table: &Table) -> Result<BotPlayer, String> {
        BotPlayer::new(driver, table.game(), &self.id, seat, self.hub.rosters(), self.hub.agents())
    }

    pub(super) async fn thought(&mut self, thought: BotReply) {
        let BotReply { seq, seat, choice, player } = thought;
        if let Some(player) = player {
            self.players.insert(seat, player);
        }
        if seq != self.table().seq() {
            // The game went back, or somebody left; the player is asked again.
            return;
        }
        self.task = None;
        let outcome = match choice {
            Ok((actions, note)) => self.act_for(seat, actions, note).await,
            Err(message) => {
                tracing::warn!(game = %self.id, seat, %message, "a player of the server failed");
                self.carry_out(Command::Fail { seat, seq, message }, None, Vec::new()).await.map(|_| ())
            }
        };
        if let Err(error) = outcome {
            tracing::error!(game = %self.id, seat, %error, "the move of a player of the server could not be played");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// What an agent said stands with the first of its actions.
    async fn act_for(&mut self, seat: usize, actions: Vec<Value>, mut note: Option<AgentNote>) -> Result<(), HubError> {
        for action in actions {
            let seq = self.table().seq();
            let from = note.take().map_or(ActionSource::Bot, |note| ActionSource::Agent(Box::new(note)));
            let command = Command::Act { seat, action, seq, client: None, from };
            self.carry_out(command, None, Vec::new()).await?;
        }
        Ok(())
    }
}

/// How a player that thinks tells its room.
pub(in crate::hub) struct Reports {
    door: mpsc::WeakSender<Request>,
}

impl Reports {
    /// It has begun, and is so far.
    pub(in crate::hub) async fn begun(&self, seq: u64, thousandths: Option<u16>) {
        if let Some(door) = self.door.upgrade() {
            let _ = door.send(Request::Begun { seq, thousandths }).await;
        }
    }

    /// It has chosen.
    pub(in crate::hub) async fn thought(&self, thought: BotReply) {
        if let Some(door) = self.door.upgrade() {
            let _ = door.send(Request::BotReply(Box::new(thought))).await;
        }
    }
}
