import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { EXPORT_FORMATS, type ExportFormat, exportStream } from '../../actions/export.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { defineAction } from '../api/action.ts'
import { SESSION } from '../api/schemas.ts'
import { sessionOf } from '../api/session-of.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  raw: 'application/x-ndjson',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

interface Document {
  readonly to: ExportFormat
  readonly name: string
  readonly pieces: AsyncIterable<Buffer>
}

/** A whole session as a document. It is sent as it is read, so it is no value like what other actions give. */
export const EXPORT = defineAction({
  name: 'export',
  summary: 'a session as a document to keep: html and markdown with secrets masked, json, or the file of its client',
  input: z.strictObject({ session: SESSION, to: z.enum(EXPORT_FORMATS) }),
  output: z.string(),
  run: async (workspace: Workspace, { session: reference, to }): Promise<Document> => {
    const session = await sessionOf(workspace, reference)
    return { to, name: session.id, pieces: exportStream(workspace, session, to) }
  },
})

/** Sends it to be kept, never to be shown: what was recorded does not become a page of this server. */
export function exportAnswer(context: Context, document: unknown): Response {
  const { to, name, pieces } = document as Document
  context.header('content-type', TYPES[to])
  context.header('content-disposition', `attachment; filename="${name.replace(/[^\w.~-]/g, '_')}"`)
  return stream(context, async (out) => {
    for await (const piece of pieces) await out.write(new Uint8Array(piece))
  })
}
