-- Invitations that guests have used to take a seat, so that their links lead the players back to the game, and others to watching it.
CREATE TABLE used_invitations (
    digest TEXT PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_invitations_of_game ON used_invitations (game);

-- Rows as a server of this version wrote them.
INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, spectator_delay, has_clocks) VALUES (
    'qqqqqqqq', 1760000090000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"public","spectator_delay":0}',
    'bbbbbbbbbbbbbbbb', 1760000090000, 'ringrift', 'square8 2p canon', 'match', 'public', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0, 0, 0
);
INSERT INTO used_invitations (digest, game, seat) VALUES
    ('0000000000000000000000000000000000000000000000000000000000000000', 'qqqqqqqq', 1);
