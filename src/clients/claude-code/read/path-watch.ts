import type { ActivePath } from '../../parser.ts'
import type { Node } from './graph.ts'

/** How many lines below the leaf, and how many leaves to come, are remembered; what is beyond is looked up again. */
const LINES = 128
const LEAVES = 64

/** What is known of the active path since the whole graph was last looked at. Plain JSON. */
export interface PathState {
  /** False once a line came that may change which earlier rounds are active. */
  settled: boolean
  /** The leaf found by the last look, and the lines that hang on it since. */
  below: readonly string[]
  /** Whether something said in the current round is on the path. */
  spoken: boolean
  /** Leaves that were named and not found below the leaf: a line of that name may come later. */
  awaited: string[]
  /** Lines that the last compaction keeps: what hangs on them is linked again. */
  kept: string[]
}

export interface NewLine {
  readonly human: boolean
  /** True when it goes on in the current round, or starts the next one after it. */
  readonly goesOn: boolean
  /** True when its uuid was there before, or was named as a parent before it came. */
  readonly known: boolean
}

/**
 * Tells whether new lines leave the active rounds as they are: as long as each hangs below the leaf and in the current
 * round, the path only grows. Everything else asks for a new look; a look too many does no harm.
 */
export function createPathWatch(state: PathState) {
  const below = new Set(state.below)

  return {
    get isSettled() {
      return state.settled
    },

    add(node: Node, { human, goesOn, known }: NewLine): void {
      const { uuid, parent, kind } = node
      if (kind === 'foreign') {
        if (human) startUnseen()
        return
      }
      if (human) state.spoken = true
      const grows =
        parent !== null &&
        below.has(parent) &&
        goesOn &&
        !known &&
        kind !== 'boundary' &&
        !(kind === 'message' && !human && !state.spoken) &&
        !state.kept.includes(uuid) &&
        !state.awaited.includes(uuid)
      if (kind === 'boundary') state.kept = node.preserved ? Object.values(node.preserved) : []
      if (grows) keep(uuid)
      else state.settled = false
    },

    startUnseen,

    /** A side record named a leaf. Any line below the old one, in the current round, leads to the same rounds. */
    name(uuid: string, inCurrentRound: boolean): void {
      if (below.has(uuid) && inCurrentRound) {
        below.clear()
        below.add(uuid)
        state.awaited = []
        return
      }
      state.settled = false
      // With more of them nothing is settled until they are forgotten: which they are does not matter then.
      if (state.awaited.length <= LEAVES && !state.awaited.includes(uuid)) state.awaited.push(uuid)
    },

    /** The whole graph was looked at. */
    settle({ leaf, rounds }: ActivePath, round: number): void {
      state.settled = state.awaited.length <= LEAVES
      state.spoken = rounds.includes(round)
      below.clear()
      if (leaf !== null) below.add(leaf)
    },

    save(): PathState {
      return { ...state, below: [...below] }
    },
  }

  /** A round began that the client does not see. */
  function startUnseen(): void {
    state.settled = false
    state.spoken = false
  }

  function keep(uuid: string): void {
    below.add(uuid)
    if (below.size > LINES) below.delete(below.keys().next().value!)
  }
}

export function initialPath(): PathState {
  return { settled: false, below: [], spoken: false, awaited: [], kept: [] }
}
