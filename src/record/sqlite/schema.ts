/** The one file of a store; SQLite puts its log and its locks next to it. */
export const DATABASE_FILE = 'sessions.db'

/** Of the tables below. Raised when an older reader would read them wrongly. */
export const SCHEMA_VERSION = 3

/** Written into the file's header, so that a database of another program is not taken for a store. */
export const APPLICATION_ID = 0x53746574 // "Stet"

/** Columns that came later, by their table: a store without them gets them when it is opened. */
export const LATER_COLUMNS = [
  { table: 'sessions', column: 'branch', type: 'TEXT' },
  { table: 'sessions', column: 'chars_a_token', type: 'REAL' },
  { table: 'sessions', column: 'fixed_tokens', type: 'INTEGER' },
  { table: 'sessions', column: 'context_window', type: 'INTEGER' },
  { table: 'sessions', column: 'parser_version', type: 'INTEGER' },
  { table: 'sessions', column: 'earlier_bytes', type: 'INTEGER' },
  { table: 'sessions', column: 'earlier_highest', type: 'INTEGER' },
  { table: 'rounds', column: 'part_of', type: 'INTEGER' },
] as const

/** Came later than the others: they are added to a store that has none when that is opened to be written. */
export const LATER_TABLES = {
  sources: `
-- What a path looked like when it was last read; proven is 1 where every byte recorded of it was compared then.
CREATE TABLE IF NOT EXISTS sources (
  path TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified TEXT NOT NULL,
  inode TEXT NOT NULL,
  proven INTEGER NOT NULL
) WITHOUT ROWID;
`,
  context_names: `
-- Names that people gave to commits.
CREATE TABLE IF NOT EXISTS context_names (
  name TEXT PRIMARY KEY,
  commit_id TEXT NOT NULL
) WITHOUT ROWID;
`,
  tickets: `
-- Pieces of work as JSON; version counts the changes.
CREATE TABLE IF NOT EXISTS tickets (
  ticket_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  content TEXT NOT NULL
) WITHOUT ROWID;
`,
  forgotten: `
-- Sessions that were removed on request, so that the next capture does not take them in again.
CREATE TABLE IF NOT EXISTS forgotten (
  client TEXT NOT NULL,
  client_session_id TEXT NOT NULL,
  at TEXT NOT NULL,
  "by" TEXT NOT NULL,
  PRIMARY KEY (client, client_session_id)
) WITHOUT ROWID;
`,
}

/** Tables of schema version 1 that are dropped or made again: nothing in them was the only copy of anything. */
export const DROPPED_TABLES = ['live', 'names', 'secured', 'sources', 'outlines']

/**
 * Every table of `sessions.db`.
 *
 * Text columns hold text, or a BLOB where the text is no valid Unicode (see text.ts); that is why the tables are not
 * STRICT. Columns of sessions and rounds that Stet does not fill itself are there because the seeds name them.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Encoded bytes. codec 0: as they are; 1: zstd; 2: zstd with a dictionary, up to 256 KB before it in its segment.
-- Only frames of schema version 1 are in segments: a key frame, whose number names it, and those after it, seq 1, 2, ….
-- A number is never given again, so that what was once decoded under it stays true.
CREATE TABLE frames (
  frame INTEGER PRIMARY KEY AUTOINCREMENT,
  codec INTEGER NOT NULL,
  raw_size INTEGER NOT NULL,
  sealed INTEGER NOT NULL,
  segment INTEGER,
  seq INTEGER,
  data BLOB NOT NULL
);
CREATE UNIQUE INDEX frames_by_segment ON frames (segment, seq) WHERE segment IS NOT NULL;
CREATE TABLE artifacts (
  artifact INTEGER PRIMARY KEY,
  artifact_id TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL
);
-- The slices that an artifact consists of: [offset, offset + size) of the decoded frame. One frame may serve several artifacts.
CREATE TABLE pieces (
  artifact INTEGER NOT NULL REFERENCES artifacts (artifact),
  piece INTEGER NOT NULL,
  frame INTEGER NOT NULL REFERENCES frames (frame),
  offset INTEGER NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (artifact, piece)
) WITHOUT ROWID;
CREATE INDEX pieces_by_frame ON pieces (frame);
-- Where stretches are that another artifact may hold too, by their BLAKE3.
CREATE TABLE chunks (
  hash TEXT PRIMARY KEY,
  frame INTEGER NOT NULL REFERENCES frames (frame),
  offset INTEGER NOT NULL,
  size INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX chunks_by_frame ON chunks (frame);
-- Artifacts that can be made again from others; the record does not need them.
CREATE TABLE manifests (
  key TEXT PRIMARY KEY,
  artifact_ref TEXT NOT NULL,
  size INTEGER NOT NULL,
  detail TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX manifests_by_artifact ON manifests (artifact_ref);

CREATE TABLE commits (
  commit_id TEXT NOT NULL PRIMARY KEY,
  parent TEXT,
  commit_type TEXT NOT NULL,
  artifact_ref TEXT NOT NULL,
  format TEXT NOT NULL,
  template TEXT NOT NULL,
  principal TEXT NOT NULL,
  machine TEXT NOT NULL,
  session_id TEXT NOT NULL,
  checkpoint TEXT NOT NULL,
  ticket_id TEXT,
  thread_id TEXT,
  summary TEXT,
  message_count INTEGER NOT NULL,
  token_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  schema_version INTEGER NOT NULL,
  summary_checksum TEXT NOT NULL,
  checksum TEXT NOT NULL
);
CREATE INDEX commits_by_principal ON commits (principal, created_at);
CREATE INDEX commits_by_parent ON commits (parent);
CREATE TABLE chain (
  link INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  commit_id TEXT NOT NULL REFERENCES commits (commit_id),
  checksum TEXT NOT NULL
);
CREATE INDEX chain_by_end ON chain (session_id, "end", link);
CREATE INDEX chain_by_commit ON chain (commit_id);
CREATE TABLE retention (
  commit_id TEXT PRIMARY KEY REFERENCES commits (commit_id),
  policy TEXT NOT NULL,
  until TEXT,
  checksum TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  client TEXT NOT NULL,
  client_session_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  format TEXT NOT NULL,
  head TEXT,
  bytes INTEGER NOT NULL,
  tail BLOB NOT NULL,
  source TEXT NOT NULL,
  title TEXT,
  agent_id TEXT,
  role TEXT,
  model TEXT,
  version TEXT,
  cwd TEXT,
  branch TEXT,
  started TEXT,
  ended TEXT,
  rounds INTEGER NOT NULL,
  highest_round INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  largest_context INTEGER NOT NULL,
  chars_a_token REAL,
  fixed_tokens INTEGER,
  context_window INTEGER,
  parser_version INTEGER,
  earlier_bytes INTEGER,
  earlier_highest INTEGER,
  spawned_by TEXT,
  spawned_by_tool_use TEXT,
  parent_session TEXT,
  surgery TEXT,
  parser_state TEXT NOT NULL,
  parser_checksum TEXT NOT NULL,
  checksum TEXT NOT NULL,
  sealed INTEGER NOT NULL,
  worker_id TEXT,
  session_number INTEGER,
  started_at TEXT,
  ended_at TEXT,
  end_reason TEXT,
  context_at_end INTEGER,
  summary TEXT,
  UNIQUE (client, client_session_id, generation)
);
CREATE INDEX idx_sessions_worker ON sessions (worker_id);
CREATE TABLE rounds (
  session_id TEXT,
  round INTEGER,
  started TEXT,
  engagement_id TEXT,
  user_preview TEXT,
  agent_preview TEXT,
  tool_count INTEGER,
  thinking_count INTEGER,
  thinking_chars INTEGER,
  token_count INTEGER,
  round_file TEXT,
  round_id TEXT NOT NULL,
  ended TEXT,
  active INTEGER NOT NULL,
  chars INTEGER NOT NULL,
  part_of INTEGER,
  PRIMARY KEY (session_id, round)
) WITHOUT ROWID;
CREATE INDEX rounds_by_engagement ON rounds (engagement_id, started) WHERE engagement_id IS NOT NULL;
CREATE INDEX rounds_by_id ON rounds (round_id);
CREATE TABLE spans (
  session_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  owner INTEGER NOT NULL,
  PRIMARY KEY (session_id, start)
) WITHOUT ROWID;
CREATE TABLE problems (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  problem TEXT NOT NULL
);
CREATE INDEX problems_by_session ON problems (session_id, line);
CREATE TABLE graphs (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  data BLOB NOT NULL,
  checksum TEXT NOT NULL
);
CREATE INDEX graphs_by_session ON graphs (session_id, start);
${Object.values(LATER_TABLES).join('')}
CREATE TABLE side_files (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  path TEXT NOT NULL,
  artifact_ref TEXT NOT NULL,
  size INTEGER NOT NULL,
  at TEXT NOT NULL,
  checksum TEXT NOT NULL
);
CREATE INDEX side_files_by_session ON side_files (session_id, path);
CREATE TABLE lineage (
  id INTEGER PRIMARY KEY,
  child TEXT NOT NULL,
  parent TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  detail TEXT NOT NULL,
  checksum TEXT NOT NULL,
  UNIQUE (child, parent, kind)
);
CREATE INDEX lineage_by_parent ON lineage (parent);
-- What was done to sessions, with the plans; a row is written once, then only marked as undone.
CREATE TABLE operations (
  id INTEGER PRIMARY KEY,
  operation_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  "by" TEXT NOT NULL,
  body TEXT NOT NULL,
  undone_at TEXT,
  checksum TEXT NOT NULL
);
CREATE TABLE tag_journal (
  entry INTEGER PRIMARY KEY,
  round_id TEXT NOT NULL,
  engagement_id TEXT,
  previous TEXT,
  at TEXT NOT NULL,
  "by" TEXT NOT NULL,
  checksum TEXT NOT NULL
);
CREATE INDEX tag_journal_by_round ON tag_journal (round_id, entry);
`
