import { shortened } from '../../brief/shortened.ts'
import type { EntryDraft } from '../entry.ts'

const COINED: readonly RegExp[] = [
  /\b(?:we |i |let's |i'll |we'll )?(?:call|calling|dub|named?|term) (?:it|this|that|them|these|the [\w -]{2,30}) (?:the )?["“`']([\w .-]{2,40})["”`']/gi,
  /\bwhen (?:i|we) say ["“`']?([\w.-]{2,40})["”`']?,? (?:i|we) mean\b/gi,
  /["“`]([\w .-]{2,40})["”`] (?:means|stands for|is our (?:word|name|term) for|refers to)\b/gi,
  /\b([A-Z][\w.-]{1,30}) is our (?:word|name|term) for\b/g,
]

/** Words that the session coined, with the line that says what they represent. */
export function termsIn(text: string): readonly EntryDraft[] {
  if (text.length > 20_000) return []
  return COINED.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match): EntryDraft => {
      const start = text.lastIndexOf('\n', match.index) + 1
      const end = text.indexOf('\n', match.index)
      return { kind: 'term', term: match[1]!, text: shortened(text.slice(start, end === -1 ? undefined : end), 200) }
    }),
  )
}
