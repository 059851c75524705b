import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provable } from '../../../src/brief/brief-rounds.ts'
import { type Checked, gate } from '../../../src/brief/entries/gate.ts'
import { readHandoff } from '../../../src/brief/entries/handoff.ts'
import type { Provable } from '../../../src/brief/entries/standing.ts'
import { inscribe } from '../../../src/record/capture/inscribe.ts'
import { CORPUS_ABSENT } from '../../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../../workspace.ts'
import { claimsAgainst, glosses, type Lie, liesOf, vanishing } from './lies.ts'
import { BY_AGENT } from './rounds.ts'
import { TRUTHS, type Truth } from './truths.ts'

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus')
const IS_HERE = existsSync(CORPUS)

interface Case {
  readonly proof: Provable
  readonly truths: readonly (Truth & { readonly id: string })[]
}

let test: TestWorkspace
const cases: Case[] = []
beforeAll(async () => {
  if (!IS_HERE) return
  test = await openTestWorkspace()
  for (const [path, truths] of Object.entries(TRUTHS)) {
    const { sessions } = await inscribe(test.workspace, [join(CORPUS, path)])
    const session = await test.workspace.store.findSession(sessions[0]!.session)
    const proof = await provable(test.workspace, session!)
    cases.push({ proof, truths: quoted(truths, path).map((truth, at) => ({ id: `e${at + 1}`, ...truth })) })
  }
}, 120_000)
afterAll(() => test?.close())

/** With the words that the quotes name. */
function quoted(truths: readonly Truth[], path: string): readonly Truth[] {
  const lines = readFileSync(join(CORPUS, path), 'utf8').split('\n')
  const wordsAt = (quote: string) => {
    const [round, line, from, length] = quote.split(/: |[:+]/)
    const words = lines[Number(line) - 1]!.slice(Number(from), Number(from) + Number(length))
    return `${round}: ${JSON.parse(`"${words}"`)}`
  }
  return truths.map((truth) => ({ ...truth, ...(truth.quotes && { quotes: truth.quotes.map(wordsAt) }) }))
}

function check({ record, facts }: Provable, entries: readonly object[], before: Checked['accepted'] = []): Checked {
  const { entries: drafts, refused } = readHandoff(entries)
  const checked = gate(drafts, { record, files: facts.files, before }, BY_AGENT)
  return { ...checked, refused: [...refused, ...checked.refused] }
}

/** The share of lies that pass, each handed over by itself; of which kind they are is in the message. */
function expectRefused(least: number, of: (one: Case) => readonly Lie[], { isAfter = false, most = 0.05 } = {}): void {
  const passed: string[] = []
  let all = 0
  for (const one of cases) {
    const before = isAfter ? check(one.proof, one.truths).accepted : []
    for (const { how, entry } of of(one)) {
      all++
      if (check(one.proof, [entry], before).accepted.length > 0) passed.push(`${how}: ${JSON.stringify(entry)}`)
    }
  }
  expect(all).toBeGreaterThanOrEqual(least)
  expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(all * most)
}

describe.skipIf(!IS_HERE)(`entries of public transcripts${IS_HERE ? '' : `: ${CORPUS_ABSENT}`}`, () => {
  it('are taken where they are true', () => {
    const refused = cases.flatMap(({ proof, truths }) => check(proof, truths).refused)
    expect(refused.map(({ text, why }) => `${text} ${why}`)).toEqual([])
    expect(cases.flatMap(({ truths }) => truths)).toHaveLength(53)
  })

  it.each([
    ['a moved round', 100],
    ['a changed quote', 90],
    ['an invented name', 50],
    ['an invented number', 60],
    ['another speaker', 30],
  ])('are refused with %s', (wanted, least) => {
    expectRefused(least, ({ truths, proof }) => liesOf(truths, proof.record).filter(({ how }) => how === wanted))
  })

  it('are refused, as a rule, with a number that the record has of something else', () => {
    const isSmall = ({ how }: Lie) => how === 'a small number'
    expectRefused(300, ({ truths, proof }) => liesOf(truths, proof.record).filter(isSmall), { most: 0.2 })
  })

  it('are refused against what tests, commands and files came to', () => {
    expectRefused(50, ({ proof }) => claimsAgainst(proof.facts))
  })

  it('do not vanish', () => {
    expectRefused(100, ({ truths }) => vanishing(truths), { isAfter: true })
  })

  it('cannot be told from true ones where a false sentence stands over a true quote', () => {
    const taken = cases.flatMap(({ proof, truths }) =>
      glosses(truths).map(({ entry }) => check(proof, [entry]).accepted.length),
    )
    expect(taken.filter((one) => one === 1)).toHaveLength(49)
  })
})
