import { expect, it } from 'vitest'
import { surgeryOptions } from './operation.ts'

it('a way to show more rounds than any session has is a range, not their numbers', async () => {
  const given = { fidelity: ['navigate=1-999999999,3'], out: undefined, force: false, exec: false }
  const { rules } = await surgeryOptions(given, true)
  expect(rules?.map(({ rounds }) => rounds)).toEqual([
    [
      { from: 1, to: 999_999_999 },
      { from: 3, to: 3 },
    ],
  ])
})
