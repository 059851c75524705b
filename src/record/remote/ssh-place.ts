import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { FAILURES, Failure, type FailureCode } from '../../model/errors.ts'
import { type Frame, frame, readFrames } from './frames.ts'
import type { Place } from './place.ts'

/** `ssh://user@host:port/folder`; without a folder it is the record of that machine. */
export interface SshAddress {
  readonly host: string
  readonly user?: string
  readonly port?: string
  readonly folder?: string
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** Undefined for an address that is none, or that ssh could take for an option. */
export function parseSshAddress(url: string): SshAddress | undefined {
  const [, user, host, port, folder] = /^ssh:\/\/(?:([^@/]+)@)?([^@/:]+)(?::(\d{1,5}))?(\/.*)?$/i.exec(url) ?? []
  if (host === undefined || !NAME.test(host) || (user !== undefined && !NAME.test(user))) return undefined
  const at = folder === undefined || folder === '/' ? undefined : folder.replace(/^\/~\//, '')
  return { host, ...(user && { user }), ...(port && { port }), ...(at && { folder: at }) }
}

/** Where nobody can be asked for a password, and nobody sees that the line is down. */
const UNATTENDED = ['-o', 'BatchMode=yes', '-o', 'ServerAliveInterval=5', '-o', 'ServerAliveCountMax=3']

/**
 * A remote on another machine: Stet answers there, started by ssh with what the user has set up for it. Where nobody watches, it ends
 * with the signal at the latest.
 */
export function openSshPlace(address: SshAddress, unattended?: AbortSignal): Place {
  const { host, user, port, folder } = address
  const to = user === undefined ? host : `${user}@${host}`
  const there = folder === undefined ? 'stet remote serve' : `stet remote serve ${quoted(folder)}`
  const options = [...(port ? ['-p', port] : []), ...(unattended ? UNATTENDED : []), '-o', 'ConnectTimeout=10', '-T']
  const child = spawn('ssh', [...options, to, there], {
    stdio: ['pipe', 'pipe', unattended ? 'ignore' : 'inherit'],
    ...(unattended && { signal: unattended }),
  })
  const ended = new Promise<number | null>((done) => {
    child.on('error', () => done(127))
    child.on('close', done)
  })
  child.stdin.on('error', () => undefined) // why is said where an answer is waited for
  const answers = readFrames(child.stdout)
  let turn: Promise<unknown> = next()

  /** The next answer: they come in the order of the questions. */
  async function next(): Promise<Frame> {
    const read = await answers.next().catch(async (error) => {
      const status = await Promise.race([ended, wait(SPEAKS_ON_MS)])
      if (status !== undefined && status !== 0) throw unanswered(to, status)
      child.kill() // it would go on for ever
      throw new Failure('store-unreadable', `${to} answers with something else than Stet.`, {
        facts: { host: to },
        hint: `Try \`ssh ${to} stet --version\`: it must print the version and nothing else.`,
        cause: error,
      })
    })
    if (!read.done) return read.value
    throw unanswered(to, await ended)
  }

  function ask(head: Readonly<Record<string, unknown>>, bytes?: Uint8Array): Promise<Frame> {
    const answered = turn.then(async () => {
      child.stdin.write(frame(head, bytes))
      const found = await next()
      const { failed } = found.head as { readonly failed?: { readonly code?: unknown; readonly message?: unknown } }
      if (failed)
        throw new Failure(isFailureCode(failed.code) ? failed.code : 'store-unreadable', `${to}: ${failed.message}`)
      return found
    })
    turn = answered.catch((error) => {
      if ((error as Failure).code === 'store-unreadable') throw error // the line is down for the next one, too
    })
    turn.catch(() => undefined)
    return answered
  }

  turn.catch(() => undefined)
  return {
    list: async (name) => {
      const { names } = (await ask({ op: 'list', name })).head
      return Array.isArray(names) ? names.filter((one): one is string => typeof one === 'string') : []
    },
    read: async (name) => {
      const { head, bytes } = await ask({ op: 'read', name })
      return head.found === true ? Buffer.from(bytes) : undefined
    },
    write: async (name, bytes) => (await ask({ op: 'write', name }, bytes)).head.written === true,
    remove: async (name) => void (await ask({ op: 'remove', name })),
    close: async () => {
      child.stdin.end()
      child.stdout.resume()
      await ended
    },
  }
}

function unanswered(to: string, status: number | null): Failure {
  const why =
    status === 127
      ? `${to} has no stet, or this machine no ssh.`
      : `${to} does not answer (ssh ended with ${status ?? 'a signal'}).`
  return new Failure('store-unreadable', why, {
    facts: { host: to, status: status ?? -1 },
    hint: `Try \`ssh ${to} stet --version\`: it must answer without a terminal.`,
  })
}

function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && Object.hasOwn(FAILURES, code)
}

const SPEAKS_ON_MS = 1_000

/** As a shell there reads it: one word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
