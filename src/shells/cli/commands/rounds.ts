import type { RoundSummary } from '../../../actions/read/rounds.ts'
import { shortId } from '../../../model/id.ts'
import type { Session } from '../../../model/session.ts'
import { defineCommand, SESSION } from '../command.ts'
import { cut } from '../display-width.ts'
import { count, short, whenOf } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'
import { type Column, table } from '../table.ts'

export const rounds = defineCommand({
  name: 'rounds',
  group: 'Inspect',
  summary: 'the rounds of a session, one line each',
  about: 'A round is one human message and everything up to the next.',
  arguments: { session: SESSION },
  options: {},
  examples: [
    { command: 'stet rounds latest', does: 'of the newest session of this folder' },
    { command: 'stet rounds 40e785a0', does: 'of the session whose id begins so' },
  ],
  json: '[{round,round_id,active,cut_by_compaction,origin,started,ended,engagement_id,user_preview,agent_preview,tool_count,thinking_count,thinking_chars,token_count}]',
  async run(call) {
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { listRounds } = await import('../../../actions/read/rounds.ts')
    const workspace = await call.workspace()
    const session = await resolveSession(workspace, call.args.session)
    const value = await listRounds(workspace, session)
    return { value, text: (screen) => roundsText(session, value, screen) }
  },
})

function roundsText(session: Session, rounds: readonly RoundSummary[], screen: Screen): string {
  const id = shortId(session.id)
  const many = count(rounds.length, 'round')
  const title = cut(plainLine(session.facts.title ?? ''), screen.lineColumns - id.length - many.length - 4)
  const head = [screen.cyan(id), ...(title === '' ? [] : [screen.bold(title)]), screen.dim(many)].join('  ')
  if (rounds.length === 0) return `${head}\nNobody has said anything in this session yet.`
  const off = rounds.some((round) => !round.active)
    ? [screen.dim('~ not in what the client would resume: rewound, or before a compaction')]
    : []
  const halved = rounds.some((round) => round.cut_by_compaction)
    ? [screen.dim('… cut by a compaction: the client would send its end; `stet inject` gives all of it')]
    : []
  return [head, table(rounds, columns(screen), screen), ...off, ...halved].join('\n')
}

function columns(screen: Screen): readonly Column<RoundSummary>[] {
  const dimmed = (round: RoundSummary) => (round.active ? (text: string) => text : screen.dim)
  return [
    {
      title: '#',
      cell: (round) => `${round.cut_by_compaction ? '…' : round.active ? '' : '~'}${round.round}`,
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
