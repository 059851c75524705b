import { WRITTEN_NAMES } from '../../../actions/client-names.ts'
import type { ExportFormat } from '../../../actions/export/export.ts'
import type { Workspace } from '../../../actions/workspace.ts'
import { Failure } from '../../../model/errors.ts'
import { shortId } from '../../../model/id.ts'
import type { Session } from '../../../model/session.ts'
import { defineCommand, SESSION } from '../command.ts'
import { exportSession, VARIANTS, variantsIn } from '../export-session.ts'
import { bytesOf, count } from '../format.ts'
import { ERR, write } from '../output.ts'

const FORMATS = ['raw', 'json', 'markdown', 'html'] as const

export const exportCommand = defineCommand({
  name: 'export',
  group: 'Record',
  summary: 'a session out of the record, as a file or for its client',
  writes: true,
  about:
    'raw is the file the client wrote, byte for byte. json into a folder gives its rounds, an index and session.db. html is one page with nothing to load; in it and in markdown secrets are masked. For a client it is a new session that resumes, whole or as a variant says.',
  arguments: { session: SESSION },
  options: {
    to: { summary: 'the form to give it', value: 'FORMAT', choices: [...FORMATS, ...WRITTEN_NAMES], required: true },
    ...VARIANTS,
    out: {
      summary: 'where to write it; else to stdout, and for a client where it looks',
      value: 'PATH',
      complete: 'file',
    },
    force: { summary: 'replace what is there already; for a client only a session' },
    'past-damage': { summary: 'leave out what cannot be read any more, and say what that is' },
  },
  examples: [
    { command: 'stet export latest --to markdown', does: 'the newest session of this folder, for reading' },
    { command: 'stet export 40e785a0 --to raw --out copy.jsonl', does: "the client's file, byte for byte" },
    {
      command: 'stet export latest --to claude-code --full-after round:40',
      does: 'a new session, older rounds indexed',
    },
  ],
  json: '{session,to,path,files:[{path,bytes}],gaps:[{start,end}]}; without --out only --to json goes with --json; for a client as the operations',
  async run(call) {
    const { session: reference, to: form, out, force } = { ...call.args, ...call.options }
    const to = FORMATS.find((known) => known === form)
    if (to === undefined) return exportSession(call, reference, { ...call.options, to: form })
    const [variant] = variantsIn(call.options)
    if (variant !== undefined) {
      const [client] = WRITTEN_NAMES
      throw new Failure('usage', `--${variant} goes with --to ${client}.`, {
        hint: `stet export ${reference} --to ${client} --${variant} …`,
      })
    }
    const into = `stet export ${reference} --to ${to} --out PATH`
    if (out === undefined && call.dryRun)
      throw new Failure('usage', '--dry-run goes with --out; to stdout nothing is written anyway.', { hint: into })
    if (out === undefined && call.json && to !== 'json') {
      throw new Failure('usage', `With --json, --to ${to} needs --out: stdout gets one JSON value.`, { hint: into })
    }
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { exportStream, exportTo } = await import('../../../actions/export/export.ts')
    const workspace = await call.workspace()
    const session = await resolveSession(workspace, reference)
    const pastDamage = call.options['past-damage']
    if (out === undefined)
      return { stream: pastDamage ? tellingGaps(workspace, session, to) : exportStream(workspace, session, to) }
    const value = await exportTo(workspace, session, { to, out, force, dryRun: call.dryRun, pastDamage })
    const bytes = value.files.reduce((sum, file) => sum + file.bytes, 0)
    return {
      value,
      text: (screen) => {
        const files = value.files.length === 1 ? '' : ` in ${count(value.files.length, 'file')}`
        return `${shortId(value.session)} ${call.dryRun ? 'would be' : 'is'} in ${screen.path(value.path)} (${bytesOf(bytes)}${files}).`
      },
      failures: () => gapsText(value.gaps),
      exit: value.gaps.length > 0 ? 1 : 0,
    }
  },
})

/** The bytes that can be read; what cannot is said at the end. */
async function* tellingGaps(workspace: Workspace, session: Session, to: ExportFormat): AsyncIterable<Buffer> {
  const { exportStream } = await import('../../../actions/export/export.ts')
  const gaps: { start: number; end: number }[] = []
  yield* exportStream(workspace, session, to, { onGap: (gap) => gaps.push(gap) })
  if (gaps.length > 0) write(ERR, `${gapsText(gaps)}\n`)
}

function gapsText(gaps: readonly { readonly start: number; readonly end: number }[]): string {
  return gaps.map(({ start, end }) => `Bytes ${start} to ${end} are damaged and left out.`).join('\n')
}
