import { hashHex } from '../../../model/id.ts'
import type { Fingerprint } from '../../client.ts'
import { eachRecord } from '../read/each-record.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { sentBlocksOf } from './sent-blocks.ts'
import { type LinkedLine, linkedOf, sentOf } from './sent-lines.ts'

/** The conversation that the client sends of lines, each block as its hash: what is held does not grow with their length. */
export function createFingerprint(): Fingerprint {
  const lines: LinkedLine[] = []
  return {
    add(bytes) {
      eachRecord(bytes, (record, { isRead }) => {
        if (isRead) lines.push({ line: outlineOf(record), links: linkedOf(record, lines.length) })
      })
    },
    blocks: () => sentBlocksOf(sentOf(lines)).map((block) => hashHex(JSON.stringify(block))),
  }
}

/** A line with what decides whether its blocks are sent, and the hash of each. */
function outlineOf({ type, uuid, isSidechain, isApiErrorMessage, isDisplayOnly, content, message }: Line): Line {
  return {
    ...(type !== undefined && { type }),
    ...(uuid !== undefined && { uuid }),
    ...(isSidechain && { isSidechain }),
    ...(isApiErrorMessage && { isApiErrorMessage }),
    ...(isDisplayOnly && { isDisplayOnly }),
    ...(isText(content) && { content: hashHex(content) }),
    ...(message && {
      message: { ...(message.id !== undefined && { id: message.id }), content: contentOf(message).map(blockOutline) },
    }),
  }
}

function blockOutline(content: Content): Content {
  const { type, text, id, tool_use_id } = content
  return {
    ...(type !== undefined && { type }),
    ...(isText(text) && { text: text.trim() === '' ? '' : 'said' }),
    ...(id !== undefined && { id }),
    ...(tool_use_id !== undefined && { tool_use_id }),
    signature: hashHex(JSON.stringify(content)),
  }
}
