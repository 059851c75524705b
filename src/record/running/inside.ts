import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveClient } from '../../clients/live-client.ts'
import { LIVE_CLIENTS } from '../../clients/live-clients.ts'
import { clientProcess } from '../../system/client-process.ts'
import { processesAbove, type SystemProcess } from '../../system/processes-above.ts'
import { liveFolder, readLive } from './live-files.ts'
import type { RunningState } from './running-state.ts'
import { windowsOf } from './windows-of.ts'

/** The session that the agent is in that runs this, by the client's own id; without one it cannot be known. */
export interface Inside {
  /** The client, where that is known. */
  readonly client?: string | undefined
  readonly session?: string | undefined
  readonly transcript?: string | undefined
  /** The sessions it may be, where there is more than one. */
  readonly mayBe?: readonly string[]
}

export interface Surroundings {
  /** The folder of the record that hooks note sessions in. */
  readonly storeDir: string
  /** The process that started this one. */
  readonly parent: number
  readonly variable: (name: string) => string | undefined
  /** Whether an agent asks this process again and again; its environment is that of its start. */
  readonly isServer: boolean
}

/** Where whatever else runs agents says which session that is. */
const SESSION = 'STET_SESSION_ID'

/**
 * Which session the agent is in that runs this: what hooks noted of the client's process, else what the client says in the
 * environment. Undefined where no agent runs it.
 */
export function insideOf(surroundings: Surroundings): Inside | undefined {
  return surroundings.isServer ? aroundServer(surroundings) : aroundCommand(surroundings)
}

/** A client starts its server itself, and its environment says no more than which session was the first. */
function aroundServer({ storeDir, parent, variable }: Surroundings): Inside {
  const open = openIn(runningIn(storeDir), clientProcess(parent))
  return open.length > 0 ? oneOf(open, undefined) : (told(clientsTelling(variable), variable) ?? {})
}

function aroundCommand({ storeDir, parent, variable }: Surroundings): Inside | undefined {
  const running = runningIn(storeDir)
  const telling = clientsTelling(variable)
  const above = [...processesAbove(parent)].flatMap((process) => {
    const open = openIn(running, process)
    const client = open[0]?.client ?? telling.find((one) => one.process === process.name)?.name
    return client === undefined ? [] : [{ client, open }]
  })
  const [nearest] = above
  if (!nearest) return told(telling, variable)
  const isBelow = telling.some(({ name }) => !above.some(({ client }) => client === name))
  if (isBelow) return {} // an agent in an agent: which of the two runs this is not known
  const client = LIVE_CLIENTS.find(({ name }) => name === nearest.client)!
  return nearest.open.length > 0 ? oneOf(nearest.open, sessionTold(client, variable)) : told([client], variable)
}

interface Running {
  readonly client: string
  readonly session: string
  readonly transcript: string | undefined
  readonly pid: number
  readonly started: string | undefined
  readonly seen: number
  readonly isIdle: boolean
}

/** The sessions that hooks saw begin and not end, the last one that was spoken in first. */
function runningIn(storeDir: string): readonly Running[] {
  return statesIn(liveFolder(storeDir))
    .flatMap(({ client, session, transcript, ended, ...state }) =>
      client === undefined || session === undefined || ended !== undefined
        ? []
        : windowsOf(state).map(({ pid, started, seen = 0, idle: isIdle = false }) => ({
            client,
            session,
            transcript,
            pid,
            started,
            seen,
            isIdle,
          })),
    )
    .sort((a, b) => b.seen - a.seen)
}

function statesIn(liveDir: string): readonly RunningState[] {
  try {
    const names = readdirSync(liveDir).filter((name) => name.endsWith('.state'))
    return names.flatMap((name) => readLive<RunningState>(join(liveDir, name)) ?? [])
  } catch {
    return [] // no hook ran yet
  }
}

function openIn(running: readonly Running[], process: Partial<SystemProcess> | undefined): readonly Running[] {
  const open = running.filter(({ pid, started }) => pid === process?.pid && started === process.started)
  const isOne = LIVE_CLIENTS.some(({ name, oneAtATime }) => name === open[0]?.client && oneAtATime)
  return isOne ? open.slice(0, 1) : open
}

/**
 * A client may have several sessions in one process: its commands are told which one they are of, and its servers are asked by
 * one that is in a turn.
 */
function oneOf(open: readonly Running[], session: string | undefined): Inside {
  const inTurn = open.filter(({ isIdle }) => !isIdle)
  const named = open.filter((one) => one.session === session)
  const [found] = [open, named, inTurn].find(({ length }) => length === 1) ?? []
  const client = open[0]!.client
  if (!found) return { client, mayBe: open.map((one) => one.session) }
  return { client, session: found.session, transcript: found.transcript }
}

function clientsTelling(variable: Surroundings['variable']): readonly LiveClient[] {
  return LIVE_CLIENTS.filter(({ variables }) => Object.values(variables).some((name) => variable(name) !== undefined))
}

function sessionTold({ variables }: LiveClient, variable: Surroundings['variable']): string | undefined {
  return variable(SESSION) ?? (variables.session === undefined ? undefined : variable(variables.session))
}

/** What the environment alone says. */
function told(telling: readonly LiveClient[], variable: Surroundings['variable']): Inside | undefined {
  const session = variable(SESSION)
  if (session !== undefined) return { session }
  const [client, ...others] = telling
  if (!client) return undefined
  return others.length > 0 ? {} : { client: client.name, session: sessionTold(client, variable) }
}
