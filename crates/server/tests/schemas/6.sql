-- When a game with a spectator delay started. Public lists show and order it by this time, until spectators may see its end.
ALTER TABLE games ADD COLUMN started INTEGER;
UPDATE games SET started = (
    SELECT at FROM entries
    WHERE game = games.id AND json_valid(deed) AND json_extract(deed, '$.type') = 'started'
    ORDER BY seq LIMIT 1
) WHERE spectator_delay > 0;
-- The time by which lists order a game.
ALTER TABLE games ADD COLUMN listed INTEGER GENERATED ALWAYS AS (
    CASE WHEN stage = 'running' AND spectator_delay > 0 THEN coalesce(started, created) ELSE changed END
) VIRTUAL;
DROP INDEX games_in_lists;
CREATE INDEX games_in_lists ON games (visibility, stage, listed);

-- Rows as a server of this version wrote them.
INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, spectator_delay, has_clocks) VALUES (
    'nnnnnnnn', 1760000090000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"public","spectator_delay":9000}',
    'bbbbbbbbbbbbbbbb', 1760000090000, 'ringrift', 'square8 2p canon', 'match', 'public', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0, 9000, 0
);
