import { linesOf } from '../clients/lines.ts'
import type { SessionWriter } from '../clients/session-writer.ts'
import type { Context } from '../model/context.ts'
import type { Entry } from '../model/entry.ts'

/** What a client would send, line by line: none is held that was given. */
export interface SentLines extends Pick<Context, 'head'> {
  next(): Entry | undefined
}

/**
 * What a client would send of a file, as a session of its own: the client's own lines, linked one after the other, and
 * its names. Other side records are left out: they name lines that are not there any more. So is a compaction's boundary:
 * what it hid is left out already, and what it kept is in its place. Lines are read and given one by one, for sessions of
 * any length; none where nothing would be sent.
 */
export async function renderLines(
  { head, next }: SentLines,
  writer: SessionWriter,
  read: (start: number, end: number) => Promise<Buffer>,
  add: (line: Buffer) => void,
): Promise<void> {
  let entry = next()
  if (!entry) return
  const addAll = (bytes: Buffer) => {
    for (const line of linesOf(bytes)) add(line)
  }
  addAll(writer.begin({ note: {}, metadata: {}, head, title: null }))
  for (; entry; entry = next()) addAll(writer.keep(entry, await read(entry.start, entry.end)))
  addAll(writer.end(0))
}
