//! Migrations from every released schema version.

use api::{GameId, Moment, Secret};
use server::bans::Ban;
use server::store::{
    BackupContent, FILE, GameFilter, GameRow, Op, Store, StoreError, VERSION, back_up, check, restore,
};
use sqlx::Connection;
use table::{AnyGame, Command, Decision, PlayerCommand, Table};

use crate::{new_folder, raw};

/// Released schema versions. The first text of each pair is the migration as released, followed by rows that a server of
/// that version wrote. The second is the migration in the current source.
const RELEASED: [(&str, &str); 8] = [
    (include_str!("../schemas/1.sql"), include_str!("../../src/store/migrations/1.sql")),
    (include_str!("../schemas/2.sql"), include_str!("../../src/store/migrations/2.sql")),
    (include_str!("../schemas/3.sql"), include_str!("../../src/store/migrations/3.sql")),
    (include_str!("../schemas/4.sql"), include_str!("../../src/store/migrations/4.sql")),
    (include_str!("../schemas/5.sql"), include_str!("../../src/store/migrations/5.sql")),
    (include_str!("../schemas/6.sql"), include_str!("../../src/store/migrations/6.sql")),
    (include_str!("../schemas/7.sql"), include_str!("../../src/store/migrations/7.sql")),
    (include_str!("../schemas/8.sql"), include_str!("../../src/store/migrations/8.sql")),
];

/// Line between the migration and the rows.
const ROWS: &str = "-- Rows as a server of this version wrote them.\n";

#[test]
fn released_migrations_never_change() {
    for (number, (released, now)) in (1..).zip(RELEASED) {
        let (migration, rows) = released.split_once(ROWS).expect("the file has a migration and rows");
        assert!(rows.contains("INSERT INTO games"), "version {number}");
        let advice =
            format!("version {number} was released: restore its migration and add one for version {}", number + 1);
        assert_eq!(now.trim_end(), migration.trim_end(), "{advice}");
    }
}

#[tokio::test]
async fn databases_of_every_version_are_migrated() {
    assert_eq!(RELEASED.len() as i64, VERSION, "a new version needs a frozen migration with rows here");
    for released in 0..=RELEASED.len() {
        let folder = new_folder();
        let mut db = raw(&folder).await;
        for (sql, _) in &RELEASED[..released] {
            sqlx::raw_sql(*sql).execute(&mut db).await.expect("the migration succeeds");
        }
        let set_version = format!("PRAGMA user_version = {released}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(set_version)).execute(&mut db).await.expect("the version is set");
        db.close().await.expect("the database closes");
        let store = Store::open(folder.path()).await.expect("the store opens");
        if released == 0 {
            assert_eq!(store.guests(10).await.expect("the guests are listed"), []);
        } else {
            check_guests(&store).await;
            check_whose_turn_it_is(&store).await;
            continue_game(&store).await;
        }
        store.close().await;
        let checked = check(folder.path()).await.expect("the database is checked");
        assert_eq!(checked.problems, Vec::<String>::new());
        assert_eq!(
            (checked.games, checked.entries),
            [(0, 0), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9), (6, 9), (7, 9), (8, 9)][released]
        );
    }
}

/// Checks the guests of version 1, their tokens and their seat secrets.
async fn check_guests(store: &Store) {
    let guests = store.guests(10).await.expect("the guests are listed");
    let [ann, ben, cid] = &guests[..] else { panic!("{guests:?}") };
    assert_eq!([&ann.name, &ben.name, &cid.name], ["Ann", "Ben", "Cid"]);
    assert_eq!([ann, ben, cid].map(|guest| guest.has_recovery), [true, false, false]);
    assert_eq!([ann.quota, ben.quota], [Some(7), None]);
    assert_eq!([ann.generation, ben.generation], [0, 2]);
    assert_eq!(cid.banned, Some(Ban { reason: "spam".to_owned(), until: None }));
    let token: Secret = "59b2g2bgeu9fx47asphf4k0x454esuug".parse().expect("the token is valid");
    let (guest, scopes) =
        store.guest_with_token(&token).await.expect("the store is readable").expect("the token belongs to a guest");
    assert_eq!(guest.id.as_str(), "aaaaaaaaaaaaaaaa");
    assert_eq!(scopes, "read play");
    for (seat, secret) in ["fppghs06sevt89rb79gztx0nyuggutuj", "zxq930db7jnvc2h0vs5ae27rvvhvfn03"].iter().enumerate() {
        let opened =
            store.seat_of_secret(&secret.parse().expect("the secret is valid")).await.expect("the store is readable");
        assert_eq!(opened.map(|(game, seat)| (game.to_string(), seat)), Some(("gggggggg".to_owned(), seat)));
    }
}

/// Checks that lists show whose turn it is in the game of version 1.
async fn check_whose_turn_it_is(store: &Store) {
    for (guest, is_callers_turn) in [("aaaaaaaaaaaaaaaa", true), ("bbbbbbbbbbbbbbbb", false)] {
        let caller = Some(guest.parse().expect("the guest id is valid"));
        let stage = Some("running".to_owned());
        let games = store
            .games(&GameFilter { caller, stage, limit: 9, ..GameFilter::default() })
            .await
            .expect("the games are listed");
        let [game] = &games[..] else { panic!("{guest}: {} games", games.len()) };
        assert_eq!(game.to_move, Some(0));
        assert_eq!(game.is_callers_turn, is_callers_turn, "{guest}");
    }
}

fn symmetric_hash(table: &Table) -> u64 {
    let AnyGame::RingRift(game) = table.game() else { panic!("the game is RingRift") };
    game.position().symmetric_hash()
}

/// Returns the hash of the current position if the store guards it.
async fn guarded(store: &Store, table: &Table) -> Option<u64> {
    store.guarded_among(&[symmetric_hash(table)]).await.expect("the store is readable").into_iter().next()
}

/// Checks that the game of version 1 can be read and continued.
async fn continue_game(store: &Store) {
    let id: GameId = "gggggggg".parse().expect("the game id is valid");
    let mut stored = store.game(&id).await.expect("the store is readable").expect("the game exists");
    stored.holders.sort();
    let holders: Vec<(usize, &str)> = stored.holders.iter().map(|(seat, guest)| (*seat, guest.as_str())).collect();
    assert_eq!(holders, [(0, "aaaaaaaaaaaaaaaa"), (1, "bbbbbbbbbbbbbbbb")]);
    let table = stored.table;
    assert_eq!(table.seq(), 8);
    assert_eq!(table.moves().len(), 5);
    assert_eq!(table.to_move(), Some(0));
    assert_eq!(table.clocks().left(), [594_100, 597_000]);
    assert_eq!(guarded(store, &table).await, None, "the third turn is not guarded");
    let act = PlayerCommand::Act { seq: 8, action: "M e1-f1".into() };
    let act = Command::Player { seat: 0, lag: 0, client: Some("fourth".to_owned()), command: act };
    let decision = table.decide(act, Moment(1_760_000_050_000)).expect("M e1-f1 is legal");
    let Decision::Write { entries, after, .. } = decision else { panic!("{decision:?}") };
    let entries = entries.iter().map(|applied| applied.entry.clone()).collect();
    let row = Box::new(GameRow::new(&after, None));
    store.write(vec![Op::Append { game: id.clone(), entries, row }]).await.expect("the entries are written");
    let reread = store.game(&id).await.expect("the store is readable").expect("the game exists").table;
    assert_eq!(reread.seq(), 9);
    assert_eq!(reread.hash(), after.hash());
    let hash = symmetric_hash(&after);
    assert_eq!(guarded(store, &after).await, Some(hash), "the fourth turn is guarded");
    let many: Vec<u64> = (0..1_200).chain([hash]).collect();
    let found = store.guarded_among(&many).await.expect("the store is readable");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [hash]);
    assert!(store.guarded_among(&[]).await.expect("the store is readable").is_empty());
    assert_eq!(reread.to_move(), Some(1));
}

/// Version 5 guards positions by their meaning, so it replays the running games of older versions.
#[tokio::test]
async fn migration_guards_the_positions_of_running_games() {
    let folder = new_folder();
    let mut db = raw(&folder).await;
    for (sql, _) in &RELEASED[..4] {
        sqlx::raw_sql(*sql).execute(&mut db).await.expect("the migration succeeds");
    }
    // The action that ends the third turn.
    let sql = r#"INSERT INTO entries (game, seq, at, deed, hash) VALUES ('gggggggg', 9, 1760000050000,
                 '{"type":"acted","seat":0,"action":"M e1-f1","spent":10000,"lag":0}', 'HASH'); PRAGMA user_version = 4"#;
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, 2).expect("the rules are valid");
    let mut position = ringrift::Position::new(&rules).expect("the rules are valid");
    for action in ["P a1", "M a1-b1", "P c1", "M c1-d1", "P e1", "M e1-f1"] {
        let action = position.read_action(action).expect("the action is legal");
        position.play(action).expect("the action is legal");
    }
    let sql = sql.replace("HASH", &position.fingerprint_hash().to_string());
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut db).await.expect("the entry is written");
    db.close().await.expect("the database closes");
    let store = Store::open(folder.path()).await.expect("the store opens");
    let id: GameId = "gggggggg".parse().expect("the game id is valid");
    let table = store.game(&id).await.expect("the store is readable").expect("the game exists").table;
    assert_eq!((table.game().turn(), table.seq()), (4, 9));
    assert_eq!(guarded(&store, &table).await, Some(symmetric_hash(&table)));
    store.close().await;
}

/// Version 6 orders delayed games by their start.
#[tokio::test]
async fn migration_finds_the_start_of_delayed_games() {
    let folder = new_folder();
    let mut db = raw(&folder).await;
    for (sql, _) in &RELEASED[..5] {
        sqlx::raw_sql(*sql).execute(&mut db).await.expect("the migration succeeds");
    }
    let sql = "UPDATE games SET spectator_delay = 5000 WHERE id = 'gggggggg'; PRAGMA user_version = 5";
    sqlx::raw_sql(sql).execute(&mut db).await.expect("the game is changed");
    db.close().await.expect("the database closes");
    let store = Store::open(folder.path()).await.expect("the store opens");
    let filter = GameFilter { stage: Some("running".to_owned()), limit: 9, ..GameFilter::default() };
    let games = store.games(&filter).await.expect("the games are listed");
    assert_eq!(games.iter().map(|game| game.listed).collect::<Vec<_>>(), [Moment(1_760_000_011_000)]);
    store.close().await;
}

#[tokio::test]
async fn rejects_newer_databases_and_other_files() {
    let folder = new_folder();
    let mut db = raw(&folder).await;
    sqlx::raw_sql("CREATE TABLE future (x); PRAGMA user_version = 999")
        .execute(&mut db)
        .await
        .expect("the table is created");
    db.close().await.expect("the database closes");
    let error = Store::open(folder.path()).await.expect_err("the database is too new");
    assert!(matches!(error, StoreError::TooNew { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("use the program that created it"), "{error}");
    assert!(matches!(check(folder.path()).await, Err(StoreError::TooNew { .. })));
    assert!(matches!(
        back_up(folder.path(), &folder.path().join("copy"), BackupContent::Everything).await,
        Err(StoreError::TooNew { .. })
    ));
    let other = new_folder();
    assert!(restore(other.path(), &folder.path().join(FILE)).await.is_err(), "a newer backup is rejected");
    std::fs::write(other.path().join("text"), "this is not a database, but a text of some length")
        .expect("the file is written");
    assert!(restore(other.path(), &other.path().join("text")).await.is_err());
    assert!(check(new_folder().path()).await.is_err());
}
