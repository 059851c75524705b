import type { Client } from '../client.ts'
import { liveLine } from '../kit/live-line.ts'
import { readerOf } from '../kit/reader.ts'
import { recordEnd } from '../kit/record-end.ts'
import { stringsIn } from '../kit/strings-in.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { conversation, createFingerprint } from './conversation.ts'
import { createExaminer } from './diagnose.ts'
import { activePath, createParser } from './parse.ts'
import { FILES } from './paths.ts'
import { readLine, UNDERSTOOD } from './schema.ts'
import { TOOLS } from './tools.ts'
import { windowOf } from './window.ts'
import { GeminiWriter, summaryLines } from './write-session.ts'

export const geminiCli = {
  name: 'gemini-cli',
  label: 'Gemini CLI',
  agent: 'gemini',
  format: 'gemini-cli-v1',
  files: FILES,
  reader: readerOf({
    parser: createParser,
    lineEnd: recordEnd,
    read: readLine,
    blocks: blocksOf,
    active: activePath,
  }),
  tools: TOOLS,
  window: windowOf,
  writer: (target) => new GeminiWriter(target),
  repair: { examiner: createExaminer },
  compactions: { summaryIn, summaryLines },
  context: { reader: createContextReader, conversation, fingerprint: createFingerprint },
} as const satisfies Client

interface Line {
  readonly $set?: { readonly messages?: readonly { readonly content?: unknown }[] }
}

/** What the model wrote of everything before a compaction: the message that the client has it say yes to. */
function summaryIn(lines: Buffer): string | undefined {
  for (const text of lines.toString('utf8').split('\n')) {
    if (!text.startsWith('{"$set":{"messages":') || !text.includes(UNDERSTOOD)) continue
    const messages = liveLine<Line>(text)?.$set?.messages ?? []
    const at = messages.findIndex(({ content }) => stringsIn(content).includes(UNDERSTOOD))
    if (at > 0)
      return stringsIn(messages[at - 1]!.content)
        .join('\n')
        .trim()
  }
  return undefined
}
