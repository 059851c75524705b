import { phaseWindows } from '../model/engagement-file.ts'
import type { Session } from '../model/session.ts'
import { activeEngagements, findEngagementFiles } from './find-engagement-files.ts'

/** What of a session tells where it works. */
type Placed = { readonly facts: Pick<Session['facts'], 'cwd'> }

/**
 * The time at which a phase began, of an engagement that the session's folder is at, else the folder that is asked in;
 * undefined where none is called so.
 */
export function phaseStart({ facts: { cwd } }: Placed, phase: string, askedIn: string): string | undefined {
  for (const folder of cwd === null ? [askedIn] : [cwd, askedIn]) {
    for (const file of findEngagementFiles(folder, { archived: true })) {
      const window = phaseWindows(file).findLast((known) => known.phase === phase)
      if (window) return window.from ?? '1970-01-01T00:00:00.000Z'
    }
  }
  return undefined
}

/** The phase that the work of a session is in now, and when it began; undefined where no engagement tells. */
export function currentPhase({
  facts: { cwd },
}: Placed): { readonly phase: string; readonly from: string } | undefined {
  const [active] = cwd === null ? [] : activeEngagements(cwd)
  const last = active && phaseWindows(active).at(-1)
  return last?.from ? { phase: last.phase, from: last.from } : undefined
}
