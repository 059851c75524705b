import { basename, join } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { Client, SessionFiles } from '../client.ts'
import { filesBelow } from '../kit/files-below.ts'
import { readerOf } from '../kit/reader.ts'
import { linesOf } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { activePath, createParser } from './parse.ts'
import { type Line, readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

const FILES: SessionFiles = {
  configDir: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
  find: findSessions,
  mayHold: (path) => path.endsWith('.jsonl'),
  recognises: (_path, head) => headerIn(head) !== undefined,
  identify: (path, head) => safeName(headerIn(head)?.id ?? basename(path).replace(/\.jsonl$/, '')),
  nameOf: (sessionId) => `${sessionId}.jsonl`,
}

/** pi's sessions are recorded, read and searched; no session is written for it. */
export const pi = {
  name: 'pi',
  label: 'pi',
  agent: 'pi',
  format: 'pi-v1',
  files: FILES,
  reader: readerOf({ parser: createParser, read: readLine, blocks: blocksOf, active: activePath }),
  tools: TOOLS,
} as const satisfies Client

/** The line that a file begins with: which session it is, and where it works. */
function headerIn(head: Buffer): Line | undefined {
  for (const bytes of linesOf(head)) {
    const line = readLine(bytes)
    const isHeader = line?.type === 'session' && line.id !== undefined && typeof line.fields.cwd === 'string'
    return isHeader ? line : undefined
  }
  return undefined
}

/** Every session file under the client's folder, and what cannot be read there. */
async function* findSessions(configDir: string): AsyncIterable<string> {
  const { files, unreadable } = await filesBelow(join(configDir, 'sessions'))
  yield* unreadable
  for (const file of files) if (file.endsWith('.jsonl')) yield file
}
