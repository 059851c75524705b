import type { Entry } from '../model/entry.ts'
import type { LineEdits } from '../model/line-edits.ts'
import type { Interrupted } from './open-calls.ts'
import type { Passage } from './passage.ts'
import type { Subject } from './subject.ts'

/** What is written, one after the other. */
export type Step = PassageStep | SayStep

/** Lines of a session, those that change with what changes in them. */
export interface PassageStep {
  readonly kind: 'passage'
  readonly session: string
  readonly passage: Passage
  readonly edits: ReadonlyMap<Entry, LineEdits>
  /** Calls that are answered in the client's own words after a line. */
  readonly interrupted: ReadonlyMap<Entry, readonly Interrupted[]>
}

/** A message of Stet's own, and what the agent answers. */
interface SayStep {
  readonly kind: 'say'
  readonly text: string
  readonly answer: string | null
  readonly at: string | null
}

export function passageStep(
  { session }: Subject,
  passage: Passage,
  edits: PassageStep['edits'],
  interrupted: PassageStep['interrupted'],
): PassageStep {
  return { kind: 'passage', session, passage, edits: withOwnRenames(passage, edits), interrupted }
}

/** Lines of a mended session may have new names already. */
function withOwnRenames({ lines }: Passage, edits: PassageStep['edits']): PassageStep['edits'] {
  const renamed = lines.filter((line) => line.renames)
  if (renamed.length === 0) return edits
  const all = new Map(edits)
  for (const line of renamed) all.set(line, { blocks: new Map(), ...edits.get(line), renames: line.renames! })
  return all
}
