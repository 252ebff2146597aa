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

-- Rows as a server of this version wrote them.
INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, spectator_delay, has_clocks) VALUES (
    'mmmmmmmm', 1760000080000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"public","spectator_delay":0}',
    'bbbbbbbbbbbbbbbb', 1760000080000, 'ringrift', 'square8 2p canon', 'match', 'public', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0, 0, 0
);
