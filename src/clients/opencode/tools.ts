import type { FileEdit, ToolOutcome, ToolRole } from '../../model/tool-act.ts'
import { isText } from '../json-record.ts'
import { replaced, toolsOf, wholePlan, written } from '../kit/tools.ts'
import type { Fields } from './schema.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  bash: 'run',
  read: 'read',
  write: 'write',
  edit: 'write',
  glob: 'search',
  grep: 'search',
  list: 'search',
  task: 'agent',
  todowrite: 'plan',
}

export const TOOLS = toolsOf({
  trimmed: ['bash', 'read', 'grep', 'glob', 'list'],
  roles: ROLES,
  changes: { write: 'create', edit: 'modify' },
  paths: ['filePath'],
  readsParts: true,
  edits: editsOf,
  plan: ({ todos }) => wholePlan(todos, 'content', 'id'),
  outcome,
})

function editsOf(tool: string, path: string, input: Fields): readonly FileEdit[] {
  if (tool === 'write') return written(path, input.content)
  return tool === 'edit' ? replaced(path, input.oldString, input.newString, input.replaceAll) : []
}

/** With which status a command ended is not in its output; whether it failed is told. */
function outcome(content: unknown, isError: boolean): ToolOutcome {
  return { failed: isError, exit: null, output: isText(content) ? content : '' }
}
