import { isUtf8 } from 'node:buffer'
import type { BlockKind } from '../../model/block.ts'
import { describe } from './describe.ts'
import type { Message, Place, WritableFormat } from './format.ts'
import { readingOf } from './index.ts'
import type { Run } from './run.ts'
import { type Tier, tierOf } from './tier.ts'

export interface Translated {
  readonly bytes: Buffer
  /** How each run came into the format. */
  readonly tiers: readonly Tier[]
  /** What the format has no place for, in words. */
  readonly lost: readonly string[]
}

/** Runs of any formats as one context of this format; one that cannot be read is told as it is, with a description. */
export function translate(runs: readonly Run[], to: WritableFormat, place: Place): Translated {
  const encoder = to.encoder(place)
  const lost = new Map<BlockKind, number>()
  const tiers: Tier[] = []
  const pieces = runs.map((run) => {
    const [tier, bytes] = translateRun(run)
    tiers.push(tier)
    return bytes
  })
  return {
    bytes: to.concat(pieces)!,
    tiers,
    lost: [...lost].map(([kind, count]) => `${count} × ${LOST[kind] ?? kind}`),
  }

  function translateRun(run: Run): readonly [Tier, Buffer] {
    const { format, upgrade } = readingOf(run.format) ?? {}
    if (!format || !run.isReadable) return ['raw', encoder.write([asRecorded(run)])]
    const current = upgrade ? upgrade(run.bytes) : run.bytes
    const tier = tierOf(run.format, to)
    return [tier, tier === 'rendering' ? written(format.decode(current)!) : encoder.keep(current)]
  }

  function written(messages: readonly Message[]): Buffer {
    const held = messages.map((message) => {
      const { kind, blocks } = message
      if (kind !== 'said') return message
      const kept = blocks.filter(({ type }) => {
        if (!to.holds.has(type)) lost.set(type, (lost.get(type) ?? 0) + 1)
        return to.holds.has(type)
      })
      return { ...message, blocks: kept }
    })
    return encoder.write(held.filter(({ blocks }) => blocks.length > 0))
  }
}

const LOST: Partial<Record<BlockKind, string>> = {
  image: 'pictures',
  note: 'notes of the client',
  unknown: 'blocks of other kinds',
}

/** All of the bytes, in a message of Stet's own. */
function asRecorded(run: Run): Message {
  const { format, bytes } = run
  const [how, text] = isUtf8(bytes) ? ['', bytes.toString('utf8')] : [' In base64:', bytes.toString('base64')]
  const content = `# Recorded in the format ${format}\n<!-- stet:legend -->\n\n${describe(run)}${how}\n\n${text}`
  return { kind: 'own', blocks: [{ role: 'system', type: 'note', timestamp: null, content }] }
}
