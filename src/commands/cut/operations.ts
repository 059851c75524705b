import { shortId } from '../../model/id.ts'
import type { OperationSummary } from '../../surgery/list-operations.ts'
import { defineCommand } from '../kit/command.ts'
import { boolean, list, object, string } from '../kit/shape.ts'
import { ago } from '../kit/text/format.ts'
import type { Screen } from '../kit/text/screen.ts'
import { table } from '../kit/text/table.ts'

export const operations = defineCommand({
  name: 'operations',
  topic: 'cut',
  summary: 'List operations, the newest first, and the one that undo would take back',
  arguments: {},
  options: {},
  examples: [{ command: 'stet operations', does: 'lists every operation with its sessions' }],
  output: list(
    object({
      operation: string,
      kind: string,
      at: string,
      from: list(string),
      sessions: list(string),
      undone: boolean,
    }),
  ),
  offer: { cli: true, http: true },
  async run({ workspace }) {
    const { listOperations } = await import('../../surgery/list-operations.ts')
    const value = await listOperations(await workspace({ onlyLooks: true }))
    return { value, text: (screen, shown: typeof value) => operationsText(shown, screen) }
  },
})

function operationsText(operations: readonly OperationSummary[], screen: Screen): string {
  if (operations.length === 0) return `Nothing was done yet.\n${screen.dim('→')} stet trim latest --dry-run`
  const names = (ids: readonly string[]) => ids.map(shortId).join(' ')
  const last = operations.find((operation) => !operation.undone)
  return [
    table(
      operations,
      [
        { title: 'operation', cell: ({ operation }) => operation, style: () => screen.cyan },
        { title: 'when', cell: ({ at }) => ago(at, screen.now), style: () => screen.dim },
        { title: 'did', cell: ({ kind }) => kind },
        { title: 'of', cell: ({ from }) => names(from), flexible: true },
        { title: 'made', cell: ({ sessions }) => names(sessions), flexible: true },
        { title: '', cell: ({ undone }) => (undone ? 'undone' : ''), style: () => screen.dim },
      ],
      screen,
    ),
    ...(last ? [`${screen.dim('→')} stet undo ${last.operation}  takes ${names(last.sessions)} away`] : []),
  ].join('\n')
}
