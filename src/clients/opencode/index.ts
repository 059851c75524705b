import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { recordEnd } from '../record-end.ts'
import { findActivePath, roundsText } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { OPENCODE } from './name.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

/** Sessions that opencode exported are recorded, read and searched; no session is written for it. */
export const opencode = {
  name: OPENCODE,
  label: 'opencode',
  agent: 'opencode',
  format: 'opencode-v1',
  files: FILES,
  reader: {
    parser: createParser,
    lineEnd: recordEnd,
    blocks(line) {
      const read = readLine(line)
      return read ? blocksOf(read) : []
    },
    count: (delta) => countDelta(createParser(), delta, recordEnd),
    paths: { links: () => roundsText, active: findActivePath },
  },
  tools: TOOLS,
} as const satisfies Client
