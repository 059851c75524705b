import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { NOTHING_KEPT } from '../nothing-kept.ts'
import { findActivePath, turningsText } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint, inherited } from './conversation.ts'
import { createExaminer } from './diagnose.ts'
import { CODEX } from './name.ts'
import { withEnvelopes } from './older-lines.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { summaryIn } from './summary-in.ts'
import { summaryLine } from './summary-line.ts'
import { TOOLS } from './tools.ts'
import { CodexWriter } from './write-session.ts'

/** What a model's window holds where its lines do not say it; a context that was sent and is larger proves a larger one. */
const WINDOW = 258_400

export const codex = {
  name: CODEX,
  label: 'Codex',
  agent: 'codex',
  format: 'codex-v1',
  olderFormats: { 0: withEnvelopes },
  files: FILES,
  reader: {
    parser: createParser,
    blocks(line) {
      const read = readLine(line)
      return read ? blocksOf(read) : []
    },
    count: (delta) => countDelta(createParser(), delta),
    paths: { links: () => turningsText, active: findActivePath },
  },
  tools: TOOLS,
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint, inherited },
  writer: (target) => new CodexWriter(target),
  repair: { examiner: createExaminer },
  compactions: { ...NOTHING_KEPT, summaryIn, summaryLines: summaryLine },
  window: (_model, largestContext) => Math.max(WINDOW, largestContext),
} as const satisfies Client
