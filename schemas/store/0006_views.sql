-- Answers as they were printed, by the digest of everything that they depend on.
CREATE TABLE view (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,       -- BLAKE3 of the program, the request and the content
    made INTEGER NOT NULL,          -- nanoseconds since 1970
    seal BLOB NOT NULL,             -- BLAKE3 of key and body
    body BLOB NOT NULL
) STRICT;
