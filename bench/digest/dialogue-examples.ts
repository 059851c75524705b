import { featuresOf } from '../../src/digest/classify/features.ts'
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
