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

-- Rows as a server of this version wrote them.
INSERT INTO games (id, created, setup, owner, changed, kind, rules, purpose, visibility, stage, seats, actions, spectator_delay, has_clocks) VALUES (
    'kkkkkkkk', 1760000070000,
    '{"game":{"game":"ringrift","start":"G square8 2p canon; H 18,18; E 0,0; T 1; P ring_placement; L 1"},"clock":{"kind":"none"},"purpose":"match","visibility":"private","spectator_delay":0}',
    'bbbbbbbbbbbbbbbb', 1760000070000, 'ringrift', 'square8 2p canon', 'match', 'private', 'waiting',
    '[{"who":"open"},{"who":"open"}]', 0, 0, 0
);
INSERT INTO shares (game, nonce) VALUES ('kkkkkkkk', '59b2g2bgeu9fx47asphf4k0x454esuug');
INSERT INTO viewers (game, guest) VALUES ('kkkkkkkk', 'aaaaaaaaaaaaaaaa');
