import type { BriefRound, Did } from '../round.ts'
import type { Name } from './names-in.ts'

export type RoundRecord = ReturnType<typeof roundRecord>

export type Holder = 'user' | 'agent' | 'tool'

/** Digits before a line that a tool numbered are lines of a file, and no numbers else. */
const NUMBERED = /^[ \t]*(\d+)(?:→|\t|: |\| )/gm

/**
 * What rounds hold, to look words and names up in; what a call of handoff itself says or answers is no part of it. Rounds are
 * read once; a name is looked for from the beginning, and found where it was first said, as a rule.
 */
export function roundRecord(rounds: readonly BriefRound[], known = '') {
  let made: ReturnType<typeof joinedTexts> | undefined // who gives a form to write needs none of it
  const joined = () => (made ??= joinedTexts(rounds, known))
  const places = new Map(rounds.map(({ round }, at) => [round, at]))
  const first = new Map<string, number>()
  const squeezedOf = new Map<number, readonly (readonly [Holder, string])[]>()

  const firstOf = (spelling: string, kind: Name['kind']) => {
    const key = `${kind} ${spelling}`
    const seen = first.get(key)
    if (seen !== undefined) return seen
    const { all, ends } = joined()
    const at = placeOf(all, spelling, kind)
    const inRound = () => rounds[ends.findIndex((end) => at < end)]?.round ?? 0
    const round = at === -1 ? Number.POSITIVE_INFINITY : at < known.length ? 0 : inRound()
    first.set(key, round)
    return round
  }
  const textOf = (round: number) => joined().texts[places.get(round) ?? -1] ?? ''
  const isIn = (name: Name, round: number) => holdsName(textOf(round), name)
  /** Whether a round has a name, a number in what was said or where something printed it with a word that stands beside it. */
  const tells = (name: Name, round: number) => {
    const { spellings, beside = [] } = name
    if (beside.length === 0) return isIn(name, round)
    const at = places.get(round) ?? -1
    const said = (rounds[at]?.events ?? []).flatMap((event) => (event.kind === 'said' ? event.text.toLowerCase() : []))
    const text = textOf(round)
    const isBeside = (place: number, part: string) => {
      const before = text
        .slice(Math.max(0, place - NEAR), place)
        .split('\n')
        .at(-1)!
      const [after] = text.slice(place + part.length, place + part.length + NEAR).split('\n', 1)
      const isShort = (word: string) => /^(?:[smhdw]|min|sec|ms|hrs?)\b/.test(after!) && after!.startsWith(word[0]!)
      return beside.some((word) => before.includes(word) || after!.includes(word) || isShort(word))
    }
    const isTold = (part: string) => [...placesOf(text, part, 'number')].some((place) => isBeside(place, part))
    return holdsName(said.join('\n'), name) || spellings.some((parts) => parts.every(isTold))
  }
  return {
    rounds,
    has: (round: number) => places.has(round),
    last: rounds.at(-1)?.round ?? 0,
    /** The first round that has one of a name's spellings; undefined where none has. */
    firstWith({ kind, spellings }: Name): number | undefined {
      const found = Math.min(...spellings.map((parts) => Math.max(...parts.map((part) => firstOf(part, kind)))))
      return Number.isFinite(found) ? found : undefined
    },
    /** The last round up to one that tells of a name. */
    lastWith: (name: Name, until: number) =>
      rounds.findLast(({ round }) => round <= until && tells(name, round))?.round,
    /** Whether a round itself has it. */
    isIn,
    tells,
    /** Who all has these words in a round; white space, quote marks and case aside. Undefined where nobody has. */
    whoHas(words: string, round: number): ReadonlySet<Holder> | undefined {
      const at = places.get(round)
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

/** The text of each round in lower case, all of them after what is known beside them, and where each one ends there. */
function joinedTexts(rounds: readonly BriefRound[], known: string) {
  const texts = rounds.map((round) => {
    const parts = partsOf(round, '_$1_ ').map(([, part]) => part)
    return parts.join('\n').toLowerCase()
  })
  const ends: number[] = []
  for (const text of texts) ends.push((ends.at(-1) ?? known.length) + text.length + 1)
  return { texts, all: [known.toLowerCase(), ...texts].join('\n'), ends }
}

/** White space, quote marks, marks of emphasis and case say nothing of what was said. */
export function squeeze(text: string): string {
  return text
    .toLowerCase()
    .replace(/["'`*“”„‟‘’‚‹›«»]+/g, '')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim()
}

const LETTER = /[\p{L}\p{N}_]/u

/** A letter, digit or _ at this place; Latin beside a script without spaces is a word by itself. */
function isWordChar(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x2e80 && LETTER.test(text[at]!)
}

/** Words stand for themselves: `no` is not in `now`. */
function hasWords(text: string, wanted: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false
  const isInside = (at: number) => isWordChar(text, at) && isWordChar(text, at - 1)
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isInside(at) && !isInside(at + wanted.length)) return true
  return false
}

/** How far from a number a word still tells of what it is. */
const NEAR = 60

/** Whether a text has one of the spellings of a name. */
export function holdsName(text: string, { kind, spellings }: Pick<Name, 'kind' | 'spellings'>): boolean {
  return spellings.some((parts) => parts.every((part) => placeOf(text, part, kind) !== -1))
}

function placeOf(text: string, spelling: string, kind: Name['kind']): number {
  return placesOf(text, spelling, kind).next().value ?? -1
}

/** Where a name stands by itself, not inside another; of a hash either end may be cut. */
function* placesOf(text: string, spelling: string, kind: Name['kind']): Generator<number, undefined> {
  const sought = kind === 'hash' ? spelling.slice(0, 7) : spelling
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length
    if (kind === 'number' && isNumber(text, at, end)) yield at
    if (kind === 'hash' && isHash(text, at, spelling)) yield at
    if ((kind === 'name' || kind === 'word') && isName(text, at, end, kind)) yield at
  }
  return undefined
}

function isName(text: string, at: number, end: number, kind: 'name' | 'word'): boolean {
  const isOpen = kind === 'word' || !isWordChar(text, end) || !LETTER.test(text[end - 1]!)
  return isOpen && (!isWordChar(text, at - 1) || !LETTER.test(text[at]!) || isEscape(text, at))
}

/** Text inside a recorded call may have `\n` written out before a name. */
function isEscape(text: string, at: number): boolean {
  return text[at - 2] === '\\' && 'ntr'.includes(text[at - 1]!)
}

function isNumber(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at)
  if (/\d$/.test(before) || (/\d[.,]$/.test(before) && /\d/.test(text[at]!))) return false
  const after = text.slice(end, end + 4)
  if (/^(?:\d|[.,]\d)/.test(after)) return false
  if (/[a-z_]$/.test(before) && !/(?:^|[^a-z0-9_])[vrxp]$/.test(before)) return isEscape(text, at)
  return /^(?![a-z])|^[a-zµ]{1,3}(?![a-z0-9_])/.test(after)
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
    const { act, outcome, input, tool = '' } = event
    const output = outcome?.output ?? ''
    return [
      ['tool', [...textsIn(input ?? [act.command, act.files, act.edits]), tool].join('\n')],
      ['tool', act.role === 'read' ? output.replace(NUMBERED, numbered) : output],
      ...(typeof outcome?.exit === 'number'
        ? [['tool', `${outcome.exit === 0 ? '' : 'failed with '}exit ${outcome.exit}`] as const]
        : []),
    ]
  })
}

const OWN_COMMAND = /\bstet(?:\.cjs)?["']?\s+(?:handoff|rollover|compress|summary|retrieve|probe)\b/
/** What a handoff looks like that is written to a file first: the form, or the five headings. */
const OWN_FORMS = [
  ['"entries"', '"quotes"', '"rounds"'],
  ['### Current Task', '### Immediate Next Steps'],
]

/** A call that hands over, or reads what was handed over, proves nothing of it. */
export function isOfHandoff({ tool, act, input }: Did): boolean {
  if (/(?:^|stet_+)(?:handoff|summary)$/.test(tool ?? '') || OWN_COMMAND.test(act.command ?? '')) return true
  const texts = textsIn(input ?? act.command)
  return texts.some((text) => OWN_FORMS.some((marks) => marks.every((mark) => text.includes(mark))))
}

/** Every text and number in a value, with the names of its fields. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)])
}
