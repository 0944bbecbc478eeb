-- The words of one content by chunk: what it says by itself, for whoever searches.
CREATE TABLE postings (
    content BLOB NOT NULL,          -- BLAKE3 of the file's bytes
    language TEXT NOT NULL,
    extractor INTEGER NOT NULL,     -- the version of the postings
    seal BLOB NOT NULL,             -- BLAKE3 of key and body
    body BLOB NOT NULL,
    PRIMARY KEY (content, language, extractor)
) STRICT;

-- The merged postings of one state of a repository.
CREATE TABLE search (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    state BLOB NOT NULL UNIQUE,     -- BLAKE3 of everything that is searched
    seal BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
