import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { codexSetup } from '../../src/clients/codex/setup.ts'
import { buildBundle } from '../cli/box.ts'
import { openCodexBox, runCodex, UNASKED } from './codex.ts'
import { findCodex } from './install.mjs'
import { runProcess } from './run-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const HOOKS = codexSetup.install('', { root: ROOT, node: process.execPath }).split('\n')
const run = (cmd: string, input: number) => ({ tools: [{ name: 'exec_command', input: { cmd } }], input, output: 1 })

beforeAll(buildBundle)

describe.skipIf(!findCodex())('in Codex, as far as its hooks go', () => {
  it('reminders reach the model at the thresholds, and the session is captured', { timeout: 240_000 }, async () => {
    const box = await openCodexBox()
    try {
      const args = [...UNASKED, '--dangerously-bypass-hook-trust', 'begin']
      const script = [
        run('echo one', 50_000),
        run('echo two', 118_000),
        run('echo three', 120_000),
        run('echo four', 165_000),
        run('echo five', 166_000),
        { text: 'done', input: 166_000 },
      ]
      const ran = await runCodex(box, args, { config: HOOKS, script, timeoutMs: 120_000 })
      expect(ran.exitCode).toBe(0)
      const said = ran.requests
        .filter(({ path }) => path.endsWith('/responses'))
        .map(({ body }) => JSON.stringify(body.input).match(/Context at \d+%/g) ?? [])
      const [first, second] = ['Context at 62%', 'Context at 86%']
      // The client writes what a reply used when its tools have run: a reminder comes one call later than in Claude Code.
      expect(said).toEqual([[], [], [], [first], [first], [first, second]])
      const [name] = readdirSync(box.sessions, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.jsonl'),
      )
      const { stdout } = await runProcess(
        process.execPath,
        [join(ROOT, 'bin/stet'), 'export', join(box.sessions, name!), '--to', 'raw'],
        {
          cwd: box.project,
          env: { PATH: process.env.PATH ?? '', HOME: box.home },
          timeoutMs: 60_000,
        },
      )
      expect(stdout === readFileSync(join(box.sessions, name!), 'utf8')).toBe(true)
      expect(readdirSync(join(box.home, '.stet'))).toContain('sessions.db')
    } finally {
      await box.remove()
    }
  })

  it('the skills are listed, and the agent finds this Stet by what it is told at the start', {
    timeout: 120_000,
  }, async () => {
    const box = await openCodexBox()
    try {
      const env = { PATH: process.env.PATH ?? '', HOME: box.home }
      const stet = (...args: readonly string[]) =>
        runProcess(process.execPath, [join(ROOT, 'bin/stet'), ...args], { cwd: box.project, env, timeoutMs: 60_000 })
      const was = readdirSync(join(box.home, '.codex'))
      await stet('setup', 'codex')
      const args = [...UNASKED, '--dangerously-bypass-hook-trust', 'begin']
      const script = [run(`${ROOT}/bin/stet --version`, 1000), { text: 'done', input: 1000 }]
      const ran = await runCodex(box, args, { config: HOOKS, script, timeoutMs: 90_000 })
      const [first, second] = ran.requests
        .filter(({ path }) => path.endsWith('/responses'))
        .map(({ body }) => JSON.stringify(body))
      for (const skill of ['trim', 'rollover', 'surgery', 'recall', 'compress'])
        expect(first).toMatch(new RegExp(`- stet:${skill}: .{20,400}/stet/${skill}/SKILL.md`))
      expect(first).toContain(`Where \`stet\` is not found, ${ROOT}/bin/stet does the same`)
      expect(second).toMatch(/stet \d+\.\d+\.\d+/)
      await stet('unsetup', 'codex')
      expect(was.every((name) => readdirSync(join(box.home, '.codex')).includes(name))).toBe(true)
      expect(existsSync(join(box.home, '.codex/skills/stet'))).toBe(false)
    } finally {
      await box.remove()
    }
  })

  it('what a compaction left out comes back in the next request, once; what it kept does not', {
    timeout: 120_000,
  }, async () => {
    const box = await openCodexBox()
    try {
      const args = [...UNASKED, '--dangerously-bypass-hook-trust', 'Fix it. Never touch the migrations folder!']
      const script = [
        run('sh /nowhere/first.sh', 5000),
        run('sh /absent/second.sh', 150_000),
        { text: 'It failed: sh /absent/second.sh', input: 1000 },
        run('echo on', 6000),
        { text: 'done', input: 6000 },
      ]
      const config = ['model_auto_compact_token_limit = 140000', ...HOOKS]
      const ran = await runCodex(box, args, { config, script, timeoutMs: 90_000 })
      const asked = ran.requests
        .filter(({ path }) => path.endsWith('/responses'))
        .map(({ body }) => JSON.stringify(body.input))
      const told = asked.map((text) => text.match(/left out facts that the record has.+?<.system-reminder>/g) ?? [])
      expect(told.map(({ length }) => length)).toEqual([0, 0, 0, 1, 1])
      expect(told[3]![0]).toContain('`sh /nowhere/first.sh` failed')
      expect(told[3]![0]).not.toContain('/absent/second')
      expect(told[3]![0]).not.toContain('migrations') // the client keeps what the user said
      expect(asked[3]).toContain('Never touch the migrations folder!')
    } finally {
      await box.remove()
    }
  })

  it('are not run, and nothing says so, until they are trusted', { timeout: 120_000 }, async () => {
    const box = await openCodexBox()
    try {
      const ran = await runCodex(box, [...UNASKED, 'begin'], {
        config: HOOKS,
        script: [{ text: 'done' }],
        timeoutMs: 90_000,
      })
      expect(ran.exitCode).toBe(0)
      expect(existsSync(join(box.home, '.stet/live'))).toBe(false)
    } finally {
      await box.remove()
    }
  })
})
