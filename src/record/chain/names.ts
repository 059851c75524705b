import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { nearest } from '../../model/nearest.ts'
import type { Workspace } from '../workspace.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'

export interface NamedContext {
  readonly name: string
  readonly context_id: CommitId
}

/** A name is a word that no id begins as and that means nothing else, or several with `/` between them. */
const NAME = /^(?!ctx-|art-|(?:latest|none)$)(?=.{1,100}$)[\p{L}\d][\p{L}\d._-]*(?:\/[\p{L}\d][\p{L}\d._-]*)*$/u

export interface SetNameOptions {
  readonly dryRun?: boolean
  /** The commit that the name must mean now for it to move, `none` for a name that is not there. */
  readonly expect?: string | undefined
}

/** Gives a commit a name; one that was another's moves. */
export async function setContextName(
  workspace: Workspace,
  name: string,
  reference: CommitRef,
  { dryRun = false, expect }: SetNameOptions = {},
): Promise<NamedContext> {
  if (!NAME.test(name)) {
    throw new Failure('usage', `${JSON.stringify(name.slice(0, 80))} cannot be the name of a context.`, {
      hint: 'Use letters, digits, dots and dashes, with / between words, such as review/one. A name cannot be latest or none, or begin with ctx- or art-.',
    })
  }
  const commit = await commitOf(workspace, reference)
  const from = expect === undefined || expect === 'none' ? null : (await commitOf(workspace, expect)).id
  if (!dryRun) await workspace.store.setName(name, commit.id, expect === undefined ? undefined : from)
  return { name, context_id: commit.id }
}

/** Every name, or those that begin with `prefix`. */
export async function listContextNames({ store }: Workspace, prefix = ''): Promise<readonly NamedContext[]> {
  return (await store.listNames())
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, commit }) => ({ name, context_id: commit }))
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
