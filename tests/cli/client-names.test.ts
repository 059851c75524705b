import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

it('every command takes the name of a client and what people call it', () => {
  const clientsOf = (value: unknown) => (value as readonly { client: string }[]).map(({ client }) => client)
  for (const name of ['claude', 'claude-code', 'Claude Code']) {
    expect(clientsOf(box.json('setup', name, '--dry-run'))).toEqual(['claude-code'])
    expect(box.json('export', WORDS, '--to', name, '--dry-run')).toMatchObject({
      sessions: [{ client: 'claude-code' }],
    })
    expect(new Set(clientsOf(box.json('sessions', '--client', name)))).toEqual(new Set(['claude-code']))
    expect(box.json('start', '--template', 'reviewer', '--context', 'none', '--client', name)).toMatchObject({
      resume: expect.stringMatching(/^claude /),
    })
  }
  expect(box.json('export', WORDS, '--to', 'gemini', '--dry-run')).toMatchObject({
    sessions: [{ client: 'gemini-cli' }],
  })
  expect(box.stet('export', WORDS, '--to', 'cursor', '--dry-run').status).toBe(64)
})
