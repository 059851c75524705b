interface Retrieval {
  readonly asked: RegExp
  readonly example: string
  readonly does: string
  /** What there is none of where nothing is found. */
  readonly one: string
}

/** The questions that are understood, the first that fits wins. */
const QUESTIONS = {
  alternatives: {
    asked:
      /\b(?:what (?:else|other|alternatives?)|which (?:options?|alternatives?)|alternatives?(?: to| for)?|rejected|turned? down)\b(.*)/i,
    example: 'Which alternatives to X were rejected?',
    does: 'options that were turned down, with the reason',
    one: 'alternative that was turned down',
  },
  decision: {
    asked: /\bwhy (?:did|do|are|is|was|were|have)?\b(.*)|\b(?:decision|rationale|reason)\b(.*)/i,
    example: 'Why did we decide X?',
    does: 'the decision, its reason and the rounds that led to it',
    one: 'decision',
  },
  version: {
    asked: /\b(?:earlier|previous|old|prior|original|first|last) versions?\b(?: of)?(.*)|\bversions? of\b(.*)/i,
    example: 'Show earlier version of FILE',
    does: 'every version of the file that is on record',
    one: 'version of a file',
  },
  constraints: {
    asked: /\b(?:rules?|constraints?|not allowed|forbidden|off.?limits|must not|prohibit\w*)\b(.*)/i,
    example: 'Which rules apply to X?',
    does: 'what the user ruled, with the round',
    one: 'rule',
  },
  errors: {
    asked: /\b(?:errors?|failures?|failed|broke|crash\w*|exceptions?)\b(.*)/i,
    example: 'Which error came up with X?',
    does: 'errors, open and resolved',
    one: 'error',
  },
  open: {
    asked: /\b(?:still open|left to do|next steps?|open (?:threads?|points?|questions?)|todos?|remaining)\b(.*)/i,
    example: 'What is still open?',
    does: 'open threads and next steps',
    one: 'open thread',
  },
  file: {
    asked:
      /\b(?:what happened to|chang(?:e|es|ed) (?:to|in)|who changed|when was)\b(.*)|\b(?:which|what) files?(?: (?:were|was|have|has|did|been|we|you|changed?|touch(?:ed)?|edit(?:ed)?|created?|wr[io]tt?en?|modif(?:ied|y)))*\b(.*)/i,
    example: 'What happened to FILE?',
    does: 'each change of the file, with its round',
    one: 'change of a file',
  },
  discussion: {
    asked:
      /(?:\b(?:what did (?:we|you|i) (?:discuss|say|talk)(?: about)?|discuss(?:ed|ion)?(?: about| of)?|talked about|anything about|tell me about)\b)?(.*)/i,
    example: 'What did we discuss about Y?',
    does: 'a search of the transcript',
    one: 'round',
  },
} satisfies Readonly<Record<string, Retrieval>>

export type RetrievalPattern = keyof typeof QUESTIONS

export const RETRIEVALS = Object.entries<Retrieval>(QUESTIONS).map(([pattern, retrieval]) => ({
  pattern: pattern as RetrievalPattern,
  ...retrieval,
}))

/** What a question asks for, and about what; about nothing in particular where it says no more. */
export function parseQuestion(question: string): { readonly pattern: RetrievalPattern; readonly about: string } {
  for (const { pattern, asked } of RETRIEVALS) {
    const match = asked.exec(question)
    if (!match) continue
    const rest = match.slice(1).find((part) => part !== undefined && part.trim() !== '') ?? ''
    const about = pattern === 'discussion' && rest === '' ? question : rest
    return { pattern, about: bare(about) }
  }
  return { pattern: 'discussion', about: bare(question) }
}

/** Words that only ask. */
const ASKS = new Set(
  'we you I us our did do does have has had are is was were be been there that this so far yet decide decided decision choose chose use used go with on for to the a an about of not apply applies come came up down in it get got see saw run ran into hit consider considered discuss discussed reject rejected turn turned today open still unresolved current currently known now happen happened'.split(
    ' ',
  ),
)

/** What is asked about, without the words at its ends that only ask. */
function bare(text: string): string {
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(/^["']+|[?.!"']+$/g, ''))
    .filter((word) => word !== '')
  const tells = (word: string) => !ASKS.has(word)
  return words.slice(words.findIndex(tells), words.findLastIndex(tells) + 1).join(' ')
}
