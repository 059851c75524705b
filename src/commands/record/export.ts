import { clientNamed, WRITTEN_NAMES } from '../../clients/client-names.ts'
import { Failure } from '../../model/errors.ts'
import { shortId } from '../../model/id.ts'
import { ownWords } from '../../model/passed.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { Answer, TerminalCall } from '../kit/call.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../kit/export-formats.ts'
import { exportSession, VARIANTS, variantsIn } from '../kit/export-session.ts'
import { choice, file, flag } from '../kit/field.ts'
import { FORCE, session, sessions } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'

export const exportCommand = defineTerminalCommand({
  name: 'export',
  topic: 'record',
  summary: 'Export a session as a file, or as a new session of a client',
  writes: true,
  about:
    "raw is the client's file, byte for byte. json into a folder gives a document, blocks, rounds and session.db of each session, indexes, and sessions.db with the rounds of all; with --force it brings a folder up to date that is there. html is one page that loads nothing else. raw and json hold secrets as they were recorded, unless --mask masks them; in html and markdown they are masked. For a client it writes a new session that resumes, whole or cut by one of the options.",
  arguments: {
    session: session({ optional: true }),
    more: sessions({ optional: true, summary: 'others for the same folder of json' }),
  },
  options: {
    to: choice('the format or the client', [...EXPORT_FORMATS, ...WRITTEN_NAMES], {
      label: 'FORMAT',
      required: true,
      meant: clientNamed,
    }),
    ...VARIANTS,
    out: file('the path to write to', {
      label: 'PATH',
      standard: "standard output, or the client's own folder for a session",
    }),
    all: flag('every session of the record, into a folder of json'),
    force: { ...FORCE, summary: `${FORCE.summary}; for a client, only a session` },
    mask: flag('mask the secrets in json and raw, which hold them as they were recorded'),
    past_damage: flag('leave out damaged bytes, and list them'),
  },
  examples: [
    { command: 'stet export latest --to markdown', does: 'prints the newest session of this folder for reading' },
    { command: 'stet export --all --to json --out sessions', does: 'writes every session into a folder' },
    { command: 'stet export 40e785a0 --to raw --out copy.jsonl', does: "writes the client's file, byte for byte" },
    {
      command: 'stet export latest --to claude-code --full-after round:40',
      does: 'writes a new session with an index of the rounds before round 40',
    },
  ],
  output: object({
    session: string,
    to: string,
    path: string,
    files: list(object({ path: string, bytes: number })),
    gaps: list(object({ start: number, end: number })),
  }),
  outputNote:
    'Without --out, --json goes only with --to json, and prints that document. For a client it is the value of an operation.',
  async run(call) {
    const { input, dryRun } = call
    const { session: named, more, all, out, force, parents, mask: masks, past_damage: pastDamage } = input
    if (named === undefined && !all)
      throw new Failure('usage', 'A session is needed.', { hint: `stet export latest --to ${input.to}` })
    const reference = named ?? 'latest'
    const to = EXPORT_FORMATS.find((known) => known === input.to)
    if (to === undefined) {
      if (masks) throw maskedForClient(reference)
      return exportSession(call, reference, input.to)
    }
    if ((all || more.length > 0) && (to !== 'json' || out === undefined || out.endsWith('.json')))
      throw new Failure('usage', 'Several sessions go into a folder of json.', {
        hint: `stet export ${all ? '--all' : [reference, ...more].join(' ')} --to json --out FOLDER`,
      })
    const [variant] = variantsIn(input)
    if (variant !== undefined) {
      const [client] = WRITTEN_NAMES
      throw new Failure('usage', `${variant} needs --to ${client}.`, {
        hint: `stet export ${reference} --to ${client} ${variant} …`,
      })
    }
    const into = `stet export ${reference} --to ${to} --out PATH`
    if (out === undefined && dryRun)
      throw new Failure('usage', '--dry-run needs --out: without it no file is written.', { hint: into })
    if (out === undefined && call.json && to !== 'json') {
      throw new Failure('usage', `With --json, --to ${to} needs --out: stdout gets one JSON value.`, { hint: into })
    }
    const { exportStream, exportTo } = await import('../../read/export.ts')
    const { keepGarbageSmall } = await import('../kit/small-memory.ts')
    keepGarbageSmall()
    const workspace = await call.workspace()
    const also = all ? await everySession(workspace) : await call.sessions(more)
    const session = named === undefined && also[0] ? also[0] : await call.session(reference)
    if (out === undefined)
      return {
        stream: pastDamage
          ? pastGaps(call, workspace, session, { to, masks })
          : exportStream(workspace, session, to, { masks }),
      }
    const value = await exportTo(workspace, session, { to, out, also, force, parents, dryRun, pastDamage, masks })
    const isExact = !masks && (to === 'raw' || to === 'json')
    const bytes = value.files.reduce((sum, file) => sum + file.bytes, 0)
    return {
      value,
      text: (screen, shown: typeof value) => {
        const files = shown.files.length === 1 ? '' : ` in ${count(shown.files.length, 'file')}`
        const what =
          also.length > 0
            ? count(new Set([session, ...also].map(({ id }) => id)).size, 'session')
            : shortId(shown.session)
        const is = also.length > 0 ? 'are' : 'is'
        return `${what} ${dryRun ? 'would be' : is} in ${screen.path(shown.path)} (${bytesOf(bytes)}${files}).${isExact ? '\nSecrets are in it as they were recorded; --mask masks them.' : ''}`
      },
      failures: () => gapsText(value.gaps),
      exit: value.gaps.length > 0 ? 1 : 0,
    }
  },
})

async function everySession({ store }: Workspace): Promise<readonly Session[]> {
  const all: Session[] = []
  for await (const session of store.listSessions()) all.push(session)
  return all
}

function maskedForClient(reference: string): Failure {
  return new Failure('usage', '--mask goes with --to json and raw: a session for a client holds what was said.', {
    hint: `stet export ${reference} --to raw --mask --out PATH`,
  })
}

/** The bytes that can be read; then it prints on stderr which cannot. */
async function* pastGaps(
  { warn }: Pick<TerminalCall<unknown>, 'warn'>,
  workspace: Workspace,
  session: Session,
  { to, masks }: { readonly to: ExportFormat; readonly masks: boolean },
): Extract<Answer, { readonly stream: unknown }>['stream'] {
  const { exportStream } = await import('../../read/export.ts')
  const gaps: { start: number; end: number }[] = []
  yield* exportStream(workspace, session, to, { masks, onGap: (gap) => gaps.push(gap) })
  if (gaps.length > 0) warn(ownWords(`${gapsText(gaps)}\n`))
}

function gapsText(gaps: readonly { readonly start: number; readonly end: number }[]): string {
  return gaps.map(({ start, end }) => `Bytes ${start} to ${end} are damaged and left out.`).join('\n')
}
