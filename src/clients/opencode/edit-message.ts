import { cutStrings, headWith } from '../../model/cut-text.ts'
import type { BlockEdit, LineEdits } from '../../model/line-edits.ts'
import { isObject, isText } from '../json-record.ts'
import { blocksOf } from './blocks.ts'
import type { Fields, Line, Part } from './schema.ts'

/** The parts of a message with some of its blocks changed; undefined where nothing of it would be sent. Blocks are counted as `blocksOf` gives them. */
export function editParts(line: Line, edits: LineEdits['blocks']): readonly Part[] | undefined {
  let next = 0
  const parts = line.parts.flatMap((part) => {
    const count = blocksOf({ ...line, parts: [part] }).length
    const own = Array.from({ length: count }, (_, at) => edits.get(next + at))
    next += count
    return own.some(Boolean) ? editPart(part, own) : [part]
  })
  return parts.some((part) => blocksOf({ ...line, parts: [part] }).length > 0) ? parts : undefined
}

function editPart(part: Part, [first, second]: readonly (BlockEdit | undefined)[]): readonly Part[] {
  if (first?.kind === 'remove') return []
  if (first?.kind === 'text') return [textPart(part, first.text)]
  if (part.type === 'tool')
    return [{ ...part, state: editState(isObject(part.state) ? part.state : {}, first, second) }]
  if (first?.kind === 'images') return [textPart(part, first.notice)]
  if (first?.kind === 'cut' && isText(part.text))
    return [{ ...part, text: headWith(part.text, first.keep, first.notice) }]
  return [part]
}

/** A text in the place of a part. */
function textPart({ id, sessionID, messageID }: Part, text: string): Part {
  return { id, sessionID, messageID, type: 'text', text }
}

/** What the client shows of an output besides says the same once more. */
function editState(state: Fields, use: BlockEdit | undefined, result: BlockEdit | undefined): Fields {
  const { output, error, metadata, attachments, ...rest } = state
  const input = use?.kind === 'strings' ? cutStrings(state.input, use) : state.input
  if (!result) return { ...state, input }
  const said = isText(output) ? output : isText(error) ? error : ''
  const text =
    result.kind === 'text' ? result.text : result.kind === 'cut' ? headWith(said, result.keep, result.notice) : said
  const { output: _, preview: __, ...about } = isObject(metadata) ? metadata : {}
  const isCut = result.kind === 'text' || result.kind === 'cut'
  return {
    ...rest,
    input,
    metadata: isCut ? about : metadata,
    ...(isText(output) ? { output: text } : { error: text }),
    ...(attachments !== undefined && result.kind !== 'text' && { attachments }),
  }
}
