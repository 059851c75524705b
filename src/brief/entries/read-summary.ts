import type { Entry, EntryKind, EntrySource, Quote } from './entry.ts'
import { freeAfter, gate, MOST_TEXT, MOST_WORDS, type Proof } from './gate.ts'
import { namesIn } from './names-in.ts'
import type { RoundRecord } from './round-record.ts'

export interface ReadSummary {
  /** What the record bears out, with the rounds that have it. */
  readonly entries: readonly Entry[]
  /** What it does not, each with the reason. */
  readonly notFound: readonly (SummaryItem & { readonly why: string })[]
}

/** Something that a summary says, under the heading that it says it. */
interface SummaryItem {
  readonly kind: EntryKind
  readonly heading: string
  readonly text: string
}

interface ReadOptions {
  readonly source: EntrySource
  /** The last round that it can be of. */
  readonly until?: number
  /** The id of the first, second, third thing that it says; those that are free where nothing else is wanted. */
  readonly idOf?: (place: number) => string
  /** Whether later summaries followed: then it does not tell what is under way. */
  readonly isEarlier?: boolean
}

/** What held when it was written and hardly longer. */
const UNDER_WAY = /^(?:\d+[.)] )?current[ _](?:work|state|progress|status)\b|^recent[ _]actions/i
/** That a file was made or changed, and nothing more: facts tell that. */
const ONLY_LISTS =
  /^`?[\w.@~/\\-]+`?\s*(?:\(|[-–—:]\s*)(?:newly )?(?:created|modified|changed|updated|edited|deleted|new|new file)\)?\.?$/i

const UNLIKE = 'nothing that was said or done in the session is like it'
/** Of what an agent hands over, which would be hidden as an unchecked entry. */
const NAMELESS = 'it names and quotes nothing that could be checked'

/**
 * Reads a summary that somebody wrote under headings (a handoff's five, or those of a client's compaction) into entries, and
 * holds each against the record up to a round, as if it had been handed over.
 */
export function readSummary(
  summary: string,
  proof: Proof,
  { source, until = proof.record.last, idOf, isEarlier = false }: ReadOptions,
): ReadSummary {
  const support = createSupport(proof.record, until)
  const isClients = source.writer === 'client'
  const known = new Set(proof.before.map(({ text }) => text))
  const said = new Map(summaryItems(summary).map((item) => [item.text, item]))
  const first = freeAfter(proof.before.map(({ id }) => id))
  const items = [...said.values()]
    .filter(({ text }) => !known.has(text))
    .map((item, at) => ({ item, id: idOf?.(at + 1) ?? `e${first + at}` }))
    .filter(
      ({ item: { text, heading } }) => !isClients || !(ONLY_LISTS.test(text) || (isEarlier && UNDER_WAY.test(heading))),
    )
    .map((one) => ({ ...one, found: support(one.item.text) }))
  const drafts = items.map(({ item: { kind, text }, id, found }) => {
    const { rounds, quotes } = found ?? { rounds: [until], quotes: [] }
    return { id, kind, text, rounds, by: 'you' as const, quotes }
  })
  const { accepted, refused } = gate(drafts, proof, source)
  const whys = new Map(items.flatMap(({ id, found }) => (found ? [] : [[id, UNLIKE]])))
  for (const { id, why } of refused) whys.set(id, why)
  if (!isClients) for (const { id, tier } of accepted) if (tier === 'archive' && !whys.has(id)) whys.set(id, NAMELESS)
  return {
    entries: accepted.filter(({ id }) => !whys.has(id)),
    notFound: items.flatMap(({ item, id }) => (whys.has(id) ? [{ ...item, why: whys.get(id)! }] : [])),
  }
}

const SPOKEN = /["“]([^"“”\n]{8,300})["”]/g
const MOST_ROUNDS = 4
/** The share of its words that are together in what was said in one round, where a sentence names nothing. */
const TOGETHER = 0.5

/** The rounds up to `until` that have what a sentence names and quotes, with the quotes; undefined where none has. */
export function createSupport(record: RoundRecord, until: number) {
  const rounds = record.rounds.filter(({ round }) => round <= until)
  let said: readonly (readonly [round: number, stems: ReadonlySet<string>])[] | undefined

  return (text: string) => {
    const quotes = [...text.matchAll(SPOKEN)].flatMap(([, passage]): readonly Quote[] => {
      const words = passage!.trim().split(/\s+/).slice(0, MOST_WORDS).join(' ')
      const found = rounds.findLast(({ round }) => record.whoHas(words, round))
      return found ? [{ round: found.round, words }] : []
    })
    const named = namesIn(text).flatMap((name) => record.lastWith(name, until) ?? [])
    const cited = mostNamed([...quotes.map(({ round }) => round), ...named])
    if (cited.length > 0) return { rounds: cited, quotes }
    const round = roundLike(text)
    return round === undefined ? undefined : { rounds: [round], quotes: [] }
  }

  function roundLike(text: string): number | undefined {
    said ??= rounds.map(({ round, events }) => {
      const texts = events.flatMap((event) => (event.kind === 'said' ? stemsIn(event.text) : []))
      return [round, new Set(texts)]
    })
    const words = [...new Set(stemsIn(text))]
    let best: { readonly round: number; readonly share: number } | undefined
    for (const [round, stems] of said) {
      const share = words.filter((word) => stems.has(word)).length / words.length
      if (share >= TOGETHER && share >= (best?.share ?? 0)) best = { round, share }
    }
    return best?.round
  }
}

/** The rounds that most names are from. */
function mostNamed(rounds: readonly number[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const round of rounds) counts.set(round, (counts.get(round) ?? 0) + 1)
  return [...counts]
    .sort(([a, most], [b, more]) => more - most || b - a)
    .slice(0, MOST_ROUNDS)
    .map(([round]) => round)
    .sort((a, b) => a - b)
}

/** How words begin, so that `written` is `writes`; short ones say nothing. */
function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 5))
}

/** What stands under a heading, by the names that clients, and the five headings of a handoff, give them; `null` is left out. */
const HEADINGS: readonly (readonly [RegExp, EntryKind | null])[] = [
  [/^(?:current task|primary request(?: and intent)?|overall[ _]goal|goals?|task|objective)$/, 'task'],
  [/^(?:key |important )?decisions?(?: made)?$/, 'decision'],
  [/^(?:user (?:preferences|constraints)|(?:active[ _])?constraints(?: and preferences)?|preferences|rules)$/, 'rule'],
  [/^errors?(?: and fixe?s)?$/, 'error'],
  [
    /^(?:pending|remaining|open)(?: tasks| work| questions| items)?$|^to-?dos?$|^(?:current[ _]plan|task[ _]state|what remains(?: to be done)?)$/,
    'open',
  ],
  [/^(?:optional |immediate |clear )?next[ _]steps?$/, 'next'],
  [/^(?:all )?user messages$|^analysis$/, null],
]
const FACTS =
  /^(?:key technical concepts|files and code(?: sections)?|modified files|problem solving|current (?:work|state|progress|status)|critical (?:context|data|references)|important context|key[ _]knowledge|file[ _]system[ _]state|artifact[ _]trail|recent[ _]actions|progress|findings|context|summary|state_snapshot)$/

/** So much of what stands above a point goes before it at most. */
const MOST_ABOVE = 90
/** Where a text that is too long is parted, the best first. */
const PARTS = [/(?<=[.!?])\s+(?=[A-Z`"“(])/u, /(?<=;)\s+/u, /\s+(?=[→—–]\s)/u, /(?<=,)\s+/u]
const CODE = /^[ \t]*```[\s\S]*?(?:^[ \t]*```[^\n]*$|$(?![\s\S]))/gm

/** The sentences and points of a summary, each with the kind of its heading; code is left out. */
export function summaryItems(summary: string): readonly SummaryItem[] {
  const items: SummaryItem[] = []
  let under: Heading = { name: 'summary', kind: 'fact', rest: '' }
  let above: { readonly indent: number; readonly label: string }[] = []
  let open: { text: string; prefix: string } | undefined
  const close = () => {
    const { kind, name: heading } = under
    if (open && kind) for (const text of parted(open.text, open.prefix)) items.push({ kind, heading, text })
    open = undefined
  }
  for (const line of summary.replace(CODE, '').split('\n')) {
    const [, space = '', mark = '', said = ''] = /^(\s*)((?:[-*•]|\d+[.)])\s+)?(.*)$/.exec(line) ?? []
    const text = plain(said)
    const heading = headingIn(line)
    if (!heading && text !== '' && mark === '' && open) {
      open.text += ` ${text}`
      continue
    }
    close()
    if (heading) {
      above = []
      under = heading
      if (heading.rest !== '') open = { text: heading.rest, prefix: '' }
    } else if (text !== '') {
      above = above.slice(0, above.findLastIndex(({ indent }) => indent < space.length) + 1)
      open = { text, prefix: above.map(({ label }) => label).join('') }
      above.push({ indent: space.length, label: labelIn(said) })
    }
  }
  close()
  return items.filter(({ text }) => !text.endsWith(':') && text.includes(' '))
}

interface Heading {
  readonly name: string
  readonly kind: EntryKind | null
  /** What stands behind it on its line. */
  readonly rest: string
}

/** `## Next steps`, `3. Files and Code Sections:`, `**Decisions**`, `<overall_goal>`. */
function headingIn(line: string): Heading | undefined {
  const [, tag, inTag = ''] = /^\s*<([a-z_]+)>\s*(.*?)\s*(?:<\/[a-z_]+>)?\s*$/.exec(line) ?? []
  if (tag !== undefined) return headingOf(tag, inTag, true)
  if (/^\s*<\/[a-z_]+>\s*$/.test(line)) return headingOf('summary', '', true)
  const [, marked, bare = ''] =
    /^(#{1,5}\s+|\d{1,2}[.)]\s+|(?=\*\*)|(?=[A-Z][A-Za-z ]{3,40}:\s*$))(.+)$/.exec(line) ?? []
  const [, title] = marked === undefined ? [] : (/^\**([^*:]+?)\**:?\**\s*$/.exec(bare.trim()) ?? [])
  return title === undefined ? undefined : headingOf(title, '', marked!.startsWith('#'))
}

function headingOf(name: string, rest: string, isMarked: boolean): Heading | undefined {
  const title = name
    .toLowerCase()
    .replace(/^\d+[.)]\s+/, '')
    .trim()
  const known = HEADINGS.find(([pattern]) => pattern.test(title))
  if (known) return { name, kind: known[1], rest }
  return isMarked || FACTS.test(title) ? { name, kind: 'fact', rest } : undefined
}

/** What points below a name or a short line with a colon are about. */
function labelIn(said: string): string {
  const bare = plain(said)
  const isName = /^\**(?:`[^`]+`|\*\*[^*]+\*\*|[^:.]{1,80})\**:?\**\s*$/.test(said.trim())
  if (isName || (bare.endsWith(':') && bare.length <= MOST_ABOVE)) return `${bare.replace(/:$/, '')}: `
  const [, opening] = /^\**`([^`]+)`\**\s/.exec(said.trim()) ?? []
  return opening === undefined ? '' : `\`${opening}\`: `
}

function plain(text: string): string {
  return text.replace(/\*\*/g, '').replace(/\s+/g, ' ').trim()
}

/** Pieces that fit, with as many sentences in each as there is room for; what they are about stands before each. */
function parted(text: string, prefix: string): readonly string[] {
  const head = prefix.length > MOST_ABOVE ? '' : prefix
  return fitted(text, MOST_TEXT - head.length, 0).map((piece) => `${head}${piece}`)
}

function fitted(text: string, most: number, at: number): readonly string[] {
  const parts = PARTS[at]
  if (text.length <= most || !parts) return [text]
  const pieces: string[] = []
  for (const piece of text.split(parts).flatMap((one) => fitted(one, most, at + 1))) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + piece.length < most) pieces[pieces.length - 1] = `${last} ${piece}`
    else pieces.push(piece)
  }
  return pieces
}
