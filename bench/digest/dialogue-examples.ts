import { featuresOf } from '../../src/digest/classify/features.ts'
import { wordsIn } from '../../src/digest/classify/words.ts'
import { createScene } from '../../src/digest/prose/scene.ts'
import { type Voice, voicesOf } from '../../src/digest/prose/voices.ts'
import type { Example, Vocabulary } from './examples.ts'
import type { Dialogue, Label, LabelledSentence } from './read-dialogue.ts'
import { LABELS } from './split.ts'

const CLASS_OF: Readonly<Record<Label, (typeof LABELS)[number]>> = {
  D: 'decision',
  'D<': 'assent',
  'D?': 'proposal',
  C: 'constraint',
  F: 'fact',
  T: 'thread',
  X: 'closing',
  R: 'request',
  Q: 'question',
  M: 'musing',
  O: 'musing',
  P: 'report',
  S: 'chatter',
}

/** What a person tells or thinks aloud is labelled by some writers where others see a fact or a choice: it counts less. */
const COUNTS: Readonly<Partial<Record<Label, number>>> = { P: 0.3, M: 0.6, R: 0.8 }

export interface DialogueExample extends Example {
  readonly sentence: LabelledSentence
}

/** The sentences of dialogues as the digest comes to read them, with their labels. */
export function dialogueExamples(dialogues: readonly Dialogue[], words: Vocabulary, weight = 1): DialogueExample[] {
  return dialogues.flatMap(({ rounds, sentences }) => {
    const scene = createScene()
    return rounds.flatMap(({ round, events }) => {
      scene.beginRound(events)
      const own = sentences.filter((sentence) => sentence.round === round)
      const lastDone = events.findLastIndex((event) => event.kind === 'did')
      return events.flatMap((event, at) => {
        if (event.kind === 'did') {
          scene.noteDone(event)
          return []
        }
        const voices = voicesOf(event.text, event.who, at < lastDone, scene)
        const examples = voices.flatMap((voice) => {
          const sentence = own.find((one) => one.who === event.who && isSame(one, voice))
          if (!sentence) return []
          const features = featuresOf(voice.text, event.who, words.isKnown, undefined, voice.setting())
          const label = LABELS.indexOf(CLASS_OF[sentence.label])
          const counts = weight * (event.who === 'user' ? (COUNTS[sentence.label] ?? 1) : 1)
          return [
            { features: features.filter(words.isPlain), label, source: sentence.text, weight: counts, sentence, voice },
          ]
        })
        for (const { voice, sentence } of examples) {
          const name = CLASS_OF[sentence.label]
          if (name === 'decision' || name === 'constraint' || name === 'fact' || name === 'thread')
            scene.noteEntry(name, voice.names, voice.matters)
        }
        for (const { names, matters } of voices) scene.noteSaid(names, matters)
        return examples
      })
    })
  })
}

function isSame({ text }: LabelledSentence, voice: Voice): boolean {
  const [a, b] = [text, voice.text].map((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ) as [string, string]
  return a.includes(b)
}

/** Fewer uses of a word than this tell nothing of it. */
const LEAST_USES = 2

/** The words that several sentences of these dialogues have; others are taken for names. */
export function wordsOf(dialogues: readonly Dialogue[]): Vocabulary {
  const uses = new Map<string, number>()
  for (const { sentences } of dialogues) {
    for (const { text } of sentences) {
      for (const word of new Set(wordsIn(text))) uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  const all = new Set([...uses].filter(([, many]) => many >= LEAST_USES).map(([word]) => word))
  const stems = new Set([...all].map((word) => word.slice(0, 5)))
  return {
    all,
    isKnown: (word) => all.has(word),
    isPlain: (feature) =>
      feature.startsWith('w ') ? all.has(feature.slice(2)) : !feature.startsWith('s ') || stems.has(feature.slice(2)),
  }
}
