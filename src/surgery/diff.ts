import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from './context-size.ts'
import { openSubject } from './open-subject.ts'
import { numberOf, type Subject } from './subject.ts'

export interface Difference {
  readonly only_a: readonly string[]
  readonly only_b: readonly string[]
  readonly changed: readonly { readonly ref: string; readonly from: Shown; readonly to: Shown }[]
  readonly same: number
  readonly tokens_a: number
  readonly tokens_b: number
}

/** How a round is shown in a context. */
type Shown = 'full' | 'partial' | 'indexed'

/** Compares what two sessions' clients would send, round by round; rounds are told by their identity. */
export async function diff(workspace: Workspace, a: SessionRef, b: SessionRef): Promise<Difference> {
  const first = await openSubject(workspace, await sessionOf(workspace, a))
  const second = await openSubject(workspace, await sessionOf(workspace, b))
  const [inA, inB] = [shownIn(first), shownIn(second)]
  const shared = [...inA].filter(([id]) => inB.has(id))
  return {
    only_a: [...inA].filter(([id]) => !inB.has(id)).map(([, { ref }]) => ref),
    only_b: [...inB].filter(([id]) => !inA.has(id)).map(([, { ref }]) => ref),
    changed: shared
      .filter(([id, { shown }]) => shown !== inB.get(id)!.shown)
      .map(([id, { ref, shown }]) => ({ ref, from: shown, to: inB.get(id)!.shown })),
    same: shared.filter(([id, { shown }]) => shown === inB.get(id)!.shown).length,
    tokens_a: Math.round(contextSize(first).context),
    tokens_b: Math.round(contextSize(second).context),
  }
}

function shownIn(subject: Subject): ReadonlyMap<string, { readonly ref: string; readonly shown: Shown }> {
  const rounds = new Map<string, { readonly ref: string; readonly shown: Shown }>()
  for (const part of subject.parts) {
    if (part.kind === 'round' || part.kind === 'rest')
      rounds.set(part.ref.roundId, {
        ref: `${subject.session}:${numberOf(part)}`,
        shown: part.kind === 'rest' || part.isPartial ? 'partial' : 'full',
      })
    if (part.kind === 'index')
      for (const { ref, number } of part.rounds)
        rounds.set(ref.roundId, { ref: `${subject.session}:${number}`, shown: 'indexed' })
  }
  return rounds
}
