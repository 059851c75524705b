import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

let box: Box
let head: string
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe')
  head = (box.json('ctx', 'current', '--session', WORDS) as { context_id: string }).context_id
})
afterAll(() => box.remove())

it('shows a commit and its history', () => {
  expect(box.json('ctx', 'show', head)).toMatchObject({
    id: head,
    parent: null,
    commit_type: 'delta',
    format: 'claude-code-v1',
    session_id: WORDS,
    summary: null,
    retention: null,
  })
  expect(box.json('ctx', 'history', head)).toMatchObject({ commits: [{ id: head, forks: [] }] })
  expect(seen(box.stet('ctx', 'history', head)).replaceAll(head, 'ctx-HEAD')).toMatchInlineSnapshot(`
    "* ctx-HEAD  2025-03-19 10:09  delta  What is in words.txt? (+ 2 more)
    "
  `)
})

it('history has a line for each commit, and with --full all that is known of it', () => {
  const summary = `First.\n${'x'.repeat(300)}`
  const data = box.put(
    'one.jsonl',
    '{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"a"}}\n',
  )
  const put = ['--type', 'delta', '--format', 'claude-code-v1', '--data', data, '--summary', summary]
  const { id } = box.json('ctx', 'checkpoint', ...put) as { id: string }
  const [line, ...more] = box.stet('ctx', 'history', id).stdout.trimEnd().split('\n')
  expect([line!.length <= 160, more]).toEqual([true, []])
  const full = box.stet('ctx', 'history', id, '--full').stdout
  for (const part of [id, 'claude-code-v1', '    First.', `    ${'x'.repeat(300)}`, 'message_count  1'])
    expect(full).toContain(part)
})

it.each([
  ['the prompt, where no file was changed', [], 'Which of them are slow?'],
  ['the prompt and the file', ['/project/src/parser.ts'], 'Which of them are slow? · parser.ts'],
  ['three files', ['/a/one.ts', '/b/two.md', '/c/three.py'], 'Which of them are slow? · one.ts, two.md, three.py'],
  [
    'two of many files, by their last change',
    ['/a/one.ts', '/a/two.ts', '/a/three.ts', '/a/four.ts', '/a/one.ts'],
    'Which of them are slow? · two.ts, three.ts and 2 more',
  ],
])('a commit has a subject: %s', (_, files, subject) => {
  const id = `5e55e005-0000-4000-8000-00000000000${files.length}`
  box.put(`home/.claude/projects/-project/${id}.jsonl`, withEdits(id, files))
  box.stet('inscribe', '--all')
  const { commits } = box.json('ctx', 'history', id) as { commits: readonly { readonly summary: string }[] }
  expect(commits.map(({ summary }) => summary)).toEqual([subject])
  expect(box.shell(`COLUMNS=200 $STET ctx history ${id}`).stdout).toContain(`delta  ${subject}\n`)
})

it('a commit of Codex has one, too, with the files of its patches', () => {
  const fixture = join(import.meta.dirname, '../fixtures/codex/three-rounds-0.166.0.jsonl')
  const text = readFileSync(fixture, 'utf8').replaceAll('unsupported custom tool call: apply_patch', 'Success.')
  box.stet('inscribe', box.put('elsewhere/rollout.jsonl', text))
  const { commits } = box.json('ctx', 'history', '01a1e26b-9044-7101-95a2-b57246f6efa1') as {
    commits: readonly { readonly summary: string }[]
  }
  expect(commits[0]!.summary).toMatch(/^Read the file and the list\. \(\+ 2 more\) · a\.txt/)
})

/** A question, and a file written for each of these. */
function withEdits(session: string, files: readonly string[]): string {
  let parent: string | null = null
  const lines = [
    { type: 'user', message: { role: 'user', content: 'Which of them are slow?' } },
    ...files.flatMap((file_path, at) => [
      {
        type: 'assistant',
        message: {
          id: `msg_${at}`,
          role: 'assistant',
          model: 'claude-opus-5-5',
          content: [{ type: 'tool_use', id: `toolu_${at}`, name: 'Write', input: { file_path, content: 'done' } }],
        },
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: 'written' }] },
      },
    ]),
    { type: 'assistant', message: { id: 'msg_end', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
  ].map((line, at) => {
    const uuid = `${session.slice(0, 24)}${String(files.length * 100 + at).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()
    const whole = {
      parentUuid: parent,
      uuid,
      sessionId: session,
      cwd: '/project',
      version: '2.1.325',
      timestamp,
      ...line,
    }
    parent = uuid
    return JSON.stringify(whole)
  })
  return `${lines.join('\n')}\n`
}

it('materializes, the second time from the cache', () => {
  expect(box.json('ctx', 'materialize', head)).toMatchObject({
    format: 'claude-code-v1',
    tier: 'native',
    commit_count: 1,
    cached: false,
  })
  expect(box.json('ctx', 'materialize', head, '--stop', 'root')).toMatchObject({ cached: false })
  expect(box.json('ctx', 'materialize', head)).toMatchObject({ cached: true, joined_bytes: 0 })
})

it('writes a session where the client looks for it, and says how to resume it', () => {
  const dry = box.json('ctx', 'materialize', head, '--to', 'claude-code', '--dry-run') as { path: string }
  expect(box.shell(`test -e '${dry.path}' && echo there`).stdout).toBe('')
  const made = box.json('ctx', 'materialize', head, '--to', 'claude-code') as {
    path: string
    session: string
    resume: string
  }
  expect(made.path).toContain('.claude/projects/')
  expect(made.resume).toBe(`claude --resume ${made.session}`)
  expect(seen(box.stet('ctx', 'history', head))).toMatch(
    /^\| ■ ctx-\w+ {2}\S+ {2}snapshot {2}What is in words\.txt\? \(\+ 2 more\)\n\|\/\n\* ctx-/,
  )
  const file = `~/.claude/projects/*/${made.session}.jsonl`
  expect(box.shell(`stat -c %a ${file}; head -n 1 ${file}`).stdout).toMatch(/^600\n\{"surgery_metadata":/)
  const id = '11111111-2222-4333-8444-555555555555'
  expect(box.json('ctx', 'materialize', head, '--to', 'claude-code', '--out', `${id}.jsonl`)).toMatchObject({
    session: id,
  })
  box.stet('ctx', 'materialize', head, '--out', 'there.jsonl')
  expect(box.shell(`cmp there.jsonl ~/.claude/projects/-project/${WORDS}.jsonl && echo same`).stdout).toBe('same\n')
  expect(box.json('ctx', 'materialize', head, '--out', 'there.jsonl')).toMatchObject({
    error: { code: 'target-exists' },
  })
})

it('translates into another format, and says how and what is left out', () => {
  expect(seen(box.stet('ctx', 'materialize', head, '--to', 'bureau-agent-v1', '--out', 'context.cbor'))).toMatch(
    /^Wrote \S+context\.cbor \(.*\)\.\nFormat bureau-agent-v1, tier rendering\.\nLeft out: .*thinking.*\.\n$/,
  )
  box.put('home/project/unknown', 'what is this?')
  const write = ['ctx', 'checkpoint', '--type', 'delta', '--data', 'unknown', '--format', 'nobody-v9', '--parent', head]
  const { id } = box.json(...write) as { id: string }
  expect(seen(box.stet('ctx', 'materialize', id, '--to', 'narrative-v1', '--out', 'told.md'))).toMatch(
    /tier raw\.\n(?:Left out: .*\n)?nobody-v9: Stet does not know this format\. 13 bytes of text, as they were recorded\.\n$/,
  )
  expect(box.shell('cat told.md').stdout).toMatch(/^\n## Person · .*\n\n.*\n(?:.*\n)+what is this\?\n$/)
})

it('compacts, snapshots, forks, updates and pins', () => {
  box.shell('echo "What it was about." > summary.md; echo "{}" > delta.jsonl')
  const { id: compaction } = box.json('ctx', 'compact', head, '--summary-file', 'summary.md') as { id: string }
  const { id: snapshot } = box.json('ctx', 'snapshot', head) as { id: string }
  const { id: fork } = box.json(
    'ctx',
    'checkpoint',
    '--type',
    'delta',
    '--data',
    'delta.jsonl',
    '--format',
    'claude-code-v1',
    '--parent',
    head,
  ) as { id: string }
  expect(box.json('ctx', 'show', head)).toMatchObject({
    children: expect.arrayContaining([compaction, snapshot, fork]),
  })
  expect(box.json('ctx', 'update', fork, '--summary', 'a fork')).toEqual({
    id: fork,
    context_id: fork,
    summary: 'a fork',
  })
  expect(box.json('ctx', 'show', fork)).toMatchObject({ summary: 'a fork' })
  expect(box.json('ctx', 'pin', fork)).toEqual({
    id: fork,
    context_id: fork,
    policy: 'pin',
    until: null,
  })
  expect(box.json('ctx', 'pin', compaction, '--policy', 'ephemeral', '--ttl', '1s')).toMatchObject({
    policy: 'ephemeral',
    until: expect.any(String),
  })
  box.shell('sleep 1.1')
  expect((box.json('gc') as { removed: number }).removed).toBeGreaterThanOrEqual(1)
  expect(box.json('ctx', 'show', compaction)).toMatchObject({ error: { code: 'commit-not-found' } })
  expect(box.json('ctx', 'show', fork)).toMatchObject({ id: fork })
  expect(box.json('verify')).toMatchObject({ ok: true })
})

it('says what it would do, and does nothing', () => {
  const json = (...args: readonly string[]) => box.json(...args) as { id: string; children: string[]; retention: null }
  box.shell('echo "Another summary." > other.md; printf \'{"a":1}\\n\' > other.jsonl')
  const before = json('ctx', 'show', head)
  const commands = [
    ['ctx', 'checkpoint', '--type', 'delta', '--data', 'other.jsonl', '--format', 'claude-code-v1', '--parent', head],
    ['ctx', 'compact', head],
    ['ctx', 'compact', head, '--summary-file', 'other.md'],
  ]
  for (const command of commands) {
    const { id } = json(...command, '--dry-run')
    expect(id).toMatch(/^ctx-/)
    expect(json('ctx', 'show', head)).toEqual(before)
  }
  json('ctx', 'snapshot', head, '--dry-run')
  expect(seen(box.stet('ctx', 'pin', head, '--dry-run')).replaceAll(head, 'ctx-HEAD')).toBe(
    'ctx-HEAD would be kept by the policy pin.\n',
  )
  expect(json('ctx', 'show', head)).toEqual(before)
})

it('takes the lines of a checkpoint from a pipe, and makes a summary of its own', () => {
  box.shell('printf \'{"b":1}\\n\' > piped.jsonl')
  const piped = box.shell(
    `cat piped.jsonl | $STET ctx checkpoint --type delta --data /dev/stdin --format claude-code-v1 --parent ${head} --json`,
  )
  const { id } = JSON.parse(piped.stdout) as { id: string }
  expect(box.json('ctx', 'show', id)).toMatchObject({ start: 0, end: 8 })
  const made = box.json('ctx', 'compact', head) as { id: string }
  expect(box.json('ctx', 'show', made.id)).toMatchObject({
    commit_type: 'compaction',
    summary: expect.stringMatching(/^What was said in \d+ rounds?, the first line each:\n1\. /),
  })
})

it('resolves a moment', () => {
  const { principal, created_at } = box.json('ctx', 'show', head) as { principal: string; created_at: string }
  expect(box.json('ctx', 'resolve', '--at', created_at, '--principal', principal)).toEqual({
    context_id: head,
    commit_id: head,
  })
  expect(box.json('ctx', 'resolve', '--at', '2099-01-01T00:00:00Z', '--principal', 'nobody')).toEqual({
    context_id: null,
    commit_id: null,
  })
  expect(box.json('ctx', 'resolve', '--at', 'soon')).toMatchObject({ error: { code: 'usage' } })
})

it('says what is wrong, and what to type', () => {
  expect(seen(box.stet('ctx', 'show', 'ctx-nope'))).toMatchInlineSnapshot(`
    "There is no commit "ctx-nope" in the record.
    → Run \`stet sessions --json\` to see the head of every session.
    [1]
    "
  `)
  expect(seen(box.stet('ctx', 'checkpoint', '--type', 'delta', '--format', 'claude-code-v1'))).toMatchInlineSnapshot(`
    "Use either --data or --artifact.
    → Example: stet ctx checkpoint --type delta --data delta.jsonl --format claude-code-v1
    [64]
    "
  `)
  expect(seen(box.stet('ctx', 'materialize', head, '--to', 'cursor'))).toMatchInlineSnapshot(`
    "A context of the format claude-code-v1 cannot be written for "cursor".
    → Write --to claude-code, --to codex, --to pi, --to gemini-cli, --to opencode, or the name of a format.
    [1]
    "
  `)
  expect(seen(box.stet('ctx', 'compact', head, '--summary-file', 'none.md'))).toMatchInlineSnapshot(`
    "There is no file none.md.
    [1]
    "
  `)
  expect(seen(box.stet('ctx', 'pin', head, '--ttl', 'long'))).toMatchInlineSnapshot(`
    ""long" is not a length of time.
    → Write 30d, 12h, 90m or 60s.
    [64]
    "
  `)
})

it('a commit that was written by hand is of no session unless one is named', () => {
  box.put('home/project/alone.jsonl', '{"type":"user","uuid":"x","message":{"role":"user","content":"alone"}}\n')
  const write = ['ctx', 'checkpoint', '--type', 'delta', '--data', 'alone.jsonl', '--format', 'claude-code-v1']
  const { id } = box.json(...write) as { id: string }
  expect(box.json('ctx', 'show', id)).toMatchObject({ session: null, session_id: null })
})

it('moves a name only from what is expected, if told so', () => {
  expect(box.json('ctx', 'set', 'good', head, '--expect', 'none')).toEqual({ name: 'good', context_id: head })
  expect(
    seen(box.stet('ctx', 'set', 'good', head, '--expect', 'none')).replaceAll(head, 'ctx-HEAD'),
  ).toMatchInlineSnapshot(`
    ""good" now names ctx-HEAD, not nothing.
    → Run \`stet ctx list\` to see the names, then run the command again with the present commit.
    [1]
    "
  `)
  expect(box.json('ctx', 'set', 'good', head, '--expect', head)).toEqual({ name: 'good', context_id: head })
  box.stet('ctx', 'delete', 'good')
})

it('has names with parts, and lists those that begin alike', () => {
  box.stet('ctx', 'set', 'review/one', head)
  box.stet('ctx', 'set', 'review/two', head)
  box.stet('ctx', 'set', 'reviewed', head)
  expect(box.json('ctx', 'list', 'review/')).toEqual([
    { name: 'review/one', context_id: head },
    { name: 'review/two', context_id: head },
  ])
  expect(box.json('ctx', 'show', 'review/one')).toMatchObject({ id: head })
  expect(seen(box.stet('ctx', 'list', 'other/'))).toMatchInlineSnapshot(`
    "No context has a name that begins with other/.
    → stet ctx list
    "
  `)
  for (const name of ['/a', 'a/', 'a//b', 'a/../b', 'x/.y', 'a b'])
    expect(box.json('ctx', 'set', name, head, '--dry-run')).toMatchObject({ error: { code: 'usage' } })
  for (const name of ['review/one', 'review/two', 'reviewed']) box.stet('ctx', 'delete', name)
})

it('starts an agent from a commit, from the newest one, or with nothing', () => {
  const made = box.json('start', '--template', 'reviewer', '--context', head, '--ticket', 'tkt-12ab') as {
    session: string
    path: string
  }
  expect(made).toMatchObject({ context: head, template: 'reviewer', resume: `claude --resume ${made.session}` })
  const { commits } = box.json('ctx', 'history', made.session) as { commits: readonly object[] }
  expect(commits[0]).toMatchObject({ parent: head, template: 'reviewer', ticket_id: 'tkt-12ab' })
  box.shell(`echo '{"type":"summary","summary":"x"}' >> $HOME/.claude/projects/*/${made.session}.jsonl`)
  box.stet('inscribe', '--all')
  const later = box.json('ctx', 'show', made.session)
  expect(later).toMatchObject({ commit_type: 'delta', template: 'reviewer', ticket_id: 'tkt-12ab' })

  const dry = box.json('start', '--template', 'author', '--dry-run') as { path: string }
  expect(dry).toMatchObject({ template: 'author' })
  expect(box.shell(`test -e '${dry.path}' && echo there`).stdout).toBe('')

  const fresh = box.json('start', '--template', 'author', '--context', 'none') as { session: string; path: string }
  expect(fresh).toMatchObject({ context: null, resume: `claude --session-id ${fresh.session}` })
  expect(fresh.path).toContain(`${fresh.session}.jsonl`)
  const begun = {
    type: 'user',
    uuid: 'f1',
    parentUuid: null,
    sessionId: fresh.session,
    message: { role: 'user', content: 'a' },
  }
  box.put(fresh.path.replace('<box>/', ''), `${JSON.stringify(begun)}\n`)
  box.stet('inscribe', '--all')
  expect(box.json('ctx', 'show', fresh.session)).toMatchObject({ template: 'author' })
  expect(box.json('start', '--template', 'author', '--context', 'none', '--client', 'codex')).toMatchObject({
    session: null,
    resume: 'codex',
  })
  for (const wrong of [
    ['--template', '../x'],
    ['--template', 'author', '--context', 'none', '--out', 'begun.jsonl'],
  ])
    expect(box.json('start', ...wrong)).toMatchObject({ error: { code: 'usage' } })
  for (const again of [
    ['start', '--template', 'author', '--out', 'begun.jsonl'],
    ['ctx', 'fork', head, '--out', 'begun.jsonl'],
  ]) {
    box.shell('$STET export latest --to raw > begun.jsonl')
    expect(box.json(...again)).toMatchObject({ error: { code: 'target-exists' } })
    expect(box.json(...again, '--force')).toMatchObject({ path: '<box>/home/project/begun.jsonl' })
  }
  const nowhere = box.shell('mkdir -p nowhere && cd nowhere && $STET start --template author')
  expect(nowhere.stderr).toMatch(/^No session of the folder .*nowhere is in the record\./)
  expect(box.json('start', '--template', 'author', '--context', 'ctx-00000000')).toMatchObject({
    error: { code: 'commit-not-found' },
  })
})
