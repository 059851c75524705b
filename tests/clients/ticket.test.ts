import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Ticket } from '../../src/model/ticket.ts'
import { buildBundle } from '../cli/box.ts'
import { DEFAULT_VERSION, openBox, run } from './claude-code.ts'
import { openCodexBox, runCodex, UNASKED } from './codex.ts'
import { CODEX_VERSION, findClaude, findCodex } from './install.mjs'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const COMMAND = `${JSON.stringify(process.execPath)} ${JSON.stringify(STET)} ticket create "Sort the words"`

beforeAll(buildBundle)

/** What the record of a home says of its only ticket, and whose session the context of it is. */
function ticketIn({ home, project }: { readonly home: string; readonly project: string }) {
  const stet = (...args: readonly string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [STET, ...args, '--json'], {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') },
        encoding: 'utf8',
      }),
    )
  const [ticket] = stet('ticket', 'list') as readonly Ticket[]
  const { session } = stet('ctx', 'show', ticket!.context_id ?? 'none') as { readonly session: string }
  return { title: ticket!.title, session }
}

it('a ticket that Claude Code writes carries what was known in its session', { timeout: 120_000 }, async ({ skip }) => {
  if (!findClaude(DEFAULT_VERSION)) skip(`Claude Code ${DEFAULT_VERSION} is not installed`)
  const session = '11111111-1111-4111-8111-111111111111'
  const box = await openBox()
  try {
    const script = [{ content: [{ type: 'tool_use' as const, name: 'Bash', input: { command: COMMAND } }] }]
    const ran = await run(box, ['-p', 'Write a ticket.', '--session-id', session], { script })
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
    expect(ticketIn(box)).toEqual({ title: 'Sort the words', session })
  } finally {
    await box.remove()
  }
})

it('a ticket that Codex writes carries what was known in its session', { timeout: 120_000 }, async ({ skip }) => {
  if (!findCodex()) skip(`Codex ${CODEX_VERSION} is not installed`)
  const box = await openCodexBox()
  try {
    const script = [{ tools: [{ name: 'exec_command', input: { cmd: COMMAND } }] }, { text: 'Done.' }]
    const ran = await runCodex(box, [...UNASKED, 'Write a ticket.'], { script })
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
    expect(ticketIn(box)).toEqual({ title: 'Sort the words', session: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  } finally {
    await box.remove()
  }
})
