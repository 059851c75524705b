import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { findActivePath, turningsText } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { recordEnd } from './lines.ts'
import { GEMINI_CLI } from './name.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

export const geminiCli = {
  name: GEMINI_CLI,
  label: 'Gemini CLI',
  agent: 'gemini',
  format: 'gemini-cli-v1',
  files: FILES,
  reader: {
    parser: createParser,
    lineEnd: recordEnd,
    blocks(line) {
      const read = readLine(line)
      return read ? blocksOf(read) : []
    },
    count: (delta) => countDelta(createParser(), delta, recordEnd),
    paths: { links: () => turningsText, active: findActivePath },
  },
  tools: TOOLS,
} as const satisfies Client
