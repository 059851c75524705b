/** What a token may allow beyond what is its principal's own: to read what others know, and to change it. */
export const GRANTS = ['agent/read', 'agent/write'] as const
export type Grant = (typeof GRANTS)[number]

/** Who asks, and what that one may do. */
export interface Holder {
  /** `<user>@<host>`, of whose agents all is its own. */
  readonly principal: string
  readonly grants: readonly Grant[]
}

/** Whether a commit of this principal is the holder's own: it names the client, and may name the agent, after the holder. */
export function isOwn({ principal }: Holder, of: string): boolean {
  return of === principal || of.startsWith(`${principal}/`)
}
