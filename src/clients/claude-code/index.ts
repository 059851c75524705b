import type { Client } from '../client.ts'
import { countDelta } from '../count-delta.ts'
import { createContextReader } from './context/context-reader.ts'
import { createFingerprint } from './context/fingerprint.ts'
import { findKept, keptBy } from './context/kept-lines.ts'
import { sentBlocks } from './context/sent-blocks.ts'
import { readableLines } from './context/sent-lines.ts'
import { FILES } from './files/paths.ts'
import { CLAUDE_CODE } from './name.ts'
import { findActivePath } from './read/active-rounds.ts'
import { blocksOf } from './read/blocks.ts'
import { createGraphJoiner } from './read/graph.ts'
import { notedFiles } from './read/noted-files.ts'
import { createParser } from './read/parse.ts'
import { readLine } from './read/read-line.ts'
import { streamOf, streamSign } from './read/stream.ts'
import { summaryIn } from './read/summary-in.ts'
import { createExaminer } from './repair/diagnose.ts'
import type { Line } from './schema.ts'
import { TOOLS } from './tools.ts'
import { windowOf } from './window.ts'
import { summaryLines } from './write/summary-lines.ts'
import { ClaudeCodeWriter } from './write/write-session.ts'

export const claudeCode = {
  name: CLAUDE_CODE,
  label: 'Claude Code',
  agent: 'claude',
  format: 'claude-code-v1',
  files: FILES,
  reader: {
    parser: createParser,
    blocks: (line: Buffer, begins?: boolean) => recordsIn(line).flatMap((record) => blocksOf(record, begins)),
    notedFiles: (line) => (line.includes('"toolUseResult"') ? recordsIn(line).flatMap(notedFiles) : []),
    count: (delta) => countDelta(createParser(), delta),
    paths: { links: createGraphJoiner, active: findActivePath },
  },
  tools: TOOLS,
  window: windowOf,
  context: {
    reader: createContextReader,
    conversation: (file) => sentBlocks(readableLines(file)).map((block) => JSON.stringify(block)),
    fingerprint: createFingerprint,
  },
  writer: (target) => new ClaudeCodeWriter(target),
  repair: { examiner: createExaminer },
  stream: {
    sessionOf: streamOf,
    sign: streamSign,
    example: 'claude -p "…" --output-format stream-json --verbose',
  },
  compactions: { keptBy, findKept, summaryIn, summaryLines },
} as const satisfies Client

function recordsIn(bytes: Buffer): readonly Line[] {
  const reading = readLine(bytes)
  if (reading.kind === 'record') return [reading.record]
  return reading.kind === 'blank' ? [] : reading.fragments.flatMap(({ record }) => record ?? [])
}
