import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import { ownWords } from '../../src/digest/prose/own-words.ts'
import { settle } from '../../src/digest/settle.ts'

const RULE = 'Never edit vendor/quux.lock.'

it.each([
  [
    'a terminal',
    '$ npm run build\n> build\nYou must not use Marlin-4 here\n[12:00:01] done in 3s\n4 warnings   0 errors',
  ],
  ['a trace', 'TypeError: x is undefined\n    at run (a.js:1:2)\n    at main (b.js:3:4)'],
  [
    'a log without marks',
    'Starting server\nLoading plugins\nMarlin-4 must not be loaded\nReady on port\nListening\nConnected to peer',
  ],
  [
    'a review',
    '## Issues\n\nMarlin-4 must be removed.\n\n## Fix\n\nUse Kestrel-9 instead of Marlin-4.\n- Marlin-4 is forbidden',
  ],
])('leaves %s out of what a person wrote, not the words around it', (_, pasted) => {
  const own = ownWords(`Look at this:\n\n${pasted}\n\n${RULE}`)
  expect(own.text).toBe(`Look at this:\n\n${RULE}`)
})

it('keeps the line before pasted output where no empty line is between them', () => {
  expect(ownWords('I think you broke it:\n$ make\nmake: *** no rule   stop').text).toBe('I think you broke it:')
})

it('keeps a message of several lines that a person wrote', () => {
  const message =
    'our server is kepler-7\nwe deploy on fridays\nplease never touch vendor/quux.lock\nand tell me when you are done'
  expect(ownWords(message).text).toBe(message)
})

it('takes no rule and no decision from what a user pasted', () => {
  const text = `ci says:\n\n$ make lint\nlint: you must not use Marlin-4, use Kestrel-9 instead\n3 problems   0 warnings\n\n${RULE}`
  const view = settle(extract([{ round: 1, at: null, events: [{ kind: 'said', who: 'user', text }] }]))
  expect([view.constraints.map((one) => one.text), view.decisions]).toEqual([[RULE], []])
})

it('takes the errors that passing tests print for no errors, and those of failing ones for errors', () => {
  const errorsOf = (output: string, exit: number) =>
    settle(
      extract([
        {
          round: 1,
          at: null,
          events: [
            {
              kind: 'did',
              act: { role: 'run', files: [], command: 'npx vitest run && bun test' },
              outcome: { failed: exit !== 0, exit, output },
            },
          ],
        },
      ]),
    ).errors.open.map(({ text }) => text)
  const line = 'Error: KV-1234 queue is at capacity'
  expect(errorsOf(`${line}\n Tests  5 passed (5)`, 0)).toEqual([])
  expect(errorsOf(`${line}\nItem 2 failed\n\n 12 pass\n 0 fail\n`, 0)).toEqual([])
  expect(errorsOf(`${line}\n Tests  1 failed | 4 passed (5)`, 1)).toEqual([line])
})

it('keeps the answer to a long question', () => {
  const question = `Shall the importer, ${'which reads many files, '.repeat(20)}be rewritten?`
  const act = {
    role: 'other',
    files: [],
    command: null,
    questions: [{ question, options: [{ label: 'Yes, now' }, { label: 'Later' }] }],
  } as const
  const outcome = { failed: false, exit: null, output: '', answers: [{ question, answer: 'Yes, now' }] }
  const [decision] = settle(extract([{ round: 1, at: null, events: [{ kind: 'did', act, outcome }] }])).decisions
  expect(decision!.text).toMatch(/ → Yes, now$/)
  expect(decision!.text.length).toBeLessThanOrEqual(300)
})
