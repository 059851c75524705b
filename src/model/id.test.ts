import { describe, expect, it } from 'vitest'
import { sessionIdOf, splitSessionId } from './id.ts'

describe('a session id', () => {
  it('is split into what it was made of', () => {
    for (const clientId of ['5e55a001-0000-4000-8000-000000000001', 'agent-a1b2', 'stream-x.y_z'])
      for (const generation of [0, 1, 12])
        expect(splitSessionId(sessionIdOf(clientId, generation))).toEqual({ clientId, generation })
  })

  it.each([
    ['a~0', 'a', 0],
    ['a~1~2', 'a~1', 2],
    ['a~', 'a~', 0],
    ['a~b', 'a~b', 0],
    ['a~1b', 'a~1b', 0],
    ['', '', 0],
  ])('%j is %j, generation %j', (id, clientId, generation) => {
    expect(splitSessionId(id)).toEqual({ clientId, generation })
  })
})
