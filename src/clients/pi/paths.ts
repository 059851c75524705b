import { randomUUID } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { safeName, timedUuid, timeOfUuid } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'
import { filesBelow } from '../kit/files-below.ts'
import { linesOf } from '../lines.ts'
import { type Line, readLine } from './schema.ts'

export const FILES: SessionFiles = {
  configDir: { variable: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
  find: findSessions,
  mayHold: (path) => path.endsWith('.jsonl'),
  recognises: (_path, head) => headerIn(head) !== undefined,
  identify: (path, head) => safeName(headerIn(head)?.id ?? basename(path).replace(/\.jsonl$/, '')),
  newId: (now) => timedUuid(now, randomUUID()),
  nameOf: fileNameOf,
  pathOf: (configDir, cwd, sessionId) => join(configDir, 'sessions', folderOf(cwd), fileNameOf(sessionId)),
  resumeCommand: (session) => `pi --session ${session}`,
  typedResume: () => '/resume', // it lists the sessions of the folder, and takes no id
  startCommand: () => ({ command: 'pi', isOfId: false }),
  promptCommand: (file) => `pi "$(cat ${file})"`,
}

/** The line that a file begins with: which session it is, and where it works. */
function headerIn(head: Buffer): Line | undefined {
  for (const bytes of linesOf(head)) {
    const line = readLine(bytes)
    const isHeader = line?.type === 'session' && line.id !== undefined && typeof line.fields.cwd === 'string'
    return isHeader ? line : undefined
  }
  return undefined
}

/** What the client calls the folder for the sessions of another. */
function folderOf(cwd: string): string {
  return `--${resolve(cwd)
    .replace(/^[/\\]/, '')
    .replace(/[/\\:]/g, '-')}--`
}

/** The time of a file whose session's id does not tell it. */
const SOME_TIME = '2020-01-01T00:00:00.000Z'

function fileNameOf(sessionId: string): string {
  return `${timeOfUuid(sessionId, SOME_TIME).replaceAll(/[:.]/g, '-')}_${sessionId}.jsonl`
}

/** Every session file under the client's folder, and what cannot be read there. */
async function* findSessions(configDir: string): AsyncIterable<string> {
  const { files, unreadable } = await filesBelow(join(configDir, 'sessions'))
  yield* unreadable
  for (const file of files) if (file.endsWith('.jsonl')) yield file
}
