import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'

type Numbered = Pick<Operation, 'at' | 'sources' | 'outputs' | 'worker'>

/** What is known of a session of an operation. */
export interface KnownSession {
  readonly worker_id: string | null
  readonly started: string | null
}

/** The number of a session among those of a worker. */
export interface SessionNumber {
  readonly session: SessionId
  readonly worker: string
  readonly number: number
  readonly startedAt: string | null
}

/** The worker of an operation is that of its sources, or else the one that is at work. */
export function workerOf({ worker }: Numbered, sources: readonly (KnownSession | undefined)[]): string | undefined {
  return sources.find((row) => row?.worker_id != null)?.worker_id ?? worker
}

/**
 * Numbers the sessions of an operation among those of its worker, after the last number: sources that have none, then the new
 * sessions. A new session need not be in the record yet: its number is written down with the operation.
 */
export function numberedBy<O extends Numbered>(
  operation: O,
  sources: readonly (KnownSession | undefined)[],
  { worker, last }: { readonly worker: string; readonly last: number },
): { readonly operation: O; readonly numbers: readonly SessionNumber[] } {
  let number = last
  const ofSources = operation.sources.flatMap((session, at): readonly SessionNumber[] => {
    const row = sources[at]
    return row?.worker_id === null ? [{ session, worker, number: ++number, startedAt: row.started }] : []
  })
  const outputs = operation.outputs.map((output) => ({ ...output, number: ++number }))
  const ofOutputs = outputs.map((output) => ({ ...output, worker, startedAt: operation.at }))
  return { operation: { ...operation, worker, outputs }, numbers: [...ofSources, ...ofOutputs] }
}

/** The number that an operation has for a session; undefined where it has none. */
export function numberFor(session: SessionId, { at, worker, outputs }: Numbered): SessionNumber | undefined {
  const number = outputs.find((output) => output.session === session)?.number
  return worker === undefined || number === undefined ? undefined : { session, worker, number, startedAt: at }
}

/** The highest number that was given, to sessions of the record and to those that are still to come. */
export function lastOf(known: number | null | undefined, operations: readonly Numbered[]): number {
  const given = operations.flatMap(({ outputs }) => outputs.map((output) => output.number ?? 0))
  return Math.max(known ?? 0, ...given)
}
