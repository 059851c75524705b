import { hashHex } from '../model/id.ts'
import type { BlockEdit } from '../model/line-edits.ts'
import type { OutlineLine } from '../model/outline.ts'
import type { Step } from './script.ts'

type LineStep = Extract<Step, { kind: 'line' }>

/**
 * Sees to it that what is written can be resumed: a call without its result, or a result without its call, is left out,
 * and so is thinking without its signature, as the client does itself; names that two lines of different sessions share
 * are told apart.
 */
export function soundSteps(steps: readonly Step[]): readonly Step[] {
  const calls = new Set<string>()
  const answers = new Set<string>(steps.flatMap((step) => (step.kind === 'interrupted' ? [step.call] : [])))
  for (const step of steps) {
    if (step.kind !== 'line') continue
    for (const [at, block] of step.line.blocks.entries()) {
      if (block.call === undefined || isGone(step.edits?.blocks.get(at), block.kind)) continue
      if (block.kind === 'tool_use') calls.add(block.call)
      else answers.add(block.call)
    }
  }
  const rename = createRenamer()
  return steps.map((step) => (step.kind === 'line' ? withRenames(withoutOrphans(step)) : step))

  function withoutOrphans(step: LineStep): LineStep {
    const blocks = new Map(step.edits?.blocks)
    for (const [at, block] of step.line.blocks.entries()) {
      const isOrphan =
        (block.kind === 'tool_use' && !answers.has(block.call ?? '')) ||
        (block.kind === 'tool_result' && !calls.has(block.call ?? ''))
      if ((isOrphan && !blocks.has(at)) || (block.unsigned && !blocks.has(at))) blocks.set(at, { kind: 'remove' })
    }
    return blocks.size === (step.edits?.blocks.size ?? 0) ? step : { ...step, edits: { ...step.edits, blocks } }
  }

  function withRenames(step: LineStep): LineStep {
    const renames = new Map([...(step.edits?.renames ?? []), ...rename(step)])
    return renames.size === 0 ? step : { ...step, edits: { blocks: new Map(), ...step.edits, renames } }
  }
}

/** Whether an edit takes a call or result away, or turns a call into text. */
function isGone(edit: BlockEdit | undefined, kind: string): boolean {
  return edit?.kind === 'remove' || (edit?.kind === 'text' && kind === 'tool_use')
}

/** Gives names that another session's lines have already new ones; within a session they mean the same thing. */
function createRenamer(): (step: LineStep) => ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const taken = new Set<string>()
  return ({ session, line }) => {
    const renames = new Map<string, string>()
    for (const name of namesOf(line)) {
      const owner = owners.get(name)
      if (owner === undefined) owners.set(name, session)
      else if (owner !== session) renames.set(name, otherName(name, session))
    }
    const uuid = renames.get(line.uuid) ?? line.uuid
    if (taken.has(uuid)) renames.set(line.uuid, otherUuid(uuid, `${session} ${line.start}`))
    taken.add(renames.get(line.uuid) ?? line.uuid)
    return renames
  }
}

function namesOf(line: OutlineLine): readonly string[] {
  const calls = line.blocks.flatMap((block) => block.call ?? [])
  return [...(line.reply === null ? [] : [line.reply]), ...calls]
}

function otherName(name: string, session: string): string {
  return `${name}_${hashHex(`${name}\0${session}`).slice(0, 8)}`
}

function otherUuid(uuid: string, seed: string): string {
  const hex = hashHex(`${uuid}\0${seed}`)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
