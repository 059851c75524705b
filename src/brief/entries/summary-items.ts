import type { EntryKind } from './entry.ts'

/** Something that a summary says, under the heading that it says it. */
export interface SummaryItem {
  readonly kind: EntryKind
  readonly heading: string
  readonly text: string
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

const MOST = 220
/** So much of what stands above a point goes before it at most. */
const MOST_ABOVE = 90
/** Where a text that is too long is parted, the best first. */
const PARTS = [/(?<=[.!?])\s+(?=[A-Z`"“(])/u, /(?<=;)\s+/u, /\s+(?=[→—–]\s)/u, /(?<=,)\s+/u]

/** The sentences and points of a summary, each with the kind of its heading; code is left out. */
export function summaryItems(summary: string): readonly SummaryItem[] {
  const items: SummaryItem[] = []
  let heading = 'summary'
  let kind: EntryKind | null = 'fact'
  const above: { readonly indent: number; readonly label: string }[] = []
  let open: { text: string; prefix: string } | undefined
  const close = () => {
    if (open && kind) for (const text of parted(open.text, open.prefix)) items.push({ kind, heading, text })
    open = undefined
  }
  for (const line of summary.replace(/^[ \t]*```[\s\S]*?(?:^[ \t]*```[^\n]*$|$(?![\s\S]))/gm, '').split('\n')) {
    const found = headingIn(line)
    if (found) {
      close()
      above.length = 0
      heading = found.name
      kind = found.kind
      if (found.rest !== '') open = { text: found.rest, prefix: '' }
      continue
    }
    const [, space = '', mark = '', said = ''] = /^(\s*)((?:[-*•]|\d+[.)])\s+)?(.*)$/.exec(line) ?? []
    const text = plain(said)
    if (text === '') {
      close()
      continue
    }
    const indent = space.length
    if (mark === '' && open) {
      open.text += ` ${text}`
      continue
    }
    close()
    while (above.length > 0 && above.at(-1)!.indent >= indent) above.pop()
    const prefix = above.map(({ label }) => label).join('')
    const label = labelIn(said)
    above.push({ indent, label })
    open = { text, prefix }
  }
  close()
  return items.filter(({ text }) => !text.endsWith(':') && text.includes(' '))
}

/** `## Next steps`, `3. Files and Code Sections:`, `**Decisions**`, `<overall_goal>`. */
function headingIn(
  line: string,
): { readonly name: string; readonly kind: EntryKind | null; readonly rest: string } | undefined {
  const [, tag, inTag = ''] = /^\s*<([a-z_]+)>\s*(.*?)\s*(?:<\/[a-z_]+>)?\s*$/.exec(line) ?? []
  if (tag !== undefined) return named(tag, inTag, true)
  if (/^\s*<\/[a-z_]+>\s*$/.test(line)) return named('summary', '', true)
  const [, marked, bare = ''] =
    /^(#{1,5}\s+|\d{1,2}[.)]\s+|(?=\*\*)|(?=[A-Z][A-Za-z ]{3,40}:\s*$))(.+)$/.exec(line) ?? []
  if (marked === undefined) return undefined
  const [, title = '', rest = ''] = /^\**([^*:]+?)\**:?\**\s*$|^$/.exec(bare.trim()) ?? []
  return title === '' ? undefined : named(title, rest, marked.startsWith('#'))
}

function named(title: string, rest: string, isMarked: boolean) {
  const name = title
    .toLowerCase()
    .replace(/^\d+[.)]\s+/, '')
    .trim()
  const known = HEADINGS.find(([pattern]) => pattern.test(name))
  if (known) return { name: title, kind: known[1], rest }
  return isMarked || FACTS.test(name) ? { name: title, kind: 'fact' as const, rest } : undefined
}

/** What points below a name or a short line with a colon are about. */
function labelIn(said: string): string {
  const bare = plain(said)
  const [, name] = /^\**(`[^`]+`|\*\*[^*]+\*\*|[^:.]{1,80})\**:?\**\s*$/.exec(said.trim()) ?? []
  if (name !== undefined || (bare.endsWith(':') && bare.length <= MOST_ABOVE)) return `${bare.replace(/:$/, '')}: `
  const [, opening] = /^\**`([^`]+)`\**\s/.exec(said.trim()) ?? []
  return opening === undefined ? '' : `\`${opening}\`: `
}

function plain(text: string): string {
  return text.replace(/\*\*/g, '').replace(/\s+/g, ' ').trim()
}

/** Pieces that fit, with as many sentences in each as there is room for; what they are about stands before each. */
function parted(text: string, prefix: string): readonly string[] {
  const head = prefix.length > MOST_ABOVE ? '' : prefix
  return fitted(text, MOST - head.length, 0).map((piece) => `${head}${piece}`)
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
