import { expect, it } from 'vitest'
import { FULL, parseFidelity } from './fidelity.ts'

it('reads presets and forms by kind', () => {
  expect(parseFidelity('full')).toEqual(FULL)
  expect(parseFidelity('thinking=ref,tool_use=summary')).toEqual({ ...FULL, thinking: 'ref', tool_use: 'summary' })
  for (const head of ['head:40', 'head(40)'])
    expect(parseFidelity(`tool_result=${head}`)).toEqual({ ...FULL, tool_result: { head: 40 } })
})

it.each([
  'constructor',
  '__proto__',
  'constructor=x',
  '__proto__=full',
  'thinking=constructor',
  'tool_result=head(40',
  'tool_use=head:40',
  'user-text=omit',
  '',
])('refuses %j', (text) => {
  expect(() => parseFidelity(text)).toThrow(expect.objectContaining({ code: 'usage' }))
})
