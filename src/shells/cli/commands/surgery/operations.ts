import type { OperationSummary } from '../../../../actions/surgery/list-operations.ts'
import { shortId } from '../../../../model/id.ts'
import { defineCommand } from '../../command.ts'
import { ago } from '../../format.ts'
import type { Screen } from '../../screen.ts'
import { table } from '../../table.ts'

export const operationsCommand = defineCommand({
  name: 'operations',
  group: 'Surgery',
  summary: 'what was done, newest first, and what undo would take back',
  arguments: {},
  options: {},
  examples: [{ command: 'stet operations', does: 'lists every operation with its sessions' }],
  json: '[{operation,kind,at,from:[],sessions:[],undone}]',
  async run({ workspace }) {
    const { listOperations } = await import('../../../../actions/surgery/list-operations.ts')
    const value = await listOperations(await workspace({ onlyLooks: true }))
    return { value, text: (screen) => operationsText(value, screen) }
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
