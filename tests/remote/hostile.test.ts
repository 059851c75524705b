import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restore } from '../../src/care/restore.ts'
import { openFolderPlace } from '../../src/record/remote/folder-place.ts'
import { writerMark } from '../../src/system/writer-mark.ts'
import { damageOf } from '../faults/record.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines, type TestMachine } from './machines.ts'

const [BAD, GOOD, OWN] = ['bad', 'good', 'own'].map((name) => uuidOf(`hostile, ${name}`)) as [string, string, string]

let machines: Machines
let bad: TestMachine
let own: TestMachine
let journal: string
beforeEach(async () => {
  machines = openMachines()
  bad = await machines.open('bad')
  const good = await machines.open('good')
  own = await machines.open('own')
  for (const [machine, id] of [[bad, BAD] as const, [good, GOOD] as const, [own, OWN] as const])
    await machine.capture(machine.put(id, transcript({ sessionId: id, seed: id, rounds: 2 })))
  await bad.sync()
  const [folder] = readdirSync(join(machines.drive, 'journal')) as [string]
  journal = join(machines.drive, 'journal', folder, '00000001.jsonl')
  await good.sync()
})
afterEach(() => machines.close())

type Value = Readonly<Record<string, unknown>>

/** Writes the journal of a machine anew, with another of each entry of a kind, and more of them. */
function rewrite(kind: string, other: (entry: Value) => unknown, more: readonly unknown[] = []): void {
  const entries: Value[] = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const lines = [...entries.map((entry) => (entry.kind === kind ? other(entry) : entry)), ...more]
  writeFileSync(journal, `${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}{"kind":"end"}\n`)
}

const session = (given: object) => () => rewrite('session', (entry) => ({ ...entry, ...given }))
const commit = (given: object) => () =>
  rewrite('commit', (entry) => ({ ...entry, commit: { ...(entry.commit as object), ...given } }))
const adds =
  (...more: readonly unknown[]) =>
  () =>
    rewrite('', () => undefined, more)
const instead = (make: (path: string) => void) => () => {
  rmSync(journal)
  make(journal)
}

const ATTACKS: Readonly<Record<string, () => void>> = {
  'lines that are no entries': adds(null, 5, [], 'x', { kind: 5 }, { kind: 'constructor' }),
  'a session without anything': adds({ kind: 'session' }),
  'a session that is called as a path': session({ client_id: '../../../../evil' }),
  'a session that is called as a command': session({ client_id: '$(touch evil); x' }),
  'a session of numbers': session({ head: 7, bytes: 'x', tail: 5, files: 'none', generation: -1 }),
  'a file next to it that is elsewhere': session({ files: [{ path: '../../evil', artifact: 'x', size: 1, at: '' }] }),
  'a commit that is null': adds({ kind: 'commit', commit: null }),
  'commits in a circle': () =>
    rewrite('commit', (entry) => {
      const { id, ...rest } = entry.commit as Value
      return { ...entry, commit: { ...rest, id, parent: id, start: 5 } }
    }),
  'a commit that is longer than its bytes': commit({ end: 10 ** 12 }),
  'a commit that ends before it begins': commit({ start: 9, end: 3 }),
  'an artifact before the beginning of its pack': () => rewrite('artifact', (entry) => ({ ...entry, start: -5 })),
  'an artifact where no frame begins': () => rewrite('artifact', (entry) => ({ ...entry, start: 3 })),
  'tags, links and operations of nothing': adds(
    { kind: 'tag' },
    { kind: 'link', link: null },
    { kind: 'operation', operation: {} },
  ),
  'a pipe': instead((path) => execFileSync('mkfifo', [path])),
  'a device': instead((path) => symlinkSync('/dev/zero', path)),
}

it.each(Object.keys(ATTACKS))(
  '%s in a journal stops nothing, damages nothing, and what others sent comes',
  async (name) => {
    ATTACKS[name]!()
    const { pulled, pushed, waiting } = await own.sync()
    expect(pulled).toContain(GOOD)
    expect(pushed.sessions).toBeGreaterThan(0)
    expect(waiting).toBe(1)
    expect(await damageOf(own.workspace)).toEqual([])
  },
)

it('a session whose file is said to be on this machine is restored only where the client keeps such files', async () => {
  await own.sync()
  const { id } = JSON.parse(readFileSync(join(own.workspace.storeDir!, 'machine.json'), 'utf8')) as { id: string }
  for (const path of ['.bashrc', '.claude/settings.json', '.claude/projects/../../evil.jsonl']) {
    const victim = join(own.home, path)
    const said = uuidOf(path)
    rewrite('session', (entry) => ({ ...entry, client_id: said, machine: id, path: victim }))
    rmSync(join(own.workspace.storeDir!, 'remotes'), { recursive: true, force: true })
    await own.sync()
    await restore(own.workspace, 'all')
    expect(existsSync(victim)).toBe(false)
  }
})

it('a folder is no file of a remote: asked to remove one, it says so and goes on', async () => {
  const place = openFolderPlace(machines.drive)
  for (const name of ['', '.', 'journal'])
    await expect(place.remove(name)).rejects.toMatchObject({ code: 'target-unwritable' })
  expect(readdirSync(join(machines.drive, 'journal'))).not.toEqual([])
})

it('what a killed writer left in a remote goes with the next write there', async () => {
  const place = openFolderPlace(machines.drive)
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  const left = `.stet-${writerMark().replace(/\d+$/, String(pid))}-${randomUUID()}.tmp`
  await place.write('packs/88/one', Buffer.from('one'))
  writeFileSync(join(machines.drive, 'packs/88', left), 'on')
  expect(await place.write('packs/88/one', Buffer.from('one'))).toBe(false)
  expect(readdirSync(join(machines.drive, 'packs/88'))).toEqual(['one'])
})
