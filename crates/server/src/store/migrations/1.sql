-- What the server keeps. Entries are only ever added.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE guests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    -- Cookies carry this number; raising it makes all of them worthless.
    generation INTEGER NOT NULL DEFAULT 0,
    recovery TEXT UNIQUE,
    banned TEXT,
    quota INTEGER
) WITHOUT ROWID;

CREATE TABLE tokens (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_of_guest ON tokens (guest);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    setup TEXT NOT NULL,
    owner TEXT,
    -- From here on what follows from the log, so that lists need not play it.
    changed INTEGER NOT NULL,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    purpose TEXT NOT NULL,
    visibility TEXT NOT NULL,
    stage TEXT NOT NULL,
    seats TEXT NOT NULL,
    actions INTEGER NOT NULL,
    -- The hash of the position, if people play against each other and have begun: nobody may have it analysed.
    guarded TEXT,
    ending TEXT,
    ranks TEXT,
    -- When the server has to look at the game without being asked.
    wake INTEGER
) WITHOUT ROWID;
CREATE INDEX games_to_wake ON games (wake) WHERE wake IS NOT NULL;
CREATE INDEX games_running ON games (stage) WHERE stage = 'running';
CREATE INDEX games_in_lists ON games (visibility, stage, changed);
CREATE INDEX games_guarded ON games (guarded) WHERE guarded IS NOT NULL;
CREATE INDEX games_of_owner ON games (owner, stage);

CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    deed TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (game, seq)
);

CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entries WHERE game = NEW.game), 0)
BEGIN
    SELECT raise(ABORT, 'an entry is out of order');
END;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN
    SELECT raise(ABORT, 'entries never change');
END;

-- Who may speak for a seat: whoever took it, and whoever has opened its link.
CREATE TABLE holders (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (game, seat, guest)
) WITHOUT ROWID;
CREATE INDEX seats_of_guest ON holders (guest);

CREATE TABLE seat_secrets (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
