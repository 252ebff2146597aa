//! The database: versions, copies, checks.

use std::path::PathBuf;

use server::store::{FILE, Store, StoreError, VERSION, back_up, check, restore};
use sqlx::{ConnectOptions, Connection};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ringside-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A database of every version that was released, as its program made it.
const RELEASED: [&str; 1] = [include_str!("../src/store/schema_1.sql")];

async fn raw(folder: &Folder) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.0.join(FILE)).create_if_missing(true);
    options.connect().await.expect("a database")
}

#[tokio::test]
async fn databases_of_every_version_are_brought_up_to_date() {
    assert_eq!(RELEASED.len() as i64, VERSION, "a new version needs a database of the one before here");
    for released in 0..=RELEASED.len() {
        let folder = Folder::new(&format!("version-{released}"));
        std::fs::create_dir_all(&folder.0).expect("a folder");
        let mut db = raw(&folder).await;
        for sql in &RELEASED[..released] {
            sqlx::raw_sql(*sql).execute(&mut db).await.expect("made");
        }
        let mark = format!("PRAGMA user_version = {released}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut db).await.expect("marked");
        db.close().await.expect("closed");
        let store = Store::open(&folder.0).await.expect("a store");
        assert_eq!(store.guests(10).await.expect("a list"), []);
        store.close().await;
        assert_eq!(check(&folder.0).await.expect("checked").problems, Vec::<String>::new());
    }
}

#[tokio::test]
async fn newer_databases_and_foreign_files_are_refused() {
    let folder = Folder::new("newer");
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let mut db = raw(&folder).await;
    sqlx::raw_sql("CREATE TABLE future (x); PRAGMA user_version = 999").execute(&mut db).await.expect("made");
    db.close().await.expect("closed");
    let error = Store::open(&folder.0).await.expect_err("too new");
    assert!(matches!(error, StoreError::TooNew { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("use the program that made it"), "{error}");
    assert!(matches!(check(&folder.0).await, Err(StoreError::TooNew { .. })));
    assert!(matches!(back_up(&folder.0, &folder.0.join("copy")).await, Err(StoreError::TooNew { .. })));
    let other = Folder::new("foreign");
    assert!(restore(&other.0, &folder.0.join(FILE)).await.is_err(), "a newer copy is refused");
    std::fs::write(other.0.join("text"), "this is no database, but a text of some length").expect("written");
    assert!(restore(&other.0, &other.0.join("text")).await.is_err());
    assert!(check(&Folder::new("nothing").0).await.is_err());
}

#[tokio::test]
async fn entries_are_only_ever_added_in_order() {
    let folder = Folder::new("append");
    Store::open(&folder.0).await.expect("a store").close().await;
    let mut db = raw(&folder).await;
    let game = "INSERT INTO games (id, created, setup, changed, kind, rules, purpose, visibility, stage, seats, actions) \
                VALUES ('aaaaaaaa', 0, '{}', 0, 'ringrift', '', '', '', 'running', '[]', 0)";
    sqlx::raw_sql(game).execute(&mut db).await.expect("a game");
    let entry = |seq: u32| {
        let sql = format!("INSERT INTO entries (game, seq, at, deed, hash) VALUES ('aaaaaaaa', {seq}, 0, '{{}}', '')");
        sqlx::AssertSqlSafe(sql)
    };
    sqlx::raw_sql(entry(1)).execute(&mut db).await.expect("the first");
    for seq in [1, 3, 0] {
        assert!(sqlx::raw_sql(entry(seq)).execute(&mut db).await.is_err(), "{seq}");
    }
    sqlx::raw_sql(entry(2)).execute(&mut db).await.expect("the second");
    assert!(sqlx::raw_sql("UPDATE entries SET at = 7").execute(&mut db).await.is_err());
    db.close().await.expect("closed");
    let checked = check(&folder.0).await.expect("checked");
    assert_eq!((checked.games, checked.problems.len()), (1, 1), "{checked:?}");
}

#[tokio::test]
async fn one_server_at_a_time_has_a_folder() {
    let folder = Folder::new("lock");
    let store = Store::open(&folder.0).await.expect("a store");
    assert!(matches!(Store::open(&folder.0).await, Err(StoreError::InUse(_))));
    assert!(matches!(restore(&folder.0, &folder.0.join(FILE)).await, Err(StoreError::InUse(_))));
    let beside = Store::open_beside(&folder.0).await.expect("an operator may look");
    beside.close().await;
    store.close().await;
}
