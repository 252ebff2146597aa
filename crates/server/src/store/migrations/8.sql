-- Invitations that guests have used to take a seat, so that their links lead the players back to the game, and others to watching it.
CREATE TABLE used_invitations (
    digest TEXT PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX used_invitations_of_game ON used_invitations (game);
