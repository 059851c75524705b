import { expect, it } from 'vitest'
import { grade, repaired } from '../../src/brief/probes/grade.ts'
import { probesOf } from '../../src/brief/probes/probes.ts'
import { BRIEF, UNWRITTEN } from './sample-brief.ts'

const probes = probesOf(BRIEF)

it('asks for what holds and what was done, of all four types, and not for what is over or what nobody checked', () => {
  expect(new Set(probes.map(({ type }) => type))).toEqual(new Set(['recall', 'artifact', 'continuation', 'decision']))
  expect(probes.some(({ answer }) => /Osprey|uses Kestrel|tmp\.ts/.test(answer))).toBe(false)
  expect(new Set(probesOf(UNWRITTEN).map(({ about }) => about))).toEqual(new Set(['file', 'test', 'commit', 'printed']))
})

it('takes an answer in another wording or language: numbers, names and paths decide', () => {
  const german =
    'Ziel: Parser fürs Hafenamt. config/billing.yml bleibt unberührt. Marlin statt Kestrel. Staging: kepler-7. Der Webhook braucht höchstens fünf Versuche (5). Danach die Migration von ledger_rows.'
  const { probes: graded } = grade(probes, german)
  const missing = graded.filter(
    ({ about, missing: all }) => !['file', 'test', 'commit', 'printed'].includes(about) && all.length > 0,
  )
  expect(missing.map(({ answer }) => answer)).toEqual([])
})

it('misses a name that is another one, however alike the words are', () => {
  const { probes: graded } = grade(probes, 'The staging host is kepler-8.')
  expect(graded.find(({ about }) => about === 'fact')).toMatchObject({ missing: ['kepler-7'], round: 2 })
})

it('repairs a text with what it misses, each with its round', () => {
  const text = repaired('Nothing.\n', grade(probes, 'Nothing.'))
  expect(text).toContain('- rule: Do not touch config/billing.yml. (round 1)')
  expect(grade(probes, text)).toMatchObject({ overall: 5 })
  expect(repaired(text, grade(probes, text))).toBe(text)
})
