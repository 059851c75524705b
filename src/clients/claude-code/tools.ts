import { type FileChange, NO_ACT, type ToolAct, type ToolOutcome, type ToolRole } from '../../model/tool-act.ts'
import { contentText } from './content-text.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  Read: 'read',
  NotebookRead: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  Bash: 'run',
  Write: 'write',
  Edit: 'write',
  MultiEdit: 'write',
  NotebookEdit: 'write',
  Agent: 'agent',
  Task: 'agent',
  TodoWrite: 'plan',
  TaskCreate: 'plan',
  TaskUpdate: 'plan',
  ExitPlanMode: 'plan',
}

export const TOOLS = {
  /** Whose long results a trim cuts unless told otherwise. */
  trimmed: ['Read', 'Bash', 'Grep', 'Glob'],
  act,
  outcome,
}

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (typeof input !== 'object' || input === null) return { ...NO_ACT, role }
  const fields = input as Readonly<Record<string, unknown>>
  const path = textOf(fields.file_path) ?? textOf(fields.notebook_path) ?? textOf(fields.path)
  const change: FileChange | null = role !== 'write' ? null : name === 'Write' ? 'create' : 'modify'
  return {
    role,
    files: path === undefined ? [] : [{ path, change }],
    command: role === 'run' ? (textOf(fields.command) ?? null) : null,
  }
}

/** A failed command's result begins with its exit status. */
function outcome(content: unknown, isError: boolean): ToolOutcome {
  const text = contentText(content)
  const exit = /^(?:Error: )?Exit code (\d+)\n?/.exec(text)
  return { failed: isError, exit: exit ? Number(exit[1]) : null, output: exit ? text.slice(exit[0].length) : text }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
