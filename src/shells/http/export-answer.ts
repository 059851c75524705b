import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { EXPORT_FORMATS, type ExportFormat, exportStream } from '../../actions/export/export.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'
import { defineAction } from '../api/action.ts'
import { SESSION } from '../api/schemas.ts'
import { sessionOf } from '../api/session-of.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  raw: 'application/x-ndjson',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

/** These leave the machine for other eyes; the others are exact, or they would be of no use. */
const MASKED: ReadonlySet<ExportFormat> = new Set(['markdown', 'html'])

interface Document {
  readonly to: ExportFormat
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
}

/** A whole session as a document. It is sent as it is read, so it is no value like what other actions give. */
export const EXPORT = defineAction({
  name: 'export',
  summary: 'a session as a document to keep: html and markdown with secrets masked, json, or the file of its client',
  input: z.strictObject({
    session: SESSION,
    to: z.enum(EXPORT_FORMATS),
    secrets: z
      .boolean()
      .default(false)
      .describe('json and raw hold secrets as they were recorded: say that you want them'),
  }),
  output: z.string(),
  run: async (workspace: Workspace, { session: reference, to, secrets }): Promise<Document> => {
    if (!secrets && !MASKED.has(to)) throw holdsSecrets(to)
    const session = await sessionOf(workspace, reference)
    return { to, name: session.id, chunks: exportStream(workspace, session, to) }
  },
})

function holdsSecrets(to: ExportFormat): Failure {
  return new Failure('usage', `${to} holds every secret of the session as it was recorded.`, {
    facts: { to },
    hint: 'Ask with secrets: true if that is wanted, or for html, where they are masked.',
  })
}

/** Sends it to be kept, never to be shown: what was recorded does not become a page of this server. */
export function exportAnswer(context: Context, document: unknown): Response {
  const { to, name, chunks } = document as Document
  context.header('content-type', TYPES[to])
  context.header('content-disposition', `attachment; filename="${name.replace(/[^\w.~-]/g, '_')}"`)
  return stream(context, async (out) => {
    for await (const chunk of chunks) await out.write(new Uint8Array(chunk))
  })
}
