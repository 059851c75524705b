import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { NOTHING_KEPT } from '../nothing-kept.ts'
import { recordEnd } from '../record-end.ts'
import { findActivePath, turningsText } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint } from './conversation.ts'
import { createExaminer } from './diagnose.ts'
import { GEMINI_CLI } from './name.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { summaryIn } from './summary-in.ts'
import { summaryLine } from './summary-line.ts'
import { TOOLS } from './tools.ts'
import { windowOf } from './window.ts'
import { GeminiWriter } from './write-session.ts'

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
  window: windowOf,
  writer: (target) => new GeminiWriter(target),
  repair: { examiner: createExaminer },
  compactions: { ...NOTHING_KEPT, summaryIn, summaryLines: summaryLine },
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint },
} as const satisfies Client
