import type { Window } from './running-state.ts'

/** The client's processes that are at a session, the one in which something was asked last first. */
export function windowsOf({ pid, started, seen, idle, others = [] }: Windows): readonly KnownWindow[] {
  return [{ pid, started, seen, idle }, ...others].filter((one): one is KnownWindow => one.pid !== undefined)
}

/** The same, as hooks remember them. */
export function asWindows([first, ...others]: readonly Window[]): Windows {
  return { ...first, others: others.length > 0 ? others : undefined }
}

interface Windows extends Window {
  readonly others?: readonly Window[] | undefined
}
type KnownWindow = Window & { readonly pid: number }
