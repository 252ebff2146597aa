-- Lists tell whose turn it is. Games that are running are played again to find out.
ALTER TABLE games ADD COLUMN to_move INTEGER;
-- The same seat if a person has to decide there, and nobody whom the server runs.
ALTER TABLE games ADD COLUMN awaited INTEGER;
