import type { LineageLink } from '../../model/session.ts'

/** What a link says of a session that two machines went on with, each in its own way: neither is a newer state of the other. */
export const WENT_ON_ELSEWHERE = { went_on: 'on another machine' } as const

/** The sessions that are such a line of another. */
export function wentOnElsewhere(links: readonly LineageLink[]): ReadonlySet<string> {
  const lines = new Set<string>()
  const rewritten = new Set<string>()
  for (const { child, kind, detail } of links) {
    if (kind === 'rewrite') rewritten.add(child)
    if (kind === 'fork' && detail.went_on === WENT_ON_ELSEWHERE.went_on) lines.add(child)
  }
  for (const child of rewritten) lines.delete(child) // the machine that has its file says so
  return lines
}
