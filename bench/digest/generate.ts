import type { DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { createRandom, fill, madeCode, madeName, madePath, pick, type Random } from './fill.ts'
import { did, madeRound, mixed, noise } from './made-round.ts'
import type { Class, TrapKind } from './phrases/phrase.ts'

import { plantTraps } from './plant-traps.ts'
import { familiesOf, type Part } from './split.ts'

/** A thing that was planted: a digest should have it in an entry of this kind that cites the round, or must not. */
export interface Planted {
  readonly kind: 'decision' | 'constraint' | 'fact' | 'thread' | 'error' | 'file' | 'command' | 'test'
  readonly round: number
  readonly keys: readonly string[]
  /** `over`: it held once and does not any more. `trap`: it was never so. */
  readonly is: 'true' | 'over' | 'trap'
  readonly trap?: TrapKind
}

export interface Generated {
  readonly rounds: readonly DigestRound[]
  readonly planted: readonly Planted[]
}

export interface GenerateOptions {
  readonly seed: number
  readonly part: Part
  readonly rounds?: number
  /** Real rounds to plant things into, instead of made-up ones. */
  readonly filler?: readonly DigestRound[]
}

/** Phrases that name something to look for. */
const NAMING = /\{[ABPV]\}|<\w+>/

/** A long session with things planted in it, phrased as the families of one part have it. */
export function generate({ seed, part, rounds: many = 60, filler }: GenerateOptions): Generated {
  const random = createRandom(seed)
  const total = filler?.length ?? many
  const planted: Planted[] = []
  const said = new Map<number, RoundEvent[]>()
  const places = shuffled(
    random,
    Array.from({ length: total }, (_, at) => at + 1),
  )
  let next = 0
  const place = () => places[next++ % places.length]!
  const put = (round: number, event: RoundEvent) => said.set(round, [...(said.get(round) ?? []), event])

  for (let n = 0; n < 5; n++) plant('constraint', 'constraint')
  for (let n = 0; n < 6; n++) plant('fact', 'fact')
  for (let n = 0; n < 6; n++) plant('decision', 'decision')
  for (let n = 0; n < 6; n++) plant('thread', 'thread')
  for (let n = 0; n < 3; n++) plantClosed()
  for (let n = 0; n < 2; n++) plantReversed()
  if (part !== 'held out') plantTraps({ part, random, put, planted, place, twoPlaces })
  if (part !== 'unseen') for (let n = 0; n < 5; n++) plantTrap()
  for (let n = 0; n < 4; n++) plantError(n > 1)
  for (let n = 0; n < 8; n++) plantEdit(false)
  for (let n = 0; n < 2; n++) plantEdit(true)
  for (let n = 0; n < 5; n++) plantRun()

  const rounds = filler
    ? filler.map((round, at) => ({
        ...round,
        round: at + 1,
        events: mixed(random, round.events, said.get(at + 1) ?? []),
      }))
    : Array.from({ length: total }, (_, at) => madeRound(random, part, at + 1, said.get(at + 1) ?? []))
  return { rounds, planted }

  function phrase(name: Class) {
    const family = pick(
      random,
      familiesOf(name, part).filter((one) => one.phrases.some((text) => NAMING.test(text))),
    )
    const text = pick(
      random,
      family.phrases.filter((one) => NAMING.test(one)),
    )
    const who = family.who === 'both' ? pick(random, ['user', 'agent'] as const) : family.who
    return { text, who }
  }

  function plant(name: 'constraint' | 'fact' | 'decision' | 'thread', kind: Planted['kind'], round = place()) {
    const { text, who } = phrase(name)
    const { text: filled, values } = fill(text, random)
    const keys = ['A', 'B', 'P', 'V'].flatMap((slot) => values[slot] ?? [])
    put(round, { kind: 'said', who: name === 'constraint' || name === 'fact' ? 'user' : who, text: filled })
    planted.push({ kind, round, keys, is: 'true' })
    return { values, keys, round, index: planted.length - 1 }
  }

  function plantClosed() {
    const [round, later] = twoPlaces()
    const { index, values } = plant('thread', 'thread', round)
    const { text, who } = phrase('closing')
    put(later, {
      kind: 'said',
      who,
      text: fill(text, random, values.A === undefined ? {} : { A: values.A, P: values.A, E: values.A }).text,
    })
    planted[index] = { ...planted[index]!, is: 'over' }
  }

  function plantReversed() {
    const [round, later] = twoPlaces()
    const { index, values } = plant('decision', 'decision', round)
    if (values.A === undefined || values.B === undefined) return
    const { text, who } = phrase('decision')
    const back = fill(text, random, { A: values.B, B: values.A, ...(values.C !== undefined && { C: values.C }) })
    put(later, { kind: 'said', who, text: back.text })
    planted[index] = { ...planted[index]!, is: 'over' }
    planted.push({
      kind: 'decision',
      round: later,
      keys: ['A', 'B'].flatMap((slot) => (back.text.includes(back.values[slot]!) ? back.values[slot]! : [])),
      is: 'true',
    })
  }

  function plantTrap() {
    const round = place()
    if (random() < 0.5) {
      const { text, who } = phrase('musing')
      const filled = fill(text, random)
      put(round, { kind: 'said', who, text: filled.text })
      planted.push({
        kind: 'decision',
        round,
        keys: ['A', 'B', 'P'].flatMap((slot) => filled.values[slot] ?? []),
        is: 'trap',
      })
      return
    }
    const { text } = phrase('constraint')
    const filled = fill(text, random)
    put(
      round,
      did(
        { role: 'read', files: [{ path: madePath(random), change: null }], command: null },
        `     1→# Notes\n     2→${filled.text}\n     3→end`,
      ),
    )
    planted.push({
      kind: 'constraint',
      round,
      keys: ['A', 'P', 'V'].flatMap((slot) => filled.values[slot] ?? []),
      is: 'trap',
    })
  }

  function plantError(resolved: boolean) {
    const [round, later] = twoPlaces()
    const code = madeCode(random)
    const command =
      pick(random, ['npm run build', 'make release', './deploy.sh staging', 'cargo build', 'docker compose up']) +
      ` --job ${code.slice(-3)}`
    const line = pick(random, [
      `[worker-7] ERROR ${code}: handshake with peer refused`,
      `fatal: ${code} while writing segment`,
      `2031-02-03 11:22:33 CRITICAL ${code} lease lost`,
      `Error: ${code} upstream closed the stream`,
    ])
    put(
      round,
      did({ role: 'run', files: [], command }, `${noise(random, 80)}\n${line}\n${noise(random, 60)}`, resolved ? 1 : 0),
    )
    if (resolved) put(later, did({ role: 'run', files: [], command }, noise(random, 30)))
    planted.push({ kind: 'error', round, keys: [code], is: resolved ? 'over' : 'true' })
  }

  function plantEdit(reverted: boolean) {
    const [round, later] = twoPlaces()
    const path = `/repo/${madePath(random)}`
    const symbol = `${madeName(random).replace(/\W/g, '')}_${Math.floor(random() * 900)}`
    const before = '  return rows.length\n'
    const after = `  const ${symbol} = rows.filter(Boolean)\n  return ${symbol}.length\n`
    put(
      round,
      did(
        {
          role: 'write',
          files: [{ path, change: 'modify' }],
          command: null,
          edits: [{ path, before, after, everywhere: false }],
        },
        'updated',
      ),
    )
    if (reverted)
      put(
        later,
        did(
          {
            role: 'write',
            files: [{ path, change: 'modify' }],
            command: null,
            edits: [{ path, before: after, after: before, everywhere: false }],
          },
          'updated',
        ),
      )
    planted.push({ kind: 'file', round, keys: [path.replace('/repo/', ''), symbol], is: reverted ? 'over' : 'true' })
  }

  function plantRun() {
    const round = place()
    const name = madeName(random)
    if (random() < 0.5) {
      const failed = random() < 0.5
      const command =
        pick(random, ['pytest tests/test_', 'npx vitest run tests/', 'go test ./pkg/', 'cargo test --test ']) + name
      put(round, did({ role: 'run', files: [], command }, failed ? '3 passed, 2 failed' : '5 passed', failed ? 1 : 0))
      planted.push({ kind: 'test', round, keys: [command, failed ? 'failed' : 'passed'], is: 'true' })
    } else {
      const exit = pick(random, [0, 1, 2, 137])
      const command =
        pick(random, [
          'terraform apply -target=',
          'kubectl rollout restart deploy/',
          './scripts/migrate.sh ',
          'npm run seed -- ',
        ]) + name
      put(round, did({ role: 'run', files: [], command }, noise(random, 10), exit))
      planted.push({ kind: 'command', round, keys: [command], is: 'true' })
    }
  }

  function twoPlaces(): readonly [number, number] {
    const [a, b] = [place(), place()]
    return a < b ? [a, b] : a > b ? [b, a] : [a, Math.min(total, a + 1)]
  }
}

function shuffled<T>(random: Random, list: readonly T[]): readonly T[] {
  const all = [...list]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all
}
