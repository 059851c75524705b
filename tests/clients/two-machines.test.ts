import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resumeSession } from '../../src/care/resume-session.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import { addRemote, findRemote } from '../../src/record/remote/remotes.ts'
import { sync } from '../../src/record/remote/sync.ts'
import { forRequest } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { openBox, run } from './claude-code.ts'
import { openCodexBox, runCodex, UNASKED } from './codex.ts'
import { openGeminiBox, runGemini } from './gemini.ts'
import { findClaude, findCodex, findGemini } from './install.mjs'

interface Home {
  readonly home: string
  readonly project: string
  remove(): Promise<void>
}

interface Player<B extends Home> {
  readonly name: string
  readonly isInstalled: boolean
  readonly open: () => Promise<B>
  /** Says something, in the session that a printed command goes on with; returns what the model was sent. */
  readonly say: (box: B, prompt: string, command?: string) => Promise<string>
}

function player<B extends Home>(given: Player<B>): Player<Home> {
  return given as unknown as Player<Home>
}

const PLAYERS = [
  player({
    name: 'Claude Code',
    isInstalled: findClaude('2.1.325') !== undefined,
    open: openBox,
    say: async (box, prompt, command) => {
      const ran = await run(box, ['-p', prompt, ...wordsAfter(command, 'claude')])
      expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
      return JSON.stringify(ran.requests.map(({ body }) => body))
    },
  }),
  player({
    name: 'Codex',
    isInstalled: findCodex() !== undefined,
    open: openCodexBox,
    say: async (box, prompt, command) => {
      const ran = await runCodex(box, [...UNASKED, ...wordsAfter(command, 'codex'), prompt], { provider: 'mock' })
      expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
      return JSON.stringify(ran.requests.map(({ body }) => body))
    },
  }),
  player({
    name: 'Gemini CLI',
    isInstalled: findGemini() !== undefined,
    open: openGeminiBox,
    say: async (box, prompt, command) => {
      const ran = await runGemini(box, [...wordsAfter(command, 'gemini'), '-p', prompt])
      expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
      return JSON.stringify(ran.requests.map(({ body }) => body))
    },
  }),
]

function wordsAfter(command: string | undefined, program: string): readonly string[] {
  const [first, ...words] = command?.split(' ') ?? [program]
  expect(first).toBe(program)
  return words
}

/** A machine with a user, a checkout and a record of its own. */
interface Machine {
  readonly box: Home
  readonly bench: TestWorkspace
}

let drive: string
let machines: Machine[]
beforeEach(() => {
  drive = mkdtempSync(join(realpathSync(tmpdir()), 'stet-drive-'))
  machines = []
})
afterEach(async () => {
  for (const { box, bench } of machines) {
    await bench.close()
    await box.remove()
  }
  rmSync(drive, { recursive: true, force: true })
})

async function openMachine({ open }: Player<Home>, name: string, from?: Machine): Promise<Machine> {
  const box = await open()
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: box.project, env: { PATH: process.env.PATH, HOME: box.home }, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 'x@example.org')
  git('config', 'user.name', 'x')
  git('remote', 'add', 'origin', from ? 'git@git.example:app/app.git' : 'https://git.example/app/app')
  if (from) {
    git('fetch', '-q', from.box.project)
    git('reset', '-q', '--hard', 'FETCH_HEAD')
  } else {
    writeFileSync(join(box.project, 'README'), 'An app.\n')
    git('add', 'README')
    git('commit', '-q', '-m', 'Begin')
  }
  const bench = await openTestWorkspace({
    home: box.home,
    storeName: '.stet',
    user: `${name}@laptop-${name}`,
    machine: `laptop-${name}`,
    cwd: box.project,
  })
  await addRemote({ storeDir: bench.workspace.storeDir!, cwd: box.project, dryRun: false }, 'drive', drive)
  const machine = { box, bench }
  machines.push(machine)
  return machine
}

async function capture({ bench: { workspace } }: Machine): Promise<string> {
  const { sessions, failed } = await inscribe(workspace, await findSessionFiles(workspace))
  expect(failed).toEqual([])
  const [spoken, ...others] = sessions.filter(({ rounds }) => rounds > 0) // Gemini CLI leaves a file without any
  expect(others).toEqual([])
  return spoken!.session
}

async function synced({ bench: { workspace } }: Machine) {
  return sync(workspace, await findRemote(workspace.storeDir!, 'drive'))
}

async function roundsOf({ bench: { workspace } }: Machine, session: string): Promise<readonly string[]> {
  const rounds = await workspace.store.listRounds(session as never, { after: 0 })
  return rounds.map(({ userPreview }) => userPreview ?? '')
}

describe.each(PLAYERS)('$name on two machines with other users and folders', (client) => {
  it('goes on with a session of the other machine, and back', { timeout: 240_000 }, async ({ skip }) => {
    if (!client.isInstalled) skip(`${client.name} is not installed`)
    const a = await openMachine(client, 'alice')
    await client.say(a.box, 'ALICE-FIRST')
    const session = await capture(a)
    await synced(a)

    const b = await openMachine(client, 'bob', a)
    expect((await synced(b)).pulled).toEqual([session])
    const elsewhere = join(b.box.home, 'other')
    mkdirSync(elsewhere)
    const there = await resumeSession(b.bench.workspace, session, { ensure: false, dryRun: false })
    expect(there).toMatchObject({ session, cwd: b.box.project, ensured: 'written' })
    expect(await client.say(b.box, 'BOB-SECOND', there.resume)).toContain('ALICE-FIRST')
    expect(await capture(b)).toBe(session)
    await synced(b)

    expect((await synced(a)).pulled).toContain(session)
    expect(await roundsOf(a, session)).toEqual(await roundsOf(b, session))
    expect(await capture(a)).toBe(session) // its own file, in which the second round is not, is no other session
    const back = await resumeSession(a.bench.workspace, session, { ensure: false, dryRun: false })
    expect(back).toMatchObject({ session, cwd: a.box.project, ensured: 'written' })
    const sent = await client.say(a.box, 'ALICE-THIRD', back.resume)
    expect(sent).toContain('ALICE-FIRST')
    expect(sent).toContain('BOB-SECOND')
    expect(await capture(a)).toBe(session)
    await synced(a)
    await synced(b)
    expect(await roundsOf(b, session)).toEqual(await roundsOf(a, session))
    expect(await roundsOf(b, session)).toHaveLength(3)

    const again = await resumeSession(forRequest(b.bench.workspace, { cwd: elsewhere }), session, {
      ensure: false,
      dryRun: false,
    })
    expect(again).toMatchObject({ session, cwd: b.box.project, ensured: 'written' })
  })
})
