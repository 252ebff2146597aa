//! `ringside admin`: administration of guests and games on the server.

mod bans;

use std::io::Write;

use api::{GameId, GuestId};
use bans::BanTerms;
use clap::{Args, Subcommand};
use cli_support::{Failure, Outcome};
use server::bans::BannedNetwork;
use server::store::{Op, Store, StoreError};
use server::time::rfc3339;
use table::Occupant;

use crate::db::{DataArgs, wait};

/// List guests and games, ban guests, devices and networks, delete games, set quotas; a running server applies changes within seconds
#[derive(Args)]
pub(crate) struct AdminCommand {
    #[command(subcommand)]
    action: AdminAction,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Subcommand)]
enum AdminAction {
    /// List guests, the most recent first
    Guests {
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// List games, including private ones, the most recent first
    Games {
        /// Maximum number
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// Ban a guest, and on request the devices and networks that the guest has used lately
    Ban {
        /// Id of the guest, as listed by `guests`
        guest: GuestId,
        /// Also ban the browsers of the guest, by their device cookies
        #[arg(long)]
        device: bool,
        /// Also ban the networks of the guest: IPv4 addresses and IPv6 /64 networks
        #[arg(long)]
        network: bool,
        #[command(flatten)]
        terms: BanTerms,
    },
    /// Ban a network: its visitors can only read
    BanNetwork {
        /// IPv4 address, IPv6 address (its /64 network is banned), or network such as 203.0.113.0/24
        network: BannedNetwork,
        #[command(flatten)]
        terms: BanTerms,
    },
    /// List all bans of guests, devices and networks
    Bans,
    /// Lift a ban
    Unban {
        /// Id of the ban, as listed by `bans`; the id of a guest also lifts the bans of devices and networks made with it
        id: String,
    },
    /// Set the maximum number of simultaneous games of a guest
    Quota {
        /// Id of the guest, as listed by `guests`
        guest: GuestId,
        /// Maximum number [default: the number in the server's configuration]
        games: Option<u32>,
    },
    /// Delete a guest with name, tokens and seats; the games stay, without the name
    Forget {
        /// Id of the guest, as listed by `guests`
        guest: GuestId,
    },
    /// Delete a game with its log
    Delete {
        /// Id of the game, as listed by `games`
        game: GameId,
    },
}

pub(crate) fn run(command: &AdminCommand, out: &mut impl Write) -> Outcome {
    let folder = command.data.folder();
    let text = wait(async {
        let store = Store::open_beside(&folder).await?;
        let text = answer(&store, &command.action).await;
        store.close().await;
        text
    })?;
    match text {
        Ok(text) => {
            write!(out, "{text}")?;
            Ok(())
        }
        Err(problem) => Err(Failure::BadInput(problem)),
    }
}

/// Returns the output, or an error if there is no such guest or game.
async fn answer(store: &Store, action: &AdminAction) -> Result<Result<String, String>, StoreError> {
    Ok(match action {
        AdminAction::Guests { most } => Ok(guests(store, *most).await?),
        AdminAction::Games { most } => Ok(games(store, *most).await?),
        AdminAction::Ban { guest, device, network, terms } => {
            bans::ban_guest(store, guest, [*device, *network], terms).await?
        }
        AdminAction::BanNetwork { network, terms } => bans::ban_network(store, *network, terms).await?,
        AdminAction::Bans => Ok(bans::list(store).await?),
        AdminAction::Unban { id } => bans::lift(store, id).await?,
        AdminAction::Quota { guest, games } => {
            let text = games
                .map_or_else(|| "has the default quota".to_owned(), |games| format!("has a quota of {games} games"));
            change(store, guest, Op::Quota { guest: guest.clone(), games: *games }, &text).await?
        }
        AdminAction::Forget { guest } => {
            change(store, guest, Op::DeleteGuest { guest: guest.clone() }, "is deleted").await?
        }
        AdminAction::Delete { game } => match store.game(game).await {
            Ok(None) => Err(format!("there is no game {game}")),
            // A damaged game can be deleted, too.
            Ok(Some(_)) | Err(StoreError::Damaged(_)) => {
                store.write(vec![Op::DeleteGame { game: game.clone() }]).await?;
                Ok(format!("Game {game} was deleted.\n"))
            }
            Err(error) => return Err(error),
        },
    })
}

async fn change(store: &Store, guest: &GuestId, op: Op, text: &str) -> Result<Result<String, String>, StoreError> {
    let Some(row) = store.guest(guest).await? else { return Ok(Err(format!("there is no guest {guest}"))) };
    store.write(vec![op]).await?;
    Ok(Ok(format!("{} {text}.\n", row.name)))
}

async fn guests(store: &Store, most: u32) -> Result<String, StoreError> {
    let lines = store.guests(most).await?.into_iter().map(|guest| {
        let banned = guest.banned.map_or(String::new(), |ban| format!("  banned{}", bans::terms_text(&ban)));
        let quota = guest.quota.map_or(String::new(), |quota| format!("  quota {quota}"));
        format!("{}  {}  {:32}{quota}{banned}\n", guest.id, rfc3339(guest.seen), guest.name)
    });
    let text: String = lines.collect();
    Ok(if text.is_empty() { "There are no guests.\n".to_owned() } else { text })
}

async fn games(store: &Store, most: u32) -> Result<String, StoreError> {
    let lines = store.all_games(most).await?.into_iter().map(|game| {
        let people = game.occupants.iter().filter(|occupant| matches!(occupant, Occupant::Guest { .. })).count();
        let changed = rfc3339(game.changed);
        format!("{}  {changed}  {:8} {people} people, {} actions  {}\n", game.id, game.stage, game.actions, game.rules)
    });
    let text: String = lines.collect();
    Ok(if text.is_empty() { "There are no games.\n".to_owned() } else { text })
}
