import { uuidOf } from '../../model/id.ts'
import type { NotedFile } from '../../model/tool-act.ts'
import type { Client } from '../client.ts'
import { countDelta } from '../kit/reader.ts'
import { createContextReader } from './context/context-reader.ts'
import { createFingerprint } from './context/fingerprint.ts'
import { findKept, keptBy } from './context/kept-lines.ts'
import { sentBlocks } from './context/sent-blocks.ts'
import { readableLines } from './context/sent-lines.ts'
import { FILES } from './paths.ts'
import { findActivePath } from './read/active-rounds.ts'
import { blocksOf } from './read/blocks.ts'
import { createGraphJoiner } from './read/graph.ts'
import { createParser } from './read/parse.ts'
import { readPrompt } from './read/prompt.ts'
import { readLine } from './read/read-line.ts'
import { createExaminer } from './repair/diagnose.ts'
import { contentOf, contentText, isText, type Line, readObject } from './schema.ts'
import { TOOLS } from './tools.ts'
import { windowOf } from './window.ts'
import { ClaudeCodeWriter } from './write/write-session.ts'

export const claudeCode = {
  name: 'claude-code',
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
  compactions: { keptBy, findKept, summaryIn, cleared, summaryLines },
  history: { file: 'history.jsonl', read: readPrompt },
} as const satisfies Client

function recordsIn(bytes: Buffer): readonly Line[] {
  const reading = readLine(bytes)
  if (reading.kind === 'record') return [reading.record]
  return reading.kind === 'blank' ? [] : reading.fragments.flatMap(({ record }) => record ?? [])
}

/** What the client notes for itself next to a result: the file as it was read, or as it was before an edit. */
function notedFiles({ message, toolUseResult }: Line): readonly NotedFile[] {
  if (typeof toolUseResult !== 'object' || toolUseResult === null) return []
  const results = contentOf(message).filter(({ type }) => type === 'tool_result')
  const call = results[0]?.tool_use_id
  if (results.length !== 1 || !isText(call)) return []
  const { originalFile, original_file, updated_file, file } = toolUseResult as Readonly<Record<string, unknown>>
  const before = [wholeOf(file), originalFile, original_file].find(isText)
  if (before === undefined && !isText(updated_file)) return []
  return [{ call, ...(before !== undefined && { before }), ...(isText(updated_file) && { after: updated_file }) }]
}

/** The text of a file that was read from its first line to its last. */
function wholeOf(file: unknown): unknown {
  if (typeof file !== 'object' || file === null) return undefined
  const { content, startLine, numLines, totalLines } = file as Readonly<Record<string, unknown>>
  return startLine === 1 && numLines === totalLines ? content : undefined
}

interface StreamLine {
  readonly type?: unknown
  readonly subtype?: unknown
  readonly session_id?: unknown
}

/** The session a line of `--output-format stream-json` belongs to; undefined for any other line. */
function streamOf(line: Buffer): string | undefined {
  const { type, session_id } = read(line)
  return isText(type) && isText(session_id) ? session_id : undefined
}

/** `turn` where the client has answered a prompt, `event` where it compacts. */
function streamSign(line: Buffer): 'turn' | 'event' | undefined {
  const { type, subtype } = read(line)
  if (type === 'result') return 'turn'
  return type === 'system' && subtype === 'compact_boundary' ? 'event' : undefined
}

function read(line: Buffer): StreamLine {
  return (readObject(line.toString('utf8')) as StreamLine | undefined) ?? {}
}

/** What the client writes around the summary itself. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g
const AFTER =
  /\n+(?:If you need specific details from before compaction|Please continue the conversation from where|Continue the conversation from where|The messages after this summary)[\s\S]*$/

/** What the model wrote of everything before a compaction, without its draft; undefined where no line has it. */
function summaryIn(lines: Buffer): string | undefined {
  const line = lines
    .toString('utf8')
    .split('\n')
    .find((one) => one.includes('"isCompactSummary":true'))
  if (line === undefined) return undefined
  try {
    const text = contentText(JSON.parse(line).message?.content)
    const bare = text.replace(BEFORE, '').replace(REMINDER, '').replace(AFTER, '')
    return (/^Analysis:[\s\S]*?\nSummary:\n([\s\S]*)$/m.exec(bare)?.[1] ?? bare).trim()
  } catch {
    return undefined
  }
}

/** A microcompaction: results that are sent no more while the client runs. Resumed, it sends them again (measured). */
function cleared(lines: Buffer): readonly string[] | undefined {
  const line = readObject(lines.toString('utf8')) as
    | { readonly subtype?: unknown; readonly microcompactMetadata?: { readonly compactedToolIds?: unknown } }
    | undefined
  if (line?.subtype !== 'microcompact_boundary') return undefined
  const ids = line.microcompactMetadata?.compactedToolIds
  return Array.isArray(ids) ? ids.filter(isText) : []
}

interface SummaryPlace {
  readonly sessionId: string
  readonly cwd: string | null
  readonly at: string
}

/**
 * A compaction in the client's own form: a boundary, and the summary as the message that follows it. The uuids come
 * from the content, so that the same summary at the same place is the same artifact.
 */
function summaryLines(summary: string, { sessionId, cwd, at }: SummaryPlace): Buffer {
  const common = { isSidechain: false, userType: 'external', sessionId, ...(cwd !== null && { cwd }), timestamp: at }
  const boundary = uuidOf(`boundary\0${sessionId}\0${at}\0${summary}`)
  const lines = [
    {
      parentUuid: null,
      ...common,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      uuid: boundary,
      compactMetadata: { trigger: 'manual' },
    },
    {
      parentUuid: boundary,
      ...common,
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
      uuid: uuidOf(`summary\0${sessionId}\0${at}\0${summary}`),
    },
  ]
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
