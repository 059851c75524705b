import { shortId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { RoundSummary } from '../../read/rounds.ts'
import { defineCommand } from '../kit/command.ts'
import { int } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { list } from '../kit/shape.ts'
import { ROUND_ROW } from '../kit/shapes.ts'
import { cut } from '../kit/text/display-width.ts'
import { count, short, whenOf } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { type Column, table } from '../kit/text/table.ts'

const NONE = 'Nobody has said anything in this session yet.'

export const rounds = defineCommand({
  name: 'rounds',
  topic: 'find',
  summary: 'List the rounds of a session, one line each',
  about: 'A round is one human message and everything up to the next.',
  arguments: { session: session() },
  options: {
    last: int('only this many at the end', { min: 1, max: 1_000_000, only: ['http'] }),
    after: int('only rounds after this one', { max: 1_000_000_000, only: ['http'] }),
    limit: int('only this many at the beginning', { min: 1, max: 1_000_000, only: ['http'] }),
  },
  examples: [
    { command: 'stet rounds latest', does: 'lists those of the newest session of this folder' },
    { command: 'stet rounds 40e785a0', does: 'lists those of the session whose id starts with 40e785a0' },
  ],
  output: list(ROUND_ROW),
  offer: {
    cli: true,
    http: true,
    mcp: {
      fields: ['session'],
      defaults: { session: 'latest' },
      pages: true,
      text: (rows: readonly RoundSummary[]) => (rows.length === 0 ? NONE : rows.map(roundLine).join('\n')),
    },
  },
  async run(call) {
    const { listRounds } = await import('../../read/rounds.ts')
    const { last, after, limit } = call.input
    const workspace = await call.workspace()
    const session = await call.session(call.input.session)
    const value = await listRounds(workspace, session, { last, after, limit })
    const { maskedText } = await import('../../redaction/without-secrets.ts')
    const title = await maskedText(session.facts.title ?? '') // before it is cut
    return { value, text: (screen, shown: typeof value) => roundsText({ id: session.id, title }, shown, screen) }
  },
})

/** A round for an agent, whose lines are not cut. */
function roundLine(row: RoundSummary): string {
  const { round, started, engagement_id, token_count, user_preview, agent_preview } = row
  return plainLine(
    `${round} ${started?.slice(0, 16) ?? ''} ${engagement_id ?? '-'} ${token_count} tokens: ${user_preview} → ${agent_preview}`,
  )
}

function roundsText(
  session: { readonly id: Session['id']; readonly title: string },
  rounds: readonly RoundSummary[],
  screen: Screen,
): string {
  const id = shortId(session.id)
  const many = count(rounds.length, 'round')
  const title = cut(plainLine(session.title), screen.lineColumns - id.length - many.length - 4)
  const head = [screen.cyan(id), ...(title === '' ? [] : [screen.bold(title)]), screen.dim(many)].join('  ')
  if (rounds.length === 0) return `${head}\n${NONE}`
  const rows = rounds.some((round) => round.indexed)
    ? [screen.dim('= a row of an index here; `stet show` and `stet inject` give the round')]
    : []
  const off = rounds.some((round) => !round.active && !round.indexed)
    ? [screen.dim('~ not in what the client would resume: rewound, or before a compaction')]
    : []
  const halved = rounds.some((round) => round.cut_by_compaction)
    ? [screen.dim('… cut by a compaction: the client would send its end; `stet inject` gives all of it')]
    : []
  return [head, table(rounds, columns(screen), screen), ...rows, ...off, ...halved].join('\n')
}

function markOf({ indexed, cut_by_compaction, active }: RoundSummary): string {
  if (indexed) return '='
  return cut_by_compaction ? '…' : active ? '' : '~'
}

function columns(screen: Screen): readonly Column<RoundSummary>[] {
  const dimmed = (round: RoundSummary) => (round.active ? (text: string) => text : screen.dim)
  return [
    {
      title: '#',
      cell: (round) => `${markOf(round)}${round.round}`,
      align: 'right',
      style: (round) => (round.active ? screen.cyan : screen.dim),
    },
    { title: 'when', cell: (round) => whenOf(round.started, screen.now), style: () => screen.dim },
    { title: 'you', cell: (round) => round.user_preview, flexible: true, style: dimmed },
    { title: 'agent', cell: (round) => round.agent_preview, flexible: true, style: dimmed },
    {
      title: 'tools',
      cell: (round) => (round.tool_count === 0 ? '' : String(round.tool_count)),
      align: 'right',
      style: dimmed,
    },
    { title: 'tokens', cell: (round) => short(round.token_count), align: 'right', style: dimmed },
    { title: 'engagement', cell: (round) => round.engagement_id ?? '', style: () => screen.green },
  ]
}
