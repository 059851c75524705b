import type { Plan } from '../model/plan.ts'
import type { Session } from '../model/session.ts'
import { withoutOperation } from '../record/reading/titled.ts'

/** So much of a title is enough to know it by. */
const LONGEST = 80

/**
 * What a new session is called, a cut of a cut after what both were cut from: `trim of Fix the parser`, `merge of Parser, Docs`, `split of
 * Parser (console)`.
 */
export function derivedTitle({ lineage, target }: Plan, sources: readonly Session[]): string | null {
  if (target.title !== undefined) return target.title
  const titles = [...new Set(sources.flatMap(({ facts }) => withoutOperation(facts) ?? []))]
  if (titles.length === 0) return null
  const name = target.name === null ? '' : ` (${target.name})`
  return `${lineage.kind} of ${titles.join(', ').slice(0, LONGEST)}${name}`
}
