import { dialogueExamples } from './dialogue-examples.ts'
import { dialoguesBy } from './dialogues.ts'
import { learn } from './learn.ts'
import { LABELS } from './split.ts'

/**
 * How well the classifier does on a writer it was not trained on: each writer of dialogues is left out once. This is the
 * figure to raise; the one on known sentences says little. `npm run bench -- digest-writers`.
 */
const writers = [...dialoguesBy()]
const shares: number[] = []
for (const [writer, own] of writers) {
  const { model, words } = learn(writers.flatMap(([name, dialogues]) => (name === writer ? [] : dialogues)))
  const right = new Map(LABELS.map((label) => [label, [0, 0] as [number, number]]))
  for (const { features, label } of dialogueExamples(own, words)) {
    const counted = right.get(LABELS[label]!)!
    counted[1]++
    if (model.classOf(features) === label) counted[0]++
  }
  const each = [...right].filter(([, [, all]]) => all > 0)
  const [some, total] = each.reduce(([a, b], [, [c, d]]) => [a + c, b + d], [0, 0])
  shares.push(some / total)
  const told = each.map(([label, [found, all]]) => `${label} ${(found / all).toFixed(2)}`).join('  ')
  console.log(`without ${writer}: ${(some / total).toFixed(3)}  ${told}`)
}
console.log(`mean over writers: ${(shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3)}`)
