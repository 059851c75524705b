import { shortId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { activeEngagements } from '../engagements/find-engagement-files.ts'
import { resolveSession } from '../resolve-session.ts'
import type { Workspace } from '../workspace.ts'
import type { HookInput } from './quick-hook.ts'

/** One line for the start of a session: what it came from, what it works on, and what can be done. */
export async function startText(
  workspace: Workspace,
  session: Session | undefined,
  { source }: HookInput,
  program: string,
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
  else said.push(...(await lastHere(workspace, session)))
  if (said.length === 0 && source !== 'startup') return ''
  return `Stet keeps the record of this session. ${said.join(' ')} \`stet search WORDS\` finds what was said before, \`stet inject SESSION:ROUND\` reads it. Where \`stet\` is not found, ${program} does the same, and so do the tools search and inject of the server stet.`.replace(
    '  ',
    ' ',
  )
}

/** Where the work in this folder was last. */
async function lastHere(workspace: Workspace, session: Session | undefined): Promise<readonly string[]> {
  const last = await resolveSession(workspace, 'latest').catch(() => undefined)
  if (!last?.head || last.id === session?.id) return []
  return [`Last commit in this folder: ${last.head}, of session ${shortId(last.id)}.`]
}
