import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { nearest } from '../../model/nearest.ts'
import type { Workspace } from '../workspace.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'

export interface NamedContext {
  readonly name: string
  readonly context_id: CommitId
}

/** A name is a word that no id begins as. */
const NAME = /^(?!ctx-|art-)[\p{L}\d][\p{L}\d._-]{0,99}$/u

/** Gives a commit a name; one that was another's moves. */
export async function setContextName(workspace: Workspace, name: string, reference: CommitRef): Promise<NamedContext> {
  if (!NAME.test(name)) {
    throw new Failure('usage', `${JSON.stringify(name.slice(0, 80))} is no name for a context.`, {
      hint: 'Write a word of letters, digits, dots and dashes that does not begin with ctx- or art-.',
    })
  }
  const commit = await commitOf(workspace, reference)
  await workspace.store.setName(name, commit.id)
  return { name, context_id: commit.id }
}

export async function listContextNames({ store }: Workspace): Promise<readonly NamedContext[]> {
  return (await store.listNames()).map(({ name, commit }) => ({ name, context_id: commit }))
}

export async function getContextName(workspace: Workspace, name: string): Promise<NamedContext> {
  const all = await listContextNames(workspace)
  const found = all.find((one) => one.name === name)
  if (found) return found
  const close = nearest(
    name,
    all.map((one) => one.name),
  )
  throw new Failure('commit-not-found', `No context is named ${JSON.stringify(name.slice(0, 80))}.`, {
    facts: { name: name.slice(0, 200) },
    hint: close === undefined ? 'Run `stet ctx list` to see the names.' : `Did you mean ${close}?`,
  })
}

/** Takes a name away; the commit stays. */
export async function deleteContextName(workspace: Workspace, name: string): Promise<NamedContext> {
  const found = await getContextName(workspace, name)
  await workspace.store.setName(name, null)
  return found
}
