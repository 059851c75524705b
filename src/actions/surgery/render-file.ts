import type { Client, ContextReading } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import type { SessionWriter, WriterTarget } from '../../clients/session-writer.ts'
import type { Context } from '../../model/context.ts'
import { requireAbility } from '../require-ability.ts'

/**
 * What a client would send of a file, as a session of its own: the client's own lines, linked one after the other, and
 * its names. Other side records are left out: they name lines that are not there any more. So is a compaction's boundary:
 * what it hid is left out already, and what it kept is in its place. Empty where nothing would be sent.
 */
export function renderFile(
  client: Client,
  file: Buffer,
  { note, ...target }: WriterTarget & { readonly note: Readonly<Record<string, unknown>> },
  how?: ContextReading,
): Buffer {
  const reader = requireAbility(client, 'context').reader(how)
  for (const line of linesOf(file)) reader.add(line)
  const context = reader.context(() => 0)
  if (context.parts.length === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  const writer = requireAbility(client, 'writer')(target)
  chunks.push(writer.begin({ note, metadata: {}, head: context.head, title: null }))
  for (const { lines } of context.parts)
    for (const line of lines) chunks.push(writer.keep(line, file.subarray(line.start, line.end)))
  chunks.push(writer.end(0))
  return Buffer.concat(chunks)
}

/** The same for a session of any length: its lines are read one by one, and so are those that are written. */
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
