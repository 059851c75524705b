import { noFacts } from '../../model/session.ts'
import { SIDE } from '../../model/span.ts'
import type { Parser } from '../parser.ts'

/** Takes every line for a side record: kept, and not read. */
export function createRawParser(saved?: string): Parser {
  const state: { lines: number; offset: number } = saved ? JSON.parse(saved) : { lines: 0, offset: 0 }
  let from = state.offset
  return {
    classify: () => ({ role: 'plain', isRecord: false }),
    add(_line, _buffer, start, end) {
      state.lines++
      state.offset += end - start
    },
    closeLine() {
      state.offset++
    },
    take() {
      const spans = state.offset > from ? [{ start: from, end: state.offset, owner: SIDE }] : []
      from = state.offset
      return {
        rounds: [],
        spans,
        problems: [],
        graph: undefined,
        facts: { ...noFacts(), lines: state.lines },
        spawns: [],
        texts: [],
      }
    },
    save: () => JSON.stringify(state),
    mark: () => ({ messages: 0, chars: 0 }),
    lastTime: null,
    agent: null,
    pathIsSettled: true,
    settlePath() {},
    isOrdered: true,
  }
}
