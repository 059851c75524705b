import { defineCommand } from '../kit/command.ts'
import { number, object } from '../kit/shape.ts'

/** What `inscribe --all` does in a terminal, for the page: it names no file. */
export const capture = defineCommand({
  name: 'capture',
  topic: 'record',
  summary: 'Capture every session on this machine',
  writes: true,
  arguments: {},
  options: {},
  examples: [],
  output: object({ sessions: number, failed: number }),
  offer: { http: true },
  async run({ workspace, dryRun, signal }) {
    const { findSessionFiles, inscribe } = await import('../../record/capture/inscribe.ts')
    const opened = await workspace({ onlyLooks: dryRun })
    const paths = await findSessionFiles(opened)
    if (dryRun) return { value: { sessions: paths.length, failed: 0 }, text: () => '' }
    const { sessions, failed } = await inscribe(opened, paths, { signal, mayBeGone: () => true, prompts: true })
    return { value: { sessions: sessions.length, failed: failed.length }, text: () => '' }
  },
})
