//! Tests of the database: migrations, backup, restore and checks.

mod migrations;

use std::path::{Path, PathBuf};

use api::{GameId, GuestId, Moment};
use server::store::{BackupContent, FILE, GameFilter, NewGuest, Op, Store, StoreError, back_up, check, restore};
use sqlx::{ConnectOptions, Connection, Row};
use tempfile::TempDir;

/// Creates a temporary data folder that is removed on drop.
fn new_folder() -> TempDir {
    TempDir::new().expect("the temporary folder can be created")
}

#[tokio::test]
async fn a_closed_database_is_a_single_file() {
    let folder = new_folder();
    let store = Store::open(folder.path()).await.expect("the store opens");
    add_guest("Ann", &store).await;
    // The server has many clones of the store.
    let clone = store.clone();
    store.close().await;
    assert_eq!(files(&folder), [FILE, "ringside.lock"]);
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
    let write = clone.write(vec![Op::Meta { key: "ready", value: String::new() }]).await;
    assert!(matches!(write, Err(StoreError::Closed)));
}

async fn raw(folder: &TempDir) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join(FILE)).create_if_missing(true);
    options.connect().await.expect("the database opens")
}

#[tokio::test]
async fn entries_are_append_only_and_consecutive() {
    let folder = new_folder();
    Store::open(folder.path()).await.expect("the store opens").close().await;
    let mut db = raw(&folder).await;
    let game = "INSERT INTO games (id, created, setup, changed, kind, rules, purpose, visibility, stage, seats, actions) \
                VALUES ('aaaaaaaa', 0, '{}', 0, 'ringrift', '', '', '', 'running', '[]', 0)";
    sqlx::raw_sql(game).execute(&mut db).await.expect("the game is inserted");
    let entry = |seq: u32| {
        let sql = format!("INSERT INTO entries (game, seq, at, deed, hash) VALUES ('aaaaaaaa', {seq}, 0, '{{}}', '')");
        sqlx::AssertSqlSafe(sql)
    };
    sqlx::raw_sql(entry(1)).execute(&mut db).await.expect("entry 1 is accepted");
    for seq in [1, 3, 0] {
        assert!(sqlx::raw_sql(entry(seq)).execute(&mut db).await.is_err(), "entry {seq} is out of order");
    }
    sqlx::raw_sql(entry(2)).execute(&mut db).await.expect("entry 2 is accepted");
    assert!(sqlx::raw_sql("UPDATE entries SET at = 7").execute(&mut db).await.is_err());
    db.close().await.expect("the database closes");
    let checked = check(folder.path()).await.expect("the database is checked");
    assert_eq!(checked.games, 1);
    assert_eq!(checked.problems.len(), 1, "{checked:?}");
}

#[tokio::test]
async fn every_game_is_on_exactly_one_page() {
    let folder = new_folder();
    let store = Store::open(folder.path()).await.expect("the store opens");
    let mut db = raw(&folder).await;
    // Most games changed at the same time. The last game is over, but spectators see its end ten seconds later, and until then
    // it is ordered by its start.
    for (id, changed, stage, delay) in [
        ("aaaaaaaa", 5_000, "running", 0),
        ("bbbbbbbb", 5_000, "over", 0),
        ("cccccccc", 5_000, "running", 0),
        ("dddddddd", 5_000, "running", 0),
        ("eeeeeeee", 4_000, "running", 0),
        ("ffffffff", 4_500, "over", 10_000),
    ] {
        insert_game(&mut db, (id, changed, stage, delay), "[]").await;
    }
    db.close().await.expect("the database closes");
    for (stage, seen_at, expected) in [
        (None, None, "dcbafe"),
        (Some("running"), None, "dcae"),
        (Some("over"), None, "bf"),
        (Some("running"), Some(Moment(6_000)), "dcaef"),
        (None, Some(Moment(6_000)), "dcbaef"),
        (None, Some(Moment(60_000)), "dcbafe"),
        (Some("over"), Some(Moment(6_000)), "b"),
        (Some("over"), Some(Moment(60_000)), "bf"),
        (Some("waiting"), Some(Moment(6_000)), ""),
    ] {
        let mut filter = GameFilter { stage: stage.map(str::to_owned), seen_at, limit: 2, ..GameFilter::default() };
        let mut found = String::new();
        loop {
            let page = store.games(&filter).await.expect("the page is read");
            found.extend(page.iter().map(|summary| &summary.id.as_str()[..1]));
            let Some(last) = page.last() else { break };
            (filter.before, filter.last) = (Some(last.listed), Some(last.id.clone()));
        }
        assert_eq!(found, expected, "{stage:?} {seen_at:?}");
    }
    store.close().await;
}

/// Inserts a public game with an id, a time of the last change, a stage and a spectator delay.
async fn insert_game(db: &mut sqlx::SqliteConnection, game: (&str, i64, &str, i64), seats: &str) {
    let (id, changed, stage, delay) = game;
    let sql = "INSERT INTO games (id, created, setup, changed, kind, rules, purpose, visibility, stage, seats, actions, \
               spectator_delay) VALUES (?, 0, '{}', ?, 'ringrift', '', '', 'public', ?, ?, 0, ?)";
    let query = sqlx::query(sql).bind(id).bind(changed).bind(stage).bind(seats).bind(delay);
    query.execute(db).await.expect("the game is inserted");
}

#[tokio::test]
async fn one_damaged_game_is_left_out_of_lists() {
    let folder = new_folder();
    let store = Store::open(folder.path()).await.expect("the store opens");
    let mut db = raw(&folder).await;
    for (number, letter) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let seats = if letter == "b" { "no JSON" } else { "[]" };
        insert_game(&mut db, (&letter.repeat(8), 100 - number as i64, "waiting", 0), seats).await;
    }
    db.close().await.expect("the database closes");
    let mut filter = GameFilter { limit: 3, ..GameFilter::default() };
    let page = store.games(&filter).await.expect("the page is read");
    assert_eq!(page.iter().map(|game| &game.id.as_str()[..1]).collect::<String>(), "acd");
    let last = page.last().expect("the page is full");
    (filter.before, filter.last) = (Some(last.listed), Some(last.id.clone()));
    let page = store.games(&filter).await.expect("the page is read");
    assert_eq!(page.iter().map(|game| &game.id.as_str()[..1]).collect::<String>(), "e");
    store.close().await;
}

#[tokio::test]
async fn games_of_a_guest_are_listed_once_in_order_of_their_last_change() {
    let folder = new_folder();
    let store = Store::open(folder.path()).await.expect("the store opens");
    let guest: GuestId = "aaaaaaaaaaaaaaaa".parse().expect("the guest id is valid");
    let ann = NewGuest { id: guest.clone(), name: "Ann".to_owned(), at: Moment(1) };
    store.write(vec![Op::NewGuest(ann)]).await.expect("the guest is written");
    let mut db = raw(&folder).await;
    for (id, changed, stage) in [("a", 1, "over"), ("b", 5, "running"), ("c", 3, "over"), ("d", 9, "over")] {
        insert_game(&mut db, (&id.repeat(8), changed, stage, 0), "[]").await;
    }
    db.close().await.expect("the database closes");
    for (game, seats) in [("a", 2), ("b", 4), ("c", 1)] {
        let game: GameId = game.repeat(8).parse().expect("the game id is valid");
        let grant = |seat| Op::GrantSeat { game: game.clone(), seat, guest: guest.clone() };
        store.write((0..seats).map(grant).collect()).await.expect("the seats are written");
    }
    for (stage, expected) in [(None, "bca"), (Some("over"), "ca"), (Some("waiting"), "")] {
        let (guest, stage) = (Some(guest.clone()), stage.map(str::to_owned));
        let mut filter = GameFilter { guest, stage, limit: 1, ..GameFilter::default() };
        let mut found = String::new();
        while let Some(game) = store.games(&filter).await.expect("the page is read").pop() {
            found.push_str(&game.id.as_str()[..1]);
            (filter.before, filter.last) = (Some(game.changed), Some(game.id));
        }
        assert_eq!(found, expected);
    }
    store.close().await;
}

#[tokio::test]
async fn data_folder_is_used_by_one_server_at_a_time() {
    let folder = new_folder();
    let store = Store::open(folder.path()).await.expect("the store opens");
    assert!(matches!(Store::open(folder.path()).await, Err(StoreError::InUse(_))));
    assert!(matches!(restore(folder.path(), &folder.path().join(FILE)).await, Err(StoreError::InUse(_))));
    let beside = Store::open_beside(folder.path()).await.expect("an operator can open the store");
    beside.close().await;
    store.close().await;
}

/// Adds a guest. Tests recognize a database by the name of its guest.
async fn add_guest(name: &str, store: &Store) {
    let guest = NewGuest { id: GuestId::random(), name: name.to_owned(), at: Moment(1) };
    store.write(vec![Op::NewGuest(guest)]).await.expect("the guest is written");
}

/// Returns a folder as a killed server leaves it: the guest is only in the write-ahead log.
async fn after_kill(guest: &str) -> TempDir {
    let (running, copy) = (new_folder(), new_folder());
    let store = Store::open(running.path()).await.expect("the store opens");
    add_guest(guest, &store).await;
    for file in [FILE.to_owned(), format!("{FILE}-wal")] {
        let size = std::fs::copy(running.path().join(&file), copy.path().join(&file)).expect("the file is copied");
        assert!(size > 0, "{file}");
    }
    store.close().await;
    copy
}

/// Returns a backup of a database with one guest, and its folder.
async fn backup_with(guest: &str) -> (TempDir, PathBuf) {
    let folder = after_kill(guest).await;
    let backup = folder.path().join("copy");
    back_up(folder.path(), &backup, BackupContent::Everything).await.expect("the backup is written");
    (folder, backup)
}

/// Returns the guests in a database file without a write-ahead log.
async fn guests_in(file: &Path) -> Vec<String> {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    assert!(!Path::new(&log).exists(), "{} has a write-ahead log", file.display());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let mut db = options.connect().await.expect("the database opens");
    let rows =
        sqlx::query("SELECT name FROM guests ORDER BY name").fetch_all(&mut db).await.expect("the guests are read");
    db.close().await.expect("the database closes");
    rows.iter().map(|row| row.get(0)).collect()
}

/// Returns the sorted names of all files in a folder.
fn files(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder is readable");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the entry is readable").file_name().into_string().expect("the name is UTF-8"))
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn every_restore_preserves_the_old_database() {
    let (_source, backup) = backup_with("Ann").await;
    let folder = after_kill("Ben").await;
    let before = |suffix: &str| folder.path().join(format!("{FILE}.before{suffix}"));
    let (checked, preserved) = restore(folder.path(), &backup).await.expect("the backup is restored");
    assert_eq!(checked.problems, Vec::<String>::new());
    assert_eq!(preserved, Some(before("")));
    assert_eq!(
        guests_in(&folder.path().join(FILE)).await,
        ["Ann"],
        "the new database contains no guest of the old one"
    );
    assert_eq!(guests_in(&before("")).await, ["Ben"]);
    let store = Store::open(folder.path()).await.expect("the store opens");
    add_guest("Cid", &store).await;
    assert_eq!(store.guests(10).await.expect("the guests are listed").len(), 2);
    store.close().await;
    let (_, preserved) = restore(folder.path(), &backup).await.expect("the backup is restored");
    assert_eq!(preserved, Some(before("-2")));
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
    assert_eq!(guests_in(&before("")).await, ["Ben"]);
    assert_eq!(guests_in(&before("-2")).await, ["Ann", "Cid"]);
    // A preserved database can be restored like any backup.
    restore(folder.path(), &before("")).await.expect("the backup is restored");
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ben"]);
    let expected =
        ["ringside.db", "ringside.db.before", "ringside.db.before-2", "ringside.db.before-3", "ringside.lock"];
    assert_eq!(files(&folder), expected);
}

#[tokio::test]
async fn backup_with_a_write_ahead_log_is_restored_completely() {
    let source = after_kill("Ann").await;
    let folder = new_folder();
    let (_, preserved) = restore(folder.path(), &source.path().join(FILE)).await.expect("the backup is restored");
    assert_eq!(preserved, None, "there was no old database");
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
    assert_eq!(files(&source), ["ringside.db", "ringside.db-wal"], "the backup is not changed");
}

#[tokio::test]
async fn interrupted_restore_leaves_the_old_database_in_place() {
    let (_source, backup) = backup_with("Ann").await;
    let folder = after_kill("Ben").await;
    for suffix in ["restoring", "restoring-wal", "restoring-shm", "restoring-journal", "keeping"] {
        std::fs::write(folder.path().join(format!("{FILE}.{suffix}")), "the first half of a file")
            .expect("the file is written");
    }
    let store = Store::open(folder.path()).await.expect("the old database is in place and opens");
    let guests = store.guests(10).await.expect("the guests are listed");
    assert_eq!(guests.iter().map(|guest| guest.name.as_str()).collect::<Vec<_>>(), ["Ben"]);
    store.close().await;
    let (_, preserved) = restore(folder.path(), &backup).await.expect("the backup is restored");
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
    assert_eq!(guests_in(&preserved.expect("the old database was preserved")).await, ["Ben"]);
    assert_eq!(files(&folder), ["ringside.db", "ringside.db.before", "ringside.lock"]);
}

#[tokio::test]
async fn damaged_database_is_replaced_and_preserved_unchanged() {
    let (_source, backup) = backup_with("Ann").await;
    let folder = new_folder();
    let rubbish = "this was a database before something overwrote it.......".repeat(100);
    std::fs::write(folder.path().join(FILE), &rubbish).expect("the file is written");
    assert!(Store::open(folder.path()).await.is_err());
    let (_, preserved) = restore(folder.path(), &backup).await.expect("the backup is restored");
    assert_eq!(
        std::fs::read_to_string(preserved.expect("the old database was preserved")).expect("the file is readable"),
        rubbish
    );
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
}

#[tokio::test]
async fn rejects_restore_while_the_database_is_open() {
    let (_source, backup) = backup_with("Ann").await;
    let folder = after_kill("Ben").await;
    let beside = Store::open_beside(folder.path()).await.expect("an operator can open the store");
    let error = restore(folder.path(), &backup).await.expect_err("the database is open");
    assert!(error.to_string().contains("locked"), "{error}");
    assert_eq!(beside.guests(10).await.expect("the guests are listed")[0].name, "Ben");
    beside.close().await;
    assert!(!files(&folder).iter().any(|name| name.contains("restoring") || name.contains("before")));
    restore(folder.path(), &backup).await.expect("the database is closed");
    assert_eq!(guests_in(&folder.path().join(FILE)).await, ["Ann"]);
}
