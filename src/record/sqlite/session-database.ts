import { closeSync, openSync, statSync } from 'node:fs'
import type { RoundRow } from '../../model/session.ts'
import { Database } from '../../system/sqlite/database.ts'

/**
 * Writes one session's rounds as a database of its own, `session.db`, for people and other tools; returns its size.
 * Nothing may be there yet. It has no journal: what failed is to be thrown away whole.
 */
export async function writeSessionDatabase(path: string, rounds: readonly RoundRow[]): Promise<number> {
  closeSync(openSync(path, 'wx', 0o600)) // private before anything is in it
  const database = new Database(path)
  try {
    database.pragma('journal_mode = OFF')
    database.exec(`CREATE TABLE rounds (
      session_id TEXT, round INTEGER, started TEXT, engagement_id TEXT, user_preview TEXT, agent_preview TEXT,
      tool_count INTEGER, thinking_count INTEGER, thinking_chars INTEGER, token_count INTEGER, round_file TEXT,
      PRIMARY KEY (session_id, round))`)
    const insert = database.prepare('INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    database.transaction(() => {
      for (const row of rounds) {
        const file = `rounds/${String(row.round).padStart(3, '0')}.json`
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
    })()
  } finally {
    database.close()
  }
  return statSync(path).size
}
