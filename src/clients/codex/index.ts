import { toUtc } from '../../model/time.ts'
import type { Client, Prompt } from '../client.ts'
import { isText, readRecord } from '../json-record.ts'
import { liveLine } from '../kit/live-line.ts'
import { readerOf } from '../kit/reader.ts'
import { jsonLine, linesOf } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint, inherited } from './conversation.ts'
import { createExaminer } from './diagnose.ts'
import { activePath, createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine } from './schema.ts'
import { STREAM } from './stream.ts'
import { TOOLS } from './tools.ts'
import { CodexWriter } from './write-session.ts'

/** What a model's window holds where its lines do not say it; a context that was sent and is larger proves a larger one. */
const WINDOW = 258_400

export const codex = {
  name: 'codex',
  label: 'Codex',
  agent: 'codex',
  format: 'codex-v1',
  olderFormats: { 0: withEnvelopes },
  files: FILES,
  reader: readerOf({ parser: createParser, read: readLine, blocks: blocksOf, active: activePath }),
  tools: TOOLS,
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint, inherited },
  writer: (target) => new CodexWriter(target),
  repair: { examiner: createExaminer },
  stream: STREAM,
  compactions: { summaryIn, summaryLines },
  history: { file: 'history.jsonl', read: readPrompt },
  window: (_model, largestContext) => Math.max(WINDOW, largestContext),
} as const satisfies Client

/** A line of the history of prompts: the session, seconds since 1970 and what was typed; no folder. */
function readPrompt(bytes: Buffer): Prompt | undefined {
  const { session_id: session, ts, text } = readRecord(bytes) ?? {}
  if (!isText(session) || !isText(text)) return undefined
  return { session, at: typeof ts === 'number' ? (toUtc(ts * 1000) ?? null) : null, cwd: null, text }
}

/** A compaction in the client's own form: the summary is all that it leaves of what was before. */
function summaryLines(summary: string, { at }: { readonly at: string }): Buffer {
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: summary }] }
  const payload = { message: summary, replacement_history: [said] }
  return jsonLine({ timestamp: at, type: 'compacted', payload })
}

/** What the client writes before the summary. */
const BEFORE = /^Another language model started to solve this problem[\s\S]*?to assist with your own analysis:\s*/

/** What the model wrote of everything before a compaction; undefined where it is kept out of sight, or there is none. */
function summaryIn(lines: Buffer): string | undefined {
  for (const text of lines.toString('utf8').split('\n')) {
    if (!text.includes('"compacted"')) continue
    const line = liveLine<{ readonly type?: unknown; readonly payload?: { readonly message?: unknown } }>(text)
    const message = line?.type === 'compacted' ? line.payload?.message : undefined
    if (typeof message === 'string' && message !== '') return message.replace(BEFORE, '').trim()
  }
  return undefined
}

/** Lines of the client's first versions, which had no envelope, with one around each; what is no record stays as it is. */
function withEnvelopes(bytes: Buffer): Buffer {
  return Buffer.concat(
    [...linesOf(bytes)].map((line) => {
      const { timestamp, type, payload } = readLine(line) ?? {}
      return type === undefined ? line : jsonLine({ timestamp, type, payload })
    }),
  )
}
