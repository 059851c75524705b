import { shortened } from '../../brief/shortened.ts'
import type { EntryDraft } from '../entry.ts'
import { reasonAmong, reasonIn } from './reasons.ts'

const OPTION = /^\s*(?:[-*]\s*)?\**(?:option\s+)?(\d{1,2}|[A-Ha-h])[.):]\**\s+(.{4,})$/gim
const ANSWER =
  /^\s*(?:(?:let['’]?s |i['’]?d |we['’]?ll |please |ok,? |yes,? )*(?:go |do |take |pick |choose |use |with |for )*)?(?:option |number |#)?(\d{1,2}|[a-h])(?!,? ?(?:and|&|\+|und|et|y)? ?\d)(?:[.):,!]|\s|$)/i
/** A message with several is a list of the person's own. */
const ITEMS = /^\s*\d{1,2}[.):]\s/gm
/** Several of them: `1, 2 and 3`, `do 1 and 4 please`. */
const SEVERAL =
  /^\s*(?:(?:let['’]?s|please|ok|yes|go|do|take|pick|choose|use|implement|fix|with|for),? )*(?:options? |numbers? )?(\d{1,2}(?:(?:, ?(?:and |und )?| ?(?:and|&|\+|und|et|y) ?)\d{1,2})+)(?: please)?(?:[.!]|$)/i

/** An option and nothing else. */
const BARE = /^\s*(?:option )?(?:\d{1,2}|[a-h])\s*[.!)]?\s*$/i

/**
 * What a person took of the options the agent had numbered, by naming one or some: `2`, `option b please`, `1 and 3`. Who
 * names one and says nothing else may mean one of an earlier message.
 */
export function choiceIn(answer: string, offered: string, ...earlier: readonly string[]): EntryDraft | undefined {
  const chosen = choiceOf(answer, offered)
  if (chosen || !BARE.test(answer)) return chosen
  for (const one of earlier) {
    const found = choiceOf(answer, one)
    if (found) return found
  }
  return undefined
}

function choiceOf(answer: string, offered: string): EntryDraft | undefined {
  if (answer.length > 400 || (answer.match(ITEMS)?.length ?? 0) > 1) return undefined
  const named = SEVERAL.exec(answer)?.[1]?.match(/\d+/g) ?? oneIn(answer)
  if (named === undefined) return undefined
  const options = lastList(
    [...offered.slice(-6000).matchAll(OPTION)].map(([, mark, text]) => ({ mark: mark!.toLowerCase(), text: text! })),
  )
  const chosen = options.filter(({ mark }) => named.includes(mark))
  if (chosen.length < named.length || options.length < 2) return undefined
  if (chosen.some(({ text }) => text.includes('?'))) return undefined // a list of questions offers nothing
  const bare = (text: string) => shortened(text.replace(/\*\*/g, ''), 140)
  const why = reasonAmong([answer]) ?? (chosen.length === 1 ? reasonIn(bare(chosen[0]!.text)) : undefined)
  return {
    kind: 'decision',
    who: 'user',
    text: shortened(`Chose: ${chosen.map(({ text }) => bare(text)).join('; ')}`),
    names: [],
    sure: 1,
    ...(why !== undefined && { why }),
    rejected: options
      .filter((option) => !chosen.includes(option))
      .map(({ text }) => bare(text))
      .slice(0, 4),
  }
}

function oneIn(answer: string): readonly string[] | undefined {
  const named = ANSWER.exec(answer)?.[1]?.toLowerCase()
  if (named === undefined) return undefined
  const isLetter = /^[a-h]$/.test(named)
  return isLetter && !/^\s*(?:option |\(?[a-h]\)?[.):,!]?\s*$)/i.test(answer) ? undefined : [named]
}

/** The options of the last list, from its first mark on. */
function lastList<T extends { readonly mark: string }>(options: readonly T[]): readonly T[] {
  const start = options.findLastIndex(({ mark }) => mark === '1' || mark === 'a')
  return start === -1 ? [] : options.slice(start)
}
