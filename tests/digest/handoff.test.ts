import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import { handoff } from '../../src/digest/render/handoff.ts'
import type { DigestRound } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
import { checkHandoff } from '../../src/surgery/check-handoff.ts'

const ROUNDS: readonly DigestRound[] = [
  {
    round: 1,
    at: null,
    events: [
      { kind: 'said', who: 'user', text: 'Build a parser for the ledger.' },
      { kind: 'said', who: 'agent', text: 'Done. Still to do: the webhook needs a retry cap.' },
    ],
  },
]

it('has the five headings and says the next step once', () => {
  const text = handoff(settle(extract(ROUNDS)), { cwd: null })
  expect(checkHandoff(text)).toEqual({ missing: [], warnings: [] })
  expect(text).toContain('1. Take up: Still to do: the webhook needs a retry cap. (round 1)')
  expect(text.match(/retry cap/g)).toHaveLength(1)
})
