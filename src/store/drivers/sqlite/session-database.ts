import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { RoundRow } from '../../../model/session.ts'

/** Writes one session's rounds as a database of its own, `session.db`, for people and other tools. */
export async function writeSessionDatabase(path: string, rounds: readonly RoundRow[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  const database = new Database(path)
  try {
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
}
