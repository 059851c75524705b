import { shortId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { activeEngagements } from '../work/find-engagement-files.ts'
import type { HookInput } from './quick-hook.ts'

export interface StartContext {
  /** Where this Stet can be started, whatever is on the agent's PATH. */
  readonly program: string
  /** Where the work in this folder was last, before this session began. */
  readonly last: Session | undefined
}

/** One line for the start of a session: what it came from, what it works on, and what can be done. */
export async function startText(
  workspace: Workspace,
  session: Session | undefined,
  { source }: HookInput,
  { program, last }: StartContext,
): Promise<string> {
  const { store, cwd } = workspace
  const said: string[] = []
  const parents = session?.facts.surgery?.parents ?? []
  if (parents.length > 0)
    said.push(`This session was made by ${session!.facts.surgery!.kind} of ${parents.map(shortId).join(', ')}.`)
  const engagements = session ? await store.listEngagements(session.id) : []
  const active = [...new Set([...engagements, ...activeEngagements(cwd).map(({ id }) => id)])]
  if (active.length > 0) said.push(`Active engagement: ${active.slice(0, 3).join(', ')}.`)
  if (session?.head && source !== 'startup') said.push(`Last commit: ${session.head}.`)
  else if (last?.head && last.id !== session?.id)
    said.push(`Last commit in this folder: ${last.head}, of session ${shortId(last.id)}.`)
  if (said.length === 0 && source !== 'startup') return ''
  return `Stet keeps the record of this session. ${said.join(' ')} \`stet search WORDS\` finds what was said before, \`stet inject SESSION:ROUND\` reads it. Where \`stet\` is not found, ${program} does the same, and so do the tools search and inject of the server stet.`.replace(
    '  ',
    ' ',
  )
}
