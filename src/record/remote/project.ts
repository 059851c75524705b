import { existsSync } from 'node:fs'
import { runCommand } from '../../system/run-command.ts'

/** What tells the checkout of a session from any other, on whichever machine. */
export interface Project {
  /** The first commits of the repository. */
  readonly roots: readonly string[]
  /** Where it is fetched from, without what a password may be in. */
  readonly remotes: readonly string[]
  /** The folder of the session in the checkout; empty for the checkout itself. */
  readonly folder: string
}

/** A repository may be large: its first commits are asked for no longer than this. */
const LIMIT_MS = 10_000

/** What git says of a folder, and where its checkout begins; null where it is in none, or git is not there. */
export async function projectOf(cwd: string): Promise<(Project & { readonly top: string }) | null> {
  if (!existsSync(cwd)) return null
  const git = async (args: string) => {
    const { answer, status } = await runCommand(`git ${args}`, { cwd, limitMs: LIMIT_MS, isQuiet: true })
    return status === 0
      ? answer
          .toString('utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  }
  try {
    const [top] = await git('rev-parse --show-toplevel')
    if (top === undefined) return null
    const [roots, remotes, [folder = '']] = await Promise.all([
      git('rev-list --max-parents=0 HEAD'),
      git('config --get-regexp "^remote\\\\..*\\\\.url$"'),
      git('rev-parse --show-prefix'),
    ])
    return {
      top,
      roots: [...roots].sort(),
      remotes: [...new Set(remotes.map(addressIn))].sort(),
      folder: folder.replace(/\/$/, ''),
    }
  } catch {
    return null // there is no shell
  }
}

/** One address has several spellings: `git@host:a/b.git`, `ssh://git@host/a/b`, `https://user:password@host/a/b.git/`. */
function addressIn(line: string): string {
  const url = line.slice(line.indexOf(' ') + 1).trim()
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(url)
  const plain = scp ? `${scp[1]}/${scp[2]}` : url.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?/i, '')
  return plain
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase()
}

/** Whether two folders are in checkouts of one repository: they have a first commit in common, and no addresses that differ. */
export function isSameProject(one: Project, other: Project): boolean {
  const share = (a: readonly string[], b: readonly string[]) => a.some((value) => b.includes(value))
  if (one.roots.length > 0 && other.roots.length > 0) {
    if (!share(one.roots, other.roots)) return false
    return one.remotes.length === 0 || other.remotes.length === 0 || share(one.remotes, other.remotes)
  }
  return share(one.remotes, other.remotes)
}
