import { isText, readObject } from '../schema.ts'

interface StreamLine {
  readonly type?: unknown
  readonly subtype?: unknown
  readonly session_id?: unknown
}

/** The session a line of `--output-format stream-json` belongs to; undefined for any other line. */
export function streamOf(line: Buffer): string | undefined {
  const { type, session_id } = read(line)
  return isText(type) && isText(session_id) ? session_id : undefined
}

/** `turn` where the client has answered a prompt, `event` where it compacts. */
export function streamSign(line: Buffer): 'turn' | 'event' | undefined {
  const { type, subtype } = read(line)
  if (type === 'result') return 'turn'
  return type === 'system' && subtype === 'compact_boundary' ? 'event' : undefined
}

function read(line: Buffer): StreamLine {
  return (readObject(line.toString('utf8')) as StreamLine | undefined) ?? {}
}
