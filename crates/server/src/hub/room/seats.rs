//! Taking seats, and the secrets that give access to them.

use std::sync::Arc;

use api::{InvitationState, InvitationView, InvitedTable, Receipt, SeatKind};
use table::{Command, Occupant, Stage};

use super::{Request, Room, RoomHandle};
use crate::hub::HubError;
use crate::hub::room_snapshot::RoomSnapshot;
use crate::id::{GuestId, Secret};
use crate::store::Op;
use crate::time::Moment;

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

impl RoomSnapshot {
    /// Reports whether a guest can take a seat.
    fn is_open(&self, seat: usize) -> bool {
        self.is_empty(seat) && *self.table.stage() == Stage::Waiting
    }

    fn is_empty(&self, seat: usize) -> bool {
        self.table.seats().get(seat).is_some_and(|seat| seat.occupant == Occupant::Open)
    }

    /// Describes what a secret means to a guest. `seat` is the seat that it belongs to; `None` if it is an invitation that was used.
    pub(crate) fn invitation(&self, seat: Option<usize>, guest: &GuestId, now: Moment) -> InvitationView {
        let state = match seat {
            _ if !self.seats_of(Some(guest)).is_empty() => InvitationState::Yours,
            Some(seat) if self.is_open(seat) => InvitationState::Open,
            Some(seat) if !self.is_empty(seat) => InvitationState::Device,
            _ => InvitationState::Used,
        };
        let may_know = state != InvitationState::Used || self.is_visible_to(Some(guest));
        let offered = seat.filter(|&seat| self.is_open(seat));
        InvitationView {
            state,
            id: may_know.then(|| self.id.clone()),
            table: offered.map(|seat| self.invited_table(seat, now)),
        }
    }

    fn invited_table(&self, seat: usize, now: Moment) -> InvitedTable {
        let view = self.view_for(&[], now).table;
        let owner = self.readers.owner.as_ref().and_then(|owner| self.names.get(owner)).cloned();
        let first = || view.seats.iter().find(|seat| seat.kind == SeatKind::Person).map(|seat| seat.name.clone());
        InvitedTable {
            inviter: owner.or_else(first),
            game: view.game.to_string(),
            rules: view.rules,
            rules_title: view.rules_title,
            seat,
            seats: view.seats,
            clock: view.clock.rules,
        }
    }
}

impl Room {
    pub(super) fn is_open(&self, seat: usize) -> bool {
        self.snapshot().is_open(seat)
    }

    /// Creates a secret for a seat, and the operation that replaces the old one.
    pub(super) fn new_secret(&self, seat: usize) -> (Secret, Op) {
        let secret = Secret::random();
        let op = Op::SeatSecret { game: self.id.clone(), seat, digest: secret.digest() };
        (secret, op)
    }

    /// Seats a guest. One transaction writes the entry, the right to the seat, a new secret, and that the invitation is used.
    pub(super) async fn join(
        &mut self,
        guest: GuestId,
        seat: Option<usize>,
        invitation: Option<&Secret>,
    ) -> Result<SeatGrant, HubError> {
        let seat = seat.or_else(|| (0..self.table().seats().len()).find(|&seat| self.is_open(seat)));
        let row = self.hub.store().guest(&guest).await?;
        self.snapshot().require_distinct_name(&guest, row.as_ref().map_or("", |row| &row.name))?;
        if let Some(row) = row {
            // The update that announces the guest already shows the name.
            let names = self.snapshot().names.iter().map(|(guest, name)| (guest.clone(), name.clone()));
            let names = Arc::new(names.chain([(guest.clone(), row.name)]).collect());
            self.show(RoomSnapshot { names, ..(**self.snapshot()).clone() });
        }
        let command = Command::Join { guest: guest.clone(), seat };
        // If there is no open seat, the table rejects the command, and the operations are not written.
        let (game, seat) = (self.id.clone(), seat.unwrap_or(0));
        let (secret, store_secret) = self.new_secret(seat);
        let used = invitation.map(|secret| Op::UsedInvitation { game: game.clone(), seat, digest: secret.digest() });
        let ops = [Op::GrantSeat { game, seat, guest }, store_secret].into_iter().chain(used).collect();
        let receipt = self.execute(command, ops).await?;
        Ok(SeatGrant { seat, secret: Some(secret), receipt })
    }

    /// Gives a guest access to the seat that a secret belongs to. If the seat is open, the guest takes it.
    pub(super) async fn claim(&mut self, guest: GuestId, secret: &Secret) -> Result<SeatGrant, HubError> {
        // Another request may have replaced the secret while this one was queued.
        let found = self.hub.store().seat_of_secret(secret).await?;
        let Some((_, seat)) = found.filter(|(game, _)| *game == self.id) else {
            return self.claim_again(&guest, secret).await;
        };
        if self.is_open(seat) {
            return self.join(guest, Some(seat), Some(secret)).await;
        }
        self.hub.store().write(vec![Op::GrantSeat { game: self.id.clone(), seat, guest }]).await?;
        self.reload_guests().await?;
        Ok(self.held_seat(seat))
    }

    /// Returns the seat of a guest who has used an invitation before. (`&mut self`: a room is not `Sync`.)
    async fn claim_again(&mut self, guest: &GuestId, secret: &Secret) -> Result<SeatGrant, HubError> {
        let taken = self.hub.store().seat_of_used_invitation(secret).await?;
        let (_, seat) = taken.filter(|(game, _)| *game == self.id).ok_or(HubError::NotYours)?;
        let is_held = self.snapshot().seats_of(Some(guest)).contains(&seat);
        is_held.then(|| self.held_seat(seat)).ok_or(HubError::NotYours)
    }

    /// Returns the right to a seat that has not changed.
    fn held_seat(&self, seat: usize) -> SeatGrant {
        let (seq, hash) = (self.table().seq(), self.table().hash());
        SeatGrant { seat, secret: None, receipt: Receipt { seq, hash, client: None, line_options: Vec::new() } }
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
