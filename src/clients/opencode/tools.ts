import {
  type FileChange,
  type FileEdit,
  NO_ACT,
  type PlanItem,
  type ToolAct,
  type ToolOutcome,
  type ToolRole,
} from '../../model/tool-act.ts'
import type { Tools } from '../client.ts'
import { isObject, isText } from '../json-record.ts'
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

const CHANGES: Readonly<Record<string, FileChange>> = { write: 'create', edit: 'modify' }

const STATUS: Readonly<Record<string, PlanItem['status']>> = {
  pending: 'open',
  in_progress: 'active',
  completed: 'done',
  cancelled: 'dropped',
}

export const TOOLS: Tools = { trimmed: ['bash', 'read', 'grep', 'glob', 'list'], act, outcome }

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (!isObject(input)) return { ...NO_ACT, role }
  const { filePath, command, todos } = input
  const edits = isText(filePath) ? editsOf(name, filePath, input) : []
  return {
    role,
    files: isText(filePath) ? [{ path: filePath, change: CHANGES[name ?? ''] ?? null }] : [],
    command: role === 'run' && isText(command) ? command : null,
    ...(edits.length > 0 && { edits }),
    ...(role === 'read' && (input.offset ?? input.limit) !== undefined && { isPart: true }),
    ...(role === 'plan' && Array.isArray(todos) && { plan: { items: todos.flatMap(itemOf), isWhole: true } }),
  }
}

function editsOf(name: string | undefined, path: string, input: Fields): readonly FileEdit[] {
  const { content, oldString, newString, replaceAll } = input
  if (name === 'write' && isText(content)) return [{ path, before: null, after: content, everywhere: false }]
  if (name !== 'edit' || !isText(oldString) || !isText(newString)) return []
  return [{ path, before: oldString, after: newString, everywhere: replaceAll === true }]
}

function itemOf(todo: unknown): readonly PlanItem[] {
  if (!isObject(todo) || !isText(todo.content)) return []
  const status = STATUS[String(todo.status)] ?? 'open'
  return [{ id: isText(todo.id) ? todo.id : null, text: todo.content, status }]
}

/** With which status a command ended is not in its output; whether it failed is told. */
function outcome(content: unknown, isError: boolean): ToolOutcome {
  return { failed: isError, exit: null, output: isText(content) ? content : '' }
}
