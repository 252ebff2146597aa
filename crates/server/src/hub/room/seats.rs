//! Taking seats, and the secrets that give access to them.

use std::sync::Arc;

use api::Receipt;
use table::{Command, Occupant, Stage};

use super::{Request, Room, RoomHandle};
use crate::hub::HubError;
use crate::hub::room_snapshot::RoomSnapshot;
use crate::id::{GuestId, Secret};
use crate::store::Op;

/// Right of a guest to act for a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatGrant {
    pub seat: usize,
    /// New secret of the seat, if the guest has just taken it. It replaces the secret of the invitation.
    pub secret: Option<Secret>,
    pub receipt: Receipt,
}

impl RoomHandle {
    /// Seats a guest on the given seat, or on the first open one.
    ///
    /// # Errors
    /// Returns an error if the table rejects the guest, or the change cannot be written.
    pub async fn join(&self, guest: GuestId, seat: Option<usize>) -> Result<SeatGrant, HubError> {
        self.ask(|reply| Request::Join { guest, seat, reply }).await?
    }

    /// Gives a guest access to the seat that a secret belongs to.
    ///
    /// # Errors
    /// Returns an error if the secret belongs to no seat of this game, or the change cannot be written.
    pub async fn claim(&self, guest: GuestId, secret: Secret) -> Result<SeatGrant, HubError> {
        self.ask(|reply| Request::Claim { guest, secret, reply }).await?
    }

    /// Replaces the secret of a seat. The old secret becomes invalid, and other guests lose access to the seat.
    ///
    /// # Errors
    /// Returns an error if the guest neither holds the seat nor may offer it to others, or the change cannot be written or read
    /// again.
    pub async fn renew(&self, guest: GuestId, seat: Option<usize>) -> Result<(usize, Secret), HubError> {
        self.ask(|reply| Request::Renew { guest, seat, reply }).await?
    }
}

impl Room {
    pub(super) fn is_open(&self, seat: usize) -> bool {
        let occupant = self.table().seats().get(seat).map(|seat| &seat.occupant);
        occupant == Some(&Occupant::Open) && *self.table().stage() == Stage::Waiting
    }

    /// Creates a secret for a seat, and the operation that replaces the old one.
    pub(super) fn new_secret(&self, seat: usize) -> (Secret, Op) {
        let secret = Secret::random();
        let op = Op::SeatSecret { game: self.id.clone(), seat, digest: secret.digest() };
        (secret, op)
    }

    /// Seats a guest. One transaction writes the entry, the right to the seat and a new secret.
    pub(super) async fn join(&mut self, guest: GuestId, seat: Option<usize>) -> Result<SeatGrant, HubError> {
        let seat = seat.or_else(|| (0..self.table().seats().len()).find(|&seat| self.is_open(seat)));
        let row = self.hub.store().guest(&guest).await?;
        self.snapshot().require_distinct_name(&guest, row.as_ref().map_or("", |row| &row.name))?;
        let command = Command::Join { guest: guest.clone(), seat };
        // If there is no open seat, the table rejects the command, and the operations are not written.
        let (game, seat) = (self.id.clone(), seat.unwrap_or(0));
        let (secret, store_secret) = self.new_secret(seat);
        let ops = vec![Op::GrantSeat { game, seat, guest }, store_secret];
        let receipt = self.execute(command, ops).await?;
        Ok(SeatGrant { seat, secret: Some(secret), receipt })
    }

    /// Gives a guest access to the seat that a secret belongs to. If the seat is open, the guest takes it.
    pub(super) async fn claim(&mut self, guest: GuestId, secret: &Secret) -> Result<SeatGrant, HubError> {
        // Another request may have replaced the secret while this one was queued.
        let found = self.hub.store().seat_of_secret(secret).await?;
        let (_, seat) = found.filter(|(game, _)| *game == self.id).ok_or(HubError::NotYours)?;
        if self.is_open(seat) {
            return self.join(guest, Some(seat)).await;
        }
        self.hub.store().write(vec![Op::GrantSeat { game: self.id.clone(), seat, guest }]).await?;
        self.reload_guests().await?;
        let (seq, hash) = (self.table().seq(), self.table().hash());
        let receipt = Receipt { seq, hash, client: None, line_options: Vec::new() };
        Ok(SeatGrant { seat, secret: None, receipt })
    }

    /// Replaces the secret of a seat that the guest holds, or of an open seat that the guest may offer to others.
    pub(super) async fn renew(&mut self, guest: &GuestId, seat: Option<usize>) -> Result<(usize, Secret), HubError> {
        let held = self.snapshot().seats_of(Some(guest));
        let (seat, holder) = match (seat, &held[..]) {
            (Some(seat), held) if held.contains(&seat) => (seat, Some(guest.clone())),
            (Some(seat), held) if self.is_open(seat) => {
                if held.is_empty() && !self.hub.store().is_owner(&self.id, guest).await? {
                    return Err(HubError::NotYours);
                }
                (seat, None)
            }
            (None, &[seat]) => (seat, Some(guest.clone())),
            (None, [_, _, ..]) => return Err(HubError::WhichSeat),
            _ => return Err(HubError::NotYours),
        };
        let (secret, store_secret) = self.new_secret(seat);
        let revoke = Op::RevokeSeat { game: self.id.clone(), seat, except: holder.clone() };
        self.hub.store().write(vec![store_secret, revoke]).await?;
        // Other guests lose their access even if the guests cannot be read again.
        let has_access = |(held, guest): &&(usize, GuestId)| *held != seat || Some(guest) == holder.as_ref();
        let holders = Arc::new(self.snapshot().holders.iter().filter(has_access).cloned().collect());
        self.show(RoomSnapshot { holders, ..(**self.snapshot()).clone() });
        self.reload_guests().await?;
        Ok((seat, secret))
    }
}
