import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A client may start hooks through a shell that is gone a moment later. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'fish', 'ksh', 'ash', 'busybox'])
const FURTHEST = 5

/** The process above shells: the client itself. Undefined where that cannot be told. */
export function clientProcess(pid: number | undefined): number | undefined {
  let at = pid
  for (let step = 0; step < FURTHEST && at !== undefined && at > 1; step++) {
    const found = processOf(at)
    if (!found) return step === 0 ? at : undefined // gone already, or nobody can tell
    if (!SHELLS.has(found.name)) return at
    at = found.parent
  }
  return undefined
}

function processOf(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === undefined ? undefined : { name, parent: Number(parent) }
  } catch {
    return asked(pid)
  }
}

/** On systems without a list of processes among the files. */
function asked(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 })
    const [, parent, path] = /^\s*(\d+)\s+(.*)$/m.exec(text) ?? []
    if (path === undefined) return undefined
    return { name: path.slice(path.lastIndexOf('/') + 1).replace(/^-/, ''), parent: Number(parent) }
  } catch {
    return undefined
  }
}
