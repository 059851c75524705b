import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Query } from '../record/indexing/query.ts'
import { roundBlocks } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { byScore, type CloseHit } from './close-hit.ts'
import { placeOfTerm } from './place-of-term.ts'
import { excerptOf } from './scan-blocks.ts'

/** Who may have said it; any other word is the role of a session's agent. */
const SPEAKERS = ['user', 'assistant', 'tool'] as const
export type Speaker = (typeof SPEAKERS)[number]

export const isSpeaker = (role: string | undefined): role is Speaker => SPEAKERS.includes(role as Speaker)

/** So many rounds are read for it at most. */
const MOST_READ = 200

/**
 * Of rounds in which something was said, those in which this one said it, as much of it as they did. The index has what
 * both said as one text, so the rounds are read, the best first, until enough are found.
 */
export async function saidBy(
  workspace: Workspace,
  hits: readonly CloseHit[],
  {
    speaker,
    query: { terms, without },
    sessions,
    limit,
  }: {
    readonly speaker: Exclude<Speaker, 'tool'>
    readonly query: Query
    readonly sessions: ReadonlyMap<SessionId, Session>
    readonly limit: number
  },
): Promise<readonly CloseHit[]> {
  const found: CloseHit[] = []
  for (const hit of hits.slice(0, MOST_READ)) {
    if (found.length === limit || workspace.signal?.aborted) break
    const { row } = hit
    if (!row) continue
    const blocks = await roundBlocks(workspace, sessions.get(hit.session)!, row)
    const said = blocks.filter(({ type }) => type === `${speaker}-text`).map(({ content }) => String(content))
    const { text } = await mask(said.join('\n'))
    const places = terms.map((term) => placeOfTerm(text, term))
    const marks = places.filter((place) => place !== undefined).sort(([a], [b]) => a - b)
    if (marks.length === 0 || terms.some((term, at) => term.isRequired && !places[at])) continue
    if (without.some((term) => placeOfTerm(text, term))) continue
    found.push({ ...hit, score: (hit.score * marks.length) / terms.length, excerpt: excerptOf(text, marks) })
  }
  return found.sort(byScore)
}
