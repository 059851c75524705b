import type { Client } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { windowOf, windowOfClient } from '../clients/window-of.ts'
import { Failure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import type { Plan } from '../model/plan.ts'
import type { Session } from '../model/session.ts'
import { settingIn } from '../model/settings.ts'
import { lastResort } from '../pressure/advise.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { PRICES_AS_OF, rereadPrice } from '../pressure/prices.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { archive } from './archive.ts'
import { contextSize } from './context-size.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import { printsOf } from './prints-of.ts'
import { withRowsForMissing } from './rows-for-missing.ts'
import { type Way, waysToShrink } from './shrink/ways.ts'
import { type Weighed, weighWay } from './shrink/weigh-way.ts'
import { ancestorsOf } from './sources.ts'
import type { Subject } from './subject.ts'
import { trimMetadata, trimSettings } from './trim-session.ts'
import { withLineage } from './with-lineage.ts'

type Passed = 'out' | 'force' | 'parents' | 'keep' | 'dryRun' | 'parts' | 'until' | 'note'

export interface ShrinkOptions extends Pick<OperateOptions, Passed> {
  /** `40%` of the window, or tokens. */
  readonly to: string
  /** Whom the new session is for, and whose window that is; its own client unless given. */
  readonly client?: Client | undefined
  /** Leaves a round to go on in, whatever the size. */
  readonly keepsLast?: boolean
}

export interface ComparedWay {
  readonly way: string
  readonly tokens_after: number
  /** What is no longer seen, in tokens. */
  readonly text_left_out: number
  readonly results_left_out: number
  /** Of these, those of the last five rounds. */
  readonly recent_left_out: number
  /** Calls, thinking and pictures. */
  readonly other_left_out: number
  /** Rounds that became rows of an index. */
  readonly rounds_indexed: number
  /** What misses the cache, and what that costs once in dollars; null for a model without a known price. */
  readonly reread: number
  readonly price: number | null
  readonly reaches: boolean
  readonly chosen: boolean
}

export interface Shrunk {
  readonly target: number
  /** The day of the prices. */
  readonly pricesAsOf: string
  readonly ways: readonly ComparedWay[]
  readonly operated: Operated
}

/** Gets a context down to a size by the gentlest way that reaches it, compared with all others. */
export async function shrinkSession(
  workspace: Workspace,
  reference: SessionRef,
  { to, client, keepsLast = false, ...rest }: ShrinkOptions,
): Promise<Shrunk> {
  const session = await sessionOf(workspace, reference)
  const target = tokensMeant(to, await windowFor(workspace, session, client))
  let ways: readonly ComparedWay[] = []
  const operated = await operate(
    workspace,
    [session],
    async ([subject]) => {
      const chosen = await choose(subject!)
      const { kind, params } = chosen.lineage
      return {
        plans: [chosen],
        ...(kind === 'trim' && {
          metadata: (script, preview, at) => ({ trim_metadata: trimMetadata(session, params, script, preview, at) }),
        }),
      }
    },
    { ...rest, to: client, beforeWriting: () => archive(workspace) },
  )
  return { target, pricesAsOf: PRICES_AS_OF, ways, operated }

  async function choose(subject: Subject): Promise<Plan> {
    const now = Math.round(contextSize(subject).context)
    if (now <= target) throw alreadyThere(session, now, target)
    const ancestors = await ancestorsOf(workspace, session)
    const weigh = (plan: Plan) =>
      weighWay(
        withLineage(withRowsForMissing(plan, [subject]), [
          { session: session.id, kind: plan.lineage.kind, into: '', file: session.source },
          ...ancestors,
        ]),
        subject,
      )
    const reaches = (plan: Plan) => weigh(plan).tokensAfter <= target
    const prints = await printsOf(workspace, session, subject)
    const { tools } = await trimSettings(workspace, session)
    const tried = [...waysToShrink(subject, { prints, tools, reaches })]
      .filter(({ leavesNone }) => !(keepsLast && leavesNone))
      .map((way) => ({ way, weighed: weigh(way.plan) }))
    const first = tried.find(({ weighed }) => weighed.tokensAfter <= target)
    if (!first) {
      const { percent } = fillOfSession(workspace, session, now, (await workspace.settings?.()) ?? {})
      throw outOfReach(session, target, Math.min(...tried.map(({ weighed }) => weighed.tokensAfter)), percent)
    }
    ways = tried.map((one) => compared(one.way, one.weighed, one === first))
    return first.way.plan
  }

  function compared({ name }: Way, weighed: Weighed, chosen: boolean): ComparedWay {
    return {
      way: name,
      tokens_after: weighed.tokensAfter,
      text_left_out: weighed.text,
      results_left_out: weighed.results,
      recent_left_out: weighed.recentResults,
      other_left_out: weighed.others,
      rounds_indexed: weighed.roundsIndexed,
      reread: weighed.reread,
      price: rereadPrice(session.facts.model, weighed.reread),
      reaches: weighed.tokensAfter <= target,
      chosen,
    }
  }
}

/** The window that a session of a client is to fit into, as the user set it, or else as that client has it. */
export async function windowFor(
  { settings }: Pick<Workspace, 'settings'>,
  session: Session,
  client = clientOf(session),
): Promise<number> {
  const set = settingIn((await settings?.()) ?? {}, 'context.window')
  if (set > 0) return set
  return client.name === session.client ? windowOf(session) : windowOfClient(client)
}

/** A share of the window, or a number of tokens. */
export function tokensMeant(to: string, window: number): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(to)
  const tokens = /^(\d{1,9})(k?)$/i.exec(to)
  const target = percent
    ? (Number(percent[1]) / 100) * window
    : tokens && Number(tokens[1]) * (tokens[2] === '' ? 1 : 1000)
  if (target !== null && target > 0) return Math.floor(target)
  throw new Failure(
    'usage',
    `${JSON.stringify(to.slice(0, 40))} is neither a share of the window nor a number of tokens.`,
    {
      hint: 'Write 40%, 80000 or 80k.',
    },
  )
}

function alreadyThere({ id }: Session, now: number, target: number): Failure {
  return new Failure(
    'nothing-to-do',
    `The context of ${id} has only ${now} tokens, and the size asked for is ${target}.`,
    {
      facts: { session: id, tokens: now, target },
      hint: `Run \`stet pressure ${shortId(id)}\` to see how full it is.`,
    },
  )
}

function outOfReach({ id }: Session, target: number, least: number, percent: number): Failure {
  const { command, why } = lastResort({ session: shortId(id), percent, sign: null })
  return new Failure(
    'nothing-to-do',
    `The context of ${id} cannot be reduced to ${target} tokens: the smallest possible size is ${least}.`,
    {
      facts: { session: id, target, least },
      hint: `Run \`${command}\`: ${why}.`,
    },
  )
}
