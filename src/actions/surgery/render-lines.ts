import { linesOf } from '../../clients/lines.ts'
import type { SessionWriter } from '../../clients/session-writer.ts'
import type { Context } from '../../model/context.ts'

/**
 * What a client would send of a file, as a session of its own: the client's own lines, linked one after the other, and
 * its names. Other side records are left out: they name lines that are not there any more. So is a compaction's boundary:
 * what it hid is left out already, and what it kept is in its place. Lines are read and given one by one, for sessions of
 * any length; none where nothing would be sent.
 */
export async function renderLines(
  { parts, head }: Context,
  writer: SessionWriter,
  read: (start: number, end: number) => Promise<Buffer>,
  add: (line: Buffer) => void,
): Promise<void> {
  if (parts.length === 0) return
  const addAll = (bytes: Buffer) => {
    for (const line of linesOf(bytes)) add(line)
  }
  addAll(writer.begin({ note: {}, metadata: {}, head, title: null }))
  for (const { lines } of parts) for (const line of lines) addAll(writer.keep(line, await read(line.start, line.end)))
  addAll(writer.end(0))
}
