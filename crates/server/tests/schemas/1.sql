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

-- Rows as a server of this version wrote them.
INSERT INTO meta (key, value) VALUES
    ('alive', '1760000041000'),
    ('cookie_key', 'kx6nmt7ars9rh7ss8n08rnjw852g8qwnprdxkp8qtj9mj9m7yc8yg5e42rq092m3');

INSERT INTO guests (id, name, created, seen, generation, recovery, banned, quota) VALUES
    ('aaaaaaaaaaaaaaaa', 'Ann', 1760000000000, 1760000041000, 0, '0123456789abcdef0123456789abcdef', NULL, 7),
    ('bbbbbbbbbbbbbbbb', 'Ben', 1760000001000, 1760000030000, 2, NULL, NULL, NULL),
    ('cccccccccccccccc', 'Cid', 1760000002000, 1760000002000, 0, NULL, 'spam', NULL);

-- The digest is the hash of the token 59b2g2bgeu9fx47asphf4k0x454esuug.
INSERT INTO tokens (digest, id, guest, name, scopes, created) VALUES
    ('7f416d85ba154b9d9f748c405e9e8eae', 'refpnpdb', 'aaaaaaaaaaaaaaaa', 'bot', 'read play', 1760000003000);

INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, guarded, wake) VALUES (
    'gggggggg', 1760000010000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"increment","base":600000,"increment":5000},"purpose":"match","visibility":"public","spectator_delay":0}',
    'aaaaaaaaaaaaaaaa', 1760000040000, 'ringrift', 'square8 2p canon', 'match', 'public', 'running',
    '[{"who":"guest","guest":"aaaaaaaaaaaaaaaa"},{"who":"guest","guest":"bbbbbbbbbbbbbbbb"}]',
    5, 'da2677d91961f0bd8d0b7fd02b8c1361', 1760000634101
);

INSERT INTO entries (game, seq, at, deed, hash) VALUES
    ('gggggggg', 1, 1760000010000, '{"type":"seat_taken","seat":0,"occupant":{"who":"guest","guest":"aaaaaaaaaaaaaaaa"}}', '5ac4de8ba47273b2438d54696cc0c81a'),
    ('gggggggg', 2, 1760000011000, '{"type":"seat_taken","seat":1,"occupant":{"who":"guest","guest":"bbbbbbbbbbbbbbbb"}}', '5ac4de8ba47273b2438d54696cc0c81a'),
    ('gggggggg', 3, 1760000011000, '{"type":"started"}', '5ac4de8ba47273b2438d54696cc0c81a'),
    ('gggggggg', 4, 1760000014000, '{"type":"acted","seat":0,"action":"P a1","client":"first","spent":2900,"lag":100}', '49dda5e81a96636d3c4844bdd67aae44'),
    ('gggggggg', 5, 1760000017000, '{"type":"acted","seat":0,"action":"M a1-b1","client":"second","spent":3000,"lag":0}', '730f567765ff4ffe918dfd53b3ba8bde'),
    ('gggggggg', 6, 1760000027000, '{"type":"acted","seat":1,"action":"P c1","spent":10000,"lag":0}', '250123dedd6e8756636682086a5b4a47'),
    ('gggggggg', 7, 1760000030000, '{"type":"acted","seat":1,"action":"M c1-d1","spent":3000,"lag":0}', 'd0cea5f3ae155c59505839e7a8c3e6f8'),
    ('gggggggg', 8, 1760000040000, '{"type":"acted","seat":0,"action":"P e1","client":"third","spent":10000,"lag":0}', 'da2677d91961f0bd8d0b7fd02b8c1361');

INSERT INTO holders (game, seat, guest) VALUES
    ('gggggggg', 0, 'aaaaaaaaaaaaaaaa'),
    ('gggggggg', 1, 'bbbbbbbbbbbbbbbb');

-- The digests are the hashes of the secrets fppghs06sevt89rb79gztx0nyuggutuj and zxq930db7jnvc2h0vs5ae27rvvhvfn03.
INSERT INTO seat_secrets (game, seat, digest) VALUES
    ('gggggggg', 0, '6c7662c4b329946e1239a21145770f71'),
    ('gggggggg', 1, 'a5b7adc3825a77d5192c7cf9420ff61a');
