import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { About } from '../../src/digest/render/about.ts'
import { continuationPrompt } from '../../src/digest/render/continuation-prompt.ts'
import { settle } from '../../src/digest/settle.ts'

const ABOUT: About = { session: 's-1', title: null, cwd: '/w', tag: 'TIDE', at: '', turns: 1, last: 1 }
const view = settle(
  extract([{ round: 1, at: null, events: [{ kind: 'said', who: 'user', text: 'Read the tide gauge.' }] }]),
)

it.each([
  ['Tide gauge', 'Tide gauge'],
  [
    'please read the tide gauge of the western harbour and tell me whether the levels of the last night are plausi',
    'please read the tide gauge of the western harbour and tell me whether the levels of the last night…',
  ],
])('cuts a title at a word: %s', (title, shown) => {
  expect(continuationPrompt(view, { ...ABOUT, title }).split('\n')[0]).toBe(`# Continue: ${shown} [TIDE]`)
})
