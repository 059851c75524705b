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
  readonly model: string
  /** The rounds that the product says are sent. */
  readonly active: ReadonlySet<number>
}

export interface Outcome {
  readonly verdict: 'exact' | 'refused' | 'different' | 'does not resume' | 'failed'
  /** The failure's code, or where the difference is. */
  readonly why?: string
  /** Files that were made. */
  readonly paths: readonly string[]
}

/** What is to be sent for each new session, given what is sent for the sources. */
export type Promises = (sources: readonly Source[]) => readonly (readonly Piece[])[]

export interface Bench {
  readonly admit: (path: string, name: string) => Promise<Patient>
  readonly operate: (patient: Patient, operation: Operation) => Promise<Outcome>
  /** Asks for something, and holds what the client sends for each new session against what was promised of it. */
  readonly prove: (args: readonly string[], from: readonly Patient[], promises: Promises) => Promise<Outcome>
}

interface Sent {
  readonly model: string
  readonly blocks: readonly ConversationBlock[]
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
    const patient = { name, path, text, active, model: sent.model, ...splitRounds(sent.blocks, text, active) }
    if (patient.rounds.length > 0) await stet.run('tag', path, numbersOf(patient.rounds.filter(isTagged)), ENGAGEMENT)
    return patient
  }

  function operate(patient: Patient, operation: Operation): Promise<Outcome> {
    return prove(operation.args(patient.path, patient), [patient], ([source]) => operation.promises(source!))
  }

  async function prove(args: readonly string[], from: readonly Patient[], promises: Promises): Promise<Outcome> {
    const answer = await stet.run(...args)
    if (answer.status !== 0) return refusal(answer)
    const paths: readonly string[] = answer.value.sessions.map((session: { path: string }) => session.path)
    const outcome = (verdict: Outcome['verdict'], why?: string): Outcome => ({ verdict, paths, ...(why && { why }) })
    const count = promises(from).length
    if (paths.length !== count) return outcome('different', `${paths.length} sessions, not ${count}`)
    for (const { path, text } of from)
      if (readFileSync(path, 'utf8') !== text) return outcome('different', `${path} was changed`)
    for (const [at, path] of paths.entries()) {
      const sent = await sentFor(path)
      if (typeof sent === 'string') return outcome('does not resume', sent)
      const sources: Source[] = []
      for (const patient of from) sources.push(await withModel(patient, sent.model))
      const problem = difference(promises(sources)[at]!, sent.blocks, from.map(({ text }) => text).join('\n'))
      if (problem) return outcome('different', problem)
    }
    return outcome('exact')
  }

  /**
   * The client asks the model that spoke last, and sends thinking and reminders as that one takes them. Where an
   * operation changes who spoke last, the untouched session is sent to that model, too.
   */
  async function withModel(patient: Patient, model: string): Promise<Source> {
    if (patient.model === model) return patient
    const sent = await sentFor(patient.path, ['--model', model])
    if (typeof sent === 'string') throw new Error(`the untouched file does not resume with ${model}: ${sent}`)
    return { name: patient.name, ...splitRounds(sent.blocks, patient.text, patient.active) }
  }

  /** What the client sends for a file, or why it sends nothing. */
  async function sentFor(path: string, args: readonly string[] = []): Promise<Sent | string> {
    const ran = await resume(path, { version, args })
    const main = ran.requests.filter((request) => request.kind === 'main')
    if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(0, 300)}`
    if (main.length !== 1) return `the client asked ${main.length} times: it did something of its own first`
    return { model: main[0]!.body.model ?? '', blocks: conversation(ran.messages!, ran.prompt) }
  }
}

/** Codes that are reasons to refuse, and why. Any other failure is a defect, an output that is invalid above all. */
export const REFUSALS: Readonly<Record<string, string>> = {
  'nothing-to-do': 'nothing in the session is of that kind, or it is too little to be worth a new session',
  'round-not-found': 'the client sends no round of it, only a summary',
  'engagement-not-found': 'the client sends no round of it, so none is tagged',
  usage: 'a split into no child, or a merge with itself',
}

function refusal({ value }: Answer): Outcome {
  const { code = '', message = '' } = value?.error ?? {}
  return code in REFUSALS
    ? { verdict: 'refused', why: code, paths: [] }
    : { verdict: 'failed', why: `${code} ${message}`, paths: [] }
}
