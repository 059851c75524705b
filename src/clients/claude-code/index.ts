import type { Client } from '../client.ts'
import { linesOf } from '../lines.ts'
import { findActivePath } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context-reader.ts'
import { createExaminer } from './diagnose.ts'
import { decodeGraph, encodeGraph } from './graph.ts'
import { findKept, keptBy } from './kept-lines.ts'
import { CLAUDE_CODE } from './name.ts'
import { createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './read-line.ts'
import { sentBlocks } from './sent-blocks.ts'
import { readableLines } from './sent-lines.ts'
import { streamOf, streamSign } from './stream.ts'
import { summaryLines } from './summary-lines.ts'
import { TOOLS } from './tools.ts'
import { windowOf } from './window.ts'
import { ClaudeCodeWriter } from './write-session.ts'

export const claudeCode = {
  name: CLAUDE_CODE,
  label: 'Claude Code',
  agent: 'claude',
  format: 'claude-code-v1',
  files: FILES,
  reader: {
    parser: createParser,
    blocks(line) {
      const reading = readLine(line)
      if (reading.kind === 'record') return blocksOf(reading.record)
      if (reading.kind === 'blank') return []
      return reading.parts.flatMap((part) => (part.record ? blocksOf(part.record) : []))
    },
    count,
    paths: { links: linksIn, active: findActivePath },
  },
  tools: TOOLS,
  window: windowOf,
  context: {
    reader: createContextReader,
    conversation: (file) => sentBlocks(readableLines(file)).map((block) => JSON.stringify(block)),
  },
  writer: (target) => new ClaudeCodeWriter(target),
  repair: { examiner: createExaminer },
  stream: {
    sessionOf: streamOf,
    sign: streamSign,
    example: 'claude -p "…" --output-format stream-json --verbose',
  },
  compactions: { keptBy, findKept, summaryLines },
} as const satisfies Client

function linksIn(graphs: readonly Uint8Array[]): string {
  return encodeGraph(graphs.toReversed().flatMap((graph) => decodeGraph(Buffer.from(graph).toString())))
}

function count(delta: Buffer) {
  const parser = createParser()
  let at = 0
  for (const line of linesOf(delta)) {
    parser.add(parser.look(delta, at, at + line.length), delta, at, at + line.length)
    at += line.length
  }
  return { ...parser.mark(), lastTime: parser.lastTime }
}
