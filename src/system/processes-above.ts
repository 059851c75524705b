import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process as the system lists it. */
export interface SystemProcess {
  readonly pid: number
  readonly name: string
  /** When it began, as the system counts it: a number is given again to another process. */
  readonly started: string
}

const FURTHEST = 64

/** A process and those above it, the nearest first, as far as the system tells. */
export function* processesAbove(pid: number | undefined): Generator<SystemProcess> {
  let at = pid
  for (let step = 0; step < FURTHEST && at !== undefined && at > 1; step++) {
    const found = listed(at) ?? asked(at)
    if (!found) return
    yield { pid: at, name: found.name, started: found.started }
    at = found.parent
  }
}

interface Found extends Omit<SystemProcess, 'pid'> {
  readonly parent: number
}

function listed(pid: number): Found | undefined {
  try {
    const [, name, fields] = /^\d+ \((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const values = fields?.split(' ')
    return values && { name: name!, parent: Number(values[1]), started: values[19]! }
  } catch {
    return undefined // gone, or no such list on this system
  }
}

function asked(pid: number): Found | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'ppid=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
    })
    const [, parent, started, path] = /^\s*(\d+)\s+((?:\S+\s+){4}\d{4})\s+(.*)$/m.exec(text) ?? []
    if (path === undefined) return undefined
    return { name: path.slice(path.lastIndexOf('/') + 1).replace(/^-/, ''), parent: Number(parent), started: started! }
  } catch {
    return undefined
  }
}
