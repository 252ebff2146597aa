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
