import { basename } from 'node:path'
import { safeName } from '../../model/id.ts'
import { NO_ACT } from '../../model/tool-act.ts'
import type { Client } from '../client.ts'
import { createRawParser } from './parse.ts'

/**
 * The client of whatever wrote a file that no client recognises: its bytes are recorded and come back as they were, and
 * nothing in them is understood. It is never asked whether a file is its own; who names a file has it recorded so.
 */
export const RAW = {
  name: 'unknown',
  label: 'An unknown client',
  agent: 'agent',
  format: 'raw',
  files: {
    async *find() {},
    mayHold: () => false,
    recognises: () => false,
    identify: (path) => safeName(basename(path).replace(/\.jsonl?$/, '')),
    nameOf: (sessionId) => sessionId,
  },
  reader: {
    parser: createRawParser,
    blocks: () => [],
    count: (delta) => ({ messages: 0, chars: delta.length, lastTime: null }),
  },
  tools: { trimmed: [], act: () => NO_ACT, outcome: (_content, failed) => ({ failed, exit: null, output: '' }) },
} as const satisfies Client
