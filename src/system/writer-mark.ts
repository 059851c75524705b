import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hashHex } from '../model/id.ts'
import { isRunning } from './is-running.ts'

/** Names this process in what it leaves while it works, so that others can tell whether it still does. */
export function writerMark(): string {
  return `${place()}-${process.pid}`
}

/** What such a mark looks like, for who reads names. */
export const WRITER_MARK = '[0-9a-f]{8}-\\d{1,10}'

/** Whether the process of a mark is over; undefined where that cannot be told from here. */
export function isOver(mark: string): boolean | undefined {
  const [where, pid] = mark.split('-')
  return where === place() ? !isRunning(Number(pid)) : undefined
}

let known: string | undefined

/** A number is of one process only on one machine, and in one of the sandboxes on it. */
function place(): string {
  known ??= hashHex(`${hostname()}\0${processes()}`).slice(0, 8)
  return known
}

function processes(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return '' // this system has one list of processes
  }
}
