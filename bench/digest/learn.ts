import { dialogueExamples } from './dialogue-examples.ts'
import type { Vocabulary } from './examples.ts'
import { createRandom } from './fill.ts'
import { type Model, train } from './model.ts'
import { phraseDialogues } from './phrase-dialogues.ts'
import type { Dialogue } from './read-dialogue.ts'
import { vocabularyOf } from './vocabulary.ts'

/** So many dialogues are put together from phrases, and each of their sentences counts so much. */
const COMPOSED = 300
const WEIGHT = 0.7
const SEEDS = [7, 8, 9]

/** A model of these dialogues, and of the phrases of development. */
export function learn(written: readonly Dialogue[]): { readonly model: Model; readonly words: Vocabulary } {
  const composed = phraseDialogues(COMPOSED)
  const words = vocabularyOf(written)
  const examples = [...dialogueExamples(written, words), ...dialogueExamples(composed, words, WEIGHT)]
  return { model: train(examples, SEEDS.map(createRandom)), words }
}
