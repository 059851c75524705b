import type { Operated, OperatedSession } from '../../actions/surgery/operated.ts'
import type { Cut, SurgeryOptions } from '../../actions/surgery/operations.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'
import { shortId } from '../../model/id.ts'
import { TOKEN_KINDS } from '../../model/tokens.ts'
import type { Answer, Call, Values } from './command.ts'
import { displayWidth } from './display-width.ts'
import { bytesOf, count, short } from './format.ts'
import { plainLine } from './plain-text.ts'
import type { Screen } from './screen.ts'
import { wrap } from './table.ts'

/** Where the facts of a new session begin in a line. */
const INDENT = 9
/** So much of a list of rounds is printed. */
const LONGEST = 40

/** Options every operation has. */
export const OPERATION_OPTIONS = {
  fidelity: {
    summary: 'how rounds that stay are shown: full, conversation, navigate, or forms by kind; with =RANGE only some',
    value: 'FORM[=RANGE]',
    many: true,
    complete: ['full', 'conversation', 'navigate'],
  },
  out: { summary: 'where to write it, instead of where the client looks', value: 'PATH', complete: 'file' },
  force: { summary: 'replace a session that is there already; undo brings it back' },
  keep: { summary: 'the session it is cut from is not ended: work goes on there, too' },
  exec: { summary: 'resume the new session at once' },
  rows: {
    summary: 'what the rows of an index tell: full, or short for tools and answer alone',
    value: 'FORM',
    choices: ['full', 'short'],
  },
} as const

export const OPERATION_JSON =
  '{operation,kind,from:[],sessions:[{session,path,client,tier,lost,resume,cwd,rounds_full,rounds_partial,rounds_indexed,cut_rounds,indexed_rounds}],tokens_before,tokens_after,saved_percent,trimmed_count?,tokens_saved?,warnings:[]}; without operation in a dry run'

interface Given {
  readonly fidelity: readonly string[]
  readonly out: string | undefined
  readonly force: boolean
  readonly exec?: boolean | string | undefined
  readonly keep?: boolean
  readonly rows?: string | undefined
}

/** What the options say, for the action. */
export async function surgeryOptions(
  { fidelity, out, force, keep, rows }: Given,
  dryRun: boolean,
): Promise<SurgeryOptions> {
  const { parseFidelityRule } = await import('../../actions/surgery/fidelity.ts')
  const rules = fidelity.map(parseFidelityRule)
  return { rules, out, force, keep: keep ?? false, dryRun, rows: rows === 'short' ? 'short' : 'full' }
}

/** Carries out an operation that makes one session of one. */
export async function runCut(
  call: Pick<Call<Values, Values>, 'dryRun' | 'workspace'>,
  reference: string,
  cut: Cut,
  given: Given,
): Promise<Answer> {
  const { resolveSession } = await import('../../actions/resolve-session.ts')
  const { cutSession } = await import('../../actions/surgery/operations.ts')
  const options = await surgeryOptions(given, call.dryRun)
  const workspace = await call.workspace()
  const value = await cutSession(workspace, await resolveSession(workspace, reference), cut, options)
  return operationAnswer(workspace, value, { exec: given.exec === true, dryRun: call.dryRun })
}

/** Only one session can be resumed in a terminal. */
export function refuseExecOfSeveral(exec: boolean, sessions: number): void {
  if (!exec || sessions <= 1) return
  throw new Failure('usage', '--exec resumes one session, and this makes several.', {
    hint: 'Leave --exec out, and resume the one you want.',
  })
}

/** The answer of an operation, and what is to run after it. */
export function operationAnswer(
  workspace: Workspace,
  value: Operated,
  { exec, dryRun }: { exec: boolean; dryRun: boolean },
): Answer {
  return {
    value,
    text: (screen) => operatedText(value, screen, { dryRun, here: workspace.cwd }),
    afterwards: () => recorded(workspace, value),
    ...(exec && !dryRun && { exec: { command: value.sessions[0]!.resume, cwd: value.sessions[0]!.cwd } }),
  }
}

/** The new sessions are there for the client at once; the record follows. */
export async function recorded(workspace: Workspace, value: Operated): Promise<void> {
  const { recordOutputs } = await import('../../actions/surgery/record-outputs.ts')
  await recordOutputs(workspace, value)
}

export interface Printing {
  readonly dryRun: boolean
  /** The folder the command runs in. */
  readonly here: string
}

export function operatedText(value: Operated, screen: Screen, { dryRun, here }: Printing): string {
  const from = value.from.map((id) => screen.cyan(shortId(id))).join(' + ')
  const to = value.sessions.map((session) => screen.cyan(shortId(session.session))).join(', ')
  const lines = [
    `${screen.bold(value.kind)}  ${from} → ${dryRun ? screen.dim('nothing written, this is a dry run') : to}`,
    ...value.sessions.flatMap((session) => sessionText(session, value, screen, { dryRun, here })),
    ...value.warnings.flatMap((warning) => warningText(warning, screen)),
  ]
  if (value.operation !== undefined) lines.push(screen.dim(`undo: stet undo ${value.operation}`))
  return lines.join('\n')
}

/** What each kind of block costs before and after, where that changes. */
function kindsText({ tokens_by_kind: { before, after } }: OperatedSession, { columns }: Screen): string {
  const changes = TOKEN_KINDS.map((kind) => [kind, short(before[kind]), short(after[kind])] as const)
  const told = changes.flatMap(([kind, from, to]) => (from === to ? [] : [`${kind} ${from} → ${to}`]))
  return wrap(told.join(', ') || 'all as they are', columns - INDENT).join(`\n${' '.repeat(INDENT)}`)
}

function sessionText(
  session: OperatedSession,
  value: Operated,
  screen: Screen,
  { dryRun, here }: Printing,
): readonly string[] {
  const { cache } = session
  const which = (rounds: string) =>
    dryRun ? ` (${rounds.length > LONGEST ? `${rounds.slice(0, LONGEST)}…` : rounds})` : ''
  const saved = value.tokens_before - session.tokens_after
  const percent = value.tokens_before === 0 ? 0 : Math.round((Math.abs(saved) / value.tokens_before) * 100)
  const rows: readonly (readonly [string, string])[] = [
    [
      'tokens',
      `${short(value.tokens_before)} → ${screen.bold(short(session.tokens_after))} ${screen.dim(`(${percent} % ${saved >= 0 ? 'less' : 'more'})`)}`,
    ],
    ...(dryRun ? [['kinds', kindsText(session, screen)] as const] : []),
    [
      'rounds',
      [
        count(session.rounds_full, 'whole', 'whole'),
        ...(session.rounds_partial > 0 ? [`${session.rounds_partial} cut${which(session.cut_rounds)}`] : []),
        ...(session.rounds_indexed > 0
          ? [`${session.rounds_indexed} as rows of an index${which(session.indexed_rounds)}`]
          : []),
        ...session.left_out.map((left) => `left out: ${leftOut(left)}`),
      ].join(', '),
    ],
    [
      'cache',
      cache.reread === 0 ? 'holds' : `${breaking(cache.breaks_at_round)}; ${short(cache.reread)} tokens miss the cache`,
    ],
    ...(session.lost.length === 0 ? [] : [['lost', lostText(session, screen)] as const]),
    ...(session.bytes_after === undefined
      ? []
      : [
          [
            'file',
            fitting(
              `${bytesOf(session.bytes_before)} → ${bytesOf(session.bytes_after)}`,
              screen.path(session.path),
              screen,
            ),
          ] as const,
        ]),
    ...(dryRun ? [] : [['resume', resumeText(session, screen, here)] as const]),
  ]
  const named =
    value.sessions.length > 1 && session.name !== undefined
      ? [`${screen.bold(plainLine(session.name))}${dryRun ? '' : `  ${screen.cyan(shortId(session.session))}`}`]
      : []
  return [...named, ...rows.map(([name, text]) => `  ${screen.dim(name.padEnd(INDENT - 2))}${text}`)]
}

/** What another client's session cannot be given, each on lines of its own. */
function lostText({ lost }: OperatedSession, { columns }: Screen): string {
  return lost.flatMap((one) => wrap(one, columns - INDENT)).join(`\n${' '.repeat(INDENT)}`)
}

/** With the folder to do it in, where that is another. */
function resumeText({ resume, cwd }: OperatedSession, screen: Screen, here: string): string {
  return cwd === here ? screen.bold(resume) : fitting(screen.bold(resume), `in ${screen.path(cwd)}`, screen)
}

/** Wrapped: a warning is for reading. */
function warningText(warning: string, screen: Screen): readonly string[] {
  return wrap(plainLine(warning), screen.columns - 2).map((line, nth) =>
    nth === 0 ? `${screen.yellow('!')} ${line}` : `  ${line}`,
  )
}

/** Next to one another, or where that is too wide, the second below: a path is for copying, whole. */
function fitting(first: string, second: string, screen: Screen): string {
  const isWide = INDENT + displayWidth(first) + 2 + displayWidth(second) > screen.columns
  return isWide ? `${first}\n${' '.repeat(INDENT)}${second}` : `${first}  ${second}`
}

function leftOut(ref: string): string {
  const at = ref.lastIndexOf(':')
  return `${ref.slice(at + 1)} of ${shortId(ref.slice(0, at))}`
}

function breaking(round: number | null): string {
  if (round === null) return 'holds to the end'
  return round === 0 ? 'breaks after the last round' : `breaks at round ${round}`
}
