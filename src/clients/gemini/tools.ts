import type { FileEdit, ToolOutcome, ToolRole } from '../../model/tool-act.ts'
import { questionsIn, replaced, toolsOf, wholePlan, written } from '../kit/tools.ts'
import { type Fields, partsOf, textOf } from './schema.ts'

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

export const TOOLS = toolsOf({
  trimmed: ['run_shell_command', 'read_file', 'read_many_files', 'grep_search', 'search_file_content', 'glob'],
  roles: ROLES,
  changes: { write_file: 'create', replace: 'modify' },
  paths: ['file_path', 'absolute_path', 'dir_path', 'path'],
  edits: editsOf,
  plan: ({ todos }) => wholePlan(todos, 'description'),
  questions: (tool, { questions }) => (tool === 'ask_user' ? questionsIn(questions) : []),
  outcome,
})

function editsOf(tool: string, path: string, input: Fields): readonly FileEdit[] {
  if (tool === 'write_file') return written(path, input.content)
  return tool === 'replace' ? replaced(path, input.old_string, input.new_string, input.allow_multiple) : []
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
