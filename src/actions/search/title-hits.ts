import type { SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Query, Term } from '../../search/query/query.ts'
import type { Excerpt } from '../../search/search.ts'

export interface TitleHit {
  readonly session: SessionId
  /** The share of what is looked for that the title has. */
  readonly share: number
  readonly excerpt: Excerpt
}

/** Less of what is looked for is chance. */
const LEAST_SHARE = 0.7

/** Beginnings this long are enough for two words to be forms of one. */
const STEM = 5

/** Sessions whose titles say most of what is looked for. */
export function titleHits(sessions: readonly Session[], { terms }: Query): readonly TitleHit[] {
  if (terms.length === 0) return []
  return sessions.flatMap(({ id, facts: { title } }) => {
    if (title === null || title === undefined) return []
    const marks = terms.map((term) => placeIn(title, term)).filter((mark) => mark !== undefined)
    const share = marks.length / terms.length
    if (share < LEAST_SHARE) return []
    return [{ session: id, share, excerpt: { text: title, marks: marks.sort(([a], [b]) => a - b) } }]
  })
}

function placeIn(title: string, { forms, literal }: Term): readonly [number, number] | undefined {
  const text = title.toLowerCase()
  for (const form of [...(literal === null ? [] : [literal]), ...forms]) {
    const stem = form.includes(' ') || form.length <= STEM ? form : form.slice(0, Math.max(STEM, form.length - 3))
    for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, at + 1)) {
      if (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]!) && /^[a-z0-9]/.test(stem)) continue
      const rest = /^[\p{L}\p{N}]*/u.exec(text.slice(at + stem.length))![0].length
      return [at, at + stem.length + rest]
    }
  }
  return undefined
}
