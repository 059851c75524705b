import { hashHex } from '../../../model/id.ts'
import type { Fingerprint } from '../../client.ts'
import { eachRecord } from '../read/each-record.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { sentBlocks } from './sent-blocks.ts'

/** Enough to tell what the client makes of a text. */
const BEGINNING = 200

/** The conversation that the client sends of lines, each block as its hash: what is held does not grow with their length. */
export function createFingerprint(): Fingerprint {
  const lines: Line[] = []
  return {
    add(bytes) {
      eachRecord(bytes, (record, { isRead }) => {
        if (isRead) lines.push(outlineOf(record))
      })
    },
    blocks: () => sentBlocks(lines).map((block) => JSON.stringify(block)),
  }
}

/** A line with nothing long in it. */
function outlineOf(line: Line): Line {
  const { toolUseResult: _, attachment: _a, rendered: _r, content, message, ...rest } = line
  const outline: Line = { ...rest, ...(isText(content) && { content: hashHex(content) }) }
  if (!message) return outline
  return { ...outline, message: { ...message, content: contentOf(message).map(blockOutline) } }
}

function blockOutline(content: Content): Content {
  const { type, text, id, tool_use_id } = content
  return {
    ...(type !== undefined && { type }),
    ...(isText(text) && { text: copyOf(text.trimStart().slice(0, BEGINNING)) }),
    ...(id !== undefined && { id }),
    ...(tool_use_id !== undefined && { tool_use_id }),
    signature: hashHex(JSON.stringify(content)),
  }
}

/** A part of a longer text would keep all of that in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}
