import { chmod, lstat, readlink, realpath, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ClientSetup, SetupPaths } from '../clients/client-setup.ts'
import { CLIENT_SETUPS } from '../clients/client-setups.ts'
import { clientNamed } from '../clients/names.ts'
import { readPlainFile } from '../clients/read-plain-file.ts'
import { Failure } from '../model/errors.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { placeFile } from '../system/place-file.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import { removeMade } from './remove-made.ts'

export interface SetupOptions extends SetupPaths {
  /** Where a client's configuration folder is. */
  readonly configDir: (place: ClientSetup['configDir']) => string
  /** Where it is remembered what the settings were before. */
  readonly storeDir: string
  /** The clients that are meant, as people call them; none for all that are there. */
  readonly clients: readonly string[]
  readonly dryRun: boolean
}

export interface SetUp {
  readonly client: string
  readonly file: string
  readonly changed: boolean
  readonly diff: readonly DiffLine[]
  readonly notes: readonly string[]
}

/** What a file was before and after Stet came into it. */
interface Remembered {
  readonly file: string
  /** Null where there was none. */
  readonly before: string | null
  readonly after: string
  /** The first folder that was made for the file or for the link to the skills, where there was none. */
  readonly madeFolder?: string | undefined
}

/** What is to be in a client's file, null for no file, and what else changes or has to be known. */
interface Edit {
  readonly after: string | null
  readonly notes: readonly string[]
  readonly links: readonly DiffLine[]
  /** The folder that was made for the file, or is Stet's own as the file is: it goes, too, where nothing else is in it. */
  readonly madeFolder?: string | undefined
}

/** Puts Stet into the clients' settings. Doing it twice is doing it once. */
export async function setUp(options: SetupOptions): Promise<readonly SetUp[]> {
  return eachClient(options, async (setup, file, text) => {
    const after = edited(file, () => setup.install(text ?? '', options))
    const skills = await skillsOf(options, setup)
    const isLinking = skills?.is === 'absent' || skills?.is === 'elsewhere'
    if (after === text && !isLinking) return { after, notes: [], links: [] }
    const known = await remembered(options, setup)
    const before = known && known.after === text ? known.before : withoutStet(setup, file, text, known)
    if (!options.dryRun) {
      const made = makeDirectory(dirname(file))
      const madeForLink = isLinking ? await link(skills) : undefined
      const madeFolder = made ?? madeForLink ?? known?.madeFolder
      await remember(options, setup, { file, before, after, madeFolder })
    }
    return {
      after,
      notes: skills?.is === 'taken' ? [...setup.notes, notLinked(skills)] : setup.notes,
      links: isLinking ? [{ sign: '+', text: linkText(skills) }] : [],
    }
  })
}

/** Takes Stet out again. Settings that nobody changed since are as they were before, to the byte. */
export async function takeOut(options: SetupOptions): Promise<readonly SetUp[]> {
  return eachClient(options, async (setup, file, text) => {
    const known = await remembered(options, setup)
    const isAsLeft = known !== undefined && known.file === file && known.after === text
    const after = isAsLeft ? known.before : withoutStet(setup, file, text, known)
    const skills = await skillsOf(options, setup)
    const isLinked = skills?.is === 'there' || skills?.is === 'elsewhere'
    if (!options.dryRun) {
      if (isLinked) await unlink(skills, known?.madeFolder)
      await rm(memory(options, setup), { force: true })
    }
    return {
      after,
      notes: leftoverIn(options, setup),
      links: isLinked ? [{ sign: '-', text: linkText(skills) }] : [],
      madeFolder: after === null ? (known?.madeFolder ?? (isAsLeft ? undefined : dirname(file))) : undefined,
    }
  })
}

/** The settings without Stet, where they changed since it came or are of an older one. */
function withoutStet(setup: ClientSetup, file: string, text: string | undefined, known: Remembered | undefined) {
  const before = known?.file === file ? (known.before ?? undefined) : undefined
  return text === undefined ? null : edited(file, () => setup.remove(text, { file, before }))
}

function leftoverIn({ configDir }: SetupOptions, { configDir: place, leftover }: ClientSetup): readonly string[] {
  if (leftover === undefined) return []
  try {
    return leftover.isIn(readPlainFile(join(configDir(place), leftover.file))) ? [leftover.note] : []
  } catch {
    return [] // there is none, or the client cannot read it either
  }
}

async function eachClient(
  options: SetupOptions,
  edit: (setup: ClientSetup, file: string, text: string | undefined) => Promise<Edit>,
): Promise<readonly SetUp[]> {
  const results: SetUp[] = []
  for (const setup of await wanted(options)) {
    const given = join(options.configDir(setup.configDir), setup.file)
    const file = await realpath(given).catch(() => given)
    const text = readIfThere(file)
    const { after, notes, links, madeFolder } = await edit(setup, file, text)
    const isOther = (after ?? undefined) !== text
    if (isOther && !options.dryRun) {
      await replace(file, after)
      await removeMade(dirname(file), madeFolder)
    }
    const diff = [...(isOther ? lineDiff(text ?? '', after ?? '') : []), ...links]
    results.push({ client: setup.client, file, changed: isOther || links.length > 0, diff, notes })
  }
  return results
}

async function wanted({ clients, configDir }: SetupOptions): Promise<readonly ClientSetup[]> {
  if (clients.length === 0) {
    const there: ClientSetup[] = []
    for (const setup of CLIENT_SETUPS)
      if (
        await stat(configDir(setup.configDir)).then(
          () => true,
          () => false,
        )
      )
        there.push(setup)
    return there
  }
  return clients.map((name) => {
    const setup = CLIENT_SETUPS.find(({ client }) => client === clientNamed(name))
    if (setup) return setup
    throw new Failure('usage', `Stet cannot be set up in ${JSON.stringify(name.slice(0, 40))}.`, {
      hint: `Name one of ${CLIENT_SETUPS.map(({ client }) => client).join(', ')}.`,
    })
  })
}

/** The link to the skills and what is there; undefined for a client that needs none. */
async function skillsOf({ configDir, root }: SetupOptions, { configDir: place, skills }: ClientSetup) {
  return skills === undefined ? undefined : lookAtLink(join(configDir(place), skills), root)
}

function linkText({ path, target }: SkillsLink): string {
  return `${path} → ${target}`
}

function notLinked({ path, target }: SkillsLink): string {
  return `${path} is there and is not Stet's, so that the skills in ${target} are not linked.`
}

function edited<Text>(file: string, edit: () => Text): Text {
  try {
    return edit()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Failure('config-invalid', `Stet cannot add to ${file}: ${error.message}.`, {
      facts: { file },
      hint: 'Correct the file, then run the command again; nothing was changed.',
      cause: error,
    })
  }
}

/** Keeps the mode that the file has; a new one is readable for the user only. */
async function replace(file: string, text: string | null): Promise<void> {
  if (text === null) return rm(file, { force: true })
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  await placeFile(file, [Buffer.from(text)], { replaces: true })
  await chmod(file, mode)
}

function memory({ storeDir }: SetupOptions, { client }: ClientSetup): string {
  return join(storeDir, 'setup', `${client}.json`)
}

async function remembered(options: SetupOptions, setup: ClientSetup): Promise<Remembered | undefined> {
  const text = readIfThere(memory(options, setup))
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Remembered)
  } catch {
    return undefined
  }
}

async function remember(options: SetupOptions, setup: ClientSetup, what: Remembered): Promise<void> {
  await placeFile(memory(options, setup), [Buffer.from(JSON.stringify(what))], { replaces: true })
}

/** Undefined where there is no such file. */
function readIfThere(path: string): string | undefined {
  try {
    return readPlainFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Failure('file-unreadable', `${path} cannot be read (${code}).`, {
      facts: { path },
      hint: 'Move it away, or make it readable.',
      cause: error,
    })
  }
}

/** Stet's own skills, below its package, and how a link to those of any Stet ends. */
const SKILLS = join('plugin', 'claude-code', 'skills')

/** A link by which a client finds Stet's skills. */
interface SkillsLink {
  readonly path: string
  readonly target: string
  /** What is at the path: nothing, this link, one to another Stet, or something that is not Stet's. */
  readonly is: 'absent' | 'there' | 'elsewhere' | 'taken'
}

async function lookAtLink(path: string, root: string): Promise<SkillsLink> {
  const target = join(root, SKILLS)
  const found = await lstat(path).catch(() => undefined)
  if (!found) return { path, target, is: 'absent' }
  const to = found.isSymbolicLink() ? await readlink(path) : ''
  return { path, target, is: to === target ? 'there' : to.endsWith(`/${SKILLS}`) ? 'elsewhere' : 'taken' }
}

/** Makes the link; returns the first folder that had to be made for it. */
async function link({ path, target, is }: SkillsLink): Promise<string | undefined> {
  const made = makeDirectory(dirname(path))
  if (is === 'elsewhere') await rm(path)
  await symlink(target, path)
  return made
}

/** Takes the link away, and the folder that was made for it where nothing else is in it by now. */
async function unlink({ path }: SkillsLink, made: string | undefined): Promise<void> {
  await rm(path)
  await removeMade(dirname(path), made)
}
