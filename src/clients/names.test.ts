import { expect, it } from 'vitest'
import { CLIENTS } from './index.ts'
import { CLIENT_NAMES } from './names.ts'

it('names every client in the order they are asked', () => {
  expect(CLIENT_NAMES).toEqual(CLIENTS.map(({ name }) => name))
})
