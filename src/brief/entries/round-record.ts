import type { BriefRound, Did } from '../round.ts'
import type { Name } from './names-in.ts'

/** What rounds hold, to look words and names up in. What a call of handoff itself says or answers is no part of it. */
export interface RoundRecord {
  readonly rounds: readonly BriefRound[]
  readonly has: (round: number) => boolean
  readonly last: number
  /** The first round that has one of a name's spellings; undefined where none has. */
  readonly firstWith: (name: Name) => number | undefined
  /** The last round up to one that has one of a name's spellings. */
  readonly lastWith: (name: Name, until: number) => number | undefined
  /** Whether a round itself has it. */
  readonly isIn: (name: Name, round: number) => boolean
  /** Who all has these words in a round; white space, quote marks and case aside. Undefined where nobody has. */
  readonly whoHas: (words: string, round: number) => ReadonlySet<Holder> | undefined
}

export type Holder = 'user' | 'agent' | 'tool'

/** Digits before a line that a tool numbered are lines of a file, and no numbers else. */
const NUMBERED = /^[ \t]*(\d+)(?:→|\t|: |\| )/gm

/** Reads rounds once; a name is looked for from the beginning, and found where it was first said, as a rule. */
export function roundRecord(rounds: readonly BriefRound[], known = ''): RoundRecord {
  const texts: string[] = [known.toLowerCase()]
  const ends: number[] = []
  let length = known.length
  for (const round of rounds) {
    const text = partsOf(round, '_$1_ ')
      .map(([, part]) => part)
      .join('\n')
      .toLowerCase()
    texts.push(text)
    length += text.length + 1
    ends.push(length)
  }
  const all = texts.join('\n')
  const numbers = new Map(rounds.map(({ round }, at) => [round, at]))
  const first = new Map<string, number>()
  const squeezedOf = new Map<number, readonly (readonly [Holder, string])[]>()

  const roundAt = (offset: number) => {
    let low = 0
    for (let high = ends.length - 1; low < high; ) {
      const middle = (low + high) >> 1
      if (ends[middle]! > offset) high = middle
      else low = middle + 1
    }
    return rounds[low]?.round ?? 0
  }
  const firstOf = (spelling: string, kind: Name['kind']) => {
    const key = `${kind} ${spelling}`
    const seen = first.get(key)
    if (seen !== undefined) return seen
    const at = placeOf(all, spelling, kind, 0)
    const round = at === -1 ? Number.POSITIVE_INFINITY : at < known.length ? 0 : roundAt(at)
    first.set(key, round)
    return round
  }
  return {
    rounds,
    has: (round) => numbers.has(round),
    last: rounds.at(-1)?.round ?? 0,
    firstWith({ kind, spellings }) {
      const found = Math.min(...spellings.map((parts) => Math.max(...parts.map((part) => firstOf(part, kind)))))
      return Number.isFinite(found) ? found : undefined
    },
    lastWith(name, until) {
      return rounds.findLast(({ round }) => round <= until && this.isIn(name, round))?.round
    },
    isIn({ kind, spellings }, round) {
      const text = texts[(numbers.get(round) ?? -2) + 1] ?? ''
      return spellings.some((parts) => parts.every((part) => placeOf(text, part, kind, 0) !== -1))
    },
    whoHas(words, round) {
      const at = numbers.get(round)
      if (at === undefined) return undefined
      const squeezed =
        squeezedOf.get(at) ?? partsOf(rounds[at]!, '').map(([who, text]) => [who, squeeze(text)] as const)
      squeezedOf.set(at, squeezed)
      const wanted = squeeze(words)
      const holders = squeezed.filter(([, text]) => hasWords(text, wanted)).map(([who]) => who)
      return holders.length === 0 ? undefined : new Set(holders)
    },
  }
}

/** White space, quote marks, marks of emphasis and case say nothing of what was said. */
function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/["'`*“”„‟‘’‚‹›«»]+/g, '')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Words stand for themselves: `no` is not in `now`. */
function hasWords(text: string, wanted: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const isInside =
      (at > 0 && isWordChar(text, at) && isWordChar(text, at - 1)) ||
      (end < text.length && isWordChar(text, end) && isWordChar(text, end - 1))
    if (!isInside) return true
  }
  return false
}

/** Where a name stands by itself, not inside another; of a hash either end may be cut. */
function placeOf(text: string, spelling: string, kind: Name['kind'], from: number): number {
  const sought = kind === 'hash' ? spelling.slice(0, 7) : spelling
  for (let at = text.indexOf(sought, from); at !== -1; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length
    if (
      kind === 'number'
        ? isNumber(text, at, end)
        : kind === 'hash'
          ? isHash(text, at, spelling)
          : isName(text, at, end, kind)
    )
      return at
  }
  return -1
}

const LETTER = /[\p{L}\p{N}_]/u

function isName(text: string, at: number, end: number, kind: Name['kind']): boolean {
  const first = text[at]!
  const isOpen = kind === 'word' || end >= text.length || !isWordChar(text, end) || !LETTER.test(text[end - 1]!)
  return isOpen && (at === 0 || !isWordChar(text, at - 1) || !LETTER.test(first) || isEscape(text, at))
}

/** Latin beside a script without spaces is a word by itself. */
function isWordChar(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x250 ? LETTER.test(text[at]!) : code < 0x2e80 && LETTER.test(text[at]!)
}

/** Text inside a recorded call may have `\n` written out before a name. */
function isEscape(text: string, at: number): boolean {
  return text[at - 2] === '\\' && 'ntr'.includes(text[at - 1]!)
}

function isNumber(text: string, at: number, end: number): boolean {
  const before = text[at - 1] ?? ' '
  const after = text[end] ?? ' '
  if (/\d/.test(before) || /\d/.test(after)) return false
  if (/[.,]/.test(before) && /\d/.test(text[at - 2] ?? '') && /\d/.test(text[at]!)) return false
  if (/[.,]/.test(after) && /\d/.test(text[end + 1] ?? '')) return false
  if (/[a-z_]/.test(before) && !(/[vrxp]/.test(before) && !/[a-z0-9_]/.test(text[at - 2] ?? ' ')))
    return isEscape(text, at)
  return !/[a-z]/.test(after) || /^[a-zµ]{1,3}(?![a-z0-9_])/.test(text.slice(end, end + 4))
}

function isHash(text: string, at: number, hash: string): boolean {
  if (/[0-9a-z]/.test(text[at - 1] ?? ' ')) return isEscape(text, at)
  const [run] = /^[0-9a-f]+/.exec(text.slice(at, at + 64)) ?? ['']
  return run.startsWith(hash) || hash.startsWith(run)
}

/** What a round holds: words, calls with all they were given, and what these printed. */
function partsOf({ events }: BriefRound, numbered: string): readonly (readonly [Holder, string])[] {
  return events.flatMap((event): readonly (readonly [Holder, string])[] => {
    if (event.kind === 'said') return [[event.who, event.text]]
    if (isOfHandoff(event)) return []
    const { act, outcome, input } = event
    const output = outcome?.output ?? ''
    return [
      ['tool', [...textsIn(input ?? [act.command, act.files, act.edits]), event.tool ?? ''].join('\n')],
      ['tool', act.role === 'read' ? output.replace(NUMBERED, numbered) : output],
      ...(typeof outcome?.exit === 'number' ? [['tool', `exit ${outcome.exit}`] as const] : []),
    ]
  })
}

const OWN_COMMAND = /\bstet(?:\.cjs)?["']?\s+(?:handoff|rollover|compress|summary|retrieve|probe)\b/

/** A call that hands over, or reads what was handed over, proves nothing of it. */
export function isOfHandoff({ tool, act, input }: Did): boolean {
  if (/(?:^|stet_+)(?:handoff|summary)$/.test(tool ?? '')) return true
  if (act.command !== null && OWN_COMMAND.test(act.command)) return true
  return textsIn(input ?? act.command).some((text) =>
    OWN_FORMS.some((marks) => marks.every((mark) => text.includes(mark))),
  )
}

/** What a handoff looks like that is written to a file first: the form, or the five headings. */
const OWN_FORMS = [
  ['"entries"', '"quotes"', '"rounds"'],
  ['### Current Task', '### Immediate Next Steps'],
]

/** Every text and number in a value, with the names of its fields. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)])
}
