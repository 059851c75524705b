import { describe, expect, it } from 'vitest'
import { artifactIdOf, createArtifactHasher, sessionIdOf, shortId, splitSessionId } from './id.ts'

describe('an artifact hashed piece by piece', () => {
  const bytes = Buffer.from('0123456789')
  it.each([
    ['end to end in memory', [bytes.subarray(0, 3), bytes.subarray(3, 4), bytes.subarray(4)]],
    ['apart in memory', [Buffer.from('0123'), Buffer.from('456'), Buffer.from('789')]],
    ['empty in between', [bytes.subarray(0, 5), bytes.subarray(5, 5), Buffer.alloc(0), bytes.subarray(5)]],
  ])('has the name of the whole: %s', (_, pieces) => {
    const hasher = createArtifactHasher()
    for (const piece of pieces) hasher.update(piece)
    expect(hasher.id()).toBe(artifactIdOf(bytes))
  })

  it('is told from the same memory in another order', () => {
    const hasher = createArtifactHasher()
    for (const piece of [bytes.subarray(5), bytes.subarray(0, 5)]) hasher.update(piece)
    expect(hasher.id()).toBe(artifactIdOf(Buffer.from('5678901234')))
  })
})

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

describe('a short id', () => {
  it.each([
    ['5e55a001-0000-4000-8000-000000000001', '5e55a001'],
    ['5e55a001-0000-4000-8000-000000000001~2', '5e55a001~2'],
    ['01a1dcc5-0e78-70e2-9803-409b1436fc67', '01a1dcc5-0e78'],
    ['01a1dcc5-0e78-70e2-9803-409b1436fc67~1', '01a1dcc5-0e78~1'],
    ['agent-a302abc02a1a631d4', 'agent-a302abc0'],
    ['agent-a1', 'agent-a1'],
    ['notes-2026', 'notes-2026'],
    ['ctx-0123456789abcdef', 'ctx-0123456789ab'],
  ])('of %s is %s', (id, short) => {
    expect(shortId(id)).toBe(short)
  })
})
