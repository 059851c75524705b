import type { Client } from '../client.ts'
import { linesOf } from '../lines.ts'
import { findActivePath, turningsText } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { createParser } from './parse.ts'
import { findSessions, identify, recognises, sessionIdOf, sessionPath } from './paths.ts'
import { readLine } from './schema.ts'
import { TOOLS } from './tools.ts'

export const codex: Client = {
  name: 'codex',
  format: 'codex-v1',
  recognises,
  identify,
  tools: TOOLS,
  parser: createParser,
  blocks(line) {
    const read = readLine(line)
    return read ? blocksOf(read) : []
  },
  links: turningsText,
  activePath: findActivePath,
  sessionPath,
  sessionIdOf,
  resumeCommand: (session) => `codex resume ${session}`,
  count,
  windowOf: (_model, largestContext) => Math.max(258_400, largestContext),
  streamOf: () => undefined,
  streamSign: () => undefined,
  findSessions,
  spawningCall: async () => null,
  sideFilesOf: async () => ({ sessions: [], others: [] }),
} as unknown as Client

function count(delta: Buffer) {
  const parser = createParser()
  let at = 0
  for (const line of linesOf(delta)) {
    parser.add(parser.look(delta, at, at + line.length), delta, at, at + line.length)
    at += line.length
  }
  return { ...parser.mark(), lastTime: parser.lastTime }
}
