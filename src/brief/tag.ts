import { isStopWord } from '../search/query/stop-words.ts'
import type { Brief } from './brief.ts'

const FORM = /^[A-Z0-9]+(_[A-Z0-9]+){2,}$/
/** What requests begin with, besides the words that are everywhere. */
const LITTLE = new Set(
  'PLEASE LETS LET MAKE NEXT LIKE WANT NEED SEE LOOK LOOKS HELP OKAY YES SURE THANKS FOLLOWING'.split(' '),
)

export function isTag(text: string): boolean {
  return FORM.test(text)
}

/** `[CONCEPT]_[DETAIL]_[RESULT]`: words of the title, of the last decision or file, and what was seen last; with the scope after it. */
export function tagOf(
  { facts: { files, tests }, words, entries }: Brief,
  title: string | null,
  scope?: string,
): string {
  const concept = wordsOf(title ?? words.find(({ who }) => who === 'user')?.text.slice(0, 200) ?? '').slice(0, 2)
  const decision = entries.current.findLast(({ kind }) => kind === 'decision')
  const file = files.at(-1)?.path.replace(/^.*[/\\]|\.\w+$/g, '')
  const detail = wordsOf(decision?.text ?? file ?? '').find((word) => !concept.includes(word)) ?? 'WORK'
  const done = files.length > 0 ? 'CHANGED' : decision ? 'DECIDED' : 'EXPLORED'
  const result = tests.at(-1)?.result.outcome === 'failed' ? 'FAILING' : done
  const scoped = scope === undefined ? [] : scopeWords(scope)
  return [...(concept.length > 0 ? concept : ['SESSION']), detail, result, ...scoped].join('_')
}

/** What a partial compression is called after. */
export function scopeOf({ topic, query }: { readonly topic: string | null; readonly query: string | null }): string {
  return topic ?? query ?? BRIDGE
}

/** Whether a tag ends with the words of a scope; a number may be after it where the tag was taken. */
export function hasScope(tag: string, scope: string): boolean {
  return tag.replace(/_\d+$/, '').endsWith(`_${scopeWords(scope).join('_')}`)
}

const BRIDGE = 'bridge'

/** What of a scope goes into a tag; words of scripts that a tag cannot have only say that there is one. */
function scopeWords(scope: string): readonly string[] {
  const words = wordsOf(scope).slice(0, 3)
  return words.length > 0 ? words : wordsOf(BRIDGE)
}

function wordsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toUpperCase()
    .split(' ')
  return [...new Set(words)].filter(
    (word) =>
      word.length > 2 &&
      word.length < 20 &&
      !LITTLE.has(word) &&
      !isStopWord(word.toLowerCase()) &&
      !/^\d+$/.test(word),
  )
}
