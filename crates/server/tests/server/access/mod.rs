//! Who may see and play games: private games and their share links.

mod private_games;
