import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, HOSTILE, LONG, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', box.cwd))
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

const OPERATIONS: readonly (readonly [name: string, ...rest: readonly string[]])[] = [
  ['trim'],
  ['compress-before', 'round:2'],
  ['compress-engagement', 'word-work'],
  ['extract-engagement', 'word-work'],
  ['drop', '1'],
  ['split', '--to', 'a=1'],
  ['export-claude'],
]

const answers = (...args: readonly string[]) =>
  seen(box.stet(...args)).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => (id.startsWith('5e55') ? id : '<new>'))

describe('an operation, as a new user tries it', () => {
  it.each(OPERATIONS)('%s without a session says how it is called', (name) => {
    const { status, stderr } = box.stet(name)
    expect(status).toBe(64)
    expect(stderr).toMatch(/needs <session>/)
    expect(stderr).toMatch(/→ For example: stet /)
  })

  it.each(OPERATIONS)('%s of a session that is not there says what to run', (name, ...rest) => {
    const { status, stderr } = box.stet(name, 'no-such-session', ...rest)
    expect(status).toBe(1)
    expect(stderr).toContain(
      'There is no session "no-such-session" in the record.\n→ Run `stet sessions` to see them all.',
    )
  })

  it.each(OPERATIONS)('%s of an ambiguous session lists them', (name, ...rest) => {
    const { status, stderr } = box.stet(name, '5e55', ...rest)
    expect(status).toBe(3)
    for (const id of [WORDS, HOSTILE, LONG]) expect(stderr).toContain(id)
  })

  it('says what to do where nothing is to be done', () => {
    expect(answers('trim', WORDS)).toMatchInlineSnapshot(`
      "There is nothing to trim: it would save 0 tokens.
      → Lower --threshold, name more --tools, or run \`stet rounds 5e55a001\`: there is room.
      [4]
      "
    `)
    expect(answers('compress-before', WORDS, 'round:1')).toMatchInlineSnapshot(`
      "No round of this context is before round:1. It begins with round 1, 2025-03-19T10:00:00.000Z.
      → Run \`stet rounds 5e55a001-0000-4000-8000-000000000001\` to see its rounds and their times.
      [4]
      "
    `)
    expect(answers('compress-before', WORDS, 'whenever')).toMatchInlineSnapshot(`
      ""whenever" is neither a time nor a round, nor a phase of the engagement.
      → Write round:40, a time such as 2026-03-19T10:23 (your own unless it names a zone) or yesterday, or a phase of \`stet engage status\`.
      [64]
      "
    `)
    expect(answers('compress-engagement', WORDS, 'nothing-such')).toMatchInlineSnapshot(`
      "No round in this context is in the engagement "nothing-such"; none is tagged at all.
      → Run \`stet tag 5e55a001-0000-4000-8000-000000000001 RANGE ID\` to put rounds into an engagement.
      [1]
      "
    `)
    expect(answers('compress-before', WORDS, 'round:3', '--fidelity', 'navigate=99')).toMatchInlineSnapshot(`
      "There is no round 99; the session has rounds 1 to 3.
      → Run \`stet rounds 5e55a001-0000-4000-8000-000000000001\` to see them.
      [1]
      "
    `)
    expect(answers('compress-before', WORDS, 'round:3', '--fidelity', 'navigate=1-3')).toMatchInlineSnapshot(`
      "--fidelity names the rounds 1-2, which are not in the new context.
      → The context has the rounds 3.
      [1]
      "
    `)
    expect(answers('drop', WORDS, '9')).toMatchInlineSnapshot(`
      "There is no round 9; the session has rounds 1 to 3.
      → Run \`stet rounds 5e55a001-0000-4000-8000-000000000001\` to see them.
      [1]
      "
    `)
    expect(answers('drop', WORDS, 'all', '--kinds', 'image')).toMatchInlineSnapshot(`
      "The rounds 1-3 hold no image block.
      → Run \`stet show 5e55a001-0000-4000-8000-000000000001 1-3\` to see what they hold.
      [4]
      "
    `)
    expect(answers('drop', WORDS, '1', '--kinds', 'user-text')).toMatchInlineSnapshot(`
      "--kinds takes one of image, tool_result, tool_use, thinking, not "user-text".
      → For example: stet drop latest 3-9,12
      [64]
      "
    `)
    expect(answers('split', WORDS)).toMatchInlineSnapshot(`
      "No round of session 5e55a001-0000-4000-8000-000000000001 is in an engagement, so the new sessions must be named.
      → stet split 5e55a001-0000-4000-8000-000000000001 --to console=6-9 --to docs=10-14; \`stet tag suggest --session 5e55a001-0000-4000-8000-000000000001\` suggests groups
      [64]
      "
    `)
    expect(answers('split', WORDS, '--to', 'a=1-2', '--to', 'b=2')).toMatchInlineSnapshot(`
      "Round 2 cannot be in b and in a.
      → Give each round to one child, or leave it out to share it.
      [64]
      "
    `)
    expect(answers('merge', WORDS)).toMatchInlineSnapshot(`
      "A merge needs two or more different sessions.
      → stet merge SESSION SESSION
      [64]
      "
    `)
    expect(answers('undo')).toMatchInlineSnapshot(`
      "There is no operation to undo.
      → Run an operation first, such as \`stet trim latest --dry-run\`.
      [4]
      "
    `)
    expect(answers('undo', 'op-nothing')).toMatchInlineSnapshot(`
      "There is no operation "op-nothing".
      → Run an operation first, such as \`stet trim latest --dry-run\`.
      [1]
      "
    `)
    expect(answers('trim', LONG, '--fidelity', 'text=omit')).toMatchInlineSnapshot(`
      "What people and the agent said is always shown whole.
      → Use full, conversation, navigate, or forms such as thinking=ref,tool_use=summary,tool_result=head:500.
      [64]
      "
    `)
    expect(answers('trim', LONG, '--threshold', 'many')).toMatchInlineSnapshot(`
      "--threshold takes a whole number from 0 to 10000000, not "many".
      → For example: stet trim latest
      [64]
      "
    `)
  })

  it('says what it would do, and does nothing', () => {
    const before = box.listing('home/.stet')
    expect(answers('trim', LONG, '--dry-run')).toMatchInlineSnapshot(`
      "trim  5e55c003 → nothing written, this is a dry run
        tokens 21k → 19k (7 % less)
        kinds  tool_result 1.7k → 253
        rounds 1 whole, 1 cut (1)
        cache  breaks at round 1; 364 tokens miss the cache
      ! This saves less than 10 % of the context. Instead: \`stet rollover 5e55c003\`
        (hands over to a fresh session).
      "
    `)
    expect(box.listing('home/.stet')).toEqual(before)
  })

  it('does it, says how to go on, and takes it back', () => {
    const folder = join(box.home, '.claude/projects')
    const before = readdirSync(folder, { recursive: true }).length
    const done = answers('compress-before', WORDS, 'round:3')
    const told = done
      .replace(/op-[0-9a-f]{8}/, 'op-<id>')
      .replace(/→ [0-9a-f]{8}/, '→ <new>')
      .replace(/file .*\n? +~.*/, 'file   <sizes and place>')
    expect(told).toMatchInlineSnapshot(`
      "compress-before  5e55a001 → <new>
        tokens 92k → 92k (0 % more)
        rounds 1 whole, 2 as rows of an index
        cache  breaks at round 1; 92k tokens miss the cache
        file   <sizes and place>
        resume claude --resume <new>
      undo: stet undo op-<id>
      "
    `)
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(before)
    const again = box.json('compress-before', WORDS, 'round:3') as { sessions: { session: string }[] }
    const made = again.sessions[0]!.session
    expect(box.stet('inject', `${made}:1`).stdout).toBe(box.stet('inject', `${WORDS}:1`).stdout)
    expect(box.json('lineage', made)).toMatchObject({ parents: [{ session: WORDS, kind: 'compress-before' }] })
    expect(box.json('diff', WORDS, made)).toMatchObject({
      only_a: [],
      only_b: [],
      changed: [
        { from: 'full', to: 'indexed' },
        { from: 'full', to: 'indexed' },
      ],
    })
    box.stet('undo')
    box.stet('undo')
    expect(box.stet('undo').status).toBe(4)
  })

  it('never cuts a notice, whatever is trimmed again, and refers to the first original', () => {
    const made = (...args: readonly string[]) =>
      (box.json(...args) as { sessions: { session: string; path: string }[] }).sessions[0]!
    const trimmed = made('trim', LONG)
    const again = made('export-claude', trimmed.session, '--fidelity', 'tool_result=head:100')
    expect(box.stet('drop', again.session, 'all', '--kinds', 'tool_result').status).toBe(4)
    for (const { path } of [trimmed, again]) {
      const text = readFileSync(path.replace('<box>', box.root), 'utf8')
      expect(text.match(/stet inject [^\]\\"]+:\d+:\d+\]/g)).toEqual([`stet inject ${LONG}:1:2]`])
    }
    for (let undone = 0; undone < 2; undone++) box.stet('undo')
  })

  it('names what each session of a split is for', () => {
    const { stdout } = box.stet('split', WORDS, '--to', 'words=1', '--to', 'more=2-3', '--dry-run')
    expect(stdout.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      'split  5e55a001 → nothing written, this is a dry run',
      'words',
      'more',
      '',
    ])
  })

  it('lets a command choose what gives way', () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) =>
        `{"type":"user","uuid":"more-${at}","parentUuid":"${at === 0 ? '00000000-0000-4000-8000-000000000106' : `more-${at - 1}`}","timestamp":"2025-03-18T10:00:${String(at).padStart(2, '0')}.000Z","sessionId":"${LONG}","message":{"role":"user","content":"And ${at}?"}}\n`,
    )
    const path = box.put(
      'elsewhere/5e55d004-0000-4000-8000-000000000004.jsonl',
      fixture('long', box.cwd) + lines.join(''),
    )
    const chooser = `node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(JSON.stringify(JSON.parse(t).candidates.map(c=>({line:c.line,rationale:"long",summary:c.tool+" said "+c.chars})))))'`
    const made = box.json('trim', path, '--smart', chooser) as {
      sessions: { session: string }[]
      trimmed_count: number
    }
    expect(made.trimmed_count).toBe(1)
    const shown = JSON.stringify(box.json('show', made.sessions[0]!.session, '1', '--kinds', 'tool_result'))
    expect(shown).toContain('Read said ')
    expect(shown).toContain('stet inject 5e55d004-0000-4000-8000-000000000004:1:2')
    expect(answers('trim', path, '--smart', 'echo no')).toMatchInlineSnapshot(`
      "The answer of the --smart command cannot be used: it did not answer with a list.
      → It gets {"candidates":[{line,round,tool,chars,preview}]} on standard input and must print [{"line":12,"rationale":"…","summary":"…"}].
      [64]
      "
    `)
    expect(answers('trim', path, '--smart', 'exit 3')).toMatchInlineSnapshot(`
      "The answer of the --smart command cannot be used: it ended with 3.
      → It gets {"candidates":[{line,round,tool,chars,preview}]} on standard input and must print [{"line":12,"rationale":"…","summary":"…"}].
      [64]
      "
    `)
  })

  it('numbers the sessions of a worker, and works without one', () => {
    const trimmed = (line: string) =>
      (JSON.parse(box.shell(`${line} --json`).stdout) as { sessions: { session: string }[] }).sessions[0]!.session
    const [alone, first, second] = [
      trimmed(`STET_WORKER_ID= $STET drop ${WORDS} 3`),
      trimmed(`STET_WORKER_ID=w-7 $STET trim ${LONG}`),
      trimmed(`$STET drop ${LONG} 2`),
    ]
    const listed = box.json('sessions') as { session: string; worker: string | null; session_number: number | null }[]
    const places = [WORDS, alone, LONG, first, second].map((id) => {
      const { worker, session_number } = listed.find(({ session }) => session === id)!
      return [worker, session_number]
    })
    expect(places).toEqual([
      [null, null],
      [null, null],
      ['w-7', 1],
      ['w-7', 2],
      ['w-7', 3],
    ])
    for (let undone = 0; undone < 3; undone++) box.stet('undo')
  })

  it('resumes one of several at once no more than it makes them', () => {
    const before = box.listing('home/.stet')
    const two = ['split', WORDS, '--to', 'a=1', '--to', 'b=2', '--exec', 'c'] as const
    expect(answers(...two)).toMatchInlineSnapshot(`
      "This split has no child "c".
      → Write --exec a
      [64]
      "
    `)
    expect(box.listing('home/.stet')).toEqual(before)
    const started = box.shell(
      `mkdir -p bin && printf '#!/bin/sh\\necho "resumed $2"\\n' > bin/claude && chmod +x bin/claude && PATH="$PWD/bin:$PATH" $STET split ${WORDS} --to a=1 --to b=2 --exec b`,
    ).stdout
    const [, child] = /\nb {2}([0-9a-f]{8})\n/.exec(started)!
    expect(started.match(/resumed ([0-9a-f-]{36})/g)).toHaveLength(1)
    expect(/resumed ([0-9a-f-]{36})/.exec(started)![1]!.slice(0, 8)).toBe(child)
    box.stet('undo')
  })

  it('says how to name one of two sessions that begin alike', () => {
    const alike = openBox({ sessions: false })
    for (const end of ['1', '2']) alike.put(`home/${LONG.slice(0, -1)}${end}.jsonl`, fixture('long', alike.cwd))
    alike.shell('$STET inscribe ~/*.jsonl')
    expect(alike.stet('rounds', LONG.slice(0, 8)).stderr).toContain(`such as ${LONG.slice(0, -1)}1 for the first`)
    alike.remove()
  })

  it('runs the client at once with --exec', () => {
    const ran = box.shell(
      `mkdir -p bin && printf '#!/bin/sh\\necho "resumed $2"\\n' > bin/claude && chmod +x bin/claude && PATH="$PWD/bin:$PATH" $STET export-claude ${WORDS} --exec`,
    )
    expect(ran.status).toBe(0)
    expect(ran.stdout).toMatch(/\nresumed [0-9a-f-]{36}\n$/)
  })

  it('names the folder to resume in where it is another, and --exec goes there', () => {
    const said = (command: string) => box.shell(command).stdout
    const client = `mkdir -p bin elsewhere && printf '#!/bin/sh\\npwd\\n' > bin/claude && chmod +x bin/claude && PATH="$PWD/bin:$PATH"`
    const here = said('pwd').trim()
    expect(said(`$STET export-claude ${WORDS}`)).not.toContain(`in ${here}`)
    const there = said(`${client}; export PATH; cd elsewhere; $STET export-claude ${WORDS} --exec`)
    expect(there).toMatch(/resume +claude --resume [0-9a-f-]{36}\s+in \S/)
    expect(there.trimEnd().split('\n').at(-1)).toBe(here)
  })
})

it('shows where sessions came from and what came of them', () => {
  const family = openBox()
  family.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', family.cwd))
  family.stet('inscribe', '--all')
  const made = (...args: readonly string[]) =>
    (family.json(...args) as { sessions: { session: string }[] }).sessions.map(({ session }) => session)
  const [first, second] = made('split', WORDS, '--to', 'words=1', '--to', 'more=2-3') as [string, string]
  const [merged] = made('merge', second, LONG) as [string]
  const names = new Map([first, second, merged].map((id, at) => [id, `<new${at + 1}>`.padEnd(8)]))
  const told = (...args: readonly string[]) =>
    [...names]
      .reduce(
        (text, [id, name]) => text.replaceAll(id, name.trim()).replaceAll(id.slice(0, 8), name),
        seen(family.stet(...args)),
      )
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d/g, '<time>')
  expect(told('lineage', second, '--tree')).toMatchInlineSnapshot(`
    "5e55a001
    ├─ agent-a11ce0001 spawn <time>
    ├─ <new1>   split <time>
    └─ <new2>   ← split <time>
       └─ <new3>   merge <time>
    "
  `)
  expect(told('lineage', merged, '--tree')).toMatchInlineSnapshot(`
    "5e55a001
    ├─ agent-a11ce0001 spawn <time>
    ├─ <new1>   split <time>
    └─ <new2>   split <time>
       └─ <new3>   ← merge <time>
    5e55c003
    └─ <new3>   ← merge <time>
    "
  `)
  expect(told('find-original', merged)).toMatchInlineSnapshot(`
    "5e55a001-0000-4000-8000-000000000001
    5e55c003-0000-4000-8000-000000000003
    "
  `)
  expect(told('find-derived', WORDS)).toMatchInlineSnapshot(`
    "agent-a11ce0001
    <new1>
    <new2>
    <new3>
    "
  `)
  expect(told('find-derived', merged)).toMatchInlineSnapshot(`
    "No session was made from <new3>  .
    → stet lineage <new3>  
    [4]
    "
  `)
  family.remove()
})

it('written for another client, thinking is left out of the count and nothing is in a cache', () => {
  const fixtures = join(import.meta.dirname, '../fixtures')
  const thoughtful = join(fixtures, 'claude-code/parallel-tools-2.1.325.jsonl')
  box.stet('inscribe', thoughtful)
  const [own, other] = ['claude-code', 'codex'].map(
    (to) =>
      box.json('export', thoughtful, '--to', to, '--dry-run') as {
        tokens_after: number
        sessions: { cache: object; tokens_by_kind: { before: { thinking: number }; after: { thinking: number } } }[]
      },
  )
  expect(own!.sessions[0]).toMatchObject({ cache: { breaks_at_round: null } })
  expect(other!.sessions[0]).toMatchObject({
    cache: { kept: 0, reread: other!.tokens_after, breaks_at_round: 1 },
    tokens_by_kind: { after: { thinking: 0 } },
  })
  const { before } = own!.sessions[0]!.tokens_by_kind
  expect(before.thinking).toBeGreaterThan(0)
  expect(other!.tokens_after).toBe(own!.tokens_after - before.thinking)
})

it('no line of the ways to shrink is wider than the terminal', () => {
  const { tokens } = box.json('pressure', LONG) as { tokens: number }
  const { stdout, stderr } = box.stet('shrink', LONG, '--to', String(tokens - 500), '--dry-run')
  expect(stderr).toBe('')
  expect(stdout).toContain('left out:')
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})
