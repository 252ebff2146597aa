-- Share links of private games. The secret of a link is derived from this random text and the cookie key.
CREATE TABLE shares (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    nonce TEXT NOT NULL
) WITHOUT ROWID;

-- Guests who may watch a private game because they opened its share link.
CREATE TABLE viewers (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (game, guest)
) WITHOUT ROWID;
CREATE INDEX viewers_of_guest ON viewers (guest);
