-- What the commits of a repository changed, from one head back. What commits have in common is taken over to the next.
CREATE TABLE history (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    root BLOB NOT NULL,             -- BLAKE3 of the root's absolute path
    head BLOB NOT NULL,             -- the id of the newest commit
    version INTEGER NOT NULL,
    seal BLOB NOT NULL,             -- BLAKE3 of key and body
    body BLOB NOT NULL,
    UNIQUE (root, head)
) STRICT;
