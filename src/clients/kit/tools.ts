import {
  type AskedOption,
  type FileChange,
  type FileEdit,
  NO_ACT,
  type PlanItem,
  type PlanNote,
  type ToolAct,
  type ToolRole,
} from '../../model/tool-act.ts'
import type { Tools } from '../client.ts'
import { isObject, isText } from '../json-record.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the tools of a client do, where a call names its file and its command in fields of its input. */
interface ToolTable extends Pick<Tools, 'trimmed' | 'outcome'> {
  readonly roles: Readonly<Record<string, ToolRole>>
  /** Tools that change the file they name. */
  readonly changes: Readonly<Record<string, FileChange>>
  /** Fields that may name the file; the first one counts. */
  readonly paths: readonly string[]
  /** Whether a call may ask for some lines of a file, by `offset` and `limit`. */
  readonly readsParts?: true
  edits(tool: string, path: string, input: Fields): readonly FileEdit[]
  plan?(input: Fields): PlanNote | undefined
  questions?(tool: string, input: Fields): Questions
}

type Questions = NonNullable<ToolAct['questions']>

export function toolsOf({ trimmed, outcome, ...table }: ToolTable): Tools {
  return {
    trimmed,
    outcome,
    act(name = '', input) {
      const role = table.roles[name] ?? 'other'
      if (!isObject(input)) return { ...NO_ACT, role }
      const path = table.paths.map((field) => textIn(input[field])).find((text) => text !== undefined)
      const edits = path === undefined ? [] : table.edits(name, path, input)
      const plan = role === 'plan' ? table.plan?.(input) : undefined
      const questions = table.questions?.(name, input) ?? []
      const isPart = table.readsParts && role === 'read' && (input.offset ?? input.limit) !== undefined
      return {
        role,
        files: path === undefined ? [] : [{ path, change: table.changes[name] ?? null }],
        command: role === 'run' ? (textIn(input.command) ?? null) : null,
        ...(edits.length > 0 && { edits }),
        ...(isPart && { isPart }),
        ...(plan && { plan }),
        ...(questions.length > 0 && { questions }),
      }
    },
  }
}

/** A text that is not empty. */
export function textIn(value: unknown): string | undefined {
  return isText(value) && value !== '' ? value : undefined
}

/** The edit of a call that writes a file whole. */
export function written(path: string, content: unknown): readonly FileEdit[] {
  return isText(content) ? [{ path, before: null, after: content, everywhere: false }] : []
}

/** The edit of a call that puts a text in the place of another. */
export function replaced(path: string, before: unknown, after: unknown, everywhere: unknown): readonly FileEdit[] {
  return isText(before) && isText(after) ? [{ path, before, after, everywhere: everywhere === true }] : []
}

const STATUSES: Readonly<Record<string, PlanItem['status']>> = {
  pending: 'open',
  in_progress: 'active',
  completed: 'done',
  cancelled: 'dropped',
  deleted: 'dropped',
}

export function planStatus(status: unknown): PlanItem['status'] {
  return STATUSES[textIn(status) ?? ''] ?? 'open'
}

/** A list that is the whole plan; `field` has what an item says, `name` what the client calls it. */
export function wholePlan(list: unknown, field: string, name?: string): PlanNote | undefined {
  if (!Array.isArray(list)) return undefined
  const items = list.filter(isObject).flatMap((item): readonly PlanItem[] => {
    const text = textIn(item[field])
    const id = name === undefined ? null : (textIn(item[name]) ?? null)
    return text === undefined ? [] : [{ id, text, status: planStatus(item.status) }]
  })
  return { items, isWhole: true }
}

/** Questions with the options that are offered for each; `name` is the field that answers go by, where there is one. */
export function questionsIn(list: unknown, name?: string): Questions {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((asked) => {
    const question = textIn(asked.question)
    const options = Array.isArray(asked.options) ? asked.options.filter(isObject).flatMap(optionOf) : []
    const id = name === undefined ? undefined : textIn(asked[name])
    return question === undefined ? [] : [{ question, options, ...(id !== undefined && { id }) }]
  })
}

function optionOf({ label, description: about }: Fields): readonly AskedOption[] {
  const name = textIn(label)
  return name === undefined ? [] : [{ label: name, ...(isText(about) && { about }) }]
}
