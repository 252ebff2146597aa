//! `ringside admin`: who uses the server, and who may not.

use std::io::Write;

use clap::{Args, Subcommand};
use cli_support::{Failure, Outcome};
use server::id::{GameId, GuestId};
use server::store::{Op, Store, StoreError};
use server::table::Occupant;

use crate::db::{DataArgs, wait};

/// List guests and games, shut guests out, delete, set quotas; a running server heeds it within seconds
#[derive(Args)]
pub(crate) struct AdminCommand {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Subcommand)]
enum What {
    /// List guests, the latest first
    Guests {
        /// How many at most
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// List games, also private ones, the latest first
    Games {
        /// How many at most
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// Shut a guest out
    Ban {
        /// Guest, as `guests` lists him
        guest: GuestId,
        /// What he is told
        #[arg(long, default_value = "no reason given")]
        reason: String,
    },
    /// Let a guest in again
    Unban {
        /// Guest, as `guests` lists him
        guest: GuestId,
    },
    /// Let a guest have so many games at once, instead of the usual number
    Quota {
        /// Guest, as `guests` lists him
        guest: GuestId,
        /// How many; without it the usual number
        games: Option<u32>,
    },
    /// Delete a guest: name, tokens and seats; his games stay without his name
    Forget {
        /// Guest, as `guests` lists him
        guest: GuestId,
    },
    /// Delete a game with its log
    Delete {
        /// Game
        game: GameId,
    },
}

/// Does what an operator wants.
pub(crate) fn run(command: &AdminCommand, out: &mut impl Write) -> Outcome {
    let folder = command.data.folder();
    let text = wait(async {
        let store = Store::open_beside(&folder).await?;
        let text = answer(&store, &command.what).await;
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

/// What is said in the end; a problem if there is nobody or nothing of that name.
async fn answer(store: &Store, what: &What) -> Result<Result<String, String>, StoreError> {
    Ok(match what {
        What::Guests { most } => Ok(guests(store, *most).await?),
        What::Games { most } => Ok(games(store, *most).await?),
        What::Ban { guest, reason } => {
            let op = Op::Ban { guest: guest.clone(), reason: Some(reason.clone()) };
            change(store, guest, op, "is shut out").await?
        }
        What::Unban { guest } => {
            change(store, guest, Op::Ban { guest: guest.clone(), reason: None }, "is let in again").await?
        }
        What::Quota { guest, games } => {
            let told = games.map_or_else(
                || "has the usual number of games".to_owned(),
                |games| format!("may have {games} games at once"),
            );
            change(store, guest, Op::Quota { guest: guest.clone(), games: *games }, &told).await?
        }
        What::Forget { guest } => change(store, guest, Op::Forget { guest: guest.clone() }, "is forgotten").await?,
        What::Delete { game } => match store.game(game).await {
            Ok(None) => Err(format!("there is no game {game}")),
            // One that is damaged can be deleted as well.
            Ok(Some(_)) | Err(StoreError::Damaged(_)) => {
                store.write(vec![Op::DeleteGame { game: game.clone() }]).await?;
                Ok(format!("Game {game} is deleted.\n"))
            }
            Err(error) => return Err(error),
        },
    })
}

async fn change(store: &Store, guest: &GuestId, op: Op, told: &str) -> Result<Result<String, String>, StoreError> {
    let Some(row) = store.guest(guest).await? else { return Ok(Err(format!("there is no guest {guest}"))) };
    store.write(vec![op]).await?;
    Ok(Ok(format!("{} {told}.\n", row.name)))
}

async fn guests(store: &Store, most: u32) -> Result<String, StoreError> {
    let lines = store.guests(most).await?.into_iter().map(|guest| {
        let banned = guest.banned.map_or(String::new(), |reason| format!("  banned: {reason}"));
        let quota = guest.quota.map_or(String::new(), |quota| format!("  quota {quota}"));
        format!("{}  {}  {:32}{quota}{banned}\n", guest.id, guest.seen.text(), guest.name)
    });
    let text: String = lines.collect();
    Ok(if text.is_empty() { "There are no guests.\n".to_owned() } else { text })
}

async fn games(store: &Store, most: u32) -> Result<String, StoreError> {
    let lines = store.all_games(most).await?.into_iter().map(|game| {
        let people = game.occupants.iter().filter(|occupant| matches!(occupant, Occupant::Guest { .. })).count();
        let changed = game.changed.text();
        format!("{}  {changed}  {:8} {people} people, {} actions  {}\n", game.id, game.stage, game.actions, game.rules)
    });
    let text: String = lines.collect();
    Ok(if text.is_empty() { "There are no games.\n".to_owned() } else { text })
}
