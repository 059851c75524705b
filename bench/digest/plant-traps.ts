import type { RoundEvent } from '../../src/digest/round.ts'
import { fill, madePath, pick, type Random } from './fill.ts'
import type { Planted } from './generate.ts'
import { did, noise } from './made-round.ts'
import { TRAP_KINDS, type TrapKind } from './phrases/phrase.ts'
import { FIRST_CORRECTIONS } from './phrases/strangers/first/corrections.ts'
import { FIRST_TRAPS } from './phrases/strangers/first/traps.ts'
import { SECOND_CORRECTIONS } from './phrases/strangers/second/corrections.ts'
import { SECOND_TRAPS } from './phrases/strangers/second/traps.ts'
import { TRADES_CORRECTIONS } from './phrases/trades/corrections.ts'
import { UNSEEN_CORRECTIONS } from './phrases/unseen/corrections.ts'
import { UNSEEN_TRAPS } from './phrases/unseen/traps.ts'
import type { Part } from './split.ts'

interface Ground {
  readonly part: Part
  readonly random: Random
  readonly planted: Planted[]
  readonly put: (round: number, event: RoundEvent) => void
  readonly place: () => number
  readonly twoPlaces: () => readonly [number, number]
}

/** Two traps of each kind, and two facts that a later round corrects; the phrases held out have neither. */
export function plantTraps({ part, random, planted, put, place, twoPlaces }: Ground): void {
  const traps = part === 'unseen' ? [UNSEEN_TRAPS] : [FIRST_TRAPS, SECOND_TRAPS]
  const corrections =
    part === 'unseen' ? UNSEEN_CORRECTIONS : [...FIRST_CORRECTIONS, ...SECOND_CORRECTIONS, ...TRADES_CORRECTIONS]
  for (const kind of TRAP_KINDS) for (let n = 0; n < 2; n++) plantTrap(kind)
  for (let n = 0; n < 2; n++) plantCorrected()

  function plantTrap(trap: TrapKind) {
    const round = place()
    const phrases = traps
      .flatMap((all) => all[trap])
      .flatMap(({ who, phrases }) => phrases.map((text) => ({ text, who })))
    const { text, who } = pick(random, phrases)
    const filled = fill(text, random)
    put(
      round,
      trap === 'output'
        ? printed(filled.text)
        : { kind: 'said', who: who === 'agent' ? who : 'user', text: filled.text },
    )
    const keys = ['A', 'B', 'P'].flatMap((slot) => filled.values[slot] ?? [])
    planted.push({ kind: 'decision', round, keys, is: 'trap', trap })
  }

  /** Among the lines of a file, or of what a command says. */
  function printed(line: string): RoundEvent {
    return random() < 0.5
      ? did(
          { role: 'read', files: [{ path: madePath(random), change: null }], command: null },
          `     1→# Notes\n     2→${line}\n     3→end`,
        )
      : did({ role: 'run', files: [], command: 'make check' }, `${noise(random, 20)}\n${line}\n${noise(random, 8)}`, 0)
  }

  /** A value of the same shape. */
  function another(value: string): string {
    return value.replace(/\d+(?=\D*$)/, (number) => `${Number(number) + 1 + Math.floor(random() * 8)}`)
  }

  function plantCorrected() {
    const [round, later] = twoPlaces()
    const [first, then] = pick(random, corrections)
    const { text, values } = fill(first, random)
    const { A, V } = values as { A: string; V: string }
    const corrected = fill(then, random, { A, B: V, V: another(V) })
    put(round, { kind: 'said', who: 'user', text })
    put(later, { kind: 'said', who: 'user', text: corrected.text })
    planted.push({ kind: 'fact', round, keys: [A, V], is: 'over' })
    planted.push({ kind: 'fact', round: later, keys: [A, corrected.values.V!], is: 'true' })
  }
}
