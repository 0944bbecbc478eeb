-- Observations depend on one content, so its digest is their key for ever. `body` is checked against `digest_of_body`.
CREATE TABLE observation (
    content BLOB NOT NULL,          -- BLAKE3 of the file's bytes
    language TEXT NOT NULL,
    extractor INTEGER NOT NULL,     -- the version of the extraction
    seal BLOB NOT NULL,             -- BLAKE3 of body
    body BLOB NOT NULL,
    PRIMARY KEY (content, language, extractor)
) STRICT;

-- What the file system said of each file when it was last read, for one root.
CREATE TABLE stat_cache (
    root BLOB NOT NULL PRIMARY KEY, -- BLAKE3 of the root's absolute path
    seal BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- The related facts of one state of a repository, in sections.
CREATE TABLE snapshot (
    state BLOB NOT NULL,            -- BLAKE3 of everything the facts depend on
    section TEXT NOT NULL,
    seal BLOB NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (state, section)
) STRICT;

-- Which snapshots were written when, oldest first, so that old ones can go.
CREATE TABLE snapshot_order (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    state BLOB NOT NULL UNIQUE
) STRICT;
