import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { buildBundle } from '../cli/box.ts'
import { damageOf, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../bin/stet')
const KILLS = process.env.STET_WIDE ? 50 : 4

const ID = uuidOf('killed commands')
const folder = temporaryFolder('kill-commands')
const template = join(folder, 'template')
const lines = transcript({ sessionId: ID, rounds: 60, roundBytes: 6000 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A home with a session that was captured piece by piece and trimmed. */
beforeAll(async () => {
  buildBundle()
  const path = fileIn(template)
  mkdirSync(dirname(path), { recursive: true })
  for (let at = 0; at < lines.length; at += 40) {
    appendFileSync(path, lines.slice(at, at + 40).join(''))
    await stet(template, 'inscribe', path)
  }
}, 120_000)

function fileIn(home: string): string {
  return join(home, '.claude/projects/-project', `${ID}.jsonl`)
}

function started(home: string, args: readonly string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  }
  const child = spawn(process.execPath, [BUNDLE, ...args], { env, cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  let out = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  const ended = new Promise<{ out: string; isKilled: boolean }>((done) =>
    child.on('close', (_, signal) => done({ out, isKilled: signal !== null })),
  )
  return { kill: () => child.kill('SIGKILL'), ended }
}

async function stet(home: string, ...args: readonly string[]): Promise<string> {
  return (await started(home, args).ended).out
}

/** Kills the command at random times until it died often enough; `proves` looks at what each one left. */
async function killed(
  name: string,
  args: readonly string[],
  prepare: (home: string) => Promise<void>,
  meanwhile: (home: string) => Promise<void>,
  proves: (home: string) => Promise<void>,
): Promise<void> {
  const home = join(folder, name) // the same for all runs: the record names its files
  const saved = join(folder, `${name}-saved`)
  cpSync(template, home, { recursive: true })
  await prepare(home)
  cpSync(home, saved, { recursive: true })
  let kills = 0
  while (kills < KILLS) {
    rmSync(home, { recursive: true, force: true })
    cpSync(saved, home, { recursive: true })
    const from = performance.now()
    const child = started(home, args)
    const timer = setTimeout(child.kill, whole(name) * (0.2 + 0.9 * Math.random()))
    await meanwhile(home)
    const { isKilled } = await child.ended
    clearTimeout(timer)
    if (isKilled) kills++
    else times.set(name, performance.now() - from)
    await withRecord(join(home, '.stet'), async (workspace) => {
      expect(await damageOf(workspace)).toEqual([])
      expect((await rawOf(workspace, ID)).toString()).toBe(lines.join(''))
    })
    await proves(home)
  }
  console.log(`kills in ${name}: ${kills}, nothing lost`)
}

const times = new Map<string, number>()
/** About as long as the command takes. */
function whole(name: string): number {
  return times.get(name) ?? 400
}
const nothing = async () => {}

it('gc, killed at any time, leaves a store that is well', { timeout: 1_800_000 }, async () => {
  await killed('gc', ['gc'], nothing, nothing, nothing)
})

it('undo, killed at any time, loses no line of what it takes away', { timeout: 1_800_000 }, async () => {
  let made: { session: string; path: string } | undefined
  let written = ''
  await killed(
    'undo',
    ['undo'],
    async (home) => {
      made = JSON.parse(await stet(home, 'trim', ID, '--json')).sessions[0]
      written = readFileSync(made!.path, 'utf8')
    },
    nothing,
    async (home) => {
      if (existsSync(made!.path)) expect(readFileSync(made!.path, 'utf8')).toBe(written)
      await stet(home, 'undo')
      expect(readFileSync(fileIn(home), 'utf8')).toBe(lines.join(''))
      await withRecord(join(home, '.stet'), async (workspace) => {
        expect((await rawOf(workspace, made!.session)).toString()).toBe(written)
        expect(await damageOf(workspace)).toEqual([])
      })
    },
  )
})

it('watch, killed while a client writes, has what was there, and the next capture the rest', {
  timeout: 1_800_000,
}, async () => {
  const more = transcript({ sessionId: ID, rounds: 5, seed: 'more' }).slice(1)
  await killed(
    'watch',
    ['inscribe', '--all', '--watch'],
    nothing,
    async (home) => {
      for (const line of more) {
        appendFileSync(join(home, '.claude/projects/-project', `${uuidOf('other')}.jsonl`), line)
        await new Promise((wake) => setTimeout(wake, 20))
      }
    },
    async (home) => {
      const path = join(home, '.claude/projects/-project', `${uuidOf('other')}.jsonl`)
      await withRecord(join(home, '.stet'), async (workspace) => {
        await inscribe(workspace, [path])
        expect((await rawOf(workspace, uuidOf('other'))).toString()).toBe(more.join(''))
        expect(await damageOf(workspace)).toEqual([])
      })
    },
  )
})

it('compress, killed at any time, leaves a store that is well, and compresses when it is run again', {
  timeout: 1_800_000,
}, async () => {
  const args = ['compress', ID, '--allow-failing', '--json']
  await killed('compress', args, nothing, nothing, async (home) => {
    expect(JSON.parse(await stet(home, ...args, '--turns', '1-60'))).toMatchObject({ session: ID })
  })
})

it('forget, killed at any time, has forgotten all of a session or nothing', { timeout: 1_800_000 }, async () => {
  const other = uuidOf('forgotten')
  const text = transcript({ sessionId: other, rounds: 20, roundBytes: 6000 }).join('')
  await killed(
    'forget',
    ['forget', other],
    async (home) => {
      const path = join(dirname(fileIn(home)), `${other}.jsonl`)
      writeFileSync(path, text)
      await stet(home, 'inscribe', path)
    },
    nothing,
    async (home) => {
      await withRecord(join(home, '.stet'), async (workspace) => {
        if ((await sessionIds(workspace)).includes(other)) expect((await rawOf(workspace, other)).toString()).toBe(text)
      })
      await stet(home, 'forget', other)
      await stet(home, 'gc')
      await withRecord(join(home, '.stet'), async (workspace) => {
        expect(await sessionIds(workspace)).toEqual([ID])
        expect(await damageOf(workspace)).toEqual([])
      })
    },
  )
})

it('backup, killed at any time, has written all of it or nothing', { timeout: 1_800_000 }, async () => {
  const args = ['backup', 'copy/sessions.db']
  await killed('backup', args, nothing, nothing, async (home) => {
    if (!existsSync(join(home, 'copy/sessions.db'))) await stet(home, ...args)
    await withRecord(join(home, 'copy'), async (workspace) => {
      expect(await damageOf(workspace)).toEqual([])
      expect((await rawOf(workspace, ID)).toString()).toBe(lines.join(''))
    })
  })
})

it('recover, killed at any time, leaves a store or the damaged one, and recovers when it is run again', {
  timeout: 1_800_000,
}, async () => {
  await killed('recover', ['recover'], nothing, nothing, async (home) => {
    await stet(home, 'recover')
    await withRecord(join(home, '.stet'), async (workspace) => {
      expect(await damageOf(workspace)).toEqual([])
      expect((await rawOf(workspace, ID)).toString()).toBe(lines.join(''))
    })
  })
})
