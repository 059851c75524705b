import { type ToWrite, toWrite } from '../../brief/entries/to-write.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { provable } from './provable.ts'
import { standingOf } from './standing-of.ts'

/** Characters of what was said: an agent has its own session before it, and needs the words of another one. */
const OWN = 24_000
const OTHER = 60_000

export interface WhatToWrite extends ToWrite {
  readonly session: string
}

/** What an agent needs to write the next entries of a session. */
export async function whatToWrite(workspace: Workspace, session: Session): Promise<WhatToWrite> {
  const isOwn = (await workspace.inside?.())?.session === session.clientId
  const proof = await provable(workspace, session)
  const standing = await standingOf(workspace, session)
  return { session: session.id, ...toWrite(proof, standing, isOwn ? OWN : OTHER) }
}
