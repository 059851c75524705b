import type { Brief } from './brief.ts'
import type { Entry } from './entries/entry.ts'
import { namesIn } from './entries/names-in.ts'
import type { Inherited, Unsourced } from './render/about.ts'
import { shortened } from './shortened.ts'
import { matches, topicWords } from './topics.ts'
import type { Word } from './words/word.ts'

const MOST = 12

/** What there is to take over: entries that hold, and lines of states from before there were entries. */
export interface Before {
  readonly entries: readonly Entry[]
  /** What was said there, where nobody wrote entries. */
  readonly words: readonly Word[]
  readonly unsourced: readonly Unsourced[]
}

interface Asked extends Pick<Inherited, 'source' | 'description'> {
  readonly query: string
  readonly scope: string | null
}

/**
 * What a compression takes over: entries that have a word of its topic, or a name that its own rounds have, too. Where an old
 * decision turned down what a new one chose, or the reverse, both are shown.
 */
export function inherit(before: Before, { words, facts, entries }: Brief, asked: Asked): Inherited {
  const topic = topicWords(`${asked.query} ${asked.scope ?? ''}`)
  const said = [...words.map(({ text }) => text), ...facts.files.map(({ path }) => path)].join('\n').toLowerCase()
  const relevanceOf = (text: string) => {
    const word = topic.find((one) => matches(text, [one]) > 0)
    if (word !== undefined) return `about ${word}`
    const shared = namesIn(text).find(({ name, kind }) => kind !== 'number' && said.includes(name.toLowerCase()))
    return shared && `current rounds name ${shared.name}`
  }
  const carried = before.entries.flatMap((entry) => {
    const relevance = relevanceOf(entry.text)
    return relevance === undefined ? [] : [{ entry, relevance }]
  })
  const told = new Set(before.words.filter(({ text }) => relevanceOf(text) !== undefined).map(({ round }) => round))
  const now = entries.current.filter(({ kind }) => kind === 'decision')
  return {
    source: asked.source,
    description: asked.description,
    entries: carried.slice(-3 * MOST),
    words: carried.length > 0 ? [] : before.words.filter(({ round }) => told.has(round)).slice(-MOST),
    unsourced: before.unsourced.filter(({ text }) => relevanceOf(text) !== undefined).slice(-MOST),
    contradictions: carried.flatMap(({ entry }) => (entry.kind === 'decision' ? contradicting(entry, now) : [])),
  }
}

function contradicting(old: Entry, current: readonly Entry[]): Inherited['contradictions'] {
  return current
    .filter(
      (one) => one.id !== old.id && !one.supersedes?.includes(old.id) && (turnsDown(one, old) || turnsDown(old, one)),
    )
    .map((one) => ({
      inherited: `${shortened(old.text, 100)} (round ${old.rounds.at(-1)})`,
      current: shortened(one.text, 110),
      round: one.rounds.at(-1) ?? 0,
    }))
}

/** Whether what one decision rejected is named by the other, and not rejected there. */
function turnsDown({ rejected = [] }: Entry, other: Entry): boolean {
  const refused = (other.rejected ?? []).map(({ what }) => what.toLowerCase())
  return rejected.some(({ what }) => {
    const name = what.toLowerCase()
    return !refused.includes(name) && other.text.toLowerCase().includes(name)
  })
}
