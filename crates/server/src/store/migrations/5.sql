-- Positions of running games between people, as hashes that are equal for all positions that mean the same. The server evaluates none of them.
CREATE TABLE guarded_positions (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    PRIMARY KEY (game, turn, hash)
) WITHOUT ROWID;
CREATE INDEX guarded_hashes ON guarded_positions (hash);
-- The hash of the exact position, which the table replaces.
DROP INDEX games_guarded;
ALTER TABLE games DROP COLUMN guarded;
