import { hashHex, uuidOf } from '../model/id.ts'
import type { BlockEdit } from '../model/line-edits.ts'
import type { OutlineBlock, OutlineLine } from '../model/outline.ts'
import type { Step } from './script.ts'

type LineStep = Extract<Step, { kind: 'line' }>

/**
 * Sees to it that what is written can be resumed: a call without its result, or a result without its call before it, is
 * left out, and so is thinking without its signature, as the client does itself; names that lines of different sessions
 * share are told apart.
 */
export function soundSteps(steps: readonly Step[]): readonly Step[] {
  const nameIn = createNames()
  const calls = new Set<string>()
  const answers = new Set<string>()
  const early = new Set<OutlineBlock>()
  for (const step of steps) {
    if (step.kind === 'interrupted') answers.add(nameIn(step.session, step.call))
    if (step.kind !== 'line') continue
    for (const [at, block] of step.line.blocks.entries()) {
      if (block.call === undefined || isGone(step.edits?.blocks.get(at), block.kind)) continue
      const call = callOf(step, block.call)
      if (block.kind === 'tool_use') calls.add(call)
      else if (calls.has(call)) answers.add(call)
      else early.add(block)
    }
  }
  const uuids = new Set<string>()
  return steps.flatMap((step): readonly Step[] => {
    if (step.kind === 'say') return [step]
    if (step.kind === 'line') return [withRenames(withoutOrphans(step))]
    const call = nameIn(step.session, step.call)
    return calls.has(call) ? [{ ...step, call }] : []
  })

  function withoutOrphans(step: LineStep): LineStep {
    const blocks = new Map(step.edits?.blocks)
    let isSound = true
    for (const [at, block] of step.line.blocks.entries()) {
      const isUnsigned = block.isUnsigned && !blocks.has(at)
      if (!isUnsigned && !isOrphan(step, block, blocks.get(at))) continue
      blocks.set(at, { kind: 'remove' })
      isSound = false
    }
    return isSound ? step : { ...step, edits: { ...step.edits, blocks } }
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
    const renames = new Map(step.edits?.renames)
    for (const name of namesOf(line)) {
      const other = callOf(step, name)
      if (other !== name) renames.set(name, other)
    }
    if (uuids.has(line.uuid)) renames.set(line.uuid, uuidOf(`${line.uuid}\0${session}\0${line.start}`))
    uuids.add(line.uuid)
    return renames.size === 0 ? step : { ...step, edits: { blocks: new Map(), ...step.edits, renames } }
  }
}

/** Whether an edit takes a call or result away, or turns a call into text. */
function isGone(edit: BlockEdit | undefined, kind: string): boolean {
  return edit?.kind === 'remove' || (edit?.kind === 'text' && kind === 'tool_use')
}

/** A name is the session's that has it first; within a session it always means the same thing. */
function createNames(): (session: string, name: string) => string {
  const owners = new Map<string, string>()
  return (session, name) => {
    const owner = owners.get(name)
    if (owner === undefined) owners.set(name, session)
    return owner === undefined || owner === session ? name : `${name}_${hashHex(`${name}\0${session}`).slice(0, 8)}`
  }
}

function namesOf(line: OutlineLine): readonly string[] {
  const calls = line.blocks.flatMap((block) => block.call ?? [])
  return [...(line.reply === null ? [] : [line.reply]), ...calls]
}
