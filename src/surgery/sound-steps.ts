import { answersIn, callsIn, type Entry, type EntryBlock } from '../model/entry.ts'
import { hashHex, uuidOf } from '../model/id.ts'
import type { BlockEdit, LineEdits } from '../model/line-edits.ts'
import type { Interrupted } from './open-calls.ts'
import type { PassageStep, Step } from './step.ts'

/**
 * Sees to it that what is written can be resumed: a call without its result, or a result without its call before it, is
 * left out, and so is thinking without its signature, as the client does itself; names that lines of different sessions
 * share are told apart.
 */
export function soundSteps(steps: readonly Step[]): readonly Step[] {
  const passages = steps.filter((step) => step.kind === 'passage')
  const nameIn = createNames(passages)
  const pairs = pairsIn(passages, nameIn)
  const ids = new Set<string>()
  return steps.map((step) =>
    step.kind === 'say' ? step : withRenames(withoutOrphans(step, pairs, nameIn), nameIn, ids),
  )
}

type NameIn = (session: string, name: string) => string

/** The calls and answers of all that is written, and the results that are before their call. */
interface Pairs {
  readonly calls: ReadonlySet<string>
  readonly answers: ReadonlySet<string>
  readonly early: ReadonlySet<EntryBlock>
}

function pairsIn(passages: readonly PassageStep[], nameIn: NameIn): Pairs {
  const calls = new Set<string>()
  const answers = new Set<string>()
  const early = new Set<EntryBlock>()
  for (const step of passages) {
    for (const line of step.passage.lines) {
      const edits = step.edits.get(line)
      for (const [at, block] of line.blocks.entries()) {
        if (block.call === undefined || isGone(edits?.blocks.get(at), block.kind)) continue
        const call = nameIn(step.session, ownName(edits, block.call))
        if (block.kind === 'tool_use') calls.add(call)
        else if (calls.has(call)) answers.add(call)
        else early.add(block)
      }
      for (const { call } of step.interrupted.get(line) ?? []) answers.add(nameIn(step.session, call))
    }
  }
  return { calls, answers, early }
}

function withoutOrphans(step: PassageStep, { calls, answers, early }: Pairs, nameIn: NameIn): PassageStep {
  const edits = new Map(step.edits)
  const interrupted = new Map<Entry, readonly Interrupted[]>()
  for (const line of step.passage.lines) {
    const given = step.edits.get(line)
    let blocks: Map<number, BlockEdit> | undefined
    for (const [at, block] of line.blocks.entries()) {
      const isUnsigned = block.isUnsigned && !given?.blocks.has(at)
      if (!isUnsigned && !isOrphan(block, given, given?.blocks.get(at))) continue
      blocks ??= new Map(given?.blocks)
      blocks.set(at, { kind: 'remove' })
    }
    if (blocks) edits.set(line, { ...given, blocks })
    const open = step.interrupted.get(line)?.map(({ call, at }) => ({ call: nameIn(step.session, call), at }))
    const still = open?.filter(({ call }) => calls.has(call)) ?? []
    if (still.length > 0) interrupted.set(line, still)
  }
  return { ...step, edits, interrupted }

  function isOrphan(block: EntryBlock, given: LineEdits | undefined, edit: BlockEdit | undefined): boolean {
    const isTool = block.kind === 'tool_use' || block.kind === 'tool_result'
    if (!isTool || isGone(edit, block.kind)) return false
    if (block.call === undefined) return true
    const call = nameIn(step.session, ownName(given, block.call))
    if (block.kind === 'tool_use') return !answers.has(call)
    return !calls.has(call) || early.has(block)
  }
}

/** Gives a line that has a name of another one a name of its own; `ids` are those of the lines before. */
function withRenames(step: PassageStep, nameIn: NameIn, ids: Set<string>): PassageStep {
  const { session, passage } = step
  let edits: Map<Entry, LineEdits> | undefined
  for (const line of passage.lines) {
    const given = step.edits.get(line)
    const renames = nameIn === sameName ? undefined : disambiguated(line, given, (name) => nameIn(session, name))
    const { id } = line
    const isTaken = id !== null && ids.has(id)
    if (id !== null) ids.add(id)
    if (!renames && !isTaken) continue
    const names = new Map([...(given?.renames ?? []), ...(renames ?? [])])
    if (isTaken) names.set(id, uuidOf(`${id}\0${session}\0${line.start}`))
    edits ??= new Map(step.edits)
    edits.set(line, { blocks: new Map(), ...given, renames: names })
  }
  return edits ? { ...step, edits } : step
}

/** The names in a line that are another session's, with those they get. */
function disambiguated(
  line: Entry,
  given: LineEdits | undefined,
  nameOf: (name: string) => string,
): ReadonlyMap<string, string> | undefined {
  let renames: Map<string, string> | undefined
  if (line.reply !== null) note(line.reply)
  for (const call of callsIn(line)) note(call)
  for (const call of answersIn(line)) note(call)
  return renames

  function note(name: string): void {
    const other = nameOf(ownName(given, name))
    if (other === name) return
    renames ??= new Map()
    renames.set(name, other)
  }
}

/** The name a call has where a mended session has told it from another of that name already. */
function ownName(edits: LineEdits | undefined, name: string): string {
  return edits?.renames?.get(name) ?? name
}

/** Whether an edit takes a call or result away, or turns a call into text. */
function isGone(edit: BlockEdit | undefined, kind: string): boolean {
  return edit?.kind === 'remove' || (edit?.kind === 'text' && kind === 'tool_use')
}

/** A name is the session's that has it first; within a session it always means the same thing. */
function createNames(passages: readonly PassageStep[]): NameIn {
  if (passages.every(({ session }) => session === passages[0]!.session)) return sameName
  const owners = new Map<string, string>()
  return (session, name) => {
    const owner = owners.get(name)
    if (owner === undefined) owners.set(name, session)
    return owner === undefined || owner === session ? name : `${name}_${hashHex(`${name}\0${session}`).slice(0, 8)}`
  }
}

function sameName(_: string, name: string): string {
  return name
}
