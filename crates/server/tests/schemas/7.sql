-- Bans of devices and networks, beside those of guests.
ALTER TABLE guests ADD COLUMN banned_until INTEGER;

CREATE TABLE bans (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    guest TEXT,
    created INTEGER NOT NULL,
    until INTEGER
) WITHOUT ROWID;
-- The same device or network can be banned on its own and together with several guests; each ban is lifted separately.
CREATE UNIQUE INDEX bans_of_guest ON bans (kind, value, coalesce(guest, ''));

-- Devices and networks that guests have used in the last weeks.
CREATE TABLE guest_traces (
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (guest, kind, value)
) WITHOUT ROWID;
CREATE INDEX traces_by_time ON guest_traces (seen);

-- Rows as a server of this version wrote them.
INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, spectator_delay, has_clocks) VALUES (
    'pppppppp', 1760000080000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"public","spectator_delay":0}',
    'bbbbbbbbbbbbbbbb', 1760000080000, 'ringrift', 'square8 2p canon', 'match', 'public', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0, 0, 0
);
INSERT INTO bans (id, kind, value, reason, guest, created, until) VALUES
    ('qqqqqqqq', 'network', '203.0.113.0/24', 'spam', 'cccccccccccccccc', 1760000080000, NULL),
    ('pppppppp', 'device', '59b2g2bgeu9fx47a', 'spam', 'cccccccccccccccc', 1760000080000, 1770000080000);
INSERT INTO guest_traces (guest, kind, value, seen) VALUES
    ('cccccccccccccccc', 'network', '203.0.113.7', 1760000080000),
    ('cccccccccccccccc', 'device', '59b2g2bgeu9fx47a', 1760000080000);
