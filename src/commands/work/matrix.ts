import { rangeText } from '../../model/range.ts'
import type { Matrix } from '../../work/matrix.ts'
import { defineCommand } from '../kit/command.ts'
import { engagement } from '../kit/fields.ts'
import { byName, list, number, object, string } from '../kit/shape.ts'
import { shortRef } from '../kit/text/short-ref.ts'

export const matrix = defineCommand({
  name: 'matrix',
  topic: 'work',
  summary: 'Show the rounds of an engagement by phase and role',
  arguments: {
    engagement: engagement({ optional: true, standard: 'the active one of this folder', names: { cli: 'id' } }),
  },
  options: {},
  examples: [{ command: 'stet matrix console-work', does: 'prints a row for each phase and a column for each role' }],
  output: object({
    engagement: string,
    phases: list(object({ phase: string, cells: byName(list(string)), counts: byName(number) })),
  }),
  offer: { cli: true, http: true },
  async run({ input, workspace }) {
    const { matrixOf } = await import('../../work/matrix.ts')
    const value = await matrixOf(await workspace({ onlyLooks: true }), input.engagement)
    return { value, text: (_, shown: typeof value) => matrixText(shown) }
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
    const numbers = rounds.get(session) ?? []
    numbers.push(Number(ref.slice(end + 1)))
    rounds.set(session, numbers)
  }
  return [...rounds].map(([session, numbers]) => shortRef(`${session}:${rangeText(numbers.sort((a, b) => a - b))}`))
}
