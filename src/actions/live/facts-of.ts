import type { ProseEntry } from '../../digest/entry.ts'
import { expectedOf } from '../../digest/probes/probes.ts'
import { saidIn } from '../../digest/round-end.ts'
import type { Session } from '../../model/session.ts'
import { certainFacts, type Fact } from '../../pressure/certain-facts.ts'
import { digestSession } from '../digest/session-digest.ts'
import { seenRounds } from '../pressure/seen-rounds.ts'
import type { Workspace } from '../workspace.ts'

/** Not more than so many of each kind that the digest finds, the newest. */
const MOST = 12

/**
 * What a context must not lose. Compactions are told it and handoffs are made of it; whatever finds more than tool calls
 * and the user's own words show for certain goes in here.
 */
export async function factsOf(workspace: Workspace, session: Session): Promise<readonly Fact[]> {
  const certain = certainFacts(await seenRounds(workspace, session, { withCompacted: true }))
  const { view } = await digestSession(workspace, session)
  const known = new Set(certain.map((fact) => fact.text))
  const found = (kind: Fact['kind'], said: readonly ProseEntry[]) =>
    said
      .filter(({ text }) => !known.has(text))
      .map(({ text, names, round }): Fact => {
        const key = saidIn(text) // a summary has it in the words that were said
        return { kind, key, text, round, expected: expectedOf(key, names) }
      })
      .slice(-MOST)
  return [
    ...certain,
    ...found('prohibition', view.constraints),
    ...found('decision', view.decisions),
    ...found('said', view.facts),
    ...found(
      'todo',
      view.threads.filter((one): one is ProseEntry => one.kind !== 'plan' && one.who === 'user'),
    ),
  ]
}
