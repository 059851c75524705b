import { rangeText } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import { FULL } from '../../surgery/fidelity.ts'
import type { TrimOptions } from '../../surgery/trim.ts'
import type { Workspace } from '../workspace.ts'
import type { Operated, OperateOptions } from './operate.ts'
import { cutSession } from './operations.ts'
import { trimSession } from './trim-session.ts'

/** One way to make a context smaller. */
export interface Way {
  readonly name: string
  run(
    workspace: Workspace,
    session: Session,
    options: Pick<OperateOptions, 'out' | 'force' | 'dryRun'>,
  ): Promise<Operated>
}

/** The rounds at the end in which one is at work. */
const RECENT = 5
const KEPT = [20, 15, 10, 8, 5, 4, 3, 2, 1]
/** No tool is of this name: only what the other options name is cut. */
const NOTHING = { tools: [], threshold: Number.MAX_SAFE_INTEGER } as const
const SPARE = { superseded: true, duplicates: true, images: true } as const

/**
 * Ways to make a context smaller, the gentlest first: what is there twice or out of date, then long results of older
 * rounds, then those of recent ones, and only then whole rounds, the oldest first.
 */
export function* waysToShrink(rounds: readonly number[]): Generator<Way> {
  yield trimming('what was read before it changed', { ...NOTHING, superseded: true })
  yield trimming('and what is there twice', { ...NOTHING, superseded: true, duplicates: true })
  yield trimming('and pictures', { ...NOTHING, ...SPARE })
  for (const threshold of [4000, 2000, 500])
    yield trimming(`results over ${threshold} characters, not the last ${RECENT} rounds`, {
      threshold,
      keepRecent: RECENT,
    })
  yield trimming(`all that, not the last ${RECENT} rounds`, { ...SPARE, keepRecent: RECENT })
  for (const threshold of [500, 200])
    yield trimming(`results of every tool and long inputs over ${threshold}, not the last ${RECENT} rounds`, {
      ...SPARE,
      tools: 'all',
      toolInputs: true,
      threshold,
      keepRecent: RECENT,
    })
  const last = rounds.at(-1)
  const border = rounds.at(-RECENT)
  if (border !== undefined && rounds.length > RECENT)
    yield dropping(`no results or thinking before round ${border}`, rangeText(rounds.slice(0, -RECENT)))
  for (const threshold of [500, 200])
    yield trimming(`results over ${threshold} characters of every round`, {
      ...SPARE,
      tools: 'all',
      toolInputs: true,
      threshold,
    })
  for (const keep of KEPT) {
    const first = rounds.at(-keep)
    if (first !== undefined && rounds.length > keep) yield indexing(`an index before round ${first}`, first)
  }
  for (const head of [500, 100]) {
    if (last === undefined || rounds.length < 2) continue
    yield indexing(`an index before round ${last}, results cut to ${head}`, last, head)
  }
}

function trimming(name: string, options: Partial<TrimOptions>): Way {
  return { name, run: (workspace, session, rest) => trimSession(workspace, session, options, rest) }
}

function dropping(name: string, range: string): Way {
  return {
    name,
    run: (workspace, session, rest) =>
      cutSession(
        workspace,
        session,
        { kind: 'drop', range, kinds: ['tool_result', 'tool_use', 'thinking', 'image'] },
        rest,
      ),
  }
}

function indexing(name: string, first: number, head?: number): Way {
  const rules = head === undefined ? [] : [{ fidelity: { ...FULL, thinking: 'omit' as const, tool_result: { head } } }]
  return {
    name,
    run: (workspace, session, rest) =>
      cutSession(workspace, session, { kind: 'compress-before', before: `round:${first}` }, { rules, ...rest }),
  }
}
