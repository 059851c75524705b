import type { Fingerprint } from '../../client.ts'
import { digestOf } from '../../digest-of.ts'
import { eachRecord } from '../read/each-record.ts'
import { HeldLine } from './held-line.ts'
import { sentBlocksOf } from './sent-blocks.ts'
import { linkedOf, sentOf } from './sent-lines.ts'

/**
 * The conversation that the client sends of lines, each block as its hash: of a line little more is held than the ids
 * that join it to others.
 */
export function createFingerprint(): Fingerprint {
  const lines: HeldLine[] = []
  return {
    add(bytes) {
      eachRecord(bytes, (record, { isRead }) => {
        const links = isRead ? linkedOf(record, lines.length) : undefined
        if (links) lines.push(new HeldLine(record, links, lines.at(-1)?.links))
      })
    },
    *blocks() {
      for (const block of sentBlocksOf(sentOf(lines))) yield digestOf(JSON.stringify(block))
    },
  }
}
