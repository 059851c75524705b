export type RetrievalPattern =
  | 'decision'
  | 'version'
  | 'discussion'
  | 'alternatives'
  | 'constraints'
  | 'file'
  | 'errors'
  | 'open'

/** The questions that are understood, the first that fits wins. */
export const RETRIEVALS: readonly {
  readonly pattern: RetrievalPattern
  readonly asked: RegExp
  readonly example: string
  readonly does: string
}[] = [
  {
    pattern: 'alternatives',
    asked:
      /\b(?:what (?:else|other|alternatives?)|which (?:options?|alternatives?)|alternatives?(?: to| for)?|rejected|turned? down)\b(.*)/i,
    example: 'Which alternatives to X were rejected?',
    does: 'options that were turned down, with the reason',
  },
  {
    pattern: 'decision',
    asked: /\bwhy (?:did|do|are|is|was|were|have)?\b(.*)|\b(?:decision|rationale|reason)\b(.*)/i,
    example: 'Why did we decide X?',
    does: 'the decision, its reason and the rounds that led to it',
  },
  {
    pattern: 'version',
    asked: /\b(?:earlier|previous|old|prior|original|first|last) versions?\b(?: of)?(.*)|\bversions? of\b(.*)/i,
    example: 'Show earlier version of FILE',
    does: 'every version of the file that is on record',
  },
  {
    pattern: 'constraints',
    asked: /\b(?:rules?|constraints?|not allowed|forbidden|off.?limits|must not|prohibit\w*)\b(.*)/i,
    example: 'Which rules apply to X?',
    does: 'what the user ruled, with the round',
  },
  {
    pattern: 'errors',
    asked: /\b(?:errors?|failures?|failed|broke|crash\w*|exceptions?)\b(.*)/i,
    example: 'Which error came up with X?',
    does: 'errors, open and resolved',
  },
  {
    pattern: 'open',
    asked: /\b(?:still open|left to do|next steps?|open (?:threads?|points?|questions?)|todos?|remaining)\b(.*)/i,
    example: 'What is still open?',
    does: 'open threads and next steps',
  },
  {
    pattern: 'file',
    asked: /\b(?:what happened to|changes? (?:to|in)|who changed|when was)\b(.*)/i,
    example: 'What happened to FILE?',
    does: 'each change of the file, with its round',
  },
  {
    pattern: 'discussion',
    asked:
      /(?:\b(?:what did (?:we|you|i) (?:discuss|say|talk)(?: about)?|discuss(?:ed|ion)?(?: about| of)?|talked about|anything about|tell me about)\b)?(.*)/i,
    example: 'What did we discuss about Y?',
    does: 'a search of the transcript',
  },
]

/** What a question asks for, and about what. */
export function parseQuestion(question: string): { readonly pattern: RetrievalPattern; readonly about: string } {
  for (const { pattern, asked } of RETRIEVALS) {
    const match = asked.exec(question)
    if (!match) continue
    const about = (match.slice(1).find((part) => part !== undefined && part.trim() !== '') ?? '').trim()
    return { pattern, about: bare(about === '' ? question : about) }
  }
  return { pattern: 'discussion', about: bare(question) }
}

function bare(text: string): string {
  return text
    .replace(
      /^(?:\s*(?:we|you|i|did|decide[d]?|choose|chose|use[d]?|go|with|on|for|to|the|a|an|about|of|not|apply|applies|were|was|came|up|come|in)\b)+/i,
      '',
    )
    .replace(/[?.!"'\s]+$/, '')
    .replace(/^[\s"']+/, '')
    .trim()
}
