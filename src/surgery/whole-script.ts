import type { Context } from '../model/context.ts'
import { PARSER_VERSION } from '../model/parser-version.ts'
import type { OperationKind } from '../model/plan.ts'
import { openCallsIn } from './open-calls.ts'
import { passageOf } from './passage.ts'
import type { Script } from './script.ts'
import { soundSteps } from './sound-steps.ts'

/** All that a client would send, as it is, of lines that may come from anywhere in a session: their rounds are renumbered. */
export function wholeScript(
  kind: OperationKind,
  session: string,
  { parts, openCalls }: Context,
  charsAToken: number,
): Script {
  const open = new Set(openCalls)
  const steps = parts.map(({ lines }) => ({
    kind: 'passage' as const,
    session,
    passage: passageOf(lines, charsAToken),
    edits: new Map(),
    interrupted: openCallsIn(open, lines),
  }))
  return {
    steps: soundSteps(steps),
    full: [],
    partial: [],
    indexed: [],
    cutBlocks: 0,
    note: {
      kind,
      parents: [session],
      rounds: [],
      partial: [],
      rest: null,
      origins: [],
      highest: 0,
      parser: PARSER_VERSION,
    },
  }
}
