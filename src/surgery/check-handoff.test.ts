import { expect, it } from 'vitest'
import { checkHandoff, HANDOFF_HEADINGS } from './check-handoff.ts'

const whole = HANDOFF_HEADINGS.map((heading) => `### ${heading}\n- one`).join('\n')

it('a handoff has five headings, in any depth and case', () => {
  expect(checkHandoff(whole)).toEqual({ missing: [], warnings: [] })
  expect(checkHandoff(whole.replaceAll('###', '#').toUpperCase()).missing).toEqual([])
  expect(checkHandoff('### Key Decisions\n').missing).toEqual([
    'Current Task',
    'Modified Files',
    'Immediate Next Steps',
    'Critical Context',
  ])
})

it('too many words and decisions are warnings', () => {
  const decisions = Array.from({ length: 6 }, (_, at) => `- decision ${at}`).join('\n')
  const { warnings } = checkHandoff(whole.replace('### Key Decisions\n- one', `### Key Decisions\n${decisions}`))
  expect(warnings).toEqual(['The handoff has 6 decisions; keep the 5 that matter.'])
  expect(checkHandoff(`${whole}\n${'word '.repeat(501)}`).warnings[0]).toMatch(/has \d+ words/)
})
