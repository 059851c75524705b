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
import { contentText } from './read/content-text.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  Read: 'read',
  NotebookRead: 'read',
  Grep: 'search',
  WebSearch: 'search',
  WebFetch: 'search',
  Glob: 'search',
  LS: 'search',
  Bash: 'run',
  PowerShell: 'run',
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

const STATUSES: Readonly<Record<string, PlanItem['status']>> = {
  pending: 'open',
  in_progress: 'active',
  completed: 'done',
  cancelled: 'dropped',
  deleted: 'dropped',
}

export const TOOLS = {
  /** Whose long results a trim cuts unless told otherwise. */
  trimmed: ['Read', 'Bash', 'Grep', 'Glob'],
  act,
  outcome,
}

type Fields = Readonly<Record<string, unknown>>

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (!isFields(input)) return { ...NO_ACT, role }
  const path = textOf(input.file_path) ?? textOf(input.notebook_path) ?? textOf(input.path)
  const change: FileChange | null = role !== 'write' ? null : name === 'Write' ? 'create' : 'modify'
  const edits = role === 'write' && path !== undefined ? editsOf(path, input) : []
  const plan = role === 'plan' ? planOf(input) : undefined
  const questions = questionsOf(input.questions)
  const proposal = name === 'ExitPlanMode' ? textOf(input.plan) : undefined
  return {
    role,
    files: path === undefined ? [] : [{ path, change }],
    command: role === 'run' ? (textOf(input.command) ?? null) : null,
    ...(edits.length > 0 && { edits }),
    ...(role === 'read' && (input.offset ?? input.limit) !== undefined && { isPart: true }),
    ...(plan && { plan }),
    ...(questions.length > 0 && { questions }),
    ...(proposal !== undefined && { proposal }),
  }
}

function editsOf(path: string, input: Fields): readonly FileEdit[] {
  if (typeof input.content === 'string') return [{ path, before: null, after: input.content, everywhere: false }]
  if (typeof input.new_source === 'string') return [{ path, before: '', after: input.new_source, everywhere: false }]
  const several = Array.isArray(input.edits) ? input.edits.filter(isFields) : [input]
  return several.flatMap(({ old_string: before, new_string: after, replace_all: everywhere }) =>
    typeof before === 'string' && typeof after === 'string'
      ? [{ path, before, after, everywhere: everywhere === true }]
      : [],
  )
}

function planOf(input: Fields): PlanNote | undefined {
  if (Array.isArray(input.todos)) {
    const items = input.todos.filter(isFields).flatMap((todo): readonly PlanItem[] => {
      const text = textOf(todo.content)
      return text === undefined ? [] : [{ id: null, text, status: statusOf(todo.status) }]
    })
    return { items, isWhole: true }
  }
  const id = textOf(input.taskId) ?? null
  const text = textOf(input.subject) ?? null
  if (id === null && text === null) return undefined
  if (id !== null && textOf(input.status) === undefined) return undefined
  return { items: [{ id, text, status: statusOf(input.status) }], isWhole: false }
}

function questionsOf(value: unknown): NonNullable<ToolAct['questions']> {
  if (!Array.isArray(value)) return []
  return value.filter(isFields).flatMap(({ question, options }) => {
    const asked = textOf(question)
    const offered = Array.isArray(options) ? options.filter(isFields).flatMap(optionOf) : []
    return asked === undefined ? [] : [{ question: asked, options: offered }]
  })
}

function optionOf({ label, description }: Fields): readonly AskedOption[] {
  const [name, about] = [textOf(label), textOf(description)]
  return name === undefined ? [] : [{ label: name, ...(about !== undefined && { about }) }]
}

/** What the client says before the words of a user who refused a call. */
const REFUSED =
  /^The user doesn't want to (?:proceed with|take) this (?:[\s\S]*?(?:the user said|user feedback):\s*\n?|[\s\S]*$)/i

/** What the client says for a user who answered none of the questions. */
const CLARIFYING = /^The user wants to clarify these questions\.[\s\S]*$/

/** What the client says before the answers to questions, in all its versions. */
const ANSWERED = /^(?:User has answered your questions|Your questions have been answered):/

/** What the client says of a plan that the user approved; newer versions repeat the plan. */
const APPROVED = /^User has approved your plan\b(?:[\s\S]*?\n## Approved Plan[^\n]*:\n)?/

/** A failed command's result begins with its exit status. */
function outcome(content: unknown, isError: boolean): ToolOutcome {
  const text = contentText(content)
  const exit = /^(?:Error: )?Exit code (\d+)\n?/.exec(text)
  const refused = isError ? REFUSED.exec(text) : null
  const approved = isError ? null : APPROVED.exec(text)
  const answers = ANSWERED.test(text)
    ? [...text.matchAll(/"((?:[^"\\]|\\.)*)"="((?:[^"\\]|\\.)*)"/g)].map(([, question, answer]) => ({
        question: question!,
        answer: answer!,
      }))
    : []
  const planItem = /^Task #(\d+) created/.exec(text)?.[1]
  return {
    failed: isError,
    exit: exit ? Number(exit[1]) : null,
    output: exit ? text.slice(exit[0].length) : text,
    ...(answers.length > 0 && { answers }),
    ...(refused && { said: text.slice(refused[0].length).replace(CLARIFYING, '') }),
    ...(approved && { approved: approved[0].endsWith(':\n') ? text.slice(approved[0].length) : '' }),
    ...(planItem !== undefined && { planItem }),
  }
}

function statusOf(status: unknown): PlanItem['status'] {
  return STATUSES[textOf(status) ?? ''] ?? 'open'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
