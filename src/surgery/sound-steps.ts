import { hashHex, uuidOf } from '../model/id.ts'
import type { BlockEdit } from '../model/line-edits.ts'
import type { OutlineBlock } from '../model/outline.ts'
import type { Step } from './script.ts'

type LineStep = Extract<Step, { kind: 'line' }>

/**
 * Sees to it that what is written can be resumed: a call without its result, or a result without its call before it, is
 * left out, and so is thinking without its signature, as the client does itself; names that lines of different sessions
 * share are told apart.
 */
export function soundSteps(steps: readonly Step[]): readonly Step[] {
  const nameIn = createNames(steps)
  const calls = new Set<string>()
  const answers = new Set<string>()
  const early = new Set<OutlineBlock>()
  for (const step of steps) {
    if (step.kind === 'interrupted') answers.add(nameIn(step.session, step.call))
    if (step.kind !== 'line') continue
    for (let at = 0; at < step.line.blocks.length; at++) {
      const block = step.line.blocks[at]!
      if (block.call === undefined || isGone(step.edits?.blocks.get(at), block.kind)) continue
      const call = callOf(step, block.call)
      if (block.kind === 'tool_use') calls.add(call)
      else if (calls.has(call)) answers.add(call)
      else early.add(block)
    }
  }
  const uuids = new Set<string>()
  const sound: Step[] = []
  for (const step of steps) {
    if (step.kind === 'say') sound.push(step)
    else if (step.kind === 'line') sound.push(withRenames(withoutOrphans(step)))
    else {
      const call = nameIn(step.session, step.call)
      if (calls.has(call)) sound.push({ ...step, call })
    }
  }
  return sound

  function withoutOrphans(step: LineStep): LineStep {
    const given = step.edits?.blocks
    let blocks: Map<number, BlockEdit> | undefined
    for (let at = 0; at < step.line.blocks.length; at++) {
      const block = step.line.blocks[at]!
      const isUnsigned = block.isUnsigned && !given?.has(at)
      if (!isUnsigned && !isOrphan(step, block, given?.get(at))) continue
      blocks ??= new Map(given)
      blocks.set(at, { kind: 'remove' })
    }
    return blocks ? { ...step, edits: { ...step.edits, blocks } } : step
  }

  /** The name a call has in what is written: a mended session may have told it from another of that name already. */
  function callOf({ session, edits }: LineStep, call: string): string {
    return nameIn(session, edits?.renames?.get(call) ?? call)
  }

  function isOrphan(step: LineStep, block: OutlineBlock, edit: BlockEdit | undefined): boolean {
    const isTool = block.kind === 'tool_use' || block.kind === 'tool_result'
    if (!isTool || isGone(edit, block.kind)) return false
    if (block.call === undefined) return true
    const call = callOf(step, block.call)
    if (block.kind === 'tool_use') return !answers.has(call)
    return !calls.has(call) || early.has(block)
  }

  function withRenames(step: LineStep): LineStep {
    const { session, line } = step
    let renames: Map<string, string> | undefined
    const rename = (name: string, other: string) => {
      renames ??= new Map(step.edits?.renames)
      renames.set(name, other)
    }
    if (line.reply !== null && callOf(step, line.reply) !== line.reply) rename(line.reply, callOf(step, line.reply))
    for (const { call } of line.blocks) {
      if (call !== undefined && callOf(step, call) !== call) rename(call, callOf(step, call))
    }
    if (uuids.has(line.uuid)) rename(line.uuid, uuidOf(`${line.uuid}\0${session}\0${line.start}`))
    uuids.add(line.uuid)
    return renames ? { ...step, edits: { blocks: new Map(), ...step.edits, renames } } : step
  }
}

/** Whether an edit takes a call or result away, or turns a call into text. */
function isGone(edit: BlockEdit | undefined, kind: string): boolean {
  return edit?.kind === 'remove' || (edit?.kind === 'text' && kind === 'tool_use')
}

/** A name is the session's that has it first; within a session it always means the same thing. */
function createNames(steps: readonly Step[]): (session: string, name: string) => string {
  const first = steps.find((step) => step.kind === 'line')?.session
  if (steps.every((step) => step.kind === 'say' || step.session === first)) return (_, name) => name
  const owners = new Map<string, string>()
  return (session, name) => {
    const owner = owners.get(name)
    if (owner === undefined) owners.set(name, session)
    return owner === undefined || owner === session ? name : `${name}_${hashHex(`${name}\0${session}`).slice(0, 8)}`
  }
}
