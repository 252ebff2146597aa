//! Damaged databases: the check names everything that is damaged, and the salvage saves everything else.

use server::store::{BackupContent, FILE, Store, VERSION, back_up, check, restore, salvage};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tempfile::TempDir;

/// Rows that servers of older versions wrote: a game with nine entries, its guests and their secrets.
const ROWS: [&str; 2] = [include_str!("schemas/1.sql"), include_str!("schemas/2.sql")];

/// Rows of tables that later versions added.
const NEW_ROWS: &str = "INSERT INTO shares (game, nonce) VALUES ('gggggggg', 'n'); \
    INSERT INTO viewers (game, guest) VALUES ('gggggggg', 'cccccccccccccccc'); \
    INSERT INTO guarded_positions (game, turn, hash) VALUES ('gggggggg', 4, -7); \
    INSERT INTO bans (id, kind, value, reason, created) VALUES ('a', 'network', '203.0.113.0/24', 'spam', 1), \
        ('b', 'device', 'deviceofaguest', 'spam', 1); \
    INSERT INTO guest_traces (guest, kind, value, seen) VALUES ('cccccccccccccccc', 'network', '203.0.113.7', 1), \
        ('cccccccccccccccc', 'device', 'deviceofaguest', 1);";

/// Number of further guests, who fill many pages of the file.
const MANY: usize = 2_000;

async fn open(folder: &TempDir, name: &str) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join(name)).create_if_missing(true);
    options.connect().await.expect("the database opens")
}

/// Returns a folder with a database of a game and many guests.
async fn database() -> TempDir {
    let folder = TempDir::new().expect("the temporary folder can be created");
    let mut db = open(&folder, FILE).await;
    for rows in ROWS {
        sqlx::raw_sql(rows).execute(&mut db).await.expect("the rows are valid");
    }
    sqlx::raw_sql("PRAGMA user_version = 2").execute(&mut db).await.expect("the version is set");
    db.close().await.expect("the database closes");
    Store::open(folder.path()).await.expect("the database is migrated").close().await;
    let mut db = open(&folder, FILE).await;
    sqlx::raw_sql(NEW_ROWS).execute(&mut db).await.expect("the rows are valid");
    sqlx::raw_sql("BEGIN").execute(&mut db).await.expect("a transaction begins");
    for number in 0..MANY {
        let sql = "INSERT INTO guests (id, name, created, seen) VALUES (?, ?, 1, 1)";
        let query = sqlx::query(sql).bind(format!("{number:016}")).bind(format!("Guest number {number:05}"));
        query.execute(&mut db).await.expect("the guest is added");
    }
    sqlx::raw_sql("COMMIT").execute(&mut db).await.expect("the transaction ends");
    db.close().await.expect("the database closes");
    folder
}

async fn run(folder: &TempDir, name: &str, sql: &'static str) {
    let mut db = open(folder, name).await;
    sqlx::raw_sql(sql).execute(&mut db).await.expect("the statement is valid");
    db.close().await.expect("the database closes");
}

async fn count(folder: &TempDir, name: &str, table: &str) -> i64 {
    let mut db = open(folder, name).await;
    let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
    sqlx::query(sql).fetch_one(&mut db).await.expect("the table is readable").try_get(0).expect("a number")
}

/// Overwrites the page of the database that contains a text.
fn damage_page_with(folder: &TempDir, text: &str) {
    let path = folder.path().join(FILE);
    let mut bytes = std::fs::read(&path).expect("the file is readable");
    let found = bytes.windows(text.len()).position(|part| part == text.as_bytes()).expect("the text is in the file");
    let page = found / 4_096 * 4_096;
    bytes[page..page + 4_096].fill(0xee);
    std::fs::write(&path, bytes).expect("the file can be written");
}

#[tokio::test]
async fn check_goes_on_after_a_damaged_page_and_salvage_saves_the_rest() {
    let folder = database().await;
    let games = count(&folder, FILE, "games").await;
    // Not a row of an inner page of the tree, without which no row can be found.
    damage_page_with(&folder, "Guest number 01010");
    let checked = check(folder.path()).await.expect("the check goes on");
    assert!(!checked.problems.is_empty());
    assert_eq!(checked.games as i64, games, "every game is checked");
    let file = folder.path().join("salvaged.db");
    let report = salvage(folder.path(), &file).await.expect("the rest is readable");
    assert_eq!((report.games as i64, report.entries > 0), (games, true));
    let lost = MANY as u64 + 3 - report.guests;
    assert!((1..200).contains(&lost), "one page of guests is lost, not {lost}: {:?}", report.losses);
    assert!(report.losses.iter().any(|loss| loss.contains("guests")), "{:?}", report.losses);
    assert!(salvage(folder.path(), &file).await.is_err(), "an existing file is not overwritten");
    let fresh = TempDir::new().expect("the temporary folder can be created");
    let (checked, _) = restore(fresh.path(), &file).await.expect("the new database can be restored");
    assert_eq!(checked.problems, Vec::<String>::new());
}

#[tokio::test]
async fn check_names_every_damaged_game_and_salvage_keeps_the_readable_part_of_its_log() {
    let folder = database().await;
    run(&folder, FILE, "DROP TRIGGER entries_never_change; UPDATE entries SET deed = '{' WHERE seq = 5;").await;
    let checked = check(folder.path()).await.expect("the check goes on");
    assert_eq!(checked.problems.len(), 1, "{checked:?}");
    assert!(checked.problems[0].starts_with("game "), "{checked:?}");
    let report = salvage(folder.path(), &folder.path().join("salvaged.db")).await.expect("the rest is readable");
    assert_eq!(report.entries, 4);
    assert!(report.losses.len() == 1 && report.losses[0].contains("ends after entry 4"), "{:?}", report.losses);
    let fresh = TempDir::new().expect("the temporary folder can be created");
    let (checked, _) = restore(fresh.path(), &folder.path().join("salvaged.db")).await.expect("it can be restored");
    assert_eq!(checked.problems, Vec::<String>::new());
}

#[tokio::test]
async fn an_intact_database_is_salvaged_completely() {
    let folder = database().await;
    let report = salvage(folder.path(), &folder.path().join("salvaged.db")).await.expect("the database is readable");
    assert_eq!(report.losses, Vec::<String>::new());
    let tables = ["meta", "guests", "tokens", "games", "entries", "holders", "seat_secrets", "shares", "viewers"];
    for table in tables.into_iter().chain(["guarded_positions", "bans", "guest_traces", "used_invitations"]) {
        assert_eq!(count(&folder, "salvaged.db", table).await, count(&folder, FILE, table).await, "{table}");
    }
    assert_eq!(VERSION, 8, "a new version may have new tables: add them to the salvage");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_rejected() {
    let folder = TempDir::new().expect("the temporary folder can be created");
    std::fs::write(folder.path().join(FILE), "this was a database before something overwrote it".repeat(200))
        .expect("the file can be written");
    assert!(salvage(folder.path(), &folder.path().join("salvaged.db")).await.is_err());
    assert!(!folder.path().join("salvaged.db").exists(), "nothing is left behind");
}

#[tokio::test]
async fn a_backup_without_secrets_contains_none() {
    let folder = database().await;
    run(&folder, FILE, "INSERT OR REPLACE INTO meta VALUES ('cookie_key', 'thesecretkeyofallcookies');").await;
    let file = folder.path().join("copy.db");
    back_up(folder.path(), &file, BackupContent::WithoutSecrets).await.expect("the backup is written");
    let bytes = std::fs::read(&file).expect("the file is readable");
    for secret in ["thesecret", "203.0.113", "deviceofaguest"] {
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret}");
    }
    for table in [
        "tokens",
        "seat_secrets",
        "used_invitations",
        "shares",
        "bans",
        "guest_traces",
        "guests WHERE recovery IS NOT NULL",
        "meta WHERE key = 'cookie_key'",
    ] {
        assert_eq!(count(&folder, "copy.db", table).await, 0, "{table}");
    }
    assert_eq!(count(&folder, "copy.db", "entries").await, count(&folder, FILE, "entries").await);
}
