import type { BlockEdit, LineEdits } from '../model/line-edits.ts'
import type { OutlineBlock, OutlineLine } from '../model/outline.ts'
import type { Fidelity, Form, Piece } from '../model/plan.ts'
import { blockIdOf } from './block-id.ts'
import { isFull } from './fidelity.ts'
import {
  cutNotice,
  isNotice,
  omittedNotice,
  repeatNotice,
  summedUpNotice,
  supersededNotice,
  thinkingReference,
  toolResultSummary,
  toolUseSummary,
  type Whereabouts,
} from './notices.ts'
import type { Subject } from './subject.ts'

type Shown = Pick<Extract<Piece, { kind: 'round' }>, 'fidelity' | 'blocks'>

/** The changes to lines that show them as a piece says; `number` is that of their round in the new session. */
export function editsOf(
  { fidelity, blocks: forms = {} }: Shown,
  lines: readonly OutlineLine[],
  subject: Subject,
  number: number,
): ReadonlyMap<OutlineLine, LineEdits> {
  const edits = new Map<OutlineLine, LineEdits>()
  const named = ordinalsIn(forms)
  const staysWhole = isFull(fidelity)
  if (named.size === 0 && staysWhole) return edits
  const goneCalls = new Set<string>()
  let results: ReturnType<typeof firstResults> | undefined
  for (const line of lines) {
    if (staysWhole && goneCalls.size === 0 && !namesOneOf(line, named)) continue
    let blocks: Map<number, BlockEdit> | undefined
    for (let at = 0; at < line.blocks.length; at++) {
      const block = line.blocks[at]!
      const isNamed = named.has(block.ordinal)
      if (staysWhole && !isNamed && goneCalls.size === 0) continue
      const own = isNamed ? forms[blockIdOf(subject.session, line, block)] : undefined
      const edit = editOf(line, block, own ?? formByKind(block, fidelity), own !== undefined)
      if (!edit) continue
      blocks ??= new Map()
      blocks.set(at, edit)
    }
    if (blocks) edits.set(line, { blocks })
  }
  return edits

  function editOf(line: OutlineLine, block: OutlineBlock, form: Form, isNamed: boolean): BlockEdit | undefined {
    if (block.kind === 'tool_result' && goneCalls.has(block.call ?? '')) return { kind: 'remove' }
    if (form === 'full' || isNotice(block.ending)) return undefined
    const where: Whereabouts = {
      block: blockIdOf(subject.session, line, block),
      line: line.number,
      file: subject.source,
    }
    switch (block.kind) {
      case 'thinking':
        return form === 'omit' ? { kind: 'remove' } : { kind: 'text', text: thinkingReference(block.chars, number) }
      case 'image':
        return { kind: 'images', notice: omittedNotice('image', 0, where) }
      case 'tool_use':
        return callEdit(block, form, where, isNamed)
      case 'tool_result':
        return resultEdit(block, form, where, number)
      case 'assistant-text':
        return speechEdit(block, form, where)
      default:
        return undefined
    }
  }

  /** A call shown as text takes its result along: neither can stand without the other. */
  function callEdit(block: OutlineBlock, form: Form, where: Whereabouts, isNamed: boolean): BlockEdit {
    if (typeof form === 'object' && 'head' in form) return headEdit(block, form.head, where)
    goneCalls.add(block.call ?? '')
    if (form === 'omit')
      return isNamed ? { kind: 'text', text: omittedNotice('tool_use', block.chars, where) } : { kind: 'remove' }
    results ??= firstResults(lines)
    const result = results.get(block.call)
    const told = result && fidelity.tool_result !== 'omit' ? ` ${toolResultSummary(result, number)}` : ''
    return { kind: 'text', text: toolUseSummary(block, number) + told }
  }
}

/** The places of the named blocks in their rounds: enough to pass most blocks over. */
function ordinalsIn(forms: Readonly<Record<string, Form>>): ReadonlySet<number> {
  return new Set(Object.keys(forms).map((id) => Number(id.slice(id.lastIndexOf(':') + 1))))
}

function namesOneOf({ ordinal, blockCount }: OutlineLine, named: ReadonlySet<number>): boolean {
  for (let at = ordinal; at < ordinal + blockCount; at++) if (named.has(at)) return true
  return false
}

/** The first result of each call. */
function firstResults(lines: readonly OutlineLine[]): ReadonlyMap<OutlineBlock['call'], OutlineBlock> {
  const results = new Map<OutlineBlock['call'], OutlineBlock>()
  for (const { blocks } of lines) {
    for (const block of blocks) {
      if (block.kind === 'tool_result' && !results.has(block.call)) results.set(block.call, block)
    }
  }
  return results
}

function formByKind({ kind }: OutlineBlock, fidelity: Fidelity): Form {
  return kind === 'thinking' || kind === 'tool_use' || kind === 'tool_result' || kind === 'image'
    ? fidelity[kind]
    : 'full'
}

function speechEdit(block: OutlineBlock, form: Form, where: Whereabouts): BlockEdit | undefined {
  if (typeof form !== 'object') return undefined
  if ('head' in form) return headEdit(block, form.head, where)
  return 'said' in form ? { kind: 'text', text: summedUpNotice(form.said, block.chars, where) } : undefined
}

function resultEdit(block: OutlineBlock, form: Form, where: Whereabouts, number: number): BlockEdit | undefined {
  if (form === 'without-images') return { kind: 'images', notice: omittedNotice('image', 0, where) }
  if (form === 'omit') return { kind: 'text', text: omittedNotice('tool_result', block.chars, where) }
  if (form === 'summary') return { kind: 'text', text: toolResultSummary(block, number) }
  if (typeof form !== 'object') return undefined
  if ('head' in form) return block.chars > form.head ? headEdit(block, form.head, where) : undefined
  if ('said' in form) return { kind: 'text', text: summedUpNotice(form.said, block.chars, where) }
  const text =
    'again' in form
      ? repeatNotice(block.chars, form.again, where)
      : supersededNotice(block.chars, form.superseded, where)
  return { kind: 'text', text }
}

function headEdit(block: OutlineBlock, keep: number, where: Whereabouts): BlockEdit {
  return { kind: 'cut', keep, notice: cutNotice(block.chars, keep, where) }
}
