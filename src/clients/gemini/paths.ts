import { basename, join } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'
import { entriesOf, filesBelow } from '../files-below.ts'
import { topLevelFields } from '../json-fields.ts'
import { linesOf } from '../lines.ts'
import { recordEnd } from './lines.ts'
import { isText, readLine } from './schema.ts'

export const FILES: SessionFiles = {
  configDir: { variable: 'GEMINI_CLI_HOME', folder: '.gemini', namesHome: true },
  find: findSessions,
  mayHold: (path) => /(?:^|[\\/])session-[^\\/]*\.json$|\.jsonl$/.test(path),
  recognises: (_path, head) => sessionIn(head) !== undefined,
  identify: (path, head) => safeName(sessionIn(head) ?? basename(path).replace(/\.jsonl?$/, '')),
  nameOf: (sessionId) => `${sessionId}.jsonl`,
}

/** The session that a file's first record names, which older versions may have gone on with beyond what is read here. */
function sessionIn(head: Buffer): string | undefined {
  for (const bytes of linesOf(head, recordEnd)) {
    const fields = topLevelFields(bytes, ['sessionId', 'projectHash'])
    const project = fields.get('projectHash')
    const session = fields.get('sessionId')
    if (!project || !session) return undefined
    const id = readLine(Buffer.from(`{"id":${bytes.toString('utf8', session.start, session.end)}}`))?.id
    return isText(id) && id !== '' ? id : undefined
  }
  return undefined
}

/** Every session file under the client's folder, and what cannot be read there; a document that was gone on with is older. */
async function* findSessions(configDir: string): AsyncIterable<string> {
  const projects = join(configDir, 'tmp')
  const entries = await entriesOf(projects)
  if (!entries) yield projects
  for (const { name } of entries ?? []) {
    const { files, unreadable } = await filesBelow(join(projects, name, 'chats'))
    yield* unreadable
    const known = new Set(files)
    for (const file of files) if (/\.jsonl$/.test(file) || (/\.json$/.test(file) && !known.has(`${file}l`))) yield file
  }
}
