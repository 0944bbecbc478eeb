-- The places of all names in one content, for the occurrences of an index to be joined with.
CREATE TABLE sites (
    content BLOB NOT NULL,          -- BLAKE3 of the file's bytes
    language TEXT NOT NULL,
    extractor INTEGER NOT NULL,     -- the version of the extraction
    seal BLOB NOT NULL,             -- BLAKE3 of body
    body BLOB NOT NULL,
    PRIMARY KEY (content, language, extractor)
) STRICT;

-- The paths of the documents of an index, so that a run which has all facts at hand need not read it.
CREATE TABLE covered (
    scip BLOB NOT NULL PRIMARY KEY, -- BLAKE3 of the index
    seal BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
