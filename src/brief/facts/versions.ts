import type { NotedFile } from '../../model/tool-act.ts'
import type { BriefRound } from '../round.ts'
import { cwdOf, deedsOf } from './deeds.ts'
import { replay, type Written } from './replay.ts'

export interface FileVersion extends Written {
  readonly version: number
}

export interface FileHistory {
  readonly path: string
  readonly versions: readonly FileVersion[]
}

interface Wanted {
  /** The first round whose versions are wanted; those before it only tell what files held. */
  readonly from?: number
  /** The folder that paths are of, where the rounds do not say it. */
  readonly cwd?: string | null
  /** What the client noted of files, by call. */
  readonly noted?: ReadonlyMap<string, NotedFile>
}

/** Every version of every file written in these rounds, one for each call that wrote it. */
export function fileVersions(
  rounds: readonly BriefRound[],
  { from = 0, cwd: given, noted }: Wanted = {},
): readonly FileHistory[] {
  const cwd = cwdOf(rounds) || (given ?? '')
  const histories = new Map<string, FileVersion[]>()
  replay(deedsOf(rounds, cwd), {
    cwd,
    ...(noted && { noted }),
    wrote: (path, written) => {
      if (written.round < from) return
      const versions = histories.get(path) ?? []
      versions.push({ version: versions.length + 1, ...written })
      histories.set(path, versions)
    },
  })
  return [...histories].map(([path, versions]) => ({ path, versions }))
}
