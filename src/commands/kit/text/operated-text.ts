import { shortId } from '../../../model/id.ts'
import { TOKEN_KINDS } from '../../../model/tokens.ts'
import type { Operated, OperatedSession } from '../../../surgery/operated.ts'
import { displayWidth } from './display-width.ts'
import { bytesOf, count, short } from './format.ts'
import { plainLine } from './plain-text.ts'
import { type Around, typedIn, typedWhere } from './resumable-text.ts'
import type { Screen } from './screen.ts'
import { wrap } from './table.ts'

/** Where the facts of a new session begin in a line. */
const INDENT = 9
/** So much of a list of rounds is printed. */
const LONGEST = 40

export interface Printing {
  readonly dryRun: boolean
  /** The folder the command runs in. */
  readonly here: string
  /** The client whose agent runs it; undefined where none does. */
  readonly inside: Around | undefined
}

export function operatedText(value: Operated, screen: Screen, how: Printing): string {
  const { dryRun } = how
  const from = value.from.map((id) => screen.cyan(shortId(id))).join(' + ')
  const to = value.sessions.map((session) => screen.cyan(shortId(session.session))).join(', ')
  const [first, ...others] = value.sessions
  const typed = first && others.length === 0 && !dryRun ? typedIn(first, how.inside) : undefined
  const lines = [
    ...(typed === undefined ? [] : [screen.bold(typed)]),
    `${screen.bold(value.kind)}  ${from} → ${dryRun ? screen.dim('nothing written, this is a dry run') : to}`,
    ...value.sessions.flatMap((session) => sessionText(session, value, screen, how)),
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
  { dryRun, here, inside }: Printing,
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
    ...(dryRun ? [] : [['resume', resumeText(session, screen, { here, inside })] as const]),
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

/** What is typed inside the client; else the command, with the folder to do it in where that is another. */
function resumeText(
  session: OperatedSession,
  screen: Screen,
  { here, inside }: Pick<Printing, 'here' | 'inside'>,
): string {
  const { resume, cwd } = session
  const typed = typedIn(session, inside)
  if (typed !== undefined) return `${screen.bold(typed)}  ${screen.dim(typedWhere(session))}`
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
