import { stat } from 'node:fs/promises'
import { CLIENTS } from '../clients/index.ts'
import type { Workspace } from '../record/workspace.ts'

const DAY = 86_400_000
/** What is deleted within so many days is named. */
const SOON = 7 * DAY

/** Transcripts that a client deletes by itself because nobody wrote to them for long. */
export interface Deletions {
  readonly client: string
  /** So many days after a transcript was written to last. */
  readonly days: number
  /** The client's setting that says so. */
  readonly setting: string
  /** Those that go within a week, the first to go first; their time may have come, and the client deletes them when it starts. */
  readonly next: readonly NextDeletion[]
}

export interface NextDeletion {
  readonly path: string
  readonly at: string
  /** Whether the record has all of it, so that `restore` brings it back. */
  readonly recorded: boolean
}

export async function nextDeletions({ store, configDirs, clock }: Workspace): Promise<readonly Deletions[]> {
  const found: Deletions[] = []
  for (const { name: client, files } of CLIENTS) {
    const configDir = configDirs[client]
    if (configDir === undefined || !files.keeps) continue
    const { days, setting } = files.keeps(configDir)
    const next: NextDeletion[] = []
    for await (const path of files.find(configDir)) {
      const file = await stat(path).catch(() => undefined)
      if (!file?.isFile() || file.mtimeMs + days * DAY > clock().getTime() + SOON) continue
      const note = await store.findSource(path)
      const at = new Date(file.mtimeMs + days * DAY).toISOString()
      next.push({ path, at, recorded: note !== undefined && note.size >= file.size })
    }
    if (next.length > 0) found.push({ client, days, setting, next: next.sort((a, b) => (a.at < b.at ? -1 : 1)) })
  }
  return found
}
