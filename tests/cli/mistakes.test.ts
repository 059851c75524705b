import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe')
})
afterAll(() => box.remove())

it('asks for what is missing, with an example', () => {
  expect(seen(box.stet('rounds'))).toMatchInlineSnapshot(`
    "\`stet rounds\` needs <session>: the start of its id, its title, its path, or latest: the newest of this folder; inside an agent, its own.
    → For example: stet rounds latest
    [64]
    "
  `)
  expect(seen(box.stet('tag', 'latest', '1'))).toMatchInlineSnapshot(`
    "\`stet tag\` needs <id>: the engagement, in lower-case words joined by hyphens, such as console-work.
    → For example: stet tag latest 3-9,12 console-work
    [64]
    "
  `)
  expect(seen(box.stet('export', 'latest'))).toMatchInlineSnapshot(`
    "\`stet export\` needs --to FORMAT: the format or the client: raw, json, markdown, html, claude-code, codex, pi, gemini-cli, opencode.
    → For example: stet export latest --to markdown
    [64]
    "
  `)
  expect(seen(box.stet('sessions', '--store'))).toMatchInlineSnapshot(`
    "--store needs a value: DIR.
    → For example: stet sessions
    [64]
    "
  `)
})

it('suggests the nearest command or option', () => {
  expect(seen(box.stet('roudns', 'latest'))).toMatchInlineSnapshot(`
    "Unknown command "roudns".
    → stet rounds latest
    [64]
    "
  `)
  expect(seen(box.stet('chains'))).toMatchInlineSnapshot(`
    "Unknown command "chains".
    → stet help chains
    [64]
    "
  `)
  expect(seen(box.stet('frobnicate'))).toMatchInlineSnapshot(`
    "Unknown command "frobnicate".
    → stet --help
    [64]
    "
  `)
  expect(seen(box.stet('rounds', 'latest', '--jsno'))).toMatchInlineSnapshot(`
    "\`stet rounds\` has no option --jsno.
    → Did you mean --json?
    [64]
    "
  `)
  expect(seen(box.stet('export', 'latest', '--to', 'markdwon'))).toMatchInlineSnapshot(`
    "--to takes one of raw, json, markdown, html, claude-code, codex, pi, gemini-cli, opencode, not "markdwon".
    → For example: stet export latest --to markdown
    [64]
    "
  `)
  expect(seen(box.stet('completion', 'tcsh'))).toMatchInlineSnapshot(`
    "[shell] takes one of bash, zsh, fish, not "tcsh".
    → For example: source <(stet completion bash)
    [64]
    "
  `)
})

it('refuses what is too much or does not go together', () => {
  expect(seen(box.stet('operations', 'extra'))).toMatchInlineSnapshot(`
    "\`stet operations\` takes no arguments, not "extra".
    → For example: stet operations
    [64]
    "
  `)
  expect(seen(box.stet('sessions', '--json=yes'))).toMatchInlineSnapshot(`
    "--json takes no value.
    → For example: stet sessions
    [64]
    "
  `)
  expect(seen(box.stet('inject', '1', '--part', 'user', '--kinds', 'note'))).toMatchInlineSnapshot(`
    "--part and --kinds cannot be used together.
    → stet inject 1 --part user
    [64]
    "
  `)
  expect(seen(box.stet('inscribe', '--watch', '--dry-run'))).toMatchInlineSnapshot(`
    "--watch captures every session of this machine; it cannot be used with --dry-run.
    → stet inscribe --watch
    [64]
    "
  `)
  expect(seen(box.stet('show', 'latest', '--kinds', 'text'))).toMatchInlineSnapshot(`
    "--kinds takes one of user-text, assistant-text, thinking, tool_use, tool_result, image, note, unknown, not "text".
    → For example: stet show latest 3-5
    [64]
    "
  `)
})

it('says that a session is unknown or ambiguous', () => {
  expect(seen(box.stet('rounds', 'nothing'))).toMatchInlineSnapshot(`
    "There is no session "nothing" in the record.
    → Run \`stet sessions\` to see them all.
    [1]
    "
  `)
  expect(seen(box.stet('rounds', 'nothing.jsonl'))).toMatchInlineSnapshot(`
    "There is no file <box>/home/project/nothing.jsonl, and no recorded session came from there.
    → Run \`stet sessions\` to see what is in the record.
    [1]
    "
  `)
  expect(seen(box.stet('rounds', '5e55'))).toMatchInlineSnapshot(`
    "2 sessions match "5e55".
      5e55a001-0000-4000-8000-000000000001 Words in a file
      5e55b002-0000-4000-8000-000000000002 Plain red title
    → Write more of the id, such as 5e55a001 for the first.
    [3]
    "
  `)
})

it('says that a session alone is no round, that nothing matches, and where operations are listed', () => {
  expect(seen(box.stet('inject', WORDS))).toMatchInlineSnapshot(`
    ""5e55a001-0000-4000-8000-000000000001" names a session, but no round.
    → Name a round, such as 5e55a001:1; \`stet rounds 5e55a001\` lists them.
    [64]
    "
  `)
  expect(seen(box.stet('inject', WORDS.slice(0, 8)))).toContain('names a session, but no round')
  expect(seen(box.stet('sessions', 'zzzz'))).toMatchInlineSnapshot(`
    "None of 3 sessions matches.
    → stet sessions
    "
  `)
  box.stet('undo', (box.json('drop', WORDS, '1') as { operation: string }).operation)
  expect(seen(box.stet('undo', 'op-none'))).toMatchInlineSnapshot(`
    "There is no operation "op-none".
    → Run \`stet operations\` to see them.
    [1]
    "
  `)
  expect(seen(box.stet('condense', 'nowhere'))).toMatchInlineSnapshot(`
    "There is no folder <box>/home/project/nowhere.
    → Name the folder that the agents wrote their files into: \`stet condense DIR\`.
    [1]
    "
  `)
  expect(seen(box.stet('gc', '--dry-run'))).toMatchInlineSnapshot(`
    "Would remove 0 objects, 0 B. What stays is sealed, which may free more.
    "
  `)
})

it('says what is wrong with a range', () => {
  expect(seen(box.stet('show', 'latest', 'three'))).toMatchInlineSnapshot(`
    ""three" is not a range of rounds.
    → Write a round as 47, several as 3-9,12, every round as all.
    [64]
    "
  `)
  expect(seen(box.stet('show', 'latest', '3-1'))).toMatchInlineSnapshot(`
    "The range 3-1 runs backwards.
    → Write 1-3.
    [64]
    "
  `)
  expect(seen(box.stet('show', 'latest', '99'))).toMatchInlineSnapshot(`
    "There is no round 99; the session has rounds 1 to 3.
    → Run \`stet rounds 5e55a001-0000-4000-8000-000000000001\` to see them.
    [1]
    "
  `)
  expect(seen(box.stet('tag', 'latest', '1', 'Not A Name'))).toMatchInlineSnapshot(`
    ""Not A Name" cannot be the name of an engagement.
    → Use lower-case words joined by hyphens, such as console-work.
    [64]
    "
  `)
})

it('says that a file cannot be captured, and exits with 1', () => {
  box.put('home/project/empty.jsonl', '')
  expect(seen(box.stet('inscribe', 'missing.jsonl', 'empty.jsonl'))).toMatchInlineSnapshot(`
    "There is no file <box>/home/project/missing.jsonl.
    The file <box>/home/project/empty.jsonl is empty.
    → Run \`stet inscribe --all\` to capture every session found on this machine.
    → Give the path of a transcript, or run \`stet inscribe --all\`.
    [1]
    "
  `)
  expect(box.json('inscribe', 'missing.jsonl')).toMatchObject({ sessions: [], failed: [{ code: 'file-not-found' }] })
})

it.each(['constructor', 'toString', '__proto__'])('a word that every object has is no command: %s', (word) => {
  for (const words of [[word], [word, '--help'], ['help', word]])
    expect(seen(box.stet(...words))).toContain(`Unknown command ${JSON.stringify(word)}.`)
})

it('refuses a file that no client wrote, and keeps it as it is with --as raw', () => {
  box.put('home/project/notes.jsonl', 'just text\n')
  const refused = box.stet('inscribe', 'notes.jsonl', '/etc/passwd')
  expect([refused.status, seen(refused)]).toEqual([1, expect.stringContaining('/etc/passwd is not a session file')])
  expect(seen(refused)).toContain('stet inscribe --as raw <box>/home/project/notes.jsonl')
  expect(box.json('sessions')).not.toContainEqual(expect.objectContaining({ client: 'unknown' }))
  expect(seen(box.stet('inscribe', 'notes.jsonl', '--as', 'raw'))).toContain('no client Stet knows wrote this')
  expect(box.json('inscribe', 'notes.jsonl')).toMatchObject({ sessions: [{ tier: 'raw', rounds: 0 }], failed: [] })
})

it('says that the target or the output cannot be written', () => {
  box.put('home/project/folder/inside', '')
  expect(seen(box.stet('export', 'latest', '--to', 'raw', '--out', 'folder', '--force'))).toMatchInlineSnapshot(`
    "5e55a001 is in ~/project/folder/5e55a001-0000-4000-8000-000000000001.jsonl (6.4 kB in 2 files).
    Secrets are in it as they were recorded; --mask masks them.
    "
  `)
  expect(seen(box.shell('$STET sessions > /dev/full'))).toMatchInlineSnapshot(`
    "The output cannot be written: ENOSPC: no space left on device, write.
    [1]
    "
  `)
  expect(box.listing().filter((path) => path.includes('.tmp'))).toEqual([])
})

it('says that the target cannot be written when a file is where a folder would have to', () => {
  box.put('home/project/file', '')
  const { status, stderr } = box.stet('export', 'latest', '--to', 'raw', '--out', 'file/below.jsonl')
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('below.jsonl cannot be written'),
  })
})

it('says that the store cannot be opened', () => {
  box.put('home/not-a-store/sessions.db', 'this is no database, though it is long enough to look at')
  expect(seen(box.stet('sessions', '--store', '../not-a-store'))).toMatchInlineSnapshot(`
    "The store in <box>/home/not-a-store cannot be read.
    → Run \`stet recover\` to make a new store from the readable parts, or name another store with --store.
    [1]
    "
  `)
})

it('says that the store cannot be written', ({ skip }) => {
  if (process.getuid?.() === 0) skip('permissions do not bind root')
  const folder = join(box.home, 'closed')
  mkdirSync(folder)
  chmodSync(folder, 0o500)
  expect(box.stet('inscribe', '--store', folder)).toMatchObject({ status: 1 })
})

it('gives every failure as one JSON value with --json, and nothing on stderr', () => {
  for (const args of [
    ['rounds'],
    ['nope'],
    ['rounds', '5e55'],
    ['rounds', 'nothing'],
    ['show', 'latest', '9'],
    ['--nope'],
  ]) {
    const { status, stdout, stderr } = box.stet(...args, '--json')
    const { error } = JSON.parse(stdout)
    expect(Object.keys(error)).toEqual(['code', 'message', 'hint', 'facts'])
    expect({ status, stderr }).toEqual({ status: box.stet(...args).status, stderr: '' })
    expect(status).not.toBe(0)
  }
  expect(box.json('rounds', '5e55')).toMatchObject({
    error: { code: 'session-ambiguous', facts: { candidates: [expect.any(String), expect.any(String)] } },
  })
})
