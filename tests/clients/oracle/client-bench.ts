import { readFileSync } from 'node:fs'
import type { ConversationBlock } from '../conversation.ts'
import type { Outcome, Promises } from './bench.ts'
import { difference } from './compare.ts'
import { ENGAGEMENT, isTagged, numbersOf } from './operations.ts'
import type { Source } from './pieces.ts'
import type { SentRounds } from './split-rounds.ts'
import type { Stet } from './stet.ts'

/** A session of a client to operate on: its file, and what the client sends for it untouched. */
export interface ClientPatient extends Source {
  readonly path: string
  readonly text: string
  readonly session: string
}

export interface ClientBench {
  /** `also` are files that the session needs. */
  readonly admit: (path: string, also?: readonly string[]) => Promise<ClientPatient>
  /** Asks for something, and holds what the client sends for each new session against what was promised of it. */
  readonly prove: (args: readonly string[], from: readonly ClientPatient[], promises: Promises) => Promise<Outcome>
}

/** What is special of a client; an item is what its API is sent. */
export interface ClientRules<Item> {
  /** What the client sends of a file, without what it tells the model anew, or why it sends nothing. */
  sentFor(path: string, also?: readonly string[]): Promise<readonly Item[] | string>
  split(sent: readonly Item[], text: string): SentRounds
  blocksOf(item: Item): readonly ConversationBlock[]
}

/** Operates with the built command, resumes the outcome in the real client, and compares. */
export function openClientBench<Item>(stet: Stet, { sentFor, split, blocksOf }: ClientRules<Item>): ClientBench {
  return { admit, prove }

  async function admit(path: string, also: readonly string[] = []): Promise<ClientPatient> {
    const text = readFileSync(path, 'utf8')
    const sent = await sentFor(path, also)
    if (typeof sent === 'string') throw new Error(`the untouched file does not resume: ${sent}`)
    const inscribed = await stet.run('inscribe', ...also, path)
    const session = inscribed.value.sessions?.at(-1)?.session
    if (session === undefined) throw new Error(`it cannot be inscribed: ${JSON.stringify(inscribed.value)}`)
    const patient = { name: path, path, text, session, ...split(sent, text) }
    if (patient.rounds.length > 0) await stet.run('tag', path, numbersOf(patient.rounds.filter(isTagged)), ENGAGEMENT)
    return patient
  }

  async function prove(args: readonly string[], from: readonly ClientPatient[], promises: Promises): Promise<Outcome> {
    const answer = await stet.run(...args)
    if (answer.status !== 0) return { verdict: 'failed', why: JSON.stringify(answer.value?.error), paths: [] }
    const paths: readonly string[] = answer.value.sessions.map((session: { path: string }) => session.path)
    const outcome = (verdict: Outcome['verdict'], why?: string): Outcome => ({ verdict, paths, ...(why && { why }) })
    const promised = promises(from)
    if (paths.length !== promised.length) return outcome('different', `${paths.length} sessions`)
    for (const { path, text } of from)
      if (readFileSync(path, 'utf8') !== text) return outcome('different', `${path} was changed`)
    for (const [at, path] of paths.entries()) {
      const sent = await sentFor(path)
      if (typeof sent === 'string') return outcome('does not resume', sent)
      const problem = difference(promised[at]!, sent.flatMap(blocksOf), from.map(({ text }) => text).join('\n'))
      if (problem) return outcome('different', problem)
    }
    return outcome('exact')
  }
}
