import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { entriesText, findActivePath } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { PI } from './name.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

/** pi's sessions are recorded, read and searched; no session is written for it. */
export const pi = {
  name: PI,
  label: 'pi',
  agent: 'pi',
  format: 'pi-v1',
  files: FILES,
  reader: {
    parser: createParser,
    blocks(line) {
      const read = readLine(line)
      return read ? blocksOf(read) : []
    },
    count: (delta) => countDelta(createParser(), delta),
    paths: { links: () => entriesText, active: findActivePath },
  },
  tools: TOOLS,
} as const satisfies Client
