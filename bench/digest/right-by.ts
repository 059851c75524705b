import { examplesOf, type FamiliesByClass, type Vocabulary } from './examples.ts'
import { createRandom } from './fill.ts'
import type { Model } from './model.ts'
import { CLASSES } from './split.ts'

/** How many sentences of each class a model gives to that class: as text, and the mean over the classes there are. */
export function rightBy(
  model: Model,
  families: FamiliesByClass,
  words: Vocabulary,
): { readonly told: string; readonly mean: number } {
  const right = CLASSES.map(() => [0, 0] as [number, number])
  for (const { features, label } of examplesOf(families, createRandom(99), words, false)) {
    right[label]![1]++
    if (model.classOf(features) === label) right[label]![0]++
  }
  const shares = CLASSES.flatMap((name, at) => {
    const [some, all] = right[at]!
    return all === 0 ? [] : [{ name, share: some / all }]
  })
  return {
    told: shares.map(({ name, share }) => `${name} ${share.toFixed(2)}`).join('  '),
    mean: shares.reduce((sum, { share }) => sum + share, 0) / shares.length,
  }
}
