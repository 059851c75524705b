import type { ActivePath } from '../../parser.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import type { UserKind } from './classify.ts'
import { encodeGraph, type Node } from './graph.ts'
import { nodeOf } from './node.ts'
import { keep, type State } from './parser-state.ts'
import { createPathWatch } from './path-watch.ts'
import { loadIds, loadRounds, saveIds, saveRounds } from './saved-ids.ts'

/** How many parents that were not found are remembered, to notice one that comes after its child. */
const UNRESOLVED = 256

/** A line that joins the graph. */
interface LinkedLine {
  readonly round: number
  readonly human: boolean
  /** False for a record that the client does not read. */
  readonly seen: boolean
  readonly userKind: UserKind | undefined
  /** The round that was the current one before this line. */
  readonly before: number
}

/** What joins a session's lines to one another, as a parser meets them: their rounds, their graph, the active path. */
export function createLinks(state: State) {
  const recent = loadRounds(state.recent)
  const calls = loadRounds(state.calls)
  const path = createPathWatch({ ...state.path, below: loadIds(state.path.below, [...recent.keys()]) })
  let nodes: Node[] = []

  return {
    path,

    /** The round of the call that a line answers, or of the line it hangs on; undefined where neither is near. */
    roundOf(line: Line): number | undefined {
      for (const { type, tool_use_id } of contentOf(line.message)) {
        const called = type === 'tool_result' && isText(tool_use_id) ? calls.get(tool_use_id) : undefined
        if (called !== undefined) return called
      }
      return isText(line.parentUuid) ? recent.get(line.parentUuid) : undefined
    },

    noteCalls(line: Line, round: number): void {
      for (const { type, id } of contentOf(line.message)) if (type === 'tool_use' && isText(id)) keep(calls, id, round)
    },

    add(line: Line, { round, human, seen, userKind, before }: LinkedLine): void {
      const uuid = line.uuid!
      const parent = isText(line.parentUuid) ? line.parentUuid : null
      const parentRound = parent === null ? undefined : recent.get(parent)
      if (!isSubagentsWithin(line, state)) {
        const own = nodeOf(line, round, userKind)!
        const node = seen ? own : { ...own, kind: 'foreign' as const }
        nodes.push(node)
        const known = !state.ordered || recent.has(uuid) || state.unresolved.includes(uuid)
        const goesOn = round === state.round && parentRound === (human ? before : round)
        path.add(node, { human, goesOn, known })
        noteOrder(uuid, parent)
      }
      keep(recent, uuid, round)
    },

    /** A side record names the line that the client goes on from. */
    addLeaf(leaf: Node): void {
      path.name(leaf.uuid, recent.get(leaf.uuid) === state.round)
      nodes.push(leaf)
    },

    /** Says that a line is of another round than it seemed. */
    move(uuid: string, round: number): void {
      keep(recent, uuid, round)
      path.startUnseen()
    },
    settle: (found: ActivePath) => path.settle(found, state.round),

    /** The graph of the lines since it was last taken. */
    take(): Buffer | undefined {
      const taken = nodes
      nodes = []
      return taken.length > 0 ? Buffer.from(encodeGraph(taken)) : undefined
    },

    /** Brings the state up to date. */
    save(): void {
      const { below, ...known } = path.save()
      state.recent = saveRounds(recent)
      state.calls = saveRounds(calls)
      state.path = { ...known, below: saveIds(below, [...recent.keys()]) }
    },
  }

  function noteOrder(uuid: string, parent: string | null): void {
    if (recent.has(uuid) || state.unresolved.includes(uuid)) state.ordered = false
    if (parent === null || recent.has(parent) || !state.ordered) return
    state.unresolved.push(parent)
    if (state.unresolved.length > UNRESOLVED) state.unresolved.shift() // a parent that long awaited never comes
  }
}

/** Whether a line is a subagent's inside a main file. */
export function isSubagentsWithin(line: Line, { sidechainFile }: Pick<State, 'sidechainFile'>): boolean {
  return Boolean(line.isSidechain) && sidechainFile === false
}
