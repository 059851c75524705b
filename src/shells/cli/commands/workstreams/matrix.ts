import type { Matrix } from '../../../../actions/engagements/matrix.ts'
import { rangeText } from '../../../../model/range.ts'
import { defineCommand } from '../../command.ts'
import { shortRef } from '../../short-ref.ts'

export const matrix = defineCommand({
  name: 'matrix',
  group: 'Workstreams',
  summary: 'the rounds of an engagement by phase and role',
  arguments: { id: { summary: 'the engagement; the one that is active here unless given', optional: true } },
  options: {},
  examples: [{ command: 'stet matrix console-work', does: 'a row for each phase, a column for each role' }],
  json: '{engagement,phases:[{phase,cells:{role:[ref]},counts:{role:number}}]}',
  async run({ args, workspace }) {
    const { matrixOf } = await import('../../../../actions/engagements/matrix.ts')
    const value = await matrixOf(await workspace({ onlyLooks: true }), args.id)
    return { value, text: () => matrixText(value) }
  },
})

function matrixText({ phases }: Matrix): string {
  const roles = [...new Set(phases.flatMap(({ cells }) => Object.keys(cells)))].sort()
  const rows = phases.map(({ phase, cells }) => [
    phase,
    ...roles.map((role) => {
      const refs = cells[role] ?? []
      return refs.length === 0 ? '' : `${refs.length}: ${rangesOf(refs).join(' ')}`
    }),
  ])
  const table = [['phase', ...roles], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Every round, those of a session together. */
function rangesOf(refs: readonly string[]): readonly string[] {
  const rounds = new Map<string, number[]>()
  for (const ref of refs) {
    const end = ref.lastIndexOf(':')
    const session = ref.slice(0, end)
    rounds.set(session, [...(rounds.get(session) ?? []), Number(ref.slice(end + 1))])
  }
  return [...rounds].map(([session, numbers]) => shortRef(`${session}:${rangeText(numbers.sort((a, b) => a - b))}`))
}
