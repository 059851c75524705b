import type { Client } from '../client.ts'
import { linesOf } from '../lines.ts'
import { findActivePath } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { createExaminer } from './diagnose.ts'
import { decodeGraph, encodeGraph } from './graph.ts'
import { findKept, keptBy } from './kept-lines.ts'
import { outlined } from './outlined.ts'
import { createParser } from './parse.ts'
import {
  findSessions,
  identify,
  isNamedAsSession,
  sessionIdOf,
  sessionPath,
  sideFilesOf,
  spawningCall,
} from './paths.ts'
import { readLine } from './read-line.ts'
import { render } from './render.ts'
import { isText, readObject } from './schema.ts'
import { sentBlocks } from './sent-blocks.ts'
import { readableLines } from './sent-lines.ts'
import { createSkimmer } from './skimmer.ts'
import { streamOf, streamSign } from './stream.ts'
import { summaryLines } from './summary-lines.ts'
import { TOOLS } from './tools.ts'
import { ClaudeCodeValidator } from './validate.ts'
import { windowOf } from './window.ts'
import { ClaudeCodeWriter } from './write-session.ts'

export const claudeCode: Client = {
  name: 'claude-code',
  format: 'claude-code-v1',
  recognises,
  identify,
  tools: TOOLS,
  parser: createParser,
  blocks(line) {
    const reading = readLine(line)
    if (reading.kind === 'record') return blocksOf(reading.record)
    if (reading.kind === 'blank') return []
    return reading.parts.flatMap((part) => (part.record ? blocksOf(part.record) : []))
  },
  links: (graphs) => encodeGraph(graphs.toReversed().flatMap((graph) => decodeGraph(Buffer.from(graph).toString()))),
  activePath: findActivePath,
  render,
  outlined,
  skimmer: createSkimmer,
  examiner: createExaminer,
  writer: (target) => new ClaudeCodeWriter(target),
  validator: (sessionId) => new ClaudeCodeValidator(sessionId),
  conversation: (file) => sentBlocks(readableLines(file)).map((block) => JSON.stringify(block)),
  sessionPath,
  sessionIdOf,
  resumeCommand: (session) =>
    `claude --resume ${/^[\w./-]+$/.test(session) ? session : `'${session.replaceAll("'", "'\\''")}'`}`,
  keptBy,
  findKept,
  summaryLines,
  count,
  windowOf,
  streamOf,
  streamSign,
  findSessions,
  spawningCall,
  sideFilesOf,
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

/**
 * A file is Claude Code's when it is named as the client names its files, or when one of its first lines looks like
 * one of the client's own, chain line or side record.
 */
function recognises(path: string, head: Buffer): boolean {
  if (isNamedAsSession(path)) return true
  let lines = 0
  for (const bytes of linesOf(head)) {
    if (++lines > 50) break
    const line = readObject(bytes.toString('utf8'))
    if (!line || !isText(line.type)) continue
    if (isText(line.sessionId) || isText(line.leafUuid) || (isText(line.uuid) && 'parentUuid' in line)) return true
    if ((line.type === 'user' || line.type === 'assistant') && line.message) return true
  }
  return false
}
