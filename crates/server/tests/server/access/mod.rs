//! Who may see and play games: private games and their share links, bans of guests, devices and networks.

mod bans;
mod private_games;
