import { liveLine } from '../live-line.ts'
import { stringsIn } from '../strings-in.ts'
import { UNDERSTOOD } from './schema.ts'

interface Line {
  readonly $set?: { readonly messages?: readonly { readonly content?: unknown }[] }
}

/** What the model wrote of everything before a compaction: the message that the client has it say yes to. */
export function summaryIn(lines: Buffer): string | undefined {
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
