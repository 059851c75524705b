import { lstat, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import { removeMade } from './remove-made.ts'

/** Stet's own skills, below its package, and how a link to those of any Stet ends. */
const SKILLS = join('plugin', 'claude-code', 'skills')

/** A link by which a client finds Stet's skills. */
export interface SkillsLink {
  readonly path: string
  readonly target: string
  /** What is at the path: nothing, this link, one to another Stet, or something that is not Stet's. */
  readonly is: 'absent' | 'there' | 'elsewhere' | 'taken'
}

export async function lookAtLink(path: string, root: string): Promise<SkillsLink> {
  const target = join(root, SKILLS)
  const found = await lstat(path).catch(() => undefined)
  if (!found) return { path, target, is: 'absent' }
  const to = found.isSymbolicLink() ? await readlink(path) : ''
  return { path, target, is: to === target ? 'there' : to.endsWith(`/${SKILLS}`) ? 'elsewhere' : 'taken' }
}

/** Makes the link; returns the first folder that had to be made for it. */
export async function link({ path, target, is }: SkillsLink): Promise<string | undefined> {
  const made = makeDirectory(dirname(path))
  if (is === 'elsewhere') await rm(path)
  await symlink(target, path)
  return made
}

/** Takes the link away, and the folder that was made for it where nothing else is in it by now. */
export async function unlink({ path }: SkillsLink, made: string | undefined): Promise<void> {
  await rm(path)
  await removeMade(dirname(path), made)
}
