import type { Deed } from './deeds.ts'
import type { ChoiceFact } from './facts.ts'

/** The answers to the questions of a tool, each with the options that were not taken. */
export function choicesOf(deeds: readonly Deed[]): readonly ChoiceFact[] {
  return deeds.flatMap(({ did: { act, outcome }, round }) =>
    (outcome?.answers ?? []).map(({ question: named, answer }) => {
      // a question that has quotes of its own is known by its end
      const asked = act.questions?.find(({ question, id }) => id === named || question.endsWith(named))
      const labels = (asked?.options ?? []).map(({ label }) => label)
      return {
        question: asked?.question ?? named,
        answer,
        others: labels.filter((label) => !answer.includes(label)),
        round,
      }
    }),
  )
}
