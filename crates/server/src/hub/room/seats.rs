//! Who sits down, and with which secrets seats are opened.

use super::Room;
use crate::hub::HubError;
use crate::id::{GuestId, Secret};
use crate::store::Op;
use crate::table::{Command, Occupant, Stage};
use api::Receipt;

/// A seat that somebody may speak for from now on.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatGrant {
    /// Which.
    pub seat: usize,
    /// Its secret, if he has sat down now. Whoever invited him knows only the one before.
    pub secret: Option<Secret>,
    /// The state of the game.
    pub receipt: Receipt,
}

impl Room {
    pub(super) fn is_open(&self, seat: usize) -> bool {
        let occupant = self.table().seats().get(seat).map(|seat| &seat.occupant);
        occupant == Some(&Occupant::Open) && *self.table().stage() == Stage::Waiting
    }

    /// Another secret for a seat, and what is to be written of it.
    pub(super) fn new_secret(&self, seat: usize) -> (Secret, Op) {
        let secret = Secret::random();
        let op = Op::SeatSecret { game: self.id.clone(), seat, digest: secret.digest() };
        (secret, op)
    }

    /// Somebody sits down. The right to the seat is written with it, and a secret that nobody else knows.
    pub(super) async fn join(&mut self, guest: GuestId, seat: Option<usize>) -> Result<SeatGrant, HubError> {
        let seat = seat.or_else(|| (0..self.table().seats().len()).find(|&seat| self.is_open(seat)));
        let command = Command::Join { guest: guest.clone(), seat };
        let (game, seat) = (self.id.clone(), seat.unwrap_or(0));
        let (secret, keep) = self.new_secret(seat);
        let receipt = self.carry_out(command, None, vec![Op::Hold { game, seat, guest }, keep]).await?;
        Ok(SeatGrant { seat, secret: Some(secret), receipt })
    }

    pub(super) async fn claim(&mut self, guest: GuestId, secret: &Secret) -> Result<SeatGrant, HubError> {
        // It may have been renewed before it was this one's turn.
        let found = self.hub.store().seat_of_secret(secret).await?;
        let (_, seat) = found.filter(|(game, _)| *game == self.id).ok_or(HubError::NotYours)?;
        if self.is_open(seat) {
            return self.join(guest, Some(seat)).await;
        }
        self.hub.store().write(vec![Op::Hold { game: self.id.clone(), seat, guest }]).await?;
        self.read_holders().await;
        let receipt = Receipt { seq: self.table().seq(), hash: self.table().hash(), client: None };
        Ok(SeatGrant { seat, secret: None, receipt })
    }

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
        let (secret, keep) = self.new_secret(seat);
        let hold = Op::HoldAlone { game: self.id.clone(), seat, guest: holder };
        self.hub.store().write(vec![keep, hold]).await?;
        self.read_holders().await;
        Ok((seat, secret))
    }
}
