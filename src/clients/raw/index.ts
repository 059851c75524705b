import { basename } from 'node:path'
import { safeName } from '../../model/id.ts'
import { noFacts } from '../../model/session.ts'
import { SIDE } from '../../model/span.ts'
import { NO_ACT } from '../../model/tool-act.ts'
import type { Client } from '../client.ts'
import type { Parser } from '../parser.ts'

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
    isNamedByFile: true,
    nameOf: (sessionId) => sessionId,
  },
  reader: {
    parser: createRawParser,
    blocks: () => [],
    count: (delta) => ({ messages: 0, chars: delta.length, lastTime: null }),
  },
  tools: { trimmed: [], act: () => NO_ACT, outcome: (_content, failed) => ({ failed, exit: null, output: '' }) },
} as const satisfies Client

/** Takes every line for a side record: kept, and not read. */
function createRawParser(saved?: string): Parser {
  const state: { lines: number; offset: number } = saved ? JSON.parse(saved) : { lines: 0, offset: 0 }
  let from = state.offset
  return {
    classify: () => ({ role: 'plain', isRecord: false }),
    add(_line, _buffer, start, end) {
      state.lines++
      state.offset += end - start
    },
    closeLine() {
      state.offset++
    },
    take() {
      const spans = state.offset > from ? [{ start: from, end: state.offset, owner: SIDE }] : []
      from = state.offset
      return {
        rounds: [],
        spans,
        problems: [],
        graph: undefined,
        facts: { ...noFacts(), lines: state.lines },
        spawns: [],
        texts: [],
      }
    },
    save: () => JSON.stringify(state),
    mark: () => ({ messages: 0, chars: 0 }),
    lastTime: null,
    agent: null,
    pathIsSettled: true,
    settlePath() {},
    isOrdered: true,
  }
}
