import { expect, it } from 'vitest'
import type { Line } from '../schema.ts'
import { surgeryNoteOf } from './surgery-line.ts'

it('reads what other tools write of a trim or a continuation, with its time', () => {
  const note = { rounds: [], partial: [], rest: null, origins: [], highest: 0, parser: 2 }
  expect(
    surgeryNoteOf({ trim_metadata: { parent_file: '/a/b/one.jsonl', trimmed_at: '2026-01-02T00:00:00Z' } } as Line),
  ).toEqual({
    ...note,
    kind: 'trim',
    parents: ['one'],
    at: '2026-01-02T00:00:00Z',
  })
  expect(surgeryNoteOf({ continue_metadata: { parent_session_file: 'two.jsonl', continued_at: 7 } } as Line)).toEqual({
    ...note,
    kind: 'continue',
    parents: ['two'],
    at: null,
  })
  expect(surgeryNoteOf({ trim_metadata: { parent_file: '' } } as Line)).toBeUndefined()
})
