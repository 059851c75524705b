import type { FileEdit } from '../model/tool-act.ts'
import type { DigestRound } from './round.ts'
import { applied, wholeText } from './tools/track-files.ts'

/** A file as one call left it. `content` is null where what it held before is not recorded; then the edit is all there is. */
export interface FileVersion {
  readonly version: number
  readonly round: number
  readonly content: string | null
  readonly edit: FileEdit
}

export interface FileHistory {
  readonly path: string
  readonly versions: readonly FileVersion[]
}

/** Every version of every file written in these rounds, by replaying the calls that wrote it. */
export function fileVersions(rounds: readonly DigestRound[]): readonly FileHistory[] {
  const held = new Map<string, string>()
  const histories = new Map<string, FileVersion[]>()
  for (const { round, events } of rounds) {
    for (const event of events) {
      if (event.kind !== 'did' || event.outcome?.failed) continue
      const { act, outcome } = event
      if (act.role === 'read' && outcome) {
        const whole = wholeText(outcome.output)
        for (const { path } of act.files) if (whole !== undefined) held.set(path, whole)
      }
      for (const edit of act.edits ?? []) {
        const content = applied(held.get(edit.path), edit)
        if (content === undefined) held.delete(edit.path)
        else held.set(edit.path, content)
        const versions = histories.get(edit.path) ?? []
        versions.push({ version: versions.length + 1, round, content: content ?? null, edit })
        histories.set(edit.path, versions)
      }
    }
  }
  return [...histories].map(([path, versions]) => ({ path, versions }))
}
