-- Lists read their games from an index, without looking at games that they do not show.
ALTER TABLE games ADD COLUMN spectator_delay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN has_clocks INTEGER NOT NULL DEFAULT 0;
UPDATE games SET
    spectator_delay = coalesce(json_extract(setup, '$.spectator_delay'), 0),
    has_clocks = coalesce(json_extract(setup, '$.clock.kind'), 'none') <> 'none'
WHERE json_valid(setup);
CREATE INDEX games_delayed ON games (visibility, changed) WHERE stage = 'over' AND spectator_delay > 0;
CREATE INDEX games_with_clocks ON games (id) WHERE stage = 'running' AND has_clocks = 1;

-- Copies of the game's columns, for the lists of one guest's games.
ALTER TABLE holders ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE holders ADD COLUMN stage TEXT NOT NULL DEFAULT 'over';
UPDATE holders SET (changed, stage) = (SELECT changed, stage FROM games WHERE id = holders.game);
CREATE INDEX seats_in_lists ON holders (guest, stage, changed);
DROP INDEX seats_of_guest;

CREATE INDEX guests_by_visit ON guests (seen);
