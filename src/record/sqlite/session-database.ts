import { closeSync, openSync, statSync } from 'node:fs'
import type { RoundRow } from '../../model/session.ts'
import { Database } from '../../system/sqlite/database.ts'

/** The rounds of a session, and the folder that their files are in, as the database names it. */
export interface FiledRounds {
  readonly rounds: readonly RoundRow[]
  readonly folder: string
}

/**
 * Writes the rounds of sessions as a database of its own, for people and other tools; returns its size.
 * Nothing may be there yet. It has no journal: what failed is to be thrown away whole.
 */
export async function writeSessionDatabase(path: string, sessions: AsyncIterable<FiledRounds>): Promise<number> {
  closeSync(openSync(path, 'wx', 0o600)) // private before anything is in it
  const database = new Database(path)
  try {
    database.pragma('journal_mode = OFF')
    database.exec(`CREATE TABLE rounds (
      session_id TEXT, round INTEGER, started TEXT, engagement_id TEXT, user_preview TEXT, agent_preview TEXT,
      tool_count INTEGER, thinking_count INTEGER, thinking_chars INTEGER, token_count INTEGER, round_file TEXT,
      PRIMARY KEY (session_id, round))`)
    const insert = database.prepare('INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    database.exec(`CREATE VIRTUAL TABLE rounds_fts USING fts5(
      session_id, round, user_preview, agent_preview, content = 'rounds', content_rowid = 'rowid')`)
    const add = database.transaction(({ rounds, folder }: FiledRounds) => {
      for (const row of rounds) {
        const file = `${folder}rounds/${String(row.round).padStart(3, '0')}.json`
        insert.run(
          row.session,
          row.round,
          row.started,
          row.engagement,
          row.userPreview,
          row.agentPreview,
          row.toolCount,
          row.thinkingCount,
          row.thinkingChars,
          row.tokenCount,
          file,
        )
      }
    })
    for await (const session of sessions) add(session)
    database.exec(`INSERT INTO rounds_fts (rounds_fts) VALUES ('rebuild')`)
  } finally {
    database.close()
  }
  return statSync(path).size
}
