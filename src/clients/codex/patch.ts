import type { FileChange, FileEdit, ToolAct } from '../../model/tool-act.ts'

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/
const CHANGES: Readonly<Record<string, FileChange>> = { Add: 'create', Update: 'modify', Delete: 'delete' }

/** What a patch does: the files it changes, and how, a hunk an edit. A file that it moves is gone and made elsewhere. */
export function readPatch(patch: string): Required<Pick<ToolAct, 'files' | 'edits'>> {
  const files: { path: string; change: FileChange }[] = []
  const edits: FileEdit[] = []
  let path = ''
  let isNew = false
  let before: string[] = []
  let after: string[] = []
  let isChange = false
  const closeHunk = () => {
    if (isNew || isChange) {
      const text = { before: isNew ? null : before.join('\n'), after: after.join('\n') + (isNew ? '\n' : '') }
      edits.push({ path, ...text, everywhere: false })
    }
    isNew = isChange = false
    before = []
    after = []
  }
  for (const line of patch.split(/\r?\n/)) {
    const file = FILE.exec(line)
    const moved = file ? null : MOVED.exec(line)
    if (file) {
      closeHunk()
      path = file[2]!.trim()
      isNew = file[1] === 'Add'
      files.push({ path, change: CHANGES[file[1]!]! })
    } else if (moved && files.length > 0) {
      files[files.length - 1] = { path, change: 'delete' }
      path = moved[1]!.trim()
      files.push({ path, change: 'create' })
    } else if (path === '' || /^(?:@@|\*\*\* )/.test(line)) closeHunk()
    else if (/^[+-]/.test(line)) {
      isChange = true
      if (line.startsWith('+')) after.push(line.slice(1))
      else before.push(line.slice(1))
    } else if (!isNew) {
      const same = line.replace(/^ /, '')
      before.push(same)
      after.push(same)
    }
  }
  closeHunk()
  return { files, edits }
}
