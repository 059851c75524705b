import { type FileChange, NO_ACT, type ToolAct, type ToolOutcome, type ToolRole } from '../../model/tool-act.ts'
import { questionsIn, textIn, wholePlan } from '../kit/tools.ts'
import { patched } from './patch.ts'
import { isObject, isText } from './schema.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  exec_command: 'run',
  write_stdin: 'run',
  shell: 'run',
  shell_command: 'run',
  local_shell: 'run',
  unified_exec: 'run',
  'container.exec': 'run',
  command_execution: 'run',
  apply_patch: 'write',
  file_change: 'write',
  update_plan: 'plan',
  view_image: 'read',
  read_file: 'read',
  list_dir: 'search',
  grep_files: 'search',
  todo_list: 'plan',
  web_search: 'search',
  tool_search: 'search',
  spawn_agent: 'agent',
  send_input: 'agent',
  wait_agent: 'agent',
  close_agent: 'agent',
}

export const TOOLS = {
  trimmed: [
    'exec_command',
    'write_stdin',
    'shell',
    'shell_command',
    'local_shell',
    'read_file',
    'grep_files',
    'list_dir',
  ],
  act,
  outcome,
}

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (role === 'run') return runAct(input)
  if (name === 'file_change') return { ...NO_ACT, role, files: changedFiles(input) }
  if (role === 'write') {
    const patch = isObject(input) ? input.input : input
    return { ...NO_ACT, role, ...(isText(patch) && patched(patch)) }
  }
  if (!isObject(input)) return { ...NO_ACT, role }
  const plan = role === 'plan' ? wholePlan(input.plan, 'step') : undefined
  if (plan) return { ...NO_ACT, role, plan }
  if (name === 'request_user_input') return { ...NO_ACT, questions: questionsIn(input.questions, 'id') }
  const path = textIn(input.path) ?? textIn(input.file_path) ?? textIn(input.dir_path)
  return { role, files: path !== undefined ? [{ path, change: null }] : [], command: null }
}

const CHANGES: Readonly<Record<string, FileChange>> = { add: 'create', update: 'modify', delete: 'delete' }

/** The files that live output says were changed. */
function changedFiles(input: unknown): ToolAct['files'] {
  const changes = isObject(input) && Array.isArray(input.changes) ? input.changes.filter(isObject) : []
  return changes.flatMap(({ path, kind }) =>
    isText(path) ? [{ path, change: (isText(kind) && CHANGES[kind]) || null }] : [],
  )
}

/** A patch may be given as a command too: older models apply theirs with the shell. */
function runAct(input: unknown): ToolAct {
  const command = commandOf(input)
  const patch = command === null ? -1 : command.indexOf('*** Begin Patch')
  if (patch !== -1) {
    const act = patched(command!.slice(patch))
    if (act.files.length > 0) return { role: 'write', command, ...act }
  }
  return { role: 'run', files: [], command }
}

/** The command line itself, without the shell it is given to. */
function commandOf(input: unknown): string | null {
  if (isText(input)) return input
  if (!isObject(input)) return null
  const command = input.cmd ?? input.command
  if (isText(command)) return command
  if (!Array.isArray(command)) return null
  const words = command.filter(isText)
  const isShell = words.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0]!) && /^-[a-z]*c$/.test(words[1]!)
  return isShell ? words[2]! : words.join(' ')
}

/** What the client writes before the output of a command, in all its versions. */
const FRAME =
  /^(?:Chunk ID: [^\n]*\n)?(?:Exit code: (?<code>-?\d+)\n)?Wall time: [^\n]*\n(?:Process exited with code (?<exit>-?\d+)\n|Process running with session ID (?<goesOn>[^\n]*)\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?(?:Output:\n?)?/

/** How a call ended is told only in its text: in a frame around the output, or in JSON around it. */
function outcome(content: unknown, isError: boolean): ToolOutcome {
  const text = textsIn(content)
  const wrapped = text.startsWith('{"output":') ? jsonOutcome(text) : undefined
  if (wrapped) return { ...wrapped, failed: isError || (wrapped.exit ?? 0) !== 0 }
  const answers = text.startsWith('{"answers":') ? answersIn(text) : []
  if (answers.length > 0) return { failed: isError, exit: null, output: text, answers }
  const frame = FRAME.exec(text)
  const code = frame?.groups?.exit ?? frame?.groups?.code
  const exit = code === undefined ? null : Number(code)
  const failed =
    isError ||
    (exit ?? 0) !== 0 ||
    /^(?:unsupported (?:custom tool )?call|failed (?:to|in) |error: |execution error|apply_patch verification failed|aborted)/.test(
      text,
    )
  const goesOn = frame?.groups?.goesOn
  const output = frame ? text.slice(frame[0].length) : text
  return { failed, exit, output, ...(goesOn !== undefined && { goesOn }) }
}

/** What the user chose or wrote, by the name of its question. */
function answersIn(text: string): NonNullable<ToolOutcome['answers']> {
  const { answers } = parsed(text) ?? {}
  if (!isObject(answers)) return []
  return Object.entries(answers).flatMap(([question, given]) => {
    const chosen = isObject(given) && Array.isArray(given.answers) ? given.answers.filter(isText) : []
    return chosen.length === 0
      ? []
      : [{ question, answer: chosen.map((one) => one.replace(/^user_note: /, '')).join(', ') }]
  })
}

function jsonOutcome(text: string): { readonly exit: number | null; readonly output: string } | undefined {
  const whole = parsed(text)
  if (!whole) return undefined
  const { output, metadata } = whole
  const code = isObject(metadata) ? metadata.exit_code : null
  return { exit: typeof code === 'number' ? code : null, output: String(output) }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // cut in the middle, by the client or by a trim
  }
}

function textsIn(content: unknown): string {
  if (isText(content)) return content
  if (!Array.isArray(content)) return ''
  return content
    .map((piece: unknown) => (isObject(piece) && isText(piece.text) ? piece.text : ''))
    .filter(Boolean)
    .join('\n')
}
