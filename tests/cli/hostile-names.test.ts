import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMANDS } from '../../src/commands/all.ts'
import { withoutActions } from '../../src/shells/process/output.ts'
import { type Box, buildBundle, HOSTILE, openBox } from './box.ts'

const EVIL = '\u001b]0;owned\u0007\u001b[2J\u009b5n\u202e'
const NAMED = '5e55d004-0000-4000-8000-000000000004'
/** Stet's own colours, the line of a progress, and what a pty makes of a newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the only ones that may pass
const OWN = /\x1b\[(?:1|2|22|31|32|33|36|39)m|\r\x1b\[K|\r\n/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
const ACTS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** What a command is given; a session with hostile names where nothing is said. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  inscribe: ['--all'],
  export: [NAMED, '--to', 'markdown'],
  overview: [],
  sessions: [],
  search: ['wipe'],
  inject: [`${NAMED}:1`],
  undo: [],
  verify: [],
  gc: ['--dry-run'],
  recover: ['--dry-run'],
  backup: [`copy${EVIL}.db`],
  forget: [NAMED, '--dry-run'],
  tag: [NAMED, '1', `tag${EVIL}`],
  untag: [NAMED, '1'],
  merge: [NAMED, HOSTILE, '--dry-run'],
  diff: [NAMED, HOSTILE],
  'compress-before': [NAMED, '--before', 'round:1', '--dry-run'],
  completion: ['bash'],
  operations: [],
  config: [],
  shrink: [NAMED, '--to', '10%', '--dry-run'],
  rollover: [NAMED, '--quick', '--dry-run'],
  restore: ['--dry-run'],
}
/** They run until they are stopped, or talk to another program. */
const LEFT_OUT = new Set(['view', 'mcp', 'hook'])

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  const project = join(box.home, '.claude/projects', `-evil${EVIL}`)
  mkdirSync(project, { recursive: true })
  const lines = readFileSync(join(import.meta.dirname, 'hostile.jsonl'), 'utf8').replaceAll(HOSTILE, NAMED)
  const title = JSON.stringify({ type: 'custom-title', customTitle: `title${EVIL}`, sessionId: NAMED })
  const slug = JSON.stringify({ type: 'agent-name', agentName: `agent${EVIL}`, sessionId: NAMED })
  writeFileSync(join(project, `${NAMED}.jsonl`), `${lines}${title}\n${slug}\n`)
  box.stet('inscribe')
  box.stet('export', NAMED, '--to', 'claude-code')
})
afterAll(() => box.remove())

it('no command prints on a terminal what a hostile name would have it do', { timeout: 240_000 }, () => {
  const found: unknown[] = []
  let ran = 0
  for (const { name } of COMMANDS.filter(({ offer }) => offer.cli)) {
    if (LEFT_OUT.has(name.split(' ')[0]!)) continue
    const args = [...name.split(' '), ...(GIVEN[name] ?? [NAMED])]
    const line = `$STET ${args.map((arg) => `'${arg}'`).join(' ')}`
    const { stdout } = box.shell(`script -qec "${line.replaceAll('"', '\\"')}" /dev/null < /dev/null`)
    ran++
    const act = ACTS.exec(stdout.replace(OWN, ''))
    if (act) found.push([name, act.index, JSON.stringify(stdout.slice(Math.max(0, act.index - 40), act.index + 20))])
  }
  expect(found).toEqual([])
  expect(ran).toBeGreaterThan(30)
})

it('text is made plain wherever it is printed', () => {
  expect(withoutActions(`\u001b[31mred\u001b[39m ${EVIL} \u001b[31;5mblink`)).toBe('\u001b[31mred\u001b[39m  blink')
  expect(withoutActions('a\tb\n\r\u001b[Kc')).toBe('a\tb\n\r\u001b[Kc')
})

it('nothing of the shell writes past the one function', () => {
  const sources = spawnSync(
    'grep',
    ['-rlE', 'writeSync\\(|process\\.std(out|err)\\.write|console\\.', 'src/shells', 'src/actions'],
    {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    },
  ).stdout
  expect(sources.trim().split('\n')).toEqual(['src/shells/process/output.ts'])
})
