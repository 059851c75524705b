import { withFields } from '../json-fields.ts'
import { linesOf } from '../lines.ts'
import { readLine } from './read-line.ts'
import { isText, type Line } from './schema.ts'
import { createSkimmer } from './skimmer.ts'
import { ClaudeCodeWriter } from './write-session.ts'

interface RenderTarget {
  readonly sessionId: string
  /** Lines whose parent is not among these follow the line before them: for a file joined of several stretches. */
  readonly bridges?: boolean
}

/**
 * Writes a whole file as a session of its own that the client resumes, through what surgery uses: the lines the client
 * would send, linked one behind the other, and the titles. Other side records are left out: they name lines that are
 * not there any more. So is a compaction's boundary: what it hid is left out already, and what it kept stands in its
 * place.
 */
export function render(file: Buffer, { sessionId, bridges = false }: RenderTarget): Buffer {
  const source = bridges ? bridged(file) : file
  const skimmer = createSkimmer()
  for (const line of linesOf(source)) skimmer.add(line)
  const { parts, titles } = skimmer.outline(() => 0)
  const writer = new ClaudeCodeWriter({ sessionId, cwd: null })
  return Buffer.concat([
    ...titles.map(({ start, end }) => writer.title(source.subarray(start, end))),
    ...parts.flatMap(({ lines }) => lines.map(({ start, end }) => writer.line(source.subarray(start, end)))),
  ])
}

function bridged(file: Buffer): Buffer {
  const lines = [...linesOf(file)].map((bytes) => ({ bytes, record: recordOf(bytes) }))
  const known = new Set(lines.map(({ record }) => record?.uuid).filter(isText))
  let before: string | null = null
  return Buffer.concat(
    lines.map(({ bytes, record }) => {
      if (!isText(record?.uuid)) return bytes
      const parent: string | null = before
      before = record.uuid
      const isGap = isText(record.parentUuid) && !known.has(record.parentUuid)
      return isGap ? withFields(bytes, { parentUuid: JSON.stringify(parent) }) : bytes
    }),
  )
}

function recordOf(bytes: Buffer): Line | undefined {
  const reading = readLine(bytes)
  return reading.kind === 'record' ? reading.record : undefined
}
