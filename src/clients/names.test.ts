import { expect, it } from 'vitest'
import { CLIENTS } from './index.ts'
import { CLIENT_NAMES, WRITTEN_NAMES } from './names.ts'

it('names every client in the order they are asked', () => {
  expect(CLIENT_NAMES).toEqual(CLIENTS.map(({ name }) => name))
})

it('names those that a session can be written for', () => {
  expect(WRITTEN_NAMES).toEqual(CLIENTS.filter(({ writer }) => writer).map(({ name }) => name))
})
