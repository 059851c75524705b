import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { placeFile } from '../../system/place-file.ts'
import { withLock } from '../../system/with-lock.ts'
import { readText } from '../settings/read-settings.ts'
import { openFolderPlace } from './folder-place.ts'
import { projectKey, REMOTE_FILE, REMOTE_VERSION, remoteTooNew } from './journal.ts'
import { type Known, openKnown } from './known.ts'
import type { Place } from './place.ts'
import type { Project } from './project.ts'
import { openSshPlace, parseSshAddress } from './ssh-place.ts'

/** A place that records are pushed to and pulled from. */
export interface Remote {
  readonly name: string
  /** A folder, or `ssh://host`. */
  readonly url: string
}

const FILE = 'remotes.json'
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/** The remotes that the user added, in the order of their names. */
export async function listRemotes(storeDir: string): Promise<readonly Remote[]> {
  const text = await readText(join(storeDir, FILE))
  if (text === undefined) return []
  try {
    const remotes = JSON.parse(text) as readonly Remote[]
    if (remotes.every(({ name, url }) => NAME.test(name) && typeof url === 'string')) return remotes
  } catch {
    // as for any other text
  }
  throw new Failure('config-invalid', `${FILE} next to the record is damaged.`, {
    hint: 'Move it away, and add the remotes again: `stet remote add NAME FOLDER`.',
  })
}

/** Adds a remote, which is made where there is none yet. */
export async function addRemote(
  { storeDir, cwd, dryRun }: { readonly storeDir: string; readonly cwd: string; readonly dryRun: boolean },
  name: string,
  given: string,
): Promise<Remote> {
  if (!NAME.test(name)) {
    throw new Failure('name-invalid', `A remote cannot be called ${JSON.stringify(name.slice(0, 80))}.`, {
      hint: 'Take letters, digits, dots, dashes and underscores: `stet remote add drive FOLDER`.',
    })
  }
  const url = addressOf(cwd, given)
  const known = await listRemotes(storeDir)
  const there = known.find((one) => one.name === name)
  if (there && there.url !== url) {
    throw new Failure('target-exists', `The remote ${name} exists already, at ${there.url}.`, {
      facts: { name, url: there.url },
      hint: `Take another name, or first run \`stet remote remove ${name}\`.`,
    })
  }
  const remote = { name, url }
  if (dryRun || there) return remote
  const place = openPlace(url)
  try {
    await markAsRemote(place)
    await expectRemote(place, remote)
  } finally {
    await place.close()
  }
  await change(storeDir, (remotes) => [...remotes.filter((one) => one.name !== name), remote])
  return remote
}

/** The folder that this machine's record is reached in by others; made where it is not there yet. */
export async function ownRemote(storeDir: string): Promise<Remote> {
  const remote = { name: '.own', url: join(storeDir, 'remote') }
  await markAsRemote(openFolderPlace(remote.url))
  return remote
}

async function markAsRemote(place: Place): Promise<void> {
  const id = randomBytes(16).toString('hex')
  await place.write(REMOTE_FILE, Buffer.from(`${JSON.stringify({ stet_remote: REMOTE_VERSION, id })}\n`))
}

/** Takes a remote away from this machine; what is in it stays. */
export async function removeRemote(storeDir: string, name: string, dryRun: boolean): Promise<Remote> {
  const remote = await findRemote(storeDir, name)
  if (dryRun) return remote
  await change(storeDir, (remotes) => remotes.filter((one) => one.name !== name))
  for (const ending of ['', '-wal', '-shm']) await rm(`${knownPath(storeDir, name)}${ending}`, { force: true })
  return remote
}

export async function findRemote(storeDir: string, name: string): Promise<Remote> {
  const remotes = await listRemotes(storeDir)
  const found = remotes.find((one) => one.name === name)
  if (found) return found
  throw new Failure('reference-not-found', `There is no remote ${JSON.stringify(name.slice(0, 80))}.`, {
    facts: { remotes: remotes.map((one) => one.name) },
    hint: remotes.length > 0 ? 'Run `stet remote list` to see them.' : 'Run `stet remote add NAME FOLDER`.',
  })
}

/** Opens a remote, and what is known of it. A folder without the remote's own file is none: its drive may not be there. */
export async function openRemote(
  storeDir: string,
  remote: Remote,
  unattended?: AbortSignal,
): Promise<{ readonly place: Place; readonly known: Known; readonly close: () => Promise<void> }> {
  const place = openPlace(remote.url, unattended)
  try {
    await expectRemote(place, remote)
    const known = openKnown(knownPath(storeDir, remote.name))
    return {
      place,
      known,
      close: async () => {
        known.close()
        await place.close()
      },
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

/** The repository that a session of another machine worked in, as far as a remote says so. */
export async function recordedProject(
  storeDir: string,
  { client, clientId }: Pick<Session, 'client' | 'clientId'>,
): Promise<Project | null> {
  for (const known of eachKnown(storeDir)) {
    const said = known.get(projectKey({ client, client_id: clientId }))
    if (said !== undefined) return JSON.parse(said) as Project
  }
  return null
}

/** What is known of each remote, one after the other; nothing where it cannot be read. */
export function* eachKnown(storeDir: string): Generator<Known & { readonly remote: string }> {
  const folder = join(storeDir, 'remotes')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  for (const name of names.sort()) {
    const known = openKnown(join(folder, name))
    try {
      yield { ...known, remote: name.slice(0, -'.db'.length) }
    } finally {
      known.close()
    }
  }
}

function knownPath(storeDir: string, name: string): string {
  return join(storeDir, 'remotes', `${name}.db`)
}

function openPlace(url: string, unattended?: AbortSignal): Place {
  const address = parseSshAddress(url)
  return address ? openSshPlace(address, unattended) : openFolderPlace(url)
}

async function expectRemote(place: Place, { name, url }: Remote): Promise<void> {
  const version = versionIn(await place.read(REMOTE_FILE))
  if (version !== undefined && version > REMOTE_VERSION) throw remoteTooNew(version)
  if (version !== undefined) return
  throw new Failure('store-unreadable', `The remote ${name} is not at ${url}.`, {
    facts: { name, url },
    hint: 'Connect the drive; or, for another place, run `stet remote remove` and `stet remote add` again.',
  })
}

function versionIn(bytes: Buffer | undefined): number | undefined {
  try {
    const { stet_remote: version } = JSON.parse(bytes?.toString('utf8') ?? '{}') as { readonly stet_remote?: unknown }
    return typeof version === 'number' ? version : undefined
  } catch {
    return undefined
  }
}

function addressOf(cwd: string, given: string): string {
  if (parseSshAddress(given)) return given
  const [scheme] = ADDRESS.exec(given) ?? []
  if (scheme !== undefined) {
    const what = /^ssh:/i.test(scheme) ? 'this ssh:// address' : `a ${scheme} address`
    throw new Failure('usage', `A remote cannot be at ${what}.`, {
      hint: 'Name a folder, `stet remote add drive ~/Drive/stet`, or a machine, `stet remote add desk ssh://user@desk`.',
    })
  }
  return isAbsolute(given) ? resolve(given) : resolve(cwd, given)
}

/** One change after the other: each is made to what the one before left. */
async function change(storeDir: string, edit: (remotes: readonly Remote[]) => readonly Remote[]): Promise<void> {
  const path = join(storeDir, FILE)
  await withLock(`${path}.lock`, async () => {
    const remotes = [...edit(await listRemotes(storeDir))].sort((a, b) => (a.name < b.name ? -1 : 1))
    await placeFile(path, [Buffer.from(`${JSON.stringify(remotes, null, 2)}\n`)], { replaces: true })
  })
}
