import type { Entry, EntryBlock } from '../model/entry.ts'
import type { BlockEdit, LineEdits } from '../model/line-edits.ts'
import type { Fidelity, Form, Piece } from '../model/plan.ts'
import { blockIdOf } from './block-id.ts'
import { isFull } from './fidelity.ts'
import { locationOf } from './location-of.ts'
import {
  type BlockLocation,
  cutNotice,
  omittedNotice,
  repeatNotice,
  stringNotices,
  summedUpNotice,
  supersededNotice,
  thinkingReference,
  toolResultSummary,
  toolUseSummary,
  withLine,
} from './notices.ts'
import type { Subject } from './subject.ts'

type RoundForms = Pick<Extract<Piece, { kind: 'round' }>, 'fidelity' | 'blocks'>

/** The changes to lines that show them as a piece says. */
export function editsOf(
  { fidelity, blocks: forms = {} }: RoundForms,
  lines: readonly Entry[],
  subject: Subject,
): ReadonlyMap<Entry, LineEdits> {
  const edits = new Map<Entry, LineEdits>()
  const named = ordinalsIn(forms)
  const staysWhole = isFull(fidelity)
  if (named.size === 0 && staysWhole) return edits
  const goneCalls = new Set<string>()
  let isFileNamed = false
  let results: ReturnType<typeof firstResults> | undefined
  for (const line of lines) {
    if (staysWhole && goneCalls.size === 0 && !namesOneOf(line, named)) continue
    let blocks: Map<number, BlockEdit> | undefined
    for (let at = 0; at < line.blocks.length; at++) {
      const block = line.blocks[at]!
      const isNamed = named.has(block.ordinal)
      if (staysWhole && !isNamed && goneCalls.size === 0) continue
      const own = isNamed ? forms[blockIdOf(subject.session, line, block)] : undefined
      const edit = editOf(line, block, formOf(block, own, fidelity), own !== undefined)
      if (!edit) continue
      blocks ??= new Map()
      blocks.set(at, edit)
    }
    if (blocks) edits.set(line, { blocks })
  }
  return edits

  function editOf(line: Entry, block: EntryBlock, form: Form, isNamed: boolean): BlockEdit | undefined {
    if (block.kind === 'tool_result' && goneCalls.has(block.call ?? '')) return { kind: 'remove' }
    if (form === 'full' || block.isNotice) return undefined
    if (block.kind === 'tool_use' && !isHead(form) && answerTo(block)?.block.hasWords) return undefined
    const where = pointerTo(line, block)
    switch (block.kind) {
      case 'thinking':
        return form === 'omit' || block.chars === 0 // nobody could read it: a reference would be longer, and lead to nothing
          ? { kind: 'remove' }
          : { kind: 'text', text: withLine(thinkingReference(block.chars, where.round), where.short()) }
      case 'image':
        return { kind: 'images', notice: omittedNotice('image', 0, where.short()) }
      case 'tool_use':
        return callEdit(block, form, where, isNamed)
      case 'tool_result':
        return resultEdit(block, form, where)
      case 'assistant-text':
        return speechEdit(block, form, where)
      default:
        return undefined
    }
  }

  /** A path is long: it is told once in a round, but for what says where the rest of a beginning is. */
  function pointerTo(line: Entry, block: EntryBlock): Pointer {
    const where = locationOf(subject, line, block)
    const told = (file: string | null) => {
      isFileNamed = true
      return { ...where, file }
    }
    return { round: where.round, long: () => told(where.file), short: () => told(isFileNamed ? null : where.file) }
  }

  /** A call shown as text takes its result along: neither can be without the other. */
  function callEdit(block: EntryBlock, form: Form, where: Pointer, isNamed: boolean): BlockEdit {
    if (isHead(form))
      return { kind: 'strings', keep: form.head, notices: stringNotices(block.strings ?? [], form.head, where.long()) }
    goneCalls.add(block.call ?? '')
    if (form === 'omit' && !isNamed) return { kind: 'remove' }
    const answer = answerTo(block)
    const own =
      form === 'omit'
        ? omittedNotice('tool_use', block.chars, where.short())
        : withLine(toolUseSummary(block, where.round), where.short())
    return { kind: 'text', text: answer ? own + answerText(answer, form) : own }
  }

  function answerTo({ call }: EntryBlock): Answer | undefined {
    results ??= firstResults(lines)
    return results.get(call)
  }

  /** What replaces a result, after what replaces its call. */
  function answerText({ line, block }: Answer, form: Form): string {
    const where = pointerTo(line, block)
    if (form === 'omit') return ` ${omittedNotice('tool_result', block.chars, where.short())}`
    return fidelity.tool_result === 'omit' ? '' : ` ${withLine(toolResultSummary(block, where.round), where.short())}`
  }
}

/** Where a block is whole, with its file or with it only where no notice of the round has named that. */
interface Pointer {
  readonly round: string
  readonly long: () => BlockLocation
  readonly short: () => BlockLocation
}

interface Answer {
  readonly line: Entry
  readonly block: EntryBlock
}

/** The places of the named blocks in their rounds: enough to pass most blocks over. */
function ordinalsIn(forms: Readonly<Record<string, Form>>): ReadonlySet<number> {
  return new Set(Object.keys(forms).map((id) => Number(id.slice(id.lastIndexOf(':') + 1))))
}

function namesOneOf({ blocks }: Entry, named: ReadonlySet<number>): boolean {
  return blocks.some(({ ordinal }) => named.has(ordinal))
}

/** The first result of each call. */
function firstResults(lines: readonly Entry[]): ReadonlyMap<EntryBlock['call'], Answer> {
  const results = new Map<EntryBlock['call'], Answer>()
  for (const line of lines) {
    for (const block of line.blocks) {
      if (block.kind === 'tool_result' && !results.has(block.call)) results.set(block.call, { line, block })
    }
  }
  return results
}

function isHead(form: Form): form is Extract<Form, { head: number }> {
  return typeof form === 'object' && 'head' in form
}

/** Its own form, or that of its kind; pictures inside a result go with the others. */
function formOf(block: EntryBlock, own: Form | undefined, fidelity: Fidelity): Form {
  const form = own ?? formByKind(block, fidelity)
  if (fidelity.image === 'full' || block.kind !== 'tool_result' || block.images === 0) return form
  if (form === 'full') return 'without-images'
  return typeof form === 'object' && 'head' in form ? { ...form, images: 'omit' } : form
}

function formByKind({ kind }: EntryBlock, fidelity: Fidelity): Form {
  return kind === 'thinking' || kind === 'tool_use' || kind === 'tool_result' || kind === 'image'
    ? fidelity[kind]
    : 'full'
}

function speechEdit(block: EntryBlock, form: Form, where: Pointer): BlockEdit | undefined {
  if (typeof form !== 'object') return undefined
  if ('head' in form) return headEdit(block, form, where)
  return 'said' in form ? { kind: 'text', text: summedUpNotice(form.said, block.chars, where.short()) } : undefined
}

function resultEdit(block: EntryBlock, form: Form, where: Pointer): BlockEdit | undefined {
  if (form === 'without-images') return { kind: 'images', notice: omittedNotice('image', 0, where.short()) }
  if (form === 'omit') return { kind: 'text', text: omittedNotice('tool_result', block.chars, where.short()) }
  if (form === 'summary') return { kind: 'text', text: withLine(toolResultSummary(block, where.round), where.short()) }
  if (typeof form !== 'object') return undefined
  if ('head' in form) {
    if (block.chars > form.head) return headEdit(block, form, where)
    return form.images && block.images > 0 ? resultEdit(block, 'without-images', where) : undefined
  }
  if ('said' in form) return { kind: 'text', text: summedUpNotice(form.said, block.chars, where.short()) }
  const text =
    'again' in form
      ? repeatNotice(block.chars, form.again, where.short())
      : supersededNotice(block.chars, form.superseded, where.short())
  return { kind: 'text', text }
}

function headEdit(block: EntryBlock, { head, images }: Extract<Form, { head: number }>, where: Pointer): BlockEdit {
  const notice = cutNotice(block.chars, head, where.long())
  return { kind: 'cut', keep: head, notice, ...(images && { images: omittedNotice('image', 0, where.short()) }) }
}
