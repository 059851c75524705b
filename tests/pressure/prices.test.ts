import { expect, it } from 'vitest'
import { PRICES_AS_OF, rereadPrice } from '../../src/pressure/prices.ts'

it.each([
  ['claude-opus-5-5', 5],
  ['claude-opus-5-5-20260901', 5],
  ['claude-opus-5-5[1m]', 5],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 3.75],
  ['claude-sonnet-4-20250514', 3.75],
  ['claude-opus-4-1-20250805', 18.75],
  ['claude-3-7-sonnet-20250219', 3.75],
  ['claude-3-5-haiku-latest', 1],
  ['claude-haiku-4-5@20251001', 1.25],
  ['gpt-5-codex', 1.25],
])('%s costs %d dollars a million tokens that are read anew', (model, price) => {
  expect(rereadPrice(model, 1e6)).toBe(price)
})

it.each(['claude-opus-6', 'claude-opus-5-6', 'claude-haiku-5-5', 'gpt-5.9', '<synthetic>', ''])(
  '%s has no known price',
  (model) => expect(rereadPrice(model, 1e6)).toBeNull(),
)

it('nothing is known without a model, and the table has a date', () => {
  expect(rereadPrice(null, 1e6)).toBeNull()
  expect(Number.isNaN(Date.parse(PRICES_AS_OF))).toBe(false)
})
