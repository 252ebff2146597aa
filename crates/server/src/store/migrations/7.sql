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
