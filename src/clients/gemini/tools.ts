import {
  type AskedOption,
  type FileChange,
  type FileEdit,
  NO_ACT,
  type PlanItem,
  type PlanNote,
  type ToolAct,
  type ToolOutcome,
  type ToolRole,
} from '../../model/tool-act.ts'
import type { Tools } from '../client.ts'
import { type Fields, isObject, isText, partsOf, textOf } from './schema.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  run_shell_command: 'run',
  read_file: 'read',
  read_many_files: 'read',
  write_file: 'write',
  replace: 'write',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  list_directory: 'search',
  google_web_search: 'search',
  web_fetch: 'search',
  write_todos: 'plan',
  invoke_agent: 'agent',
  codebase_investigator: 'agent',
}

const CHANGES: Readonly<Record<string, FileChange>> = { write_file: 'create', replace: 'modify' }

const STATUSES: Readonly<Record<string, PlanItem['status']>> = {
  in_progress: 'active',
  completed: 'done',
  cancelled: 'dropped',
}

export const TOOLS: Tools = {
  trimmed: ['run_shell_command', 'read_file', 'read_many_files', 'grep_search', 'search_file_content', 'glob'],
  act,
  outcome,
}

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (!isObject(input)) return { ...NO_ACT, role }
  const path = [input.file_path, input.absolute_path, input.dir_path, input.path].find(isText)
  const edit = path === undefined ? undefined : editOf(name, path, input)
  const plan = role === 'plan' ? planOf(input.todos) : undefined
  const questions = name === 'ask_user' ? questionsOf(input.questions) : []
  return {
    role,
    files: path === undefined ? [] : [{ path, change: CHANGES[name ?? ''] ?? null }],
    command: role === 'run' && isText(input.command) ? input.command : null,
    ...(edit && { edits: [edit] }),
    ...(plan && { plan }),
    ...(questions.length > 0 && { questions }),
  }
}

function editOf(name: string | undefined, path: string, input: Fields): FileEdit | undefined {
  const { content, old_string: before, new_string: after, allow_multiple: everywhere } = input
  if (name === 'write_file' && isText(content)) return { path, before: null, after: content, everywhere: false }
  if (name !== 'replace' || !isText(before) || !isText(after)) return undefined
  return { path, before, after, everywhere: everywhere === true }
}

function planOf(todos: unknown): PlanNote | undefined {
  if (!Array.isArray(todos)) return undefined
  const items = todos
    .filter(isObject)
    .flatMap(({ description, status }): readonly PlanItem[] =>
      isText(description)
        ? [{ id: null, text: description, status: STATUSES[isText(status) ? status : ''] ?? 'open' }]
        : [],
    )
  return { items, isWhole: true }
}

function questionsOf(questions: unknown): NonNullable<ToolAct['questions']> {
  if (!Array.isArray(questions)) return []
  return questions.filter(isObject).flatMap(({ question, options }) => {
    const offered = Array.isArray(options) ? options.filter(isObject).flatMap(optionOf) : []
    return isText(question) ? [{ question, options: offered }] : []
  })
}

function optionOf({ label, description: about }: Fields): readonly AskedOption[] {
  return isText(label) ? [{ label, ...(isText(about) && { about }) }] : []
}

/** What comes from outside is marked so; older versions said what was run before what it printed. */
const FRAME = /^(?:<untrusted_context>\n)?(?:Command: .*?\nDirectory: [^\n]*\n)?Output: /s
/** What is told of a command after what it printed. */
const AFTER =
  /\n(?:Error: [^\n]*\n)?(?:Exit Code: (?<exit>-?\d+)[^\n]*\n)?(?:Signal: [^\n]*\n)?(?:Background PIDs: [^\n]*\n)?Process Group PGID: \d+(?:\n<\/untrusted_context>)?\s*$/

function outcome(content: unknown, isError: boolean): ToolOutcome {
  const text = partsOf(content).map(textOf).filter(Boolean).join('\n')
  const frame = FRAME.exec(text)
  const after = frame && AFTER.exec(text)
  if (!after) return { failed: isError, exit: null, output: text }
  const exit = Number(after.groups?.exit ?? 0)
  return { failed: isError || exit !== 0, exit, output: text.slice(frame[0].length, after.index) }
}
