import { existsSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import { isHere } from '../model/machine-path.ts'
import type { Session } from '../model/session.ts'
import { isSameProject, type Project, projectOf } from '../record/remote/project.ts'
import { recordedProject } from '../record/remote/remotes.ts'
import type { Workspace } from '../record/workspace.ts'

/**
 * The folder of this machine in which a session of another one goes on: the one that is given; else the same folder of a
 * checkout of the same repository, which is looked for here, in the folders of the sessions of this machine, and next to
 * those; else, for a session outside of any repository, the folder of that name.
 */
export async function checkoutOf(workspace: Workspace, session: Session, given?: string): Promise<string> {
  if (given !== undefined) return folderGiven(workspace.cwd, given)
  const { cwd } = session.facts
  const project = workspace.storeDir === undefined ? null : await recordedProject(workspace.storeDir, session)
  if (project === null) {
    if (cwd !== null && existsSync(cwd)) return realpath(cwd)
    throw notFound(session, 'and it is of no repository that could be looked for')
  }
  const tried = new Set<string>()
  for await (const folder of candidates(workspace, cwd)) {
    if (tried.has(folder) || !existsSync(folder)) continue
    tried.add(folder)
    const found = await inCheckout(folder, project)
    if (found !== undefined) return realpath(found)
  }
  throw notFound(session, 'and no checkout of its repository was found')
}

async function folderGiven(cwd: string, given: string): Promise<string> {
  const folder = resolve(cwd, given)
  if (existsSync(`${folder}/`)) return realpath(folder)
  throw new Failure('file-not-found', `There is no folder ${folder}.`, {
    facts: { path: folder },
    hint: 'Name the folder of the checkout with --cwd.',
  })
}

async function inCheckout(folder: string, project: Project): Promise<string | undefined> {
  const here = await projectOf(folder)
  if (!here || !isSameProject(project, here)) return undefined
  const wanted = join(here.top, project.folder)
  return existsSync(wanted) ? wanted : here.top
}

async function* candidates({ store, cwd: here }: Workspace, cwd: string | null): AsyncIterable<string> {
  yield here
  if (cwd !== null) yield cwd
  const folders = new Set<string>([here])
  for await (const { facts, source } of store.listSessions())
    if (facts.cwd !== null && isHere(source)) folders.add(facts.cwd)
  yield* folders
  const named = cwd === null ? undefined : basename(cwd)
  for (const parent of new Set([...folders, ...[...folders].map((folder) => dirname(folder))])) {
    if (named !== undefined) yield join(parent, named)
  }
  for (const parent of new Set([...folders].map((folder) => dirname(folder)))) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (existsSync(join(parent, entry.name, '.git'))) yield join(parent, entry.name)
  }
}

function notFound({ id, facts: { cwd } }: Session, why: string): Failure {
  return new Failure(
    'file-not-found',
    `The folder of session ${shortId(id)}, ${cwd ?? 'which is not known'}, is not on this machine, ${why}.`,
    {
      facts: { session: id, cwd: cwd ?? '' },
      hint: `Name the folder here: \`stet resume ${shortId(id)} --cwd FOLDER\`.`,
    },
  )
}
