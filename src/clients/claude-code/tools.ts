import type { FileEdit, PlanNote, ToolAct, ToolOutcome, ToolRole } from '../../model/tool-act.ts'
import { isObject, isText } from '../json-record.ts'
import { planStatus, questionsIn, replaced, textIn, toolsOf, wholePlan, written } from '../kit/tools.ts'
import { contentText } from './schema.ts'

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

const COMMON = toolsOf({
  trimmed: ['Read', 'Bash', 'Grep', 'Glob'],
  roles: ROLES,
  changes: { Write: 'create', Edit: 'modify', MultiEdit: 'modify', NotebookEdit: 'modify' },
  paths: ['file_path', 'notebook_path', 'path'],
  readsParts: true,
  edits: editsOf,
  plan: planOf,
  questions: (_tool, { questions }) => questionsIn(questions),
  outcome,
})

export const TOOLS = { ...COMMON, act }

type Fields = Readonly<Record<string, unknown>>

function act(name: string | undefined, input: unknown): ToolAct {
  const proposal = name === 'ExitPlanMode' && isObject(input) ? textIn(input.plan) : undefined
  return { ...COMMON.act(name, input), ...(proposal !== undefined && { proposal }) }
}

function editsOf(tool: string, path: string, input: Fields): readonly FileEdit[] {
  if (ROLES[tool] !== 'write') return []
  if (isText(input.content)) return written(path, input.content)
  if (isText(input.new_source)) return [{ path, before: '', after: input.new_source, everywhere: false }]
  const several = Array.isArray(input.edits) ? input.edits.filter(isObject) : [input]
  return several.flatMap((one) => replaced(path, one.old_string, one.new_string, one.replace_all))
}

function planOf(input: Fields): PlanNote | undefined {
  if (Array.isArray(input.todos)) return wholePlan(input.todos, 'content')
  const id = textIn(input.taskId) ?? null
  const text = textIn(input.subject) ?? null
  if (id === null && text === null) return undefined
  if (id !== null && textIn(input.status) === undefined) return undefined
  return { items: [{ id, text, status: planStatus(input.status) }], isWhole: false }
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
  const ended = ENDED.exec(text)
  if (ended) return { failed: ended[1] !== '0', exit: Number(ended[1]), output: ended[2] ?? '' }
  const goesOn = /^Command running in background with ID: (\w+)/.exec(text)?.[1]
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
    ...(goesOn !== undefined && { goesOn }),
  }
}

/** What is told of a command that ran in the background, once it ended. */
const ENDED =
  /^<retrieval_status>[\s\S]*?<status>\w+<\/status>\s*<exit_code>(-?\d+)<\/exit_code>\s*(?:<output>\n?([\s\S]*?)\n?<\/output>)?/
