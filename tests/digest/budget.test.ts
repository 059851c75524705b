import { expect, it } from 'vitest'
import { fitted } from '../../src/digest/budget.ts'
import type { ProseEntry } from '../../src/digest/entry.ts'
import type { CommandView } from '../../src/digest/settle/runs.ts'
import type { View } from '../../src/digest/settle.ts'

const said = (at: number): ProseEntry => ({
  kind: 'decision',
  who: 'user',
  text: `The gauge number ${at} is read at low tide, since the harbour is closed then. `.repeat(2),
  names: [],
  sure: 0.7,
  round: at,
  place: 0,
})
const ran = (at: number, failed = false): CommandView => ({
  command: `make part-${at}`,
  failed,
  exit: failed ? 1 : 0,
  rounds: [at],
})
const view = (parts: Partial<View>): View => ({
  from: 1,
  to: 40,
  goals: [],
  files: { changed: [], undone: [], read: [] },
  commands: [],
  tests: [],
  errors: { open: [], resolved: [] },
  decisions: [],
  constraints: [],
  facts: [],
  threads: [],
  terms: [],
  over: [],
  ...parts,
})
const SAID = Array.from({ length: 40 }, (_, at) => said(at + 1))

it('leaves out what was said before commands and files that were put back', () => {
  const undone = [{ path: 'src/gauge.ts', rounds: [3, 4] }]
  const commands = [ran(2), ran(5, true)]
  const shown = fitted(view({ decisions: SAID, commands, files: { changed: [], undone, read: [] } }), 2500)
  expect(shown.commands).toEqual(commands)
  expect(shown.files.undone).toEqual(undone)
  expect(shown.decisions.length).toBeLessThan(SAID.length)
})

it('gives commands a fifth of the room where there are many, those that failed first', () => {
  const commands = Array.from({ length: 200 }, (_, at) => ran(at, at === 7))
  const shown = fitted(view({ to: 200, decisions: SAID, commands }), 10_000)
  expect(shown.decisions.length).toBeGreaterThan(15)
  expect(shown.commands.length).toBeGreaterThan(15)
  expect(shown.commands.length).toBeLessThan(30)
  expect(shown.commands).toContainEqual(ran(7, true))
})
