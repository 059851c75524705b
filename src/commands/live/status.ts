import { familiesOf } from '../../read/families.ts'
import type { Overview } from '../../read/overview.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { anything } from '../kit/shape.ts'
import { familyLine } from '../kit/text/session-line.ts'

export const status = defineCommand({
  name: 'status',
  topic: 'live',
  summary: 'Show how full a session is, what fills it, and the next step',
  arguments: { session: session({ optional: true }) },
  options: {},
  examples: [{ command: 'stet pressure', does: 'shows the same in a terminal' }],
  output: anything,
  offer: {
    mcp: { fields: ['session'], about: 'Without a session it lists the sessions of this folder.' },
  },
  async run(call) {
    const workspace = await call.workspace()
    if (call.input.session !== undefined) {
      const { pressureOf } = await import('../../live/pressure-of.ts')
      const { percent, level, breakdown, advice } = await pressureOf(workspace, await call.session(call.input.session))
      const value = { percent, level, breakdown, advice }
      return { value, text: (_, shown: typeof value) => JSON.stringify(shown) }
    }
    const { overview } = await import('../../read/overview.ts')
    const { modifiedAt } = await import('../../record/reading/modified-at.ts')
    const value = await overview(workspace, modifiedAt)
    return { value, text: (_, shown: typeof value) => statusText(shown) }
  },
})

function statusText({ cwd, here, totals, advice }: Overview): string {
  const known = `${cwd}: ${here.length} sessions here, ${totals.sessions} in all, ${totals.rounds} rounds.`
  const next = advice.map(({ command, why }) => `→ ${command} (${why})`)
  return [known, ...familiesOf(here).slice(0, 10).map(familyLine), ...next].join('\n')
}
