import { MASKING_VERSION } from '../../../model/masking-version.ts'

export const DATABASE_FILE = 'search.db'

/** An index of an older version is thrown away and made again: of other tables, or masked by other rules. */
export const SCHEMA_VERSION = 4000 + MASKING_VERSION

export const SCHEMA = `
-- How far each session is indexed.
CREATE TABLE marks (session_id TEXT PRIMARY KEY, head TEXT NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;

-- Every round of every session, and how much of which text is what it says; no text while it says nothing. Rounds of one
-- round_id that begin the same share a text.
CREATE TABLE places (
  place INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  round INTEGER NOT NULL,
  round_id TEXT NOT NULL,
  text INTEGER,
  length INTEGER NOT NULL,
  UNIQUE (session_id, round)
);
CREATE INDEX places_by_round_id ON places (round_id);
CREATE INDEX places_by_text ON places (text);

CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = "porter unicode61 remove_diacritics 2");
-- What texts mean to a model: the vectors of their units end to end, a byte for each number.
CREATE TABLE vectors (text INTEGER PRIMARY KEY, model TEXT NOT NULL, vectors BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5vocab (texts, row);
`
