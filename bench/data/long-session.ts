import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * Writes one long session of about `bytes` bytes from real ones: their lines again and again, with ids of their own
 * each time, every line linked after the one before where its own parent is not there. Texts stay as they are, so
 * that parsing and compressing cost what they cost on real files.
 */
export function writeLongSession(path: string, sources: readonly string[], bytes: number): number {
  const file = openSync(path, 'w', 0o600)
  let written = 0
  let last: string | null = null
  try {
    for (let pass = 0; written < bytes; pass++) {
      for (const [nth, source] of sources.entries()) {
        const fresh = new Map<string, string>()
        for (const text of readFileSync(source, 'utf8').split('\n')) {
          const line = rewrite(text, `${pass}-${nth}`, fresh, last)
          if (line === undefined) continue
          last = line.uuid ?? last
          written += writeSync(file, `${line.text}\n`)
          if (written >= bytes) return written
        }
      }
    }
  } finally {
    closeSync(file)
  }
  return written
}

function rewrite(
  text: string,
  salt: string,
  fresh: Map<string, string>,
  last: string | null,
): { text: string; uuid?: string } | undefined {
  if (text === '') return undefined
  let line: Record<string, unknown>
  try {
    line = JSON.parse(text)
  } catch {
    return undefined // a bench measures whole lines
  }
  if (line.type === 'last-prompt' || line.subtype === 'compact_boundary') return undefined
  if (typeof line.uuid !== 'string') return { text }
  const uuid = idOf(`${salt}:${line.uuid}`)
  fresh.set(line.uuid, uuid)
  const parent = typeof line.parentUuid === 'string' ? fresh.get(line.parentUuid) : undefined
  const message = line.message as { id?: unknown } | undefined
  const renamed =
    message && typeof message.id === 'string' ? { message: { ...message, id: `${message.id}-${salt}` } } : {}
  return { text: JSON.stringify({ ...line, ...renamed, uuid, parentUuid: parent ?? last }), uuid }
}

function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
