import { readFileSync } from 'node:fs'
import { conversation, DEFAULT_VERSION, resume } from '../claude-code.ts'
import type { ConversationBlock } from '../conversation.ts'
import { difference } from './compare.ts'
import { ENGAGEMENT, isTagged, numbersOf, type Operation } from './operations.ts'
import type { Piece, Source } from './pieces.ts'
import { splitRounds } from './split-rounds.ts'
import type { Answer, Stet } from './stet.ts'

/** A session to operate on: its file, and what the client sends for it untouched. */
export interface Patient extends Source {
  readonly path: string
  readonly text: string
}

export interface Outcome {
  readonly verdict: 'exact' | 'refused' | 'different' | 'does not resume'
  /** The failure's code, or where the difference is. */
  readonly why?: string
  /** Files that were made. */
  readonly paths: readonly string[]
}

export interface Bench {
  readonly admit: (path: string, name: string) => Promise<Patient>
  readonly operate: (patient: Patient, operation: Operation) => Promise<Outcome>
  /** Asks for something, and holds what the client sends for each new session against what was promised of it. */
  readonly prove: (
    args: readonly string[],
    promised: readonly (readonly Piece[])[],
    from: readonly Patient[],
  ) => Promise<Outcome>
}

/** Operates with the built command, resumes the outcome in the real client, and compares. */
export function openBench(stet: Stet, version = DEFAULT_VERSION): Bench {
  return { admit, operate, prove }

  async function admit(path: string, name: string): Promise<Patient> {
    const text = readFileSync(path, 'utf8')
    const sent = await sentFor(path)
    if (typeof sent === 'string') throw new Error(`the untouched file does not resume: ${sent}`)
    const inscribed = await stet.run('inscribe', path)
    const session = inscribed.value.sessions?.[0]?.session
    if (session === undefined) throw new Error(`it cannot be inscribed: ${JSON.stringify(inscribed.value)}`)
    const rows: readonly { round: number; active: boolean }[] = (await stet.run('rounds', session)).value
    const active = new Set(rows.filter((row) => row.active).map((row) => row.round))
    const { prelude, rounds } = splitRounds(sent, text, active)
    const patient = { name, path, text, prelude, rounds }
    if (rounds.length > 0) await stet.run('tag', path, numbersOf(rounds.filter(isTagged)), ENGAGEMENT)
    return patient
  }

  function operate(patient: Patient, operation: Operation): Promise<Outcome> {
    return prove(operation.args(patient.path, patient), operation.promises(patient), [patient])
  }

  async function prove(
    args: readonly string[],
    promised: readonly (readonly Piece[])[],
    from: readonly Patient[],
  ): Promise<Outcome> {
    const answer = await stet.run(...args)
    const refused = codeOf(answer)
    if (refused !== undefined) return { verdict: 'refused', why: refused, paths: [] }
    const paths: readonly string[] = answer.value.sessions.map((session: { path: string }) => session.path)
    const outcome = (verdict: Outcome['verdict'], why?: string): Outcome => ({ verdict, paths, ...(why && { why }) })
    if (paths.length !== promised.length)
      return outcome('different', `${paths.length} sessions, not ${promised.length}`)
    for (const { path, text } of from)
      if (readFileSync(path, 'utf8') !== text) return outcome('different', `${path} was changed`)
    for (const [at, pieces] of promised.entries()) {
      const sent = await sentFor(paths[at]!)
      if (typeof sent === 'string') return outcome('does not resume', sent)
      const problem = difference(pieces, sent, from.map(({ text }) => text).join('\n'))
      if (problem) return outcome('different', problem)
    }
    return outcome('exact')
  }

  /** The conversation that the client sends for a file, or why it sends none. */
  async function sentFor(path: string): Promise<readonly ConversationBlock[] | string> {
    const ran = await resume(path, { version })
    const main = ran.requests.filter((request) => request.kind === 'main').length
    if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(0, 300)}`
    if (main !== 1) return `the client asked ${main} times: it did something of its own first`
    return conversation(ran.messages!, ran.prompt)
  }
}

/** A refusal has a code; anything else that is no success is a defect. */
function codeOf({ status, value }: Answer): string | undefined {
  if (status === 0) return undefined
  const code = value?.error?.code
  if (typeof code !== 'string' || code === 'internal') throw new Error(`exit ${status}: ${JSON.stringify(value)}`)
  return code
}
