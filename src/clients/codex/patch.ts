import type { FileChange, FileEdit, ToolAct } from '../../model/tool-act.ts'

const CHANGES: Readonly<Record<string, FileChange>> = { Add: 'create', Update: 'modify', Delete: 'delete' }
const MOVE = '*** Move to: '
const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/

/** The files that a patch names, and what it writes into each: an edit for each of its places, in order. */
export function patched(patch: string): Pick<ToolAct, 'files' | 'edits'> {
  const files: ToolAct['files'][number][] = []
  const edits: FileEdit[] = []
  let path = ''
  let what = ''
  let from: string | undefined
  let place: { heading: string | null; before: string[]; after: string[] } | undefined
  const end = () => {
    const { heading, before, after } = place ?? { heading: null, before: [], after: [] }
    const isNew = place !== undefined && what === 'Add'
    if (isNew || before.join('\n') !== after.join('\n') || from !== undefined) {
      edits.push({
        path,
        before: isNew ? null : before.join('\n'),
        after: isNew ? after.map((line) => `${line}\n`).join('') : after.join('\n'),
        everywhere: false,
        ...(!isNew && { lines: { heading } }),
        ...(from !== undefined && { from }),
      })
    }
    place = undefined
    from = undefined
  }
  for (const line of patch.split(/\r?\n/)) {
    const section = SECTION.exec(line)
    if (section) {
      end()
      what = section[1]!
      path = section[2]!.trim()
      files.push({ path, change: CHANGES[what]! })
      if (what === 'Add') place = { heading: null, before: [], after: [] }
    } else if (what === 'Update' && line.startsWith(MOVE)) {
      from = path
      path = line.slice(MOVE.length).trim()
      files.splice(-1, 1, { path: from, change: 'delete' }, { path, change: 'create' })
    } else if (line.startsWith('*** ')) {
      end()
      if (line.startsWith('*** End Patch')) what = ''
    } else if (what === 'Update' && line.startsWith('@@')) {
      if (place) end()
      place = { heading: line.slice(2).trim() || null, before: [], after: [] }
    } else if (what === 'Update' || (what === 'Add' && line.startsWith('+'))) {
      place ??= { heading: null, before: [], after: [] }
      if (!line.startsWith('+')) place.before.push(line.slice(1))
      if (!line.startsWith('-')) place.after.push(line.slice(1))
    }
  }
  end()
  return { files, ...(edits.length > 0 && { edits }) }
}
