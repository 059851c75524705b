import { Failure } from '../model/errors.ts'
import { resolveRef } from '../record/naming/resolve-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import type { SearchFilters } from '../search/filters.ts'
import { search } from '../search/search.ts'
import { checkEngagement, tag } from './tag.ts'

export interface Candidate {
  readonly ref: string
  readonly score: number
  readonly preview: string
  readonly engagement: string
}

export interface TagSuggestions {
  readonly engagement: string
  readonly candidates: readonly Candidate[]
}

const MOST = 50

/** Rounds that may belong to an engagement, found by what it is about. Writes nothing. */
export async function suggestTags(
  workspace: Workspace,
  text: string,
  { engagement = slugOf(text), ...filters }: SearchFilters & { readonly engagement?: string | undefined } = {},
): Promise<TagSuggestions> {
  checkEngagement(engagement)
  const words = text.replace(/[-_]/g, ' ')
  const found = await search(workspace, words, { ...filters, limit: MOST })
  const hits = found.hits.filter(({ round }) => round > 0) // what came before the first message is in no engagement
  const best = hits[0]?.score ?? 1
  const candidates = hits
    .filter((hit) => hit.engagement_id !== engagement && hit.score >= best * 0.25)
    .map((hit) => ({
      ref: hit.ref,
      score: Math.round((hit.score / best) * 100) / 100,
      preview: hit.snippet,
      engagement,
    }))
  return { engagement, candidates }
}

/** What was chosen, from the JSON of a suggestion or from its lines; a line that was deleted is not tagged. */
export function readSuggestions(text: string): readonly Pick<Candidate, 'ref' | 'engagement'>[] {
  const chosen = text.trimStart().startsWith('{') ? fromJson(text) : fromLines(text)
  if (chosen.length > 0) return chosen
  throw new Failure('usage', 'The file has no line with rounds and an engagement.', {
    hint: 'stet tag suggest "console work" > file, delete what is wrong, then stet tag apply file',
  })
}

export interface Applied {
  readonly tagged: readonly { readonly ref: string; readonly engagement: string }[]
}

export async function applyTags(
  workspace: Workspace,
  chosen: readonly Pick<Candidate, 'ref' | 'engagement'>[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Applied> {
  const found = []
  for (const { ref, engagement } of chosen) {
    checkEngagement(engagement)
    found.push({ ref, engagement, ...(await resolveRef(workspace, ref, undefined)) })
  }
  for (const { session, range, engagement } of found) await tag(workspace, session, { range, engagement, dryRun })
  return { tagged: found.map(({ ref, engagement }) => ({ ref, engagement })) }
}

function fromJson(text: string): readonly Pick<Candidate, 'ref' | 'engagement'>[] {
  try {
    const value = JSON.parse(text) as { engagement?: string; candidates?: readonly Partial<Candidate>[] }
    return (value.candidates ?? []).flatMap(({ ref, engagement = value.engagement }) =>
      typeof ref === 'string' && typeof engagement === 'string' ? [{ ref, engagement }] : [],
    )
  } catch {
    return []
  }
}

/** `REF  ENGAGEMENT  …`; what begins with # is a remark. */
function fromLines(text: string): readonly Pick<Candidate, 'ref' | 'engagement'>[] {
  return text.split('\n').flatMap((line) => {
    const [, ref, engagement] = /^([^\s#]+:[\d,-]+)\s+([a-z0-9][\w.-]*)/.exec(line) ?? []
    return ref === undefined ? [] : [{ ref, engagement: engagement! }]
  })
}

function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'unnamed'
  )
}
