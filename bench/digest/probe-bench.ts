import { extract } from '../../src/digest/extract.ts'
import { withinShare } from '../../src/digest/render/within-share.ts'
import type { DigestRound } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
import { generate } from './generate.ts'
import { realRounds } from './real-rounds.ts'
import { entriesIn, score } from './score.ts'
import { PARTS_OF_PHRASES } from './split.ts'

/** How much of what was planted a digest has, on phrases of development and on those kept out of it, by kind. */
const verbose = process.argv.includes('--missed')
const about = { session: 's', title: null, cwd: '/repo', tag: 'A_B_C', at: '2031-01-01T00:00:00Z', turns: 60, last: 60 }
for (const [name, filler] of [
  ['made-up filler', undefined],
  ['real filler', realRounds()],
] as const) {
  if (name === 'real filler' && filler === undefined) {
    console.log('real filler: ../shared/corpus is absent')
    continue
  }
  for (const part of PARTS_OF_PHRASES) {
    const found: Record<string, [number, number]> = {}
    const precision: Record<string, [number, number]> = {}
    let stale = 0
    let traps = 0
    const taken: Record<string, [number, number]> = {}
    let chars = 0
    let kept = 0
    for (let seed = 1; seed <= (filler ? 5 : 12); seed++) {
      const real: readonly DigestRound[] | undefined = filler?.[seed - 1]
      const { rounds, planted } = generate({ seed: seed * 13, part, ...(real && { filler: real }) })
      const size = rounds.reduce(
        (sum, round) =>
          sum +
          round.events.reduce(
            (all, event) =>
              all +
              (event.kind === 'said'
                ? event.text.length
                : (event.outcome?.output.length ?? 0) + JSON.stringify(event.act).length),
            0,
          ),
        0,
      )
      const { state, prompt } = withinShare(settle(extract(rounds)), about, size)
      chars += size
      kept += state.length + prompt.length
      const result = score(entriesIn(`${state}\n${prompt}`), planted)
      stale = Math.max(stale, result.stale)
      traps = Math.max(traps, result.taken.length)
      for (const one of planted) if (one.trap) add(taken, { [one.trap]: [result.taken.includes(one) ? 1 : 0, 1] })
      add(found, result.found)
      add(precision, result.precision)
      if (verbose && part === 'development') {
        for (const one of result.missed)
          console.log(
            '   missed',
            one.kind,
            one.round,
            one.keys.join(' | '),
            '::',
            rounds[one.round - 1]!.events.flatMap((event) =>
              event.kind === 'said' && one.keys.some((key) => event.text.includes(key))
                ? [event.who, event.text.slice(-160)]
                : [],
            ).join(' '),
          )
        if (name !== 'real filler')
          for (const one of result.wrong.slice(0, 40)) console.log('   wrong', one.kind, one.text.slice(0, 160))
      }
    }
    const share = (pair: readonly [number, number] | undefined) => (pair ? pair[0] / pair[1] : 1)
    const sum = (...kinds: string[]) =>
      share(
        kinds.reduce<[number, number]>(
          ([a, b], kind) => [a + (found[kind]?.[0] ?? 0), b + (found[kind]?.[1] ?? 0)],
          [0, 0],
        ),
      )
    const [recall, artifact, decision, continuation, runs] = [
      sum('constraint', 'fact', 'error'),
      sum('file'),
      sum('decision'),
      sum('thread'),
      sum('command', 'test'),
    ]
    console.log(
      `${name}, ${part}: mean ${((recall + artifact + decision + continuation) / 4).toFixed(3)}  recall ${recall.toFixed(2)} (${['constraint', 'fact', 'error'].map((kind) => `${kind} ${share(found[kind]).toFixed(2)}`).join(', ')})  artifact ${artifact.toFixed(2)}  decision ${decision.toFixed(2)}  continuation ${continuation.toFixed(2)}  runs ${runs.toFixed(2)}  tokens ${((100 * kept) / chars).toFixed(1)} %  over ${stale}  traps ${traps}`,
    )
    console.log(
      `   right: ${Object.entries(precision)
        .map(([kind, pair]) => `${kind} ${share(pair).toFixed(2)} of ${pair[1]}`)
        .join('  ')}`,
    )
    if (part !== 'held out')
      console.log(
        `   traps taken: ${Object.entries(taken)
          .map(([kind, [some, all]]) => `${kind} ${some} of ${all}`)
          .join('  ')}`,
      )
  }
}

function add(into: Record<string, [number, number]>, from: Readonly<Record<string, readonly [number, number]>>): void {
  for (const [kind, [a, b]] of Object.entries(from)) {
    into[kind] ??= [0, 0]
    into[kind]![0] += a
    into[kind]![1] += b
  }
}
