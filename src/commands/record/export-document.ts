import { Failure } from '../../model/errors.ts'
import type { Holder } from '../../model/grant.ts'
import { isOwnSession } from '../../record/capture/belongs-to-holder.ts'
import { defineCommand } from '../kit/command.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../kit/export-formats.ts'
import { choice, flag } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { string } from '../kit/shape.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  raw: 'application/x-ndjson',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

/** These leave the machine for other eyes; the others are exact, or they would be of no use. */
const MASKED: ReadonlySet<ExportFormat> = new Set(['markdown', 'html'])

export const exportDocument = defineCommand({
  name: 'export-document',
  topic: 'record',
  summary: 'Give a whole session as a document to keep',
  about:
    'Secrets are masked in html and markdown. json and raw contain them as they were recorded, and are for the owner of the session.',
  arguments: { session: session() },
  options: {
    to: choice('the format of the document', EXPORT_FORMATS, { required: true }),
    secrets: flag('allow json and raw, which hold secrets as they were recorded'),
  },
  examples: [{ command: 'stet export latest --to html', does: 'does the same in a terminal' }],
  output: string,
  offer: { http: 'export' },
  async run(call) {
    const { to, secrets } = call.input
    if (!secrets && !MASKED.has(to)) throw holdsSecrets(to)
    const { exportStream, nameOfDocument } = await import('../../read/export.ts')
    const workspace = await call.workspace()
    const session = await call.session(call.input.session)
    const { holder, store } = workspace
    if (holder && !MASKED.has(to) && !(await isOwnSession(store, holder, session.id))) throw ofAnother(holder, to)
    return {
      stream: exportStream(workspace, session, to),
      document: { type: TYPES[to], name: await nameOfDocument(session, to) },
    }
  },
})

/** A grant to read is one to read what is masked. */
function ofAnother({ principal }: Holder, to: ExportFormat): Failure {
  return new Failure('not-allowed', `A document in ${to} is for the owner of the session, not for ${principal}.`, {
    facts: { principal, to },
    hint: 'Ask for html or markdown, where secrets are masked.',
  })
}

function holdsSecrets(to: ExportFormat): Failure {
  return new Failure('usage', `A document in ${to} contains the secrets of the session.`, {
    facts: { to },
    hint: 'Set secrets to true to allow that, or ask for html, where secrets are masked.',
  })
}
