import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provable } from '../../../src/actions/brief/provable.ts'
import { inscribe } from '../../../src/actions/record/inscribe.ts'
import { type Checked, gate } from '../../../src/brief/entries/gate.ts'
import { readHandoff } from '../../../src/brief/entries/handoff.ts'
import type { Provable } from '../../../src/brief/entries/take-in.ts'
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
    cases.push({ proof, truths: truths.map((truth, at) => ({ id: `e${at + 1}`, ...truth })) })
  }
}, 120_000)
afterAll(() => test?.close())

function check({ record, facts }: Provable, entries: readonly object[], before: Checked['accepted'] = []): Checked {
  const { entries: drafts, refused } = readHandoff(entries)
  const checked = gate(drafts, { record, files: facts.files, before }, BY_AGENT)
  return { ...checked, refused: [...refused, ...checked.refused] }
}

/** How many lies of each kind pass; each is handed over by itself. */
function passed(of: (one: Case) => readonly Lie[], isAfter = false): Readonly<Record<string, string>> {
  const counts = new Map<string, { all: number; taken: string[] }>()
  for (const one of cases) {
    const before = isAfter ? check(one.proof, one.truths).accepted : []
    for (const { how, entry } of of(one)) {
      const count = counts.get(how) ?? { all: 0, taken: [] }
      counts.set(how, count)
      count.all++
      if (check(one.proof, [entry], before).accepted.length > 0) count.taken.push(JSON.stringify(entry))
    }
  }
  if (process.env.STET_SHOW) for (const { taken } of counts.values()) console.log(taken.join('\n'))
  return Object.fromEntries([...counts].map(([how, { all, taken }]) => [how, `${taken.length} of ${all}`]))
}

describe.skipIf(!IS_HERE)(`entries of public transcripts${IS_HERE ? '' : `: ${CORPUS_ABSENT}`}`, () => {
  it('are taken where they are true', () => {
    const refused = cases.flatMap(({ proof, truths }) => check(proof, truths).refused)
    expect(refused.map(({ text, why }) => `${text} ${why}`)).toEqual([])
    expect(cases.flatMap(({ truths }) => truths)).toHaveLength(53)
  })

  it('are refused where they lie', () => {
    expect(passed(({ truths, proof }) => liesOf(truths, proof.record))).toMatchInlineSnapshot(`
      {
        "a changed quote": "0 of 97",
        "a moved round": "2 of 106",
        "an invented name": "0 of 53",
        "an invented number": "0 of 60",
        "another speaker": "0 of 32",
      }
    `)
    expect(passed(({ proof }) => claimsAgainst(proof.facts))).toMatchInlineSnapshot(`
      {
        "against a file": "0 of 44",
        "against a test": "0 of 3",
        "against an exit": "1 of 26",
      }
    `)
    expect(passed(({ truths }) => vanishing(truths), true)).toMatchInlineSnapshot(`
      {
        "a vanished entry": "0 of 110",
      }
    `)
  })

  it('cannot be told from true ones where a false sentence stands over a true quote', () => {
    expect(passed(({ truths }) => glosses(truths))).toMatchInlineSnapshot(`
      {
        "a false gloss": "49 of 49",
      }
    `)
  })
})
