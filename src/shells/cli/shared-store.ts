import { readFileSync, statSync } from 'node:fs'
import type { Environment } from '../../commands/kit/call.ts'
import { Failure } from '../../model/errors.ts'
import type { Settings } from '../../model/settings.ts'
import type { SharedStore } from '../../workspace/open-shared-store.ts'

/** Also what was meant as one and mistyped: it may hold a password, and no folder that is told of has one. */
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]+:(?:\/\/|.*@)|postgres(?:ql)?:|postgres.*@)/is
const POSTGRES = /^\s*postgres(?:ql)?:\/\//i

/** The record that an option names, or else the environment; settings are asked where neither does. */
export function namedStore({ store }: Environment, given: string | undefined): string | undefined {
  return typeof given === 'string' ? given : store
}

/** Whether a record is named by an address and not by a folder. */
export function isAddress(named: string): boolean {
  if (!ADDRESS.test(named)) return false
  if (POSTGRES.test(named)) return true
  const [, scheme = 'postgres'] = /^\s*([a-z][a-z0-9+.-]{0,40}):/i.exec(named) ?? []
  const what = /^postgres(?:ql)?$/i.test(scheme) ? 'an address without ://' : `a ${scheme}:// address`
  throw new Failure('usage', `A record cannot be at ${what}.`, {
    hint: 'Name a folder (--store DIR), or a database that several machines share (--store postgres://user@host/database).',
  })
}

/** The shared store that is to be used; undefined where the record is a folder of this machine. */
export async function sharedStoreOf(
  environment: Environment,
  given: string | undefined,
  settings: () => Promise<Settings>,
): Promise<SharedStore | undefined> {
  const named = namedStore(environment, given)
  if (named !== undefined && !isAddress(named)) return undefined
  if (named === undefined && !mayBeSet(environment)) return undefined
  const set = await settings()
  const url = named ?? set['store.url']
  if (url === undefined || !isAddress(url)) return undefined
  return { url, artifacts: set['store.artifacts'], keys: environment.objectKeys }
}

/** To read settings takes longer than most commands: it is done where one of them can name a store. */
function mayBeSet({ settingSources }: Environment): boolean {
  const { variables, files } = settingSources()
  return 'STET_STORE_URL' in variables || files.some(({ path, kind }) => kind === 'user' && says(path))
}

function says(path: string): boolean {
  try {
    return !statSync(path).isFile() || /\bstore\b/.test(readFileSync(path, 'utf8'))
  } catch {
    return true // whoever reads it says why it cannot be read
  }
}
