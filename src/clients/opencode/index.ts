import { basename } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { Client, SessionFiles } from '../client.ts'
import { readerOf } from '../kit/reader.ts'
import { recordEnd } from '../kit/record-end.ts'
import { blocksOf } from './blocks.ts'
import { activePath, createParser } from './parse.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

/** The client keeps its sessions in a database: what is read is what `opencode export` wrote, wherever that is. */
const FILES: SessionFiles = {
  async *find() {},
  mayHold: (path) => /(?:^|[\\/])[^\\/]*ses_[^\\/]*\.json$/.test(path),
  recognises: (_path, head) => sessionIn(head) !== undefined,
  identify: (path, head) => safeName(sessionIn(head) ?? basename(path).replace(/\.jsonl?$/, '')),
  nameOf: (sessionId) => `${sessionId}.json`,
}

/** Sessions that opencode exported are recorded, read and searched; no session is written for it. */
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
} as const satisfies Client

/** How an exported session begins, whichever version wrote it. */
const BEGINS = /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"([^"\\]+)"\s*,\s*"(?:slug|version|projectID)"\s*:/

function sessionIn(head: Buffer): string | undefined {
  return BEGINS.exec(head.toString('utf8'))?.[1]
}
