//! Who may see and play games: guests, seats, private games and their share links, bans of guests, devices and networks.

mod bans;
mod guests;
mod private_games;
mod seats;

pub(crate) use bans::{ban_network, wait_until};
