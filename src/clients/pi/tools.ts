import {
  type FileChange,
  type FileEdit,
  NO_ACT,
  type ToolAct,
  type ToolOutcome,
  type ToolRole,
} from '../../model/tool-act.ts'
import type { Tools } from '../client.ts'
import { isObject, isText } from '../json-record.ts'
import { contentOf } from './schema.ts'

const ROLES: Readonly<Record<string, ToolRole>> = {
  bash: 'run',
  read: 'read',
  write: 'write',
  edit: 'write',
  grep: 'search',
  find: 'search',
  ls: 'search',
}

const CHANGES: Readonly<Record<string, FileChange>> = { write: 'create', edit: 'modify' }

export const TOOLS: Tools = { trimmed: ['bash', 'read', 'grep', 'find', 'ls'], act, outcome }

function act(name: string | undefined, input: unknown): ToolAct {
  const role = ROLES[name ?? ''] ?? 'other'
  if (!isObject(input)) return { ...NO_ACT, role }
  const { path, command } = input
  const edits = isText(path) ? editsOf(name, path, input) : []
  return {
    role,
    files: isText(path) ? [{ path, change: CHANGES[name ?? ''] ?? null }] : [],
    command: role === 'run' && isText(command) ? command : null,
    ...(edits.length > 0 && { edits }),
    ...(role === 'read' && (input.offset ?? input.limit) !== undefined && { isPart: true }),
  }
}

/** Older versions replace one text in a call, newer ones several. */
function editsOf(
  name: string | undefined,
  path: string,
  input: Readonly<Record<string, unknown>>,
): readonly FileEdit[] {
  const { content, edits } = input
  if (name === 'write' && isText(content)) return [{ path, before: null, after: content, everywhere: false }]
  if (name !== 'edit') return []
  return (Array.isArray(edits) ? edits.filter(isObject) : [input]).flatMap(({ oldText, newText }) =>
    isText(oldText) && isText(newText) ? [{ path, before: oldText, after: newText, everywhere: false }] : [],
  )
}

/** A command that failed says so after what it printed. */
const EXIT = /(?:(?<!\n)\n+)?Command exited with code (\d+)\s*$/

function outcome(content: unknown, isError: boolean): ToolOutcome {
  const text = contentOf(content)
    .flatMap((piece) => (isText(piece.text) ? piece.text : []))
    .join('\n')
  const code = EXIT.exec(text)
  const exit = code ? Number(code[1]) : null
  return { failed: isError || (exit ?? 0) !== 0, exit, output: code ? text.slice(0, code.index) : text }
}
