import type { Exact } from './passed.ts'

/**
 * Text as it was recorded, secrets and all: for session files, restoring and materializing, raw, json, backups, and one's own
 * sessions on the command line. Who may import this is listed in tests/architecture.test.ts.
 */
export function exactly(text: string): Exact {
  return text as Exact
}
