import { openThreads } from '../brief/session-brief.ts'
import type { Tools } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import { ownBlocks } from '../model/own-blocks.ts'
import type { Session } from '../model/session.ts'
import type { Advice } from '../pressure/advise.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { isAtLeast, type Level } from '../pressure/level.ts'
import { levelOf } from '../pressure/level-of.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import type { SeenCall, SeenRound } from '../pressure/seen-round.ts'
import type { Signal } from '../pressure/signals/signal.ts'
import { signalsOf } from '../pressure/signals-of.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize, LEAST_SHARE } from '../surgery/context-size.ts'
import { openSubject } from '../surgery/open-subject.ts'
import type { Subject } from '../surgery/subject.ts'
import { tokensIn } from '../surgery/weigh.ts'
import { adviceOn } from './advice-on.ts'

export interface PressureReport {
  readonly session: string
  readonly percent: number
  readonly tokens: number
  readonly window: number
  /** How the percentage is known. */
  readonly from: 'status-line' | 'usage' | 'estimate'
  readonly level: Level
  readonly signals: readonly Signal[]
  readonly breakdown: Breakdown
  readonly advice: Advice
}

/** How full a session's context is, the signs that it is too full, what fills it, and what to do. */
export async function pressureOf(workspace: Workspace, reference: SessionRef): Promise<PressureReport> {
  const settings = (await workspace.settings?.()) ?? {}
  const limits = limitsOf(settings)
  const session = await caughtUp(workspace, await sessionOf(workspace, reference))
  const subject = await openSubject(workspace, session)
  const fill = fillOfSession(workspace, session, Math.round(contextSize(subject).context), settings)
  const signals = signalsOf(fill, await seenRounds(workspace, session), limits)
  const { level, sign } = levelOf(signals, fill.percent, limits)
  const open = isAtLeast(level, 'warn') ? await openThreads(workspace, session) : null
  const { tokens, window, percent, from } = fill
  return {
    session: session.id,
    percent,
    tokens,
    window,
    from,
    level,
    signals,
    breakdown: breakdownOf(subject, tokens),
    advice: await adviceOn(workspace, session, subject, { fill, level, sign, limits, open }),
  }
}

/**
 * Tokens of a context by what they are for; `system` is what is in no line, such as the client's own prompt, by the usage
 * that the session began with: null where that does not say it.
 */
interface Breakdown {
  readonly tool_results: number
  readonly tool_uses: number
  readonly text: number
  readonly thinking: number
  readonly images: number
  readonly notes: number
  readonly system: number | null
}

/** What fills a window of so many tokens. Lines are estimates, brought to what is left of what the client counted. */
function breakdownOf(subject: Subject, tokens: number): Breakdown {
  const sum = tokensIn(subject.parts)
  const { estimated, inherited, scale: cost } = contextSize(subject)
  const { fixed } = subject
  const system =
    fixed === null ? null : Math.max(0, Math.min(fixed + inherited, Math.round(tokens - LEAST_SHARE * estimated)))
  const scale = estimated === 0 ? 1 : Math.min(cost, (tokens - (system ?? 0)) / estimated)
  const scaled = (count: number) => Math.round(count * scale)
  return {
    tool_results: scaled(sum.tool_result),
    tool_uses: scaled(sum.tool_use),
    text: scaled(sum.text + sum.synthetic),
    thinking: scaled(sum.thinking),
    images: scaled(sum.image),
    notes: scaled(sum.note),
    system,
  }
}

/** More rounds than this are not looked at, from the end; the first always is, for it has the task. */
const MOST_ROUNDS = 200

/** The rounds a session's client would resume, as far as pressure looks at them. */
export async function seenRounds(workspace: Workspace, session: Session): Promise<readonly SeenRound[]> {
  const { tools } = clientOf(session)
  const rows = (await workspace.store.listRounds(session.id)).filter(({ round, active }) => round > 0 && active)
  const looked = rows.length > MOST_ROUNDS ? [rows[0]!, ...rows.slice(1 - MOST_ROUNDS)] : rows
  const rounds: SeenRound[] = []
  const read = createRoundReader(workspace, session)
  for (const row of looked) rounds.push(toSeen(row.round, await read.blocks(row), tools))
  return rounds
}

function toSeen(round: number, blocks: readonly Block[], tools: Tools): SeenRound {
  const own = ownBlocks(blocks)
  const results = new Map(own.map((block) => [block.type === 'tool_result' ? block.tool_use_id : undefined, block]))
  const texts = (type: Block['type']) =>
    own.flatMap(({ type: is, content }) =>
      is === type && typeof content === 'string' && content !== '' ? [content] : [],
    )
  return {
    round,
    asked: texts('user-text').join('\n'),
    said: texts('assistant-text'),
    calls: own
      .filter(({ type }) => type === 'tool_use')
      .map((call): SeenCall => {
        const result = call.tool_use_id === undefined ? undefined : results.get(call.tool_use_id)
        return {
          act: tools.act(call.name, call.content),
          outcome: result && tools.outcome(result.content, result.is_error ?? false),
        }
      }),
  }
}
