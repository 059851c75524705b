import type { DigestRound, RoundEvent, Speaker } from '../../src/digest/round.ts'
import { createRandom, fill, madeName, madePath, pick, type Random } from './fill.ts'
import { madeRound } from './made-round.ts'
import type { Class, Family } from './phrases/phrase.ts'
import type { Dialogue, Label, LabelledSentence } from './read-dialogue.ts'
import { CLASSES, familiesOf } from './split.ts'

const LABEL_OF: Readonly<Record<Class, Label>> = {
  decision: 'D',
  constraint: 'C',
  fact: 'F',
  thread: 'T',
  closing: 'X',
  request: 'R',
  report: 'P',
  musing: 'M',
  chatter: 'S',
}
const ROUNDS = 20
/** How often something is spoken of again. */
const AGAIN = 0.1
const KEPT: readonly Class[] = ['decision', 'constraint', 'fact', 'thread']

type Names = Readonly<Record<'A' | 'B' | 'P', string>>

/** Dialogues put together from the phrases of development, so that these are learned where they are said. */
export function phraseDialogues(many: number): readonly Dialogue[] {
  const random = createRandom(11)
  return Array.from({ length: many }, (_, at) => made(`phrases ${at}`, random))
}

function made(name: string, random: Random): Dialogue {
  const sentences: LabelledSentence[] = []
  const rounds: DigestRound[] = []
  const spokenOf: Names[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const say = (who: Speaker): RoundEvent => {
      const kind = pick(random, kindsOf(who))
      const isAgain = spokenOf.length > 0 && (kind === 'closing' || random() < AGAIN)
      const names = isAgain ? pick(random, spokenOf) : { A: madeName(random), B: madeName(random), P: madePath(random) }
      if (KEPT.includes(kind)) spokenOf.push(names)
      const { text } = fill(pick(random, pick(random, spokenBy(kind, who)).phrases), random, names)
      sentences.push({ round, who, label: /[?？]\s*$/.test(text) ? 'Q' : LABEL_OF[kind], text })
      return { kind: 'said', who, text }
    }
    const planted = [say('user'), ...(random() < 0.3 ? [say('user')] : []), ...(random() < 0.6 ? [say('agent')] : [])]
    rounds.push(madeRound(random, 'development', round, planted))
  }
  return { name, rounds, sentences }
}

const spoken = new Map<string, readonly Family[]>()

function spokenBy(kind: Class, who: Speaker): readonly Family[] {
  const key = `${kind} ${who}`
  const known = spoken.get(key)
  if (known) return known
  const own = familiesOf(kind, 'development').filter((family) => family.who === 'both' || family.who === who)
  spoken.set(key, own)
  return own
}

function kindsOf(who: Speaker): readonly Class[] {
  return CLASSES.filter((kind) => spokenBy(kind, who).length > 0)
}
