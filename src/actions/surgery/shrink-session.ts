import { windowOf } from '../../clients/window-of.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { rereadPrice } from '../../pressure/prices.ts'
import { contextOf } from '../../surgery/preview.ts'
import { numberOf, shownRoundsOf } from '../../surgery/subject.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { openSubject } from './open-subject.ts'
import type { Operated, OperateOptions } from './operate.ts'
import { caughtUp } from './sources.ts'
import { type Way, waysToShrink } from './ways-to-shrink.ts'

export interface ShrinkOptions extends Pick<OperateOptions, 'out' | 'force' | 'dryRun'> {
  /** `40%` of the window, or tokens. */
  readonly to: string
}

export interface ComparedWay {
  readonly way: string
  readonly tokens_after: number
  /** What is no longer seen, in tokens. */
  readonly text_left_out: number
  readonly results_left_out: number
  /** Rounds that stand as rows of an index. */
  readonly rounds_indexed: number
  /** What the client has to read anew, and what that costs once in dollars; null for a model without a known price. */
  readonly reread: number
  readonly price: number | null
  readonly reaches: boolean
  readonly chosen: boolean
}

export interface Shrunk {
  readonly target: number
  readonly ways: readonly ComparedWay[]
  readonly operated: Operated
}

/** Gets a context down to a size by the gentlest way that reaches it; all ways up to that one are compared. */
export async function shrinkSession(
  workspace: Workspace,
  reference: SessionRef,
  options: ShrinkOptions,
): Promise<Shrunk> {
  const { to, ...rest } = options
  const session = await caughtUp(workspace, await sessionOf(workspace, reference))
  const target = targetOf(to, session)
  const subject = await openSubject(workspace, session)
  const now = contextOf(subject)
  if (now <= target) throw alreadyThere(session, now, target)
  const tried: { readonly way: Way; readonly operated: Operated }[] = []
  for (const way of waysToShrink(shownRoundsOf(subject).map(numberOf))) {
    const operated = await way.run(workspace, session, { dryRun: true }).catch(nothingToDo)
    if (!operated) continue
    tried.push({ way, operated })
    if (operated.tokens_after <= target) break
  }
  const last = tried.at(-1)
  if (!last || last.operated.tokens_after > target)
    throw outOfReach(
      session,
      target,
      tried.map(({ operated }) => operated),
    )
  const ways = tried.map((one) => compared(one.way, one.operated, session, target, one === last))
  const operated = options.dryRun ? last.operated : await last.way.run(workspace, session, rest)
  return { target, ways, operated }
}

function compared({ name }: Way, operated: Operated, session: Session, target: number, chosen: boolean): ComparedWay {
  const [made] = operated.sessions
  const { before, after } = made!.tokens_by_kind
  return {
    way: name,
    tokens_after: operated.tokens_after,
    text_left_out: Math.max(0, before.text - after.text),
    results_left_out: Math.max(0, before.tool_result - after.tool_result),
    rounds_indexed: made!.rounds_indexed,
    reread: made!.cache.reread,
    price: rereadPrice(session.facts.model, made!.cache.reread),
    reaches: operated.tokens_after <= target,
    chosen,
  }
}

function targetOf(to: string, session: Session): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(to)
  const tokens = /^(\d{1,9})(k?)$/i.exec(to)
  const target = percent
    ? (Number(percent[1]) / 100) * windowOf(session)
    : tokens && Number(tokens[1]) * (tokens[2] === '' ? 1 : 1000)
  if (target !== null && target > 0) return Math.floor(target)
  throw new Failure(
    'usage',
    `${JSON.stringify(to.slice(0, 40))} is neither a share of the window nor a number of tokens.`,
    {
      hint: 'Write --to 40%, --to 80000 or --to 80k.',
    },
  )
}

function nothingToDo(error: unknown): undefined {
  if (!isFailure(error, 'nothing-to-do') && !isFailure(error, 'round-not-found')) throw error
}

function alreadyThere({ id }: Session, now: number, target: number): Failure {
  return new Failure('nothing-to-do', `The context of ${id} has ${now} tokens; ${target} or fewer were asked for.`, {
    facts: { session: id, tokens: now, target },
    hint: `Run \`stet pressure ${id.slice(0, 8)}\` to see how full it is.`,
  })
}

function outOfReach({ id }: Session, target: number, tried: readonly Operated[]): Failure {
  const least = tried.reduce((fewest, { tokens_after }) => Math.min(fewest, tokens_after), Number.MAX_SAFE_INTEGER)
  const best = tried.length === 0 ? 'nothing can be left out' : `${least} tokens is the least`
  return new Failure('nothing-to-do', `No way gets the context of ${id} down to ${target} tokens: ${best}.`, {
    facts: { session: id, target, ...(tried.length > 0 && { least }) },
    hint: `Run \`stet rollover ${id.slice(0, 8)}\` to go on in a fresh session.`,
  })
}
