import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cut, displayWidth } from '../../src/commands/kit/text/display-width.ts'
import { plainJson, plainLine, plainText } from '../../src/commands/kit/text/plain-text.ts'
import { type Box, buildBundle, fixture, HOSTILE, openBox, seen, WORDS } from './box.ts'

const ROOT = join(import.meta.dirname, '../..')

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe')
})
afterAll(() => box.remove())

/** Anything a terminal would act on, besides the end of a line and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
const ACTS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

it('prints nothing recorded that a terminal would act on', () => {
  const commands = [
    [],
    ['sessions'],
    ['rounds', HOSTILE],
    ['show', HOSTILE],
    ['inject', `${HOSTILE}:1`],
    ['check', HOSTILE],
    ['rounds', '5e55'],
    ['tag', HOSTILE, '1', 'x\u001b[31m'],
    ['rounds', '\u001b[2J'],
    ['inscribe', '\u001b[2Jno.jsonl'],
    ['\u001b[2J'],
  ]
  for (const args of commands) {
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = box.stet(...args, ...more)
      expect([args, more, ACTS.exec(stdout + stderr)]).toEqual([args, more, null])
    }
  }
  expect(seen(box.stet('show', HOSTILE))).toMatchInlineSnapshot(`
    "─ round 1 · 2025-03-18 08:00 ──────────────────────────────────────────────────
    you  5e55b002:1:0
      wipe C1 reversed bell␇ back␈ 世界 👩‍👩‍👧 end
    → Bash  5e55b002:1:1
      {"command":"printf '\\u001b[31m'"}
    ← error  5e55b002:1:2

      overwritten␍line
    agent  5e55b002:1:3
      Unclosed ␛]0;rest of it
    "
  `)
})

it('gives the recorded bytes as they are only where asked to', () => {
  expect(box.stet('export', HOSTILE, '--to', 'raw').stdout).toContain('\\u001b[2J')
  expect((box.json('inject', `${HOSTILE}:1`) as { text: string }).text).toContain('\u001b[2J')
})

it('fits every table into 80 columns, wide characters counted as two', () => {
  for (const args of [[], ['sessions'], ['rounds', HOSTILE], ['rounds', WORDS]]) {
    for (const line of box.stet(...args).stdout.split('\n'))
      expect([line, displayWidth(line) <= 80]).toEqual([line, true])
  }
  expect([
    displayWidth('世界'),
    displayWidth('👩‍👩‍👧'),
    displayWidth('é'),
    displayWidth('🇨🇿'),
    displayWidth('…└█'),
  ]).toEqual([4, 2, 1, 2, 3])
  expect([cut('世界 peace', 6), cut('abcdef', 4), cut('ab', 4)]).toEqual(['世界…', 'abc…', 'ab'])
})

it('makes text plain without losing what can be read', () => {
  expect(plainText('a\u001b[1;31mb\u001b[0mc\u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe('abclink')
  expect(plainText('one\r\ntwo\rthree\tx\u0000')).toBe('one\ntwo\u240dthree\tx\u2400')
  expect(plainLine('  a\n\n b\u2028c ')).toBe('a b c')
  expect(JSON.parse(plainJson('\u009b31m\u202e'))).toBe('\u009b31m\u202e')
  expect(plainJson('\u009b31m\u202e')).toBe('"\\u009b31m\\u202e"')
  const unseen = 'a\ufeffb\u200bc\u2060d\ufff9e\u{e0041}f\u2028g\u007fh'
  expect(JSON.parse(plainText(plainJson(unseen)))).toBe(unseen)
})

it('ends quietly when nobody reads any more', () => {
  box.put(
    'home/project/long.jsonl',
    fixture('words', box.cwd)
      .replaceAll('Thirty words', 'Thirty words '.repeat(40_000))
      .replaceAll(WORDS, '5e55c003-0000-4000-8000-000000000003'),
  )
  for (const line of ['$STET export long.jsonl --to raw', '$STET show long.jsonl --json', '$STET show long.jsonl']) {
    expect([line, seen(box.shell(`${line} | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}"`))]).toEqual([line, '0\n'])
  }
})

it('has no colours in a pipe, and colours on a terminal unless told otherwise', () => {
  const onTerminal = (more: string) =>
    spawnSync(
      'script',
      ['-qec', `${process.execPath} bin/stet sessions --store ${box.home}/.stet ${more}`, '/dev/null'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: box.home, TERM: 'xterm' },
      },
    )
  if (onTerminal('').error) return // no `script` here to make a terminal
  expect(onTerminal('').stdout).toContain('\u001b[1m')
  expect(onTerminal('--no-color').stdout).not.toContain('\u001b[')
  expect(box.stet('sessions').stdout).not.toContain('\u001b')
})

it('stops on Ctrl-C with one sentence and 130', async () => {
  const watching = await box.interrupt(1500, 'inscribe', '--watch')
  expect(seen(watching)).toMatchInlineSnapshot(`
    "Watching every session of this machine; Ctrl-C ends it.
    time      session         rounds       new  file
    Stopped watching; 0 sessions grew by 0 B.
    [130]
    "
  `)
  const { status, stdout } = await box.interrupt(1500, 'inscribe', '--watch', '--json')
  expect([status, JSON.parse(stdout)]).toEqual([130, { sessions: [], failed: [] }])
})

it('writes nothing outside of its home, and nothing into the folder it runs in', () => {
  const fresh = openBox()
  try {
    const before = fresh.listing('home/.stet')
    for (const args of [
      ['inscribe'],
      [],
      ['sessions'],
      ['check', WORDS],
      ['verify'],
      ['show', 'latest'],
      ['tag', 'latest', '1', 'x'],
      ['export', 'latest', '--to', 'json'],
    ]) {
      expect([args, fresh.stet(...args).status]).toEqual([args, 0])
    }
    expect(fresh.listing('home/.stet')).toEqual(before)
    expect(fresh.listing().filter((path) => /\.stet\/sessions\.db \d+/.test(path))).toHaveLength(1)
  } finally {
    fresh.remove()
  }
})

it('starts through bin/stet, which says what to type when nothing is built', () => {
  const { stdout } = spawnSync(join(ROOT, 'bin/stet'), ['--version'], { encoding: 'utf8' })
  expect(stdout).toBe(box.stet('--version').stdout)
  mkdirSync(join(box.root, 'elsewhere/bin'), { recursive: true })
  copyFileSync(join(ROOT, 'bin/stet'), join(box.root, 'elsewhere/bin/stet'))
  expect(box.shell('../../elsewhere/bin/stet').stderr).toContain('was packed without its build')
  mkdirSync(join(box.root, 'elsewhere/scripts')) // as in a checkout
  expect(seen(box.shell('../../elsewhere/bin/stet'))).toMatchInlineSnapshot(`
    "Stet is not built yet; type \`npm start\` in <box>/elsewhere.
    [1]
    "
  `)
})
