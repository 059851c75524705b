import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, isFailure } from '../../model/errors.ts'
import { placeFile } from '../../system/place-file.ts'
import { readText } from '../settings/read-settings.ts'

/** The machine that a record belongs to, as remotes know it. */
export interface Machine {
  /** Random, of no other machine. */
  readonly id: string
  readonly name: string
}

interface KeptMachine extends Machine {
  /** What tells a copy of the folder on another machine from a machine that got another name. */
  readonly boot: string | null
}

const FILE = 'machine.json'

/** What to do where the folder may be a copy: it is another machine's from now on, or the same machine's as before. */
export type Asked = 'new' | 'same'

/**
 * The machine of this record, made when first asked for. A folder that was copied to another machine has that one's
 * id: where both name and boot are others, somebody has to say once which is so.
 */
export async function machineOf(storeDir: string, name: string, asked?: Asked): Promise<Machine> {
  const boot = bootOf()
  const known = await readMachine(storeDir)
  if (known && asked !== 'new') {
    if (known.name === name) return known
    if (asked !== 'same' && (boot === null || known.boot !== boot)) throw mayBeCopy(known, name)
    return keep(storeDir, { id: known.id, name, boot }, true)
  }
  return keep(storeDir, { id: randomBytes(16).toString('hex'), name, boot }, known !== undefined)
}

async function keep(storeDir: string, machine: KeptMachine, replaces: boolean): Promise<Machine> {
  try {
    await placeFile(join(storeDir, FILE), [Buffer.from(`${JSON.stringify(machine, null, 2)}\n`)], { replaces })
    return machine
  } catch (error) {
    const other = isFailure(error, 'target-exists') ? await readMachine(storeDir) : undefined // another process was first
    if (other) return other
    throw error
  }
}

async function readMachine(storeDir: string): Promise<KeptMachine | undefined> {
  const text = await readText(join(storeDir, FILE))
  if (text === undefined) return undefined
  try {
    const { id, name, boot } = JSON.parse(text) as KeptMachine
    if (/^[0-9a-f]{32}$/.test(id) && typeof name === 'string') return { id, name, boot: boot ?? null }
  } catch {
    // as for any other text
  }
  throw new Failure('config-invalid', `${FILE} next to the record is damaged.`, {
    hint: 'Move it away; the next `stet sync` gives this machine a new id.',
  })
}

function bootOf(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null // this system has none
  }
}

function mayBeCopy(known: KeptMachine, name: string): Failure {
  return new Failure('config-invalid', `This record was made on ${known.name}, and this machine is ${name}.`, {
    facts: { machine: known.name, host: name },
    hint: 'For a copy of that record run `stet sync --machine new`; where the machine only got another name, `stet sync --machine same`.',
  })
}
