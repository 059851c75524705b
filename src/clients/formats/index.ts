import { parseFormatId } from '../../model/format-id.ts'
import { CLIENTS } from '../index.ts'
import { BUREAU_AGENT } from './bureau-agent.ts'
import { clientFormat } from './client-format.ts'
import { EVENTS } from './events.ts'
import type { Format } from './format.ts'
import { NARRATIVE } from './narrative.ts'

/** Every format Stet knows: those of the clients, and those that are nobody's. */
export const FORMATS: readonly Format[] = [...CLIENTS.map(clientFormat), EVENTS, BUREAU_AGENT, NARRATIVE]

export function formatOf(id: string): Format | undefined {
  return FORMATS.find((known) => known.id === id)
}

/** How bytes are read: by their own format, or by a newer version of it, field by field. */
export interface Reading {
  readonly format: Format
  readonly upgrade?: (bytes: Buffer) => Buffer
}

/** Undefined for a format that Stet cannot read. */
export function readingOf(id: string): Reading | undefined {
  const own = formatOf(id)
  if (own) return { format: own }
  const older = parseFormatId(id)
  for (const format of FORMATS) {
    const upgrade = older && parseFormatId(format.id)?.family === older.family && format.older?.[older.version]
    if (upgrade) return { format, upgrade }
  }
  return undefined
}
