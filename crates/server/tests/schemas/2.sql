-- Lists tell whose turn it is. Games that are running are played again to find out.
ALTER TABLE games ADD COLUMN to_move INTEGER;
-- The same seat if a person has to decide there, and nobody whom the server runs.
ALTER TABLE games ADD COLUMN awaited INTEGER;

-- Rows as a server of this version wrote them.
UPDATE games SET to_move = 0, awaited = 0 WHERE id = 'gggggggg';

INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions) VALUES (
    'hhhhhhhh', 1760000050000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"public","spectator_delay":0}',
    'bbbbbbbbbbbbbbbb', 1760000050000, 'ringrift', 'square8 2p canon', 'match', 'public', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0
);
