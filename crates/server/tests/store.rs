//! The database: versions, copies, checks.

use std::path::{Path, PathBuf};

use api::{GameId, GuestId, Moment, Secret};
use server::store::{FILE, GameFilter, GameRow, NewGuest, Op, Store, StoreError, VERSION, back_up, check, restore};
use server::table::{ActionSource, Command, Decision};
use sqlx::{ConnectOptions, Connection, Row};

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

/// Every version that was released: its step and rows that its program wrote, which never change, and the step as it is now.
const RELEASED: [(&str, &str); 2] = [
    (include_str!("schemas/1.sql"), include_str!("../src/store/schema_1.sql")),
    (include_str!("schemas/2.sql"), include_str!("../src/store/schema_2.sql")),
];

/// What stands between the step and the rows.
const ROWS: &str = "-- Rows as a server of this version wrote them.\n";

async fn raw(folder: &Folder) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.0.join(FILE)).create_if_missing(true);
    options.connect().await.expect("a database")
}

#[test]
fn versions_that_were_released_never_change() {
    for (number, (released, now)) in (1..).zip(RELEASED) {
        let (step, rows) = released.split_once(ROWS).expect("a step and rows");
        assert!(rows.contains("INSERT INTO games"), "version {number}");
        let advice = format!("databases have version {number}: leave its step alone, and write one to {}", number + 1);
        assert_eq!(now.trim_end(), step.trim_end(), "{advice}");
    }
}

#[tokio::test]
async fn databases_of_every_version_are_brought_up_to_date() {
    assert_eq!(RELEASED.len() as i64, VERSION, "a new version needs a frozen step and rows of its own here");
    for released in 0..=RELEASED.len() {
        let folder = Folder::new(&format!("version-{released}"));
        std::fs::create_dir_all(&folder.0).expect("a folder");
        let mut db = raw(&folder).await;
        for (sql, _) in &RELEASED[..released] {
            sqlx::raw_sql(*sql).execute(&mut db).await.expect("made");
        }
        let mark = format!("PRAGMA user_version = {released}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut db).await.expect("marked");
        db.close().await.expect("closed");
        let store = Store::open(&folder.0).await.expect("a store");
        if released == 0 {
            assert_eq!(store.guests(10).await.expect("a list"), []);
        } else {
            guests_are_known(&store).await;
            lists_tell_whose_turn_it_is(&store).await;
            game_goes_on(&store).await;
        }
        store.close().await;
        let checked = check(&folder.0).await.expect("checked");
        assert_eq!(checked.problems, Vec::<String>::new());
        assert_eq!((checked.games, checked.entries), [(0, 0), (1, 9), (2, 9)][released]);
    }
}

/// Whether the guests of version 1 are there, with what they hold.
async fn guests_are_known(store: &Store) {
    let guests = store.guests(10).await.expect("a list");
    let [ann, ben, cid] = &guests[..] else { panic!("{guests:?}") };
    assert_eq!((ann.name.as_str(), ann.has_recovery, ann.quota, ann.generation), ("Ann", true, Some(7), 0));
    assert_eq!((ben.name.as_str(), ben.has_recovery, ben.quota, ben.generation), ("Ben", false, None, 2));
    assert_eq!((cid.name.as_str(), cid.banned.as_deref()), ("Cid", Some("spam")));
    let token: Secret = "59b2g2bgeu9fx47asphf4k0x454esuug".parse().expect("a token");
    let (guest, scopes) = store.guest_with_token(&token).await.expect("read").expect("a guest");
    assert_eq!((guest.id.as_str(), scopes.as_str()), ("aaaaaaaaaaaaaaaa", "read play"));
    for (seat, secret) in ["fppghs06sevt89rb79gztx0nyuggutuj", "zxq930db7jnvc2h0vs5ae27rvvhvfn03"].iter().enumerate() {
        let opened = store.seat_of_secret(&secret.parse().expect("a secret")).await.expect("read");
        assert_eq!(opened.map(|(game, seat)| (game.to_string(), seat)), Some(("gggggggg".to_owned(), seat)));
    }
}

/// Whether it is known whose turn it is in the game of version 1, and by him who has to decide.
async fn lists_tell_whose_turn_it_is(store: &Store) {
    for (guest, is_awaited) in [("aaaaaaaaaaaaaaaa", true), ("bbbbbbbbbbbbbbbb", false)] {
        let asker = Some(guest.parse().expect("a guest"));
        let stage = Some("running".to_owned());
        let games = store.games(&GameFilter { asker, stage, most: 9, ..GameFilter::default() }).await.expect("a list");
        assert_eq!((games.len(), games[0].to_move, games[0].is_asker_awaited), (1, Some(0), is_awaited));
    }
}

/// Whether the game of version 1 can be read, and one more action be written.
async fn game_goes_on(store: &Store) {
    let id: GameId = "gggggggg".parse().expect("a name");
    let mut stored = store.game(&id).await.expect("read").expect("a game");
    stored.holders.sort();
    let holders: Vec<(usize, &str)> = stored.holders.iter().map(|(seat, guest)| (*seat, guest.as_str())).collect();
    assert_eq!(holders, [(0, "aaaaaaaaaaaaaaaa"), (1, "bbbbbbbbbbbbbbbb")]);
    let table = stored.table;
    assert_eq!((table.seq(), table.moves().len(), table.to_move()), (8, 5, Some(0)));
    assert_eq!(table.clocks().left(), [594_100, 597_000]);
    assert!(store.is_guarded(&table.hash()).await.expect("read"));
    let many: Vec<String> = (0..1_200).map(|number| number.to_string()).chain([table.hash()]).collect();
    assert_eq!(store.guarded_among(&many).await.expect("read").into_iter().collect::<Vec<_>>(), many[1_200..]);
    assert!(store.guarded_among(&[]).await.expect("read").is_empty());
    let act = Command::Act {
        seat: 0,
        action: "M e1-f1".into(),
        seq: 8,
        client: Some("fourth".to_owned()),
        from: ActionSource::Guest { lag: 0 },
    };
    let decision = table.decide(act, Moment(1_760_000_050_000)).expect("legal");
    let Decision::Write { steps, after, .. } = decision else { panic!("{decision:?}") };
    let entries = steps.iter().map(|step| step.entry.clone()).collect();
    let row = Box::new(GameRow::new(&after, None));
    store.write(vec![Op::Append { game: id.clone(), entries, row }]).await.expect("written");
    let again = store.game(&id).await.expect("read").expect("a game").table;
    assert_eq!((again.seq(), again.hash(), again.to_move()), (9, after.hash(), Some(1)));
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
async fn pages_of_lists_have_every_game_once() {
    let folder = Folder::new("pages");
    let store = Store::open(&folder.0).await.expect("a store");
    let mut db = raw(&folder).await;
    // Most of them changed at the same moment. The last is over, but those who look on see it ten seconds later.
    for (id, changed, stage, delay) in [
        ("aaaaaaaa", 5_000, "running", 0),
        ("bbbbbbbb", 5_000, "over", 0),
        ("cccccccc", 5_000, "running", 0),
        ("dddddddd", 5_000, "running", 0),
        ("eeeeeeee", 4_000, "running", 0),
        ("ffffffff", 4_500, "over", 10_000),
    ] {
        let sql = "INSERT INTO games (id, created, setup, changed, kind, rules, purpose, visibility, stage, seats, actions) \
                   VALUES (?, 0, ?, ?, 'ringrift', '', '', 'public', ?, '[]', 0)";
        let setup = format!("{{\"spectator_delay\":{delay}}}");
        sqlx::query(sql).bind(id).bind(setup).bind(changed).bind(stage).execute(&mut db).await.expect("a game");
    }
    db.close().await.expect("closed");
    for (stage, seen_at, expected) in [
        (None, None, "abcdfe"),
        (Some("running"), None, "acde"),
        (Some("over"), None, "bf"),
        (Some("running"), Some(Moment(6_000)), "acdfe"),
        (Some("over"), Some(Moment(6_000)), "b"),
        (Some("over"), Some(Moment(60_000)), "bf"),
        (Some("waiting"), Some(Moment(6_000)), ""),
    ] {
        let mut filter = GameFilter { stage: stage.map(str::to_owned), seen_at, most: 2, ..GameFilter::default() };
        let mut found = String::new();
        loop {
            let page = store.games(&filter).await.expect("a page");
            found.extend(page.iter().map(|brief| &brief.id.as_str()[..1]));
            let Some(last) = page.last() else { break };
            (filter.before, filter.last) = (Some(last.changed), Some(last.id.clone()));
        }
        assert_eq!(found, expected, "{stage:?} {seen_at:?}");
    }
    store.close().await;
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

/// Somebody new, by whom databases can be told from each other.
async fn comes(name: &str, store: &Store) {
    let guest = NewGuest { id: GuestId::random(), name: name.to_owned(), at: Moment(1) };
    store.write(vec![Op::NewGuest(guest)]).await.expect("written");
}

/// A folder as a server leaves it that is killed: the guest is only in the log beside the database.
async fn killed(name: &str, guest: &str) -> Folder {
    let (running, left) = (Folder::new(&format!("{name}-running")), Folder::new(name));
    let store = Store::open(&running.0).await.expect("a store");
    comes(guest, &store).await;
    std::fs::create_dir_all(&left.0).expect("a folder");
    for file in [FILE.to_owned(), format!("{FILE}-wal")] {
        let size = std::fs::copy(running.0.join(&file), left.0.join(&file)).expect("copied");
        assert!(size > 0, "{file}");
    }
    store.close().await;
    left
}

/// A copy of a database in which there is one guest.
async fn copy_with(guest: &str, name: &str) -> (Folder, PathBuf) {
    let folder = killed(name, guest).await;
    let copy = folder.0.join("copy");
    back_up(&folder.0, &copy).await.expect("copied");
    (folder, copy)
}

/// The guests in a database file, which must be whole by itself.
async fn guests_in(file: &Path) -> Vec<String> {
    let mut beside = file.as_os_str().to_owned();
    beside.push("-wal");
    assert!(!Path::new(&beside).exists(), "{} is not whole", file.display());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let mut db = options.connect().await.expect("a database");
    let rows = sqlx::query("SELECT name FROM guests ORDER BY name").fetch_all(&mut db).await.expect("rows");
    db.close().await.expect("closed");
    rows.iter().map(|row| row.get(0)).collect()
}

/// The names of all files in a folder.
fn files(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(&folder.0).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn every_restore_keeps_what_was_there() {
    let (_source, copy) = copy_with("Ann", "restore-source").await;
    let folder = killed("restore", "Ben").await;
    let before = |suffix: &str| folder.0.join(format!("{FILE}.before{suffix}"));
    let (checked, kept) = restore(&folder.0, &copy).await.expect("restored");
    assert_eq!((checked.problems, kept), (Vec::new(), Some(before(""))));
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"], "nothing of the old one");
    assert_eq!(guests_in(&before("")).await, ["Ben"]);
    let store = Store::open(&folder.0).await.expect("a store");
    comes("Cid", &store).await;
    assert_eq!(store.guests(10).await.expect("a list").len(), 2);
    store.close().await;
    let (_, kept) = restore(&folder.0, &copy).await.expect("restored");
    assert_eq!(kept, Some(before("-2")));
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"]);
    assert_eq!(guests_in(&before("")).await, ["Ben"]);
    assert_eq!(guests_in(&before("-2")).await, ["Ann", "Cid"]);
    // What was kept is a copy like any other.
    restore(&folder.0, &before("")).await.expect("restored");
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ben"]);
    let expected =
        ["ringside.db", "ringside.db.before", "ringside.db.before-2", "ringside.db.before-3", "ringside.lock"];
    assert_eq!(files(&folder), expected);
}

#[tokio::test]
async fn copies_with_a_log_beside_them_are_restored_whole() {
    let source = killed("log-source", "Ann").await;
    let folder = Folder::new("log");
    let (_, kept) = restore(&folder.0, &source.0.join(FILE)).await.expect("restored");
    assert_eq!(kept, None, "there was nothing");
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"]);
    assert_eq!(files(&source), ["ringside.db", "ringside.db-wal"], "the copy is not touched");
}

#[tokio::test]
async fn a_restore_that_was_interrupted_harms_nothing() {
    let (_source, copy) = copy_with("Ann", "interrupted-source").await;
    let folder = killed("interrupted", "Ben").await;
    for left in ["restoring", "restoring-wal", "restoring-shm", "restoring-journal", "keeping"] {
        std::fs::write(folder.0.join(format!("{FILE}.{left}")), "the first half of something").expect("written");
    }
    let store = Store::open(&folder.0).await.expect("the old database is in place");
    let guests = store.guests(10).await.expect("a list");
    assert_eq!((guests.len(), guests[0].name.as_str()), (1, "Ben"));
    store.close().await;
    let (_, kept) = restore(&folder.0, &copy).await.expect("restored");
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"]);
    assert_eq!(guests_in(&kept.expect("the old one")).await, ["Ben"]);
    assert_eq!(files(&folder), ["ringside.db", "ringside.db.before", "ringside.lock"]);
}

#[tokio::test]
async fn damaged_databases_are_replaced_and_kept_as_they_are() {
    let (_source, copy) = copy_with("Ann", "damaged-source").await;
    let folder = Folder::new("damaged");
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let rubbish = "this was a database once, but something has gone over it".repeat(100);
    std::fs::write(folder.0.join(FILE), &rubbish).expect("written");
    assert!(Store::open(&folder.0).await.is_err());
    let (_, kept) = restore(&folder.0, &copy).await.expect("restored");
    assert_eq!(std::fs::read_to_string(kept.expect("the old one")).expect("read"), rubbish);
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"]);
}

#[tokio::test]
async fn nothing_is_restored_while_somebody_has_the_database_open() {
    let (_source, copy) = copy_with("Ann", "open-source").await;
    let folder = killed("open", "Ben").await;
    let beside = Store::open_beside(&folder.0).await.expect("an operator may look");
    let error = restore(&folder.0, &copy).await.expect_err("in use");
    assert!(error.to_string().contains("locked"), "{error}");
    assert_eq!(beside.guests(10).await.expect("a list")[0].name, "Ben");
    beside.close().await;
    assert!(!files(&folder).iter().any(|name| name.contains("restoring") || name.contains("before")));
    restore(&folder.0, &copy).await.expect("nobody is there any more");
    assert_eq!(guests_in(&folder.0.join(FILE)).await, ["Ann"]);
}
