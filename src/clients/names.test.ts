import { expect, it } from 'vitest'
import { CLIENTS } from './index.ts'
import { CLIENT_NAMES, clientNamed, WRITTEN_NAMES } from './names.ts'

it('names every client in the order they are asked', () => {
  expect(CLIENT_NAMES).toEqual(CLIENTS.map(({ name }) => name))
})

it('names those that a session can be written for', () => {
  expect(WRITTEN_NAMES).toEqual(CLIENTS.filter(({ writer }) => writer).map(({ name }) => name))
})

it('knows what people call them', () => {
  expect(
    ['claude', 'Claude Code', 'claude-code', 'codex-cli', 'GEMINI', 'gemini_cli', 'pi', 'cursor'].map(clientNamed),
  ).toEqual([...['claude-code', 'claude-code', 'claude-code', 'codex', 'gemini-cli', 'gemini-cli', 'pi', 'cursor']])
})
