import { windowOf } from '../clients/window-of.ts'
import type { Entry } from '../model/entry.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { readContext } from '../surgery/read-context.ts'

/** How full a session's window was with each request, as far as its client recorded that. */
export interface ContextGrowth {
  readonly session: string
  readonly window: number
  /** From how many tokens on Stet warns, recommends a cut, and calls it urgent. */
  readonly limits: readonly number[]
  /** Whether the client counted; else these are estimates, one for each round. */
  readonly is_recorded: boolean
  readonly points: readonly GrowthPoint[]
}

interface GrowthPoint {
  readonly round: number
  readonly at: string | null
  readonly tokens: number
  /** What made it so much smaller than the one before. */
  readonly drop?: 'compaction' | 'other'
}

/** A request with less than this share of the one before is a drop. */
const DROP = 0.75

/** The tokens of each request over time, also of those that a compaction or a rewind left behind. */
export async function contextGrowth(workspace: Workspace, reference: SessionRef): Promise<ContextGrowth> {
  const { store, settings } = workspace
  const session = await sessionOf(workspace, reference)
  const context = await readContext(workspace, session)
  const rows = (await store.listRounds(session.id)).filter(({ round }) => round > 0)
  const lines = new Map<number, Entry>()
  for (const { lines: sent } of context.parts) for (const line of sent) lines.set(line.number, line)
  for (const { round } of rows) for (const line of context.linesOf(round)) lines.set(line.number, line)
  const compactions: number[] = []
  if (session.head !== null)
    for await (const { type, createdAt } of store.listAncestors(session.head, Number.MAX_SAFE_INTEGER))
      if (type === 'compaction') compactions.push(Date.parse(createdAt))
  const requests = requestsIn([...lines.values()].sort((a, b) => a.number - b.number))
  const window = windowOf(session)
  const { warn, recommend, urgent } = limitsOf((await settings?.()) ?? {})
  const estimates: GrowthPoint[] = []
  for (const { active, round, started, tokenCount } of rows)
    if (active) estimates.push({ round, at: started, tokens: (estimates.at(-1)?.tokens ?? 0) + tokenCount })
  return {
    session: session.id,
    window,
    limits: [warn, recommend, urgent].map((percent) => Math.round((window * percent) / 100)),
    is_recorded: requests.length > 0,
    points: requests.length > 0 ? withDrops(requests, compactions) : estimates,
  }
}

interface Request {
  readonly round: number
  readonly time: number | null
  readonly tokens: number
}

/** One for each reply: its lines all tell the same. */
function requestsIn(lines: readonly Entry[]): readonly Request[] {
  const requests: Request[] = []
  let last: string | null = null
  for (const { round, time, reply, context } of lines) {
    if (context === 0) continue
    if (reply !== null && reply === last) requests.pop()
    requests.push({ round, time, tokens: context })
    last = reply
  }
  return requests
}

function withDrops(requests: readonly Request[], compactions: readonly number[]): readonly GrowthPoint[] {
  return requests.map(({ round, time, tokens }, nth) => {
    const before = requests[nth - 1]
    const isDrop = before !== undefined && tokens < before.tokens * DROP
    const isCompaction = compactions.some((at) => at >= (before?.time ?? 0) && at <= (time ?? 0))
    return {
      round,
      at: time === null ? null : new Date(time).toISOString(),
      tokens,
      ...(isDrop && { drop: isCompaction ? ('compaction' as const) : ('other' as const) }),
    }
  })
}
