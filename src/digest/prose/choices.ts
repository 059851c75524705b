import type { EntryDraft } from '../entry.ts'
import { shortened } from './shortened.ts'

const OPTION = /^\s*(?:[-*]\s*)?\**(?:option\s+)?(\d{1,2}|[A-Ha-h])[.):]\**\s+(.{4,})$/gim
const ANSWER =
  /^\s*(?:(?:let'?s |i'?d |we'?ll |please |ok,? |yes,? )*(?:go |do |take |pick |choose |use |with |for )*)?(?:option |number |#)?(\d{1,2}|[a-h])(?:[.):,!]|\s|$)/i

/** What a person took of the options the agent had numbered, by naming one: `2`, `option b please`. */
export function choiceIn(answer: string, offered: string): EntryDraft | undefined {
  if (answer.length > 400) return undefined
  const named = ANSWER.exec(answer)?.[1]?.toLowerCase()
  if (named === undefined || (/^[a-h]$/.test(named) && !/^\s*(?:option |\(?[a-h]\)?[.):,!]?\s*$)/i.test(answer)))
    return undefined
  const options = lastList(
    [...offered.slice(-6000).matchAll(OPTION)].map(([, mark, text]) => ({ mark: mark!.toLowerCase(), text: text! })),
  )
  const chosen = options.find(({ mark }) => mark === named)
  if (!chosen || options.length < 2 || chosen.text.includes('?')) return undefined // a list of questions offers nothing
  const bare = (text: string) => shortened(text.replace(/\*\*/g, ''), 140)
  return {
    kind: 'decision',
    who: 'user',
    text: `Chose: ${bare(chosen.text)}`,
    names: [],
    sure: 1,
    rejected: options
      .filter((option) => option !== chosen)
      .map(({ text }) => bare(text))
      .slice(0, 4),
  }
}

/** The options of the last list, from its first mark on. */
function lastList<T extends { readonly mark: string }>(options: readonly T[]): readonly T[] {
  const start = options.findLastIndex(({ mark }) => mark === '1' || mark === 'a')
  return start === -1 ? [] : options.slice(start)
}
