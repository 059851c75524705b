import type { Client, ContextReading, WriterTarget } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { requirePart } from '../require-part.ts'

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
  const reader = requirePart(client, 'context').reader(how)
  for (const line of linesOf(file)) reader.add(line)
  const { parts, head } = reader.context(() => 0)
  if (parts.length === 0) return Buffer.alloc(0)
  const writer = requirePart(client, 'writer')(target)
  return Buffer.concat([
    writer.begin({ note, metadata: {}, head, title: null }),
    ...parts.flatMap(({ lines }) => lines.map((line) => writer.keep(line, file.subarray(line.start, line.end)))),
    writer.end(0),
  ])
}
