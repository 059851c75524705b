import { splitMachinePath } from '../../model/machine-path.ts'
import type { Session } from '../../model/session.ts'
import { eachKnown } from './remotes.ts'

/** Another machine, as its journals name it, and who works there: `<user>@<host>`. */
export interface NamedMachine {
  readonly name: string
  readonly user: string
}

const PREFIX = 'machine:'

/** The machines that remotes told of, by their ids. */
export function machineNames(storeDir: string | undefined): ReadonlyMap<string, NamedMachine> {
  const names = new Map<string, NamedMachine>()
  for (const known of storeDir === undefined ? [] : eachKnown(storeDir))
    for (const { key, value } of known.list(PREFIX)) names.set(key.slice(PREFIX.length), JSON.parse(value))
  return names
}

/** The machine whose client has the file of a session; undefined for this one. */
export function machineOfFile(
  { source }: Pick<Session, 'source'>,
  names: ReadonlyMap<string, NamedMachine>,
): NamedMachine | undefined {
  const { machine } = splitMachinePath(source)
  return machine === undefined ? undefined : (names.get(machine) ?? { name: machine.slice(0, 8), user: '' })
}
