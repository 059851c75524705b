import type { FileEdit, ToolOutcome, ToolRole } from '../../model/tool-act.ts'
import { isObject, isText } from '../json-record.ts'
import { replaced, toolsOf, written } from '../kit/tools.ts'
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

export const TOOLS = toolsOf({
  trimmed: ['bash', 'read', 'grep', 'find', 'ls'],
  roles: ROLES,
  changes: { write: 'create', edit: 'modify' },
  paths: ['path'],
  readsParts: true,
  edits: editsOf,
  outcome,
})

/** Older versions replace one text in a call, newer ones several. */
function editsOf(tool: string, path: string, input: Readonly<Record<string, unknown>>): readonly FileEdit[] {
  const { content, edits } = input
  if (tool === 'write') return written(path, content)
  if (tool !== 'edit') return []
  const all = Array.isArray(edits) ? edits.filter(isObject) : [input]
  return all.flatMap(({ oldText, newText }) => replaced(path, oldText, newText, false))
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
