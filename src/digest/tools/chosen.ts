import { LONGEST, shortened } from '../../brief/shortened.ts'
import type { EntryDraft } from '../entry.ts'
import { isQuestion } from '../prose/answers.ts'
import type { Did } from '../round.ts'

/** What a user decided by answering the questions of a tool, each with what was not taken. */
export function chosenIn({ act, outcome }: Did): readonly EntryDraft[] {
  return (outcome?.answers ?? [])
    .filter(({ answer }) => !isQuestion(answer))
    .map(({ question: named, answer }): EntryDraft => {
      // a question that has quotes of its own is known by its end
      const asked = act.questions?.find(({ question, id }) => id === named || question.endsWith(named))
      const options = asked?.options ?? []
      const rejected = options.filter(({ label }) => !answer.includes(label)).map(({ label }) => label)
      const why = options.flatMap(({ label, about }) => (answer.includes(label) ? (about ?? []) : [])).join(' ')
      return {
        kind: 'decision',
        who: 'user',
        text: `${shortened(asked?.question ?? named, LONGEST / 2)} → ${shortened(answer, LONGEST / 2 - 3)}`,
        names: [],
        sure: 1,
        ...(why !== '' && { why: shortened(why, LONGEST / 2) }),
        ...(rejected.length > 0 && { rejected }),
      }
    })
}
