import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import type { HookInput } from './quick-hook.ts'

/** One line for the start of a session: what it came from, what it works on, and what can be done. */
export async function startText(
  { store, cwd }: Workspace,
  session: Session | undefined,
  { source }: HookInput,
): Promise<string> {
  const said: string[] = []
  const parents = session?.facts.surgery?.parents ?? []
  if (parents.length > 0)
    said.push(
      `This session was made by ${session!.facts.surgery!.kind} of ${parents.map((id) => id.slice(0, 8)).join(', ')}.`,
    )
  const engagements = session ? await store.listEngagements(session.id) : []
  const active = [...new Set([...engagements, ...(await activeEngagements(cwd))])]
  if (active.length > 0) said.push(`Active engagement: ${active.slice(0, 3).join(', ')}.`)
  if (session?.head && source !== 'startup') said.push(`Last commit: ${session.head}.`)
  if (said.length === 0 && source !== 'startup') return ''
  return `Stet keeps the record of this session. ${said.join(' ')} \`stet search WORDS\` finds what was said before, \`stet inject SESSION:ROUND\` reads it.`.replace(
    '  ',
    ' ',
  )
}

/** The engagement that the project's file names; the place for whatever knows more of them. */
async function activeEngagements(cwd: string): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises')
  const { join } = await import('node:path')
  try {
    const text = await readFile(join(cwd, 'engagement.md'), 'utf8')
    const id = /^engagement_id:\s*["']?([\w.-]+)/m.exec(text.slice(0, 4000))?.[1]
    return id === undefined ? [] : [id]
  } catch {
    return []
  }
}
