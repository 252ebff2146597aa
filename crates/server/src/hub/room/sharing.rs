//! Who may see a private game, and its share link.

use std::collections::BTreeSet;
use std::sync::Arc;

use api::id::random_letters;
use table::{Occupant, Visibility};
use tokio::sync::oneshot;

use super::{Request, Room, RoomHandle};
use crate::hub::HubError;
use crate::hub::room_snapshot::RoomSnapshot;
use crate::id::GuestId;
use crate::store::Op;

/// Maximum number of guests who may watch a private game.
pub(crate) const MAX_VIEWERS: usize = 1_000;

/// Guests who may see a private game although they hold no seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Readers {
    /// The guest who created the game, unless they were deleted.
    pub owner: Option<GuestId>,
    /// Guests who opened the share link.
    pub viewers: BTreeSet<GuestId>,
}

impl RoomSnapshot {
    /// Reports whether a guest may see the game. Everyone may see a public game; a private one only its players, also those who
    /// have left it while it was running, its creator, and guests who opened its share link.
    pub fn is_visible_to(&self, guest: Option<&GuestId>) -> bool {
        if self.table.setup().visibility == Visibility::Public {
            return true;
        }
        let Some(guest) = guest else { return false };
        let sits = |occupant: &Occupant| matches!(occupant, Occupant::Guest { guest: seated } if seated == guest);
        self.may_be_shared_by(guest)
            || self.readers.viewers.contains(guest)
            || self.table.seats().iter().any(|seat| sits(&seat.occupant))
    }

    /// Reports whether a guest may share the game with others.
    fn may_be_shared_by(&self, guest: &GuestId) -> bool {
        self.readers.owner.as_ref() == Some(guest) || self.holders.iter().any(|(_, holder)| holder == guest)
    }
}

/// A request about the share link of a game.
#[derive(Debug)]
pub(super) enum SharingRequest {
    Share { guest: GuestId, reply: oneshot::Sender<Result<String, HubError>> },
    Unshare { guest: GuestId, reply: oneshot::Sender<Result<(), HubError>> },
    Watch { guest: GuestId, nonce: String, reply: oneshot::Sender<Result<(), HubError>> },
}

impl RoomHandle {
    /// Creates the share link of the game, unless it has one. Returns the random text from which its secret is derived.
    ///
    /// # Errors
    /// Returns an error if the guest neither plays the game nor created it, or the link cannot be written.
    pub async fn share(&self, guest: GuestId) -> Result<String, HubError> {
        self.ask(|reply| Request::Sharing(SharingRequest::Share { guest, reply })).await?
    }

    /// Deletes the share link. Guests who opened it lose their access.
    ///
    /// # Errors
    /// Returns an error if the guest neither plays the game nor created it, or the change cannot be written.
    pub async fn unshare(&self, guest: GuestId) -> Result<(), HubError> {
        self.ask(|reply| Request::Sharing(SharingRequest::Unshare { guest, reply })).await?
    }

    /// Lets a guest watch the game. `nonce` is the random text of the link that the guest opened.
    ///
    /// # Errors
    /// Returns an error if the link was deleted, too many guests have opened it, or the change cannot be written.
    pub async fn add_viewer(&self, guest: GuestId, nonce: String) -> Result<(), HubError> {
        self.ask(|reply| Request::Sharing(SharingRequest::Watch { guest, nonce, reply })).await?
    }
}

impl Room {
    pub(super) async fn handle_sharing(&mut self, request: SharingRequest) {
        match request {
            SharingRequest::Share { guest, reply } => {
                let answer = self.share(&guest).await;
                let _ = reply.send(answer);
            }
            SharingRequest::Unshare { guest, reply } => {
                let answer = self.unshare(&guest).await;
                let _ = reply.send(answer);
            }
            SharingRequest::Watch { guest, nonce, reply } => {
                let answer = self.add_viewer(guest, &nonce).await;
                let _ = reply.send(answer);
            }
        }
    }

    async fn share(&mut self, guest: &GuestId) -> Result<String, HubError> {
        self.require_sharer(guest)?;
        if let Some(nonce) = self.hub.store().share_nonce(&self.id).await? {
            return Ok(nonce);
        }
        let nonce = random_letters(20);
        self.hub.store().write(vec![Op::Share { game: self.id.clone(), nonce: nonce.clone() }]).await?;
        Ok(nonce)
    }

    async fn unshare(&mut self, guest: &GuestId) -> Result<(), HubError> {
        self.require_sharer(guest)?;
        self.hub.store().write(vec![Op::Unshare { game: self.id.clone() }]).await?;
        // Access ends even if the guests cannot be read again.
        let readers = Arc::new(Readers { owner: self.owner.clone(), viewers: BTreeSet::new() });
        self.show(RoomSnapshot { readers, ..(**self.snapshot()).clone() });
        Ok(self.reload_guests().await?)
    }

    async fn add_viewer(&mut self, guest: GuestId, nonce: &str) -> Result<(), HubError> {
        // Another request may have deleted the link while this one was queued.
        if self.hub.store().share_nonce(&self.id).await?.as_deref() != Some(nonce) {
            return Err(HubError::NotYours);
        }
        if self.snapshot().readers.viewers.len() >= MAX_VIEWERS {
            return Err(HubError::TooManyViewers);
        }
        self.hub.store().write(vec![Op::NewViewer { game: self.id.clone(), guest }]).await?;
        Ok(self.reload_guests().await?)
    }

    fn require_sharer(&self, guest: &GuestId) -> Result<(), HubError> {
        if self.snapshot().may_be_shared_by(guest) { Ok(()) } else { Err(HubError::NotYours) }
    }
}
