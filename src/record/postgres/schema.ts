/** Of the tables below. Raised when an older reader would read them wrongly, with an entry in MIGRATIONS. */
export const SCHEMA_VERSION = 2

/** What makes the tables of each version out of those of the one before; the first has none before it. */
export const MIGRATIONS: readonly string[] = [
  // Other rounds are found by now: what is derived is made again, and the numbers that were given stay.
  `ALTER TABLE sessions ADD COLUMN parser_version integer, ADD COLUMN earlier_bytes bigint, ADD COLUMN earlier_highest bigint;
   ALTER TABLE rounds ADD COLUMN part_of bigint;
   UPDATE sessions SET earlier_bytes = bytes, earlier_highest = highest_round WHERE bytes > 0;`,
]

/** Texts are compared as their bytes, so that every server gives the same order. */
const TEXT = 'text COLLATE "C"'

/**
 * Every table of the record; names and columns are those of `sessions.db`, so that what is asked there can be asked here.
 * Only bytes are kept in another way: an artifact is a row of stretches of units, and a unit is named by its own bytes.
 */
export const SCHEMA = `
CREATE TABLE meta (key ${TEXT} PRIMARY KEY, value ${TEXT} NOT NULL);

-- codec 0: as they are; 1: zstd; 2: in another store of artifacts, under the same name.
CREATE TABLE units (
  unit_id ${TEXT} PRIMARY KEY,
  size bigint NOT NULL,
  codec integer NOT NULL,
  data bytea
);
CREATE TABLE artifacts (
  artifact bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  artifact_id ${TEXT} NOT NULL UNIQUE,
  size bigint NOT NULL
);
-- The stretches that an artifact consists of: [start, start + size) of the unit.
CREATE TABLE pieces (
  artifact bigint NOT NULL,
  piece integer NOT NULL,
  unit_id ${TEXT} NOT NULL,
  start bigint NOT NULL,
  size bigint NOT NULL,
  PRIMARY KEY (artifact, piece)
);
CREATE INDEX pieces_by_unit ON pieces (unit_id);
-- Artifacts that can be made again from others; the record does not need them.
CREATE TABLE manifests (
  key ${TEXT} PRIMARY KEY,
  artifact_ref ${TEXT} NOT NULL,
  size bigint NOT NULL,
  detail ${TEXT} NOT NULL
);
CREATE INDEX manifests_by_artifact ON manifests (artifact_ref);

CREATE TABLE commits (
  place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  commit_id ${TEXT} PRIMARY KEY,
  parent ${TEXT},
  commit_type ${TEXT} NOT NULL,
  artifact_ref ${TEXT} NOT NULL,
  format ${TEXT} NOT NULL,
  template ${TEXT} NOT NULL,
  principal ${TEXT} NOT NULL,
  machine ${TEXT} NOT NULL,
  session_id ${TEXT} NOT NULL,
  checkpoint ${TEXT} NOT NULL,
  ticket_id ${TEXT},
  thread_id ${TEXT},
  summary ${TEXT},
  message_count bigint NOT NULL,
  token_count bigint NOT NULL,
  created_at ${TEXT} NOT NULL,
  recorded_at ${TEXT} NOT NULL,
  start bigint NOT NULL,
  "end" bigint NOT NULL,
  schema_version integer NOT NULL,
  summary_checksum ${TEXT} NOT NULL,
  checksum ${TEXT} NOT NULL
);
CREATE INDEX commits_by_principal ON commits (principal, created_at, place);
CREATE INDEX commits_by_parent ON commits (parent);
CREATE INDEX commits_by_session ON commits (session_id);
CREATE INDEX commits_by_artifact ON commits (artifact_ref);
CREATE TABLE chain (
  link bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id ${TEXT} NOT NULL,
  start bigint NOT NULL,
  "end" bigint NOT NULL,
  commit_id ${TEXT} NOT NULL,
  checksum ${TEXT} NOT NULL,
  UNIQUE (session_id, start, "end", commit_id)
);
CREATE INDEX chain_by_end ON chain (session_id, "end", link);
CREATE INDEX chain_by_commit ON chain (commit_id);
CREATE TABLE retention (
  commit_id ${TEXT} PRIMARY KEY,
  policy ${TEXT} NOT NULL,
  until ${TEXT},
  checksum ${TEXT} NOT NULL
);
CREATE TABLE context_names (name ${TEXT} PRIMARY KEY, commit_id ${TEXT} NOT NULL);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id ${TEXT} NOT NULL UNIQUE,
  client ${TEXT} NOT NULL,
  client_session_id ${TEXT} NOT NULL,
  generation integer NOT NULL,
  format ${TEXT} NOT NULL,
  head ${TEXT},
  bytes bigint NOT NULL DEFAULT 0,
  tail bytea NOT NULL DEFAULT '',
  source ${TEXT} NOT NULL,
  title ${TEXT},
  agent_id ${TEXT},
  role ${TEXT},
  model ${TEXT},
  version ${TEXT},
  cwd ${TEXT},
  branch ${TEXT},
  started ${TEXT},
  ended ${TEXT},
  rounds bigint NOT NULL DEFAULT 0,
  highest_round bigint NOT NULL DEFAULT 0,
  messages bigint NOT NULL DEFAULT 0,
  blocks bigint NOT NULL DEFAULT 0,
  lines bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  largest_context bigint NOT NULL DEFAULT 0,
  chars_a_token double precision,
  fixed_tokens bigint,
  context_window bigint,
  parser_version integer,
  earlier_bytes bigint,
  earlier_highest bigint,
  spawned_by ${TEXT},
  spawned_by_tool_use ${TEXT},
  parent_session ${TEXT},
  surgery ${TEXT},
  parser_state ${TEXT} NOT NULL DEFAULT '',
  parser_checksum ${TEXT} NOT NULL DEFAULT '',
  checksum ${TEXT} NOT NULL DEFAULT '',
  worker_id ${TEXT},
  session_number bigint,
  started_at ${TEXT},
  ended_at ${TEXT},
  end_reason ${TEXT},
  context_at_end bigint,
  summary ${TEXT},
  UNIQUE (client, client_session_id, generation)
);
CREATE INDEX sessions_by_worker ON sessions (worker_id);
CREATE TABLE rounds (
  session_id ${TEXT},
  round bigint,
  started ${TEXT},
  engagement_id ${TEXT},
  user_preview ${TEXT},
  agent_preview ${TEXT},
  tool_count bigint,
  thinking_count bigint,
  thinking_chars bigint,
  token_count bigint,
  round_file ${TEXT},
  round_id ${TEXT} NOT NULL,
  ended ${TEXT},
  active integer NOT NULL,
  chars bigint NOT NULL,
  part_of bigint,
  PRIMARY KEY (session_id, round)
);
CREATE INDEX rounds_by_engagement ON rounds (engagement_id, started) WHERE engagement_id IS NOT NULL;
CREATE INDEX rounds_by_id ON rounds (round_id);
CREATE TABLE spans (
  session_id ${TEXT} NOT NULL,
  start bigint NOT NULL,
  "end" bigint NOT NULL,
  owner bigint NOT NULL,
  PRIMARY KEY (session_id, start)
);
CREATE TABLE problems (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id ${TEXT} NOT NULL,
  line bigint NOT NULL,
  problem ${TEXT} NOT NULL
);
CREATE INDEX problems_by_session ON problems (session_id, line);
CREATE TABLE graphs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id ${TEXT} NOT NULL,
  start bigint NOT NULL,
  data bytea NOT NULL,
  checksum ${TEXT} NOT NULL
);
CREATE INDEX graphs_by_session ON graphs (session_id, start, id);
CREATE TABLE sources (
  path ${TEXT} PRIMARY KEY,
  session_id ${TEXT} NOT NULL,
  size bigint NOT NULL,
  modified ${TEXT} NOT NULL,
  inode ${TEXT} NOT NULL,
  proven integer NOT NULL
);
CREATE INDEX sources_by_session ON sources (session_id);
CREATE TABLE side_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id ${TEXT} NOT NULL,
  path ${TEXT} NOT NULL,
  artifact_ref ${TEXT} NOT NULL,
  size bigint NOT NULL,
  at ${TEXT} NOT NULL,
  checksum ${TEXT} NOT NULL
);
CREATE INDEX side_files_by_session ON side_files (session_id, path);
CREATE INDEX side_files_by_artifact ON side_files (artifact_ref);
CREATE TABLE lineage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  child ${TEXT} NOT NULL,
  parent ${TEXT} NOT NULL,
  kind ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  detail ${TEXT} NOT NULL,
  checksum ${TEXT} NOT NULL,
  UNIQUE (child, parent, kind)
);
CREATE INDEX lineage_by_parent ON lineage (parent);
CREATE TABLE operations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id ${TEXT} NOT NULL UNIQUE,
  kind ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  "by" ${TEXT} NOT NULL,
  body ${TEXT} NOT NULL,
  undone_at ${TEXT},
  checksum ${TEXT} NOT NULL
);
CREATE TABLE tag_journal (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  round_id ${TEXT} NOT NULL,
  engagement_id ${TEXT},
  previous ${TEXT},
  at ${TEXT} NOT NULL,
  "by" ${TEXT} NOT NULL,
  checksum ${TEXT} NOT NULL
);
CREATE INDEX tag_journal_by_round ON tag_journal (round_id, entry);
CREATE TABLE tickets (
  ticket_id ${TEXT} PRIMARY KEY,
  version bigint NOT NULL,
  created_at ${TEXT} NOT NULL,
  content ${TEXT} NOT NULL
);
CREATE TABLE forgotten (
  client ${TEXT} NOT NULL,
  client_session_id ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  "by" ${TEXT} NOT NULL,
  PRIMARY KEY (client, client_session_id)
);
`
