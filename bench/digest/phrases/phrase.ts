/** What a sentence is for; the classes the digest tells apart. */
export const CLASSES = [
  'decision',
  'constraint',
  'fact',
  'thread',
  'closing',
  'request',
  'report',
  'musing',
  'chatter',
] as const
export type Class = (typeof CLASSES)[number]

/**
 * One way of putting a thing. `{A}` and `{B}` are names of things to choose from, `{P}` a path, `{V}` a value, `{C}` a
 * part of the system, `{E}` an error's code.
 */
export interface Family {
  readonly who: 'user' | 'agent' | 'both'
  readonly phrases: readonly string[]
}

export type Phrases = Readonly<Record<Class, readonly Family[]>>

/** Families written as text: a phrase a line, an empty line between two families. */
export function families(who: Family['who'], text: string): readonly Family[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => ({ who, phrases: block.split('\n').map((line) => line.trim()) }))
}

/** What sounds like something to keep and is not. */
export const TRAP_KINDS = ['hypothetical', 'question', 'quoted', 'small talk', 'output'] as const
export type TrapKind = (typeof TRAP_KINDS)[number]
export type Traps = Readonly<Record<TrapKind, readonly Family[]>>

/** A fact and what a later round makes of it: `{V}` is the value that each of the two gives, `{B}` in the second the first one's. */
export type Correction = readonly [first: string, then: string]

/** Each of the two is a fact when it is said. */
export function factsOf(corrections: readonly Correction[]): Pick<Phrases, 'fact'> {
  const phrases = corrections.flatMap(([first, then]) => [first, then.replace('{B}', '417')])
  return { fact: [{ who: 'user', phrases }] }
}

type Kept = Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'>

/** The phrases of one writer: what is to be kept, in English and in other languages, what is not, and what only sounds like it. */
export function phrasesOf(
  english: Kept,
  tongues: Kept,
  talk: Pick<Phrases, 'request' | 'report' | 'chatter'>,
  traps: Traps,
): Phrases {
  return {
    ...talk,
    decision: [...english.decision, ...tongues.decision],
    constraint: [...english.constraint, ...tongues.constraint],
    fact: [...english.fact, ...tongues.fact],
    thread: [...english.thread, ...tongues.thread],
    closing: [...english.closing, ...tongues.closing],
    musing: [traps.hypothetical, traps.question, traps.quoted, traps['small talk']].flat(),
  }
}
