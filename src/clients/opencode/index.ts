import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { Client, SessionFiles } from '../client.ts'
import { readerOf } from '../kit/reader.ts'
import { recordEnd } from '../kit/record-end.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint } from './conversation.ts'
import { sessionId } from './ids.ts'
import { activePath, createParser } from './parse.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'
import { OpencodeWriter } from './write-session.ts'

/** Where sessions are put that the client is to import, and exports may be put that are to be captured. */
const FOLDER = 'opencode/stet'
const FILE = /(ses_[0-9A-Za-z]+)\.json$/

/** The client keeps its sessions in a database: what is read is what `opencode export` wrote, and what is written it imports. */
const FILES: SessionFiles = {
  configDir: { variable: 'XDG_DATA_HOME', folder: '.local/share', inside: FOLDER },
  async *find(configDir) {
    const names = await readdir(configDir).catch(() => []) // it is made when a session is first put there
    for (const name of names) if (FILE.test(name)) yield join(configDir, name)
  },
  mayHold: (path) => /(?:^|[\\/])[^\\/]*ses_[^\\/]*\.json$/.test(path),
  recognises: (_path, head) => sessionIn(head) !== undefined,
  identify: (path, head) => safeName(sessionIn(head) ?? basename(path).replace(/\.jsonl?$/, '')),
  newId: (now) => sessionId(now, randomBytes(7).toString('hex')),
  nameOf: (session) => `${session}.json`,
  idIn: (path) => FILE.exec(basename(path))?.[1],
  pathOf: (configDir, _cwd, session) => join(configDir, `${session}.json`),
  resumeCommand: (session) => {
    const isFile = session.endsWith('.json')
    const file = isFile ? session : `"\${XDG_DATA_HOME:-$HOME/.local/share}/${FOLDER}/${session}.json"`
    return `opencode import ${file} && opencode -s ${isFile ? basename(session, '.json') : session}`
  },
  startCommand: () => ({ command: 'opencode', isOfId: false }),
  promptCommand: (file) => `opencode --prompt "$(cat ${file})"`,
}

export const opencode = {
  name: 'opencode',
  label: 'opencode',
  agent: 'opencode',
  format: 'opencode-v1',
  files: FILES,
  reader: readerOf({
    parser: createParser,
    lineEnd: recordEnd,
    read: readLine,
    blocks: blocksOf,
    active: activePath,
  }),
  tools: TOOLS,
  writer: (target) => new OpencodeWriter(target),
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint },
} as const satisfies Client

/** How an exported session begins, whichever version wrote it. */
const BEGINS = /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"([^"\\]+)"\s*,\s*"(?:slug|version|projectID)"\s*:/

function sessionIn(head: Buffer): string | undefined {
  return BEGINS.exec(head.toString('utf8'))?.[1]
}
