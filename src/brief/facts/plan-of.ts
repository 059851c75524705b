import type { Deed } from './deeds.ts'
import type { PlanFact } from './facts.ts'

/** The agent's list of work as it was last: of a list that is written again, what does not come again is gone from it. */
export function planOf(deeds: readonly Deed[]): readonly PlanFact[] {
  const items = new Map<string, PlanFact>()
  for (const { did, round } of deeds) {
    const { plan } = did.act
    if (!plan || did.outcome?.failed) continue
    if (plan.isWhole) items.clear()
    for (const { id, text, status } of plan.items) {
      const key = id ?? did.outcome?.planItem ?? text
      const known = key === null ? undefined : items.get(key)
      const said = text ?? known?.text
      if (key === null || said === undefined) continue
      const isSame = known?.text === said && known.status === status
      items.set(key, isSame ? known : { text: said, status, round })
    }
  }
  return [...items.values()]
}
