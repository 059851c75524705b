import { basename } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'

/** The client keeps its sessions in a database: what is read is what `opencode export` wrote, wherever that is. */
export const FILES: SessionFiles = {
  async *find() {},
  mayHold: (path) => /(?:^|[\\/])[^\\/]*ses_[^\\/]*\.json$/.test(path),
  recognises: (_path, head) => sessionIn(head) !== undefined,
  identify: (path, head) => safeName(sessionIn(head) ?? basename(path).replace(/\.jsonl?$/, '')),
  nameOf: (sessionId) => `${sessionId}.json`,
}

/** How an exported session begins, whichever version wrote it. */
const BEGINS = /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"([^"\\]+)"\s*,\s*"(?:slug|version|projectID)"\s*:/

function sessionIn(head: Buffer): string | undefined {
  return BEGINS.exec(head.toString('utf8'))?.[1]
}
