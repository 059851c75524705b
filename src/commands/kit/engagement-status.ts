import type { EngagementStatus } from '../../work/engage.ts'
import { engagement } from './fields.ts'
import { list, object, orNull, string } from './shape.ts'
import type { Screen } from './text/screen.ts'

export const ACTIVE = engagement({ summary: 'the engagement, where several are active' })

export const STATUS = object({
  engagement: string,
  method: orNull(string),
  phase: orNull(string),
  started: orNull(string),
  path: string,
  phases: list(object({ phase: string, from: orNull(string), to: orNull(string) })),
})

export function statusText({ engagement, method, phases, path }: EngagementStatus, screen: Screen): string {
  const rows = phases.map(
    ({ phase, from, to }) => `  ${phase}  ${from?.slice(0, 16) ?? ''} – ${to?.slice(0, 16) ?? 'now'}`,
  )
  return [`${screen.bold(engagement)}  ${method ?? ''}  ${screen.dim(screen.path(path))}`, ...rows].join('\n')
}
