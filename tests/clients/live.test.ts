import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifactIdOf } from '../../src/model/id.ts'
import { buildBundle } from '../cli/box.ts'
import { type Box, openBox, run } from './claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from './install.mjs'
import type { RecordedRequest, Reply } from './mock-api.ts'
import { runProcess } from './run-process.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const [NEW, OLD] = CLAUDE_VERSIONS as [string, string]
const boxes: Box[] = []

beforeAll(buildBundle)
afterAll(async () => {
  for (const box of boxes) await box.remove()
})

/** A home in which `stet setup` was run, and what is set there. */
async function settled(settings = ''): Promise<Box> {
  const box = await openBox()
  boxes.push(box)
  mkdirSync(join(box.home, '.stet'), { recursive: true, mode: 0o700 })
  if (settings !== '') writeFileSync(join(box.home, '.stet/config.toml'), settings)
  await stet(box, 'setup', 'claude')
  return box
}

async function stet(box: Box, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: box.home, CLAUDE_CONFIG_DIR: join(box.home, '.claude') }
  const { stdout, stderr, exitCode } = await runProcess(process.execPath, [STET, ...args], {
    cwd: box.project,
    env,
    timeoutMs: 120_000,
  })
  expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' })
  return stdout
}

/** A call that tells its usage takes a moment, as real ones do: the client writes its reply some time after it came. */
const bash = (command: string, usage?: number): Reply => ({
  content: [
    {
      type: 'tool_use',
      name: 'Bash',
      input: { command: usage === undefined ? command : `sleep 0.5; ${command}`, description: 'a step' },
    },
  ],
  ...(usage !== undefined && { usage: { cache_read_input_tokens: usage } }),
})
const asked = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ kind }) => kind === 'main').map(({ body }) => JSON.stringify(body.messages))
const sessionIn = (box: Box) => {
  const [file] = readdirSync(box.store).filter((name) => name.endsWith('.jsonl'))
  return { id: file!.slice(0, -'.jsonl'.length), path: join(box.store, file!) }
}
const timeout = 240_000

/** More than a look, so that it is told. */
const FAILING = "sh -c 'exit 3'"

describe.skipIf(!findClaude(NEW))('in the running client', () => {
  it('the plugin and its marketplace are valid', { timeout }, async () => {
    const box = await openBox()
    boxes.push(box)
    for (const folder of ['plugin/claude-code', '.']) {
      const ended = await runProcess(
        findClaude(NEW)!,
        ['plugin', 'validate', resolve(import.meta.dirname, '../..', folder)],
        {
          cwd: box.project,
          env: { PATH: process.env.PATH ?? '', HOME: box.home, CLAUDE_CONFIG_DIR: join(box.home, '.claude') },
          timeoutMs: 60_000,
        },
      )
      expect(ended, folder).toMatchObject({ exitCode: 0 })
    }
  })

  it('reminds at each threshold, once, lists the skills, finds stet, and has captured everything', {
    timeout,
  }, async () => {
    const box = await settled()
    const ran = await run(box, ['-p', 'begin'], {
      script: [
        bash('stet --version', 590_000),
        bash('echo one', 620_000),
        bash('echo two', 640_000),
        bash('echo three', 760_000),
        bash('echo four', 870_000),
        { content: ['done'], usage: { cache_read_input_tokens: 870_000 } },
      ],
      timeoutMs: 120_000,
    })
    expect(ran.exitCode).toBe(0)
    const requests = asked(ran.requests)
    const counts = requests.map((text) => text.match(/Context at \d+%/g) ?? [])
    expect(counts).toEqual([
      [],
      [],
      ['Context at 62%'],
      ['Context at 62%'],
      ['Context at 62%', 'Context at 76%'],
      ['Context at 62%', 'Context at 76%', 'Context at 87%'],
    ])
    expect(requests.at(-1)).not.toContain('&lt;system-reminder')
    expect(requests[1]).toMatch(/stet \d+\.\d+\.\d+/)
    for (const skill of ['stet:trim', 'stet:rollover', 'stet:surgery', 'stet:recall'])
      expect(requests[0]).toContain(skill)
    for (const tool of ['search', 'inject']) expect(requests[0]).toContain(`mcp__plugin_stet_stet__${tool}`)
    const { path, id } = sessionIn(box)
    const recorded = await stet(box, 'export', id, '--to', 'raw')
    const file = readFileSync(path, 'utf8')
    expect(file.startsWith(recorded)).toBe(true)
    expect(recorded).toContain('"text":"done"')
    expect(readdirSync(join(box.home, '.stet/live'))).toEqual([`${id}.state`]) // its end, for a minute
    expect(JSON.parse(await stet(box, 'sessions', '--json'))).toMatchObject([{ session: id, live: false }])
  })

  it('tells a compaction what must survive, and the agent what was left out', { timeout }, async () => {
    const box = await settled()
    const target = join(box.project, 'login.ts')
    await run(box, ['-p', 'Fix the login. Never touch the migrations folder!'], {
      script: [
        { content: [{ type: 'tool_use', name: 'Write', input: { file_path: target, content: 'export {}\n' } }] },
        bash(FAILING),
        { content: ['It fails still.'] },
      ],
      timeoutMs: 120_000,
    })
    const { id } = sessionIn(box)
    const compacted = await run(box, ['-p', '/compact', '--resume', id], {
      script: [
        { content: ['<summary>We worked on login.ts.</summary>'] },
        { content: ['<summary>We worked on login.ts.</summary>'], side: true },
      ],
      timeoutMs: 120_000,
    })
    const request = JSON.stringify(compacted.requests.map(({ body }) => body.messages))
    expect(request).toContain('The summary must keep these facts')
    expect(request).toContain(`\`${FAILING}\` failed with exit code 3 (round 1)`)
    expect(request).toContain('Never touch the migrations folder! (round 1)')
    const next = await run(box, ['-p', 'go on', '--resume', id], { script: [{ content: ['ok'] }], timeoutMs: 120_000 })
    const [, told = ''] = asked(next.requests)[0]!.split('left out facts that the record has')
    expect(told.slice(0, 600)).toContain('Never touch the migrations folder! (round 1)')
    expect(told.slice(0, 600)).not.toContain('login.ts')
    const again = await run(box, ['-p', 'and on', '--resume', id], {
      script: [{ content: ['ok'] }],
      timeoutMs: 120_000,
    })
    expect(asked(again.requests)[0]!.match(/left out facts that the record has/g)?.length ?? 0).toBeLessThanOrEqual(1)
    const history = JSON.parse(
      await stet(
        box,
        'ctx',
        'history',
        (JSON.parse(await stet(box, 'sessions', '--json')) as { head: string }[])[0]!.head,
        '--json',
      ),
    )
    expect(
      history.commits.some(
        (commit: { commit_type?: string; type?: string }) => (commit.commit_type ?? commit.type) === 'compaction',
      ),
    ).toBe(true)
  })

  it('does so, too, where the client compacts by itself in the middle of a turn', { timeout }, async () => {
    const box = await settled()
    const summary = '<summary>We worked on login.ts.</summary>'
    const { requests } = await run(box, ['-p', 'Fix login.ts. Never touch the migrations folder!'], {
      script: [
        bash(FAILING),
        bash('echo full', 975_000),
        { content: [summary] },
        bash('echo on'),
        bash('echo further'),
        { content: ['done'] },
      ],
      timeoutMs: 120_000,
    })
    const [, , compaction, after, told, last, ...rest] = asked(requests)
    expect(rest).toEqual([])
    expect(compaction).toContain('Additional Instructions:\\nThe summary must keep these facts')
    expect(compaction).toContain('Never touch the migrations folder! (round 1)')
    expect(compaction).toContain(`\`${FAILING}\` failed with exit code 3 (round 1)`)
    expect(after).toContain('We worked on login.ts.')
    expect(after).not.toContain('migrations')
    const leftOut = /left out facts that the record has.{0,600}Never touch the migrations folder! \(round 1\)/g
    expect([told, last].map((text) => text!.match(leftOut)?.length)).toEqual([1, 1])
    expect(readFileSync(sessionIn(box).path, 'utf8')).toContain('"trigger":"auto"')
    const [session] = JSON.parse(await stet(box, 'sessions', '--json')) as { head: string }[]
    const { commits } = JSON.parse(await stet(box, 'ctx', 'history', session!.head, '--json'))
    expect(commits.map(({ commit_type }: { commit_type: string }) => commit_type)).toContain('compaction')
  })

  it('a session whose file is gone is listed, put back to the byte, and goes on', { timeout }, async () => {
    const box = await settled()
    await run(box, ['-p', 'The word is heliotrope.'], {
      script: [bash('echo from the tool'), { content: ['Noted.'] }],
      timeoutMs: 120_000,
    })
    const { id, path } = sessionIn(box)
    const before = readFileSync(path)
    rmSync(path)
    const gone = await run(box, ['-p', 'go on', '--resume', id], { timeoutMs: 120_000 })
    expect(gone.stderr).toContain('No conversation found')
    expect(JSON.parse(await stet(box, 'restore', '--json'))).toMatchObject({ missing: [{ session: id, path }] })
    expect(JSON.parse(await stet(box, 'restore', id, '--json'))).toMatchObject({ missing: [], restored: [{ path }] })
    expect(readFileSync(path).equals(before)).toBe(true)
    const resumed = await run(box, ['-p', 'go on', '--resume', id], {
      script: [{ content: ['ok'] }],
      timeoutMs: 120_000,
    })
    const [request] = asked(resumed.requests)
    for (const text of ['The word is heliotrope.', 'from the tool', 'Noted.', 'go on']) expect(request).toContain(text)
  })

  it('offloads a long output, and inject, called by the agent, gives it back', { timeout }, async () => {
    const box = await settled('[context]\noffload_chars = 2000\n')
    const long = Array.from({ length: 400 }, (_, at) => `line ${at} of the output`).join('\n')
    const id = artifactIdOf(Buffer.from(long)).slice(0, 16)
    const ran = await run(box, ['-p', 'begin'], {
      script: [
        bash(`for i in $(seq 0 398); do echo "line $i of the output"; done; printf 'line 399 of the output'`),
        bash(`stet inject "\${CLAUDE_CODE_SESSION_ID}:${id}" | sed -n '200,202p'`),
        bash(`${STET} inject "\${CLAUDE_CODE_SESSION_ID}:${id}" | sed -n '300,302p'`),
        { content: ['done'] },
      ],
      timeoutMs: 120_000,
    })
    const [, second, third, fourth] = asked(ran.requests)
    expect(second).toContain('characters are in the record; read them with: stet inject')
    expect(second).toMatch(new RegExp(`, or the tool inject of the server stet, or ${STET} inject [^ ]+:${id}\\]`))
    expect(second).toContain('line 0 of the output')
    expect(second).toContain('line 399 of the output')
    expect(second).not.toContain('line 200 of the output')
    expect(third!.slice(second!.length)).toContain('line 200 of the output')
    expect(fourth!.slice(third!.length)).toContain('line 300 of the output')
  })

  it('the story: work to 60 %, trim, resume, work to 75 %, roll over, find what only the first session had', {
    timeout,
  }, async () => {
    const box = await settled()
    const printed = 'echo The magic number of the parser is 7391.'
    const first = await run(box, ['-p', 'Begin with the parser'], {
      script: [
        bash(`seq 1 2000; ${printed}; seq 2001 4000`, 500_000),
        bash('seq 4000 9000', 620_000),
        { content: ['The number is printed.'], usage: { cache_read_input_tokens: 620_000 } },
      ],
      timeoutMs: 120_000,
    })
    expect(asked(first.requests).at(-1)).toContain('Context at 62%')
    const started = sessionIn(box)
    const trimmed = JSON.parse(await stet(box, 'trim', started.id, '--json'))
    expect(trimmed.tokens_saved).toBeGreaterThan(5000)
    const second = await run(box, ['-p', 'Go on', '--resume', trimmed.sessions[0].session], {
      script: [
        bash('echo more', 765_000),
        {
          content: ['parser.ts is half done. Next I write parser.test.ts.'],
          usage: { cache_read_input_tokens: 765_000 },
        },
      ],
      timeoutMs: 120_000,
    })
    expect(asked(second.requests)[0]).toContain('stet inject')
    expect(asked(second.requests).at(-1)).toContain('Context at 76%')
    const handoff = join(box.project, 'handoff.md')
    writeFileSync(
      handoff,
      '### Current Task\nparser.ts is half done.\n### Key Decisions\n- Descent: simple\n### Modified Files\n- none\n### Immediate Next Steps\n1. Write parser.test.ts\n### Critical Context\nnone\n',
    )
    const rolled = JSON.parse(
      await stet(
        box,
        'rollover',
        trimmed.sessions[0].session,
        '--summary-file',
        handoff,
        '--issue',
        'issue #12',
        '--json',
      ),
    )
    const third = await run(box, ['-p', 'Which number?', '--resume', rolled.sessions[0].session], {
      script: [
        bash('stet search "magic number of the parser" --in tools'),
        bash(`${/`(stet search .+?)`/.exec(rolled.prompt)![1]!.replace('what you need', 'magic number')} --in tools`),
        { content: ['7391'] },
      ],
      timeoutMs: 120_000,
    })
    const [prompt, found, asTold] = asked(third.requests)
    expect(prompt).toContain(
      '## Session Continuation\\n\\nThis is session #3 for issue #12.\\nPrevious session rolled over at 77% context',
    )
    expect(prompt).toContain('1. Write parser.test.ts')
    expect(prompt).toContain(`Parent session: ${trimmed.sessions[0].path}`)
    expect(prompt).not.toContain('7391')
    expect(found!.slice(prompt!.length)).toContain('7391')
    expect(asTold!.slice(found!.length)).toContain('7391')
    expect(readFileSync(rolled.sessions[0].path, 'utf8').split('\n')[0]).toContain('"continue_metadata"')
    const sessions = JSON.parse(await stet(box, 'sessions', '--json')) as readonly { session: string }[]
    const row = (id: string) => sessions.find(({ session }) => session === id)
    expect(row(started.id)).toMatchObject({
      end_reason: 'trim',
      context_at_end: expect.toSatisfy((at: number) => at >= 62 && at <= 65),
    })
    expect(row(trimmed.sessions[0].session)).toMatchObject({
      end_reason: 'rollover',
      context_at_end: 77,
      summary: expect.stringContaining('parser.ts is half done.'),
    })
    expect(row(rolled.sessions[0].session)).toMatchObject({ end_reason: null, parents: [trimmed.sessions[0].session] })
  })
})

describe.skipIf(!findClaude(OLD))('in the older client', () => {
  it('reminds, captures, tells a compaction what must survive and the agent what was left out', {
    timeout,
  }, async () => {
    const box = await settled()
    const options = { version: OLD, timeoutMs: 120_000 }
    // It takes a plugin from the settings while it starts, and has it from its second start on.
    await run(box, ['-p', 'hello'], { ...options, script: [{ content: ['hi'] }] })
    rmSync(sessionIn(box).path)
    const ran = await run(box, ['-p', 'Fix the login. Never touch the migrations folder!'], {
      ...options,
      script: [
        bash('stet --version', 620_000),
        bash('echo two', 630_000),
        { content: ['done'], usage: { cache_read_input_tokens: 630_000 } },
      ],
    })
    const requests = asked(ran.requests)
    expect(requests.map((text) => text.match(/Context at \d+%/g)?.length ?? 0)).toEqual([0, 1, 1])
    expect(requests[1]).toMatch(/stet \d+\.\d+\.\d+/)
    expect(requests[0]).toContain('stet:rollover')
    const { id, path } = sessionIn(box)
    const recorded = await stet(box, 'export', id, '--to', 'raw')
    expect(readFileSync(path, 'utf8').startsWith(recorded)).toBe(true)
    expect(recorded).toContain('"text":"done"')
    const summary = '<summary>We worked on the login.</summary>'
    const compacted = await run(box, ['-p', '/compact', '--resume', id], {
      ...options,
      script: [{ content: [summary] }, { content: [summary], side: true }],
    })
    expect(JSON.stringify(compacted.requests.map(({ body }) => body.messages))).toContain(
      'The summary must keep these facts',
    )
    const next = await run(box, ['-p', 'go on', '--resume', id], { ...options, script: [{ content: ['ok'] }] })
    expect(asked(next.requests)[0]!.split('left out facts that the record has')[1]).toContain(
      'Never touch the migrations folder! (round 1)',
    )
  })
})
