import { shortened } from '../shortened.ts'
import type { Word } from '../words/word.ts'

/** What was said, as it was said, each with its round and who said it. Further lines of it are set in, so that no heading of it is one here. */
export function wordLines(words: readonly Word[]): readonly string[] {
  return words.map(({ round, who, via, text, to }, at) => {
    const how = via === undefined || via === 'command' ? '' : ` (${via})`
    const isAbove = to === undefined || words[at - 1]?.text.endsWith(to.text)
    const answered = isAbove ? '' : ` [to “${shortened(to.text, 160)}” in round ${to.round}]`
    return `- r${round} ${who}${how}${answered}: ${text.trim().replaceAll('\n', '\n  ')}`
  })
}
