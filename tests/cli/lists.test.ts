import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, openBox, seen, WORDS } from './box.ts'

const ROOT = join(import.meta.dirname, '../..')
const WIDE = '5e55d004-0000-4000-8000-000000000004'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.put(
    `home/.claude/projects/-project/${WIDE}.jsonl`,
    fixture('words', box.cwd)
      .replaceAll(WORDS, WIDE)
      .replaceAll('Thirty words, numbered.', `${'Thirty words, numbered. '.repeat(4)}THE END`),
  )
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

describe('show', () => {
  it('has the time of day and the references that inject takes', () => {
    const { stdout } = box.stet('show', WORDS, '1')
    expect(stdout).toContain('round 1 · 2025-03-19 10:00')
    const refs = stdout.match(/5e55a001:1:\d+/g)!
    expect(refs).toHaveLength(5)
    expect(box.stet('inject', refs[0]!).stdout).toBe('What is in words.txt?\n')
    for (const ref of refs) expect([ref, box.stet('inject', ref).status]).toEqual([ref, 0])
  })
})

describe('inject', () => {
  it('labels the parts of a round, each with the reference that gives it alone', () => {
    expect(seen(box.stet('inject', `${WORDS}:2`))).toBe(
      '[user 5e55a001:2:0]\nAdd gamma.\n\n[assistant 5e55a001:2:1]\nDone.\n',
    )
    expect(box.stet('inject', '5e55a001:2:1').stdout).toBe('Done.\n')
    expect(box.stet('inject', `${WORDS}:2`, '--part', 'assistant').stdout).toBe('Done.\n')
    expect(box.json('inject', `${WORDS}:2`)).toMatchObject({ text: 'Add gamma.\n\nDone.' })
  })
})

describe('lists', () => {
  it('are cut to the width of a terminal or of COLUMNS, and not in a pipe', () => {
    expect(box.shell(`$STET rounds ${WIDE}`).stdout).toContain('…')
    const { stdout } = box.shell(`unset COLUMNS; $STET rounds ${WIDE}`)
    expect(stdout).not.toContain('…')
    expect(box.shell(`unset COLUMNS; $STET search numbered`).stdout).not.toContain('…\n')
  })

  it('have a head that fits, and what was said is on lines that fit, cut between words', () => {
    const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))
    const asked = 'Please sort every one of the many words that are in this file, and then count them again. '.repeat(2)
    const message = { role: 'user', content: `${asked}\n    ${asked}` }
    const line = JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, message })
    const path = box.put('elsewhere/5e55d005-0000-4000-8000-000000000005.jsonl', `${line}\n`)
    expect(widest(box.stet('rounds', path).stdout)).toBeLessThanOrEqual(80)
    const { stdout } = box.stet('show', path)
    expect(widest(stdout)).toBeLessThanOrEqual(80)
    expect(stdout).toContain(
      '\n  Please sort every one of the many words that are in this file, and then count\n  them again.',
    )
    expect(stdout).toContain(
      '\n      Please sort every one of the many words that are in this file, and then\n      count',
    )
    expect(box.shell(`unset COLUMNS; $STET show ${path}`).stdout).toContain(asked.trim())
  })

  it('have what Stet wrote below what it was cut from, the newest three of it, and nothing that was undone', () => {
    const cut = () => box.json('compress-before', WORDS, 'round:2') as { operation: string; sessions: Made[] }
    interface Made {
      readonly session: string
    }
    const made = [cut(), cut(), cut(), cut()]
    const lines = box.stet('sessions').stdout.split('\n')
    const at = lines.findIndex((line) => line.startsWith(WORDS.slice(0, 8)))
    expect(lines[at]).toContain('(+1) ')
    expect(lines.slice(at + 1, at + 4).every((line) => /^└ .*compress-/.test(line))).toBe(true)
    expect(lines[at + 4]).not.toContain('compress-')
    expect(box.stet().stdout).toContain('(+1) ')
    for (const { operation } of made) box.stet('undo', operation)
    expect(box.stet('sessions').stdout).not.toContain('compress-before of ')
    const known = box.json('sessions') as readonly { session: string; children: readonly string[] }[]
    const { children } = known.find(({ session }) => session === WORDS)!
    for (const { sessions } of made) expect(children).not.toContain(sessions[0]!.session)
  })

  it('longer than the screen go through the pager, shorter ones and pipes do not', () => {
    const onTerminal = (rows: number, more = '') =>
      spawnSync(
        'script',
        [
          '-qec',
          `stty rows ${rows} cols 100; ${process.execPath} bin/stet rounds ${WORDS} --store ${box.home}/.stet`,
          '/dev/null',
        ],
        {
          cwd: ROOT,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: box.home, TERM: 'xterm', PAGER: `sed s/^/paged:/${more}` },
        },
      )
    if (onTerminal(3).error) return // no `script` here to make a terminal
    expect(onTerminal(3).stdout).toContain('paged:')
    expect(onTerminal(40).stdout).not.toContain('paged:')
    expect(onTerminal(3, '; exit 127').stdout).toContain('What is in words.txt?') // as where there is no such program
    expect(box.shell(`PAGER='sed s/^/paged:/' $STET rounds ${WORDS}`).stdout).not.toContain('paged:')
  })
})

describe('contexts', () => {
  it('are told by what was asked and the files, and by one word for an id', () => {
    const { commits } = box.json('ctx', 'history', WORDS) as {
      commits: { id: string; context_id: string; session: string; summary: string }[]
    }
    for (const commit of commits) {
      expect(commit).toMatchObject({ context_id: commit.id, session: WORDS })
      expect(commit.summary).toContain('What is in words.txt?')
    }
    const [{ context_id }] = commits as [(typeof commits)[number]]
    expect(box.json('ctx', 'show', context_id)).toMatchObject({ context_id, session: WORDS })
    expect(box.json('ctx', 'snapshot', context_id, '--dry-run')).toMatchObject({
      context_id: expect.stringMatching(/^ctx-/),
    })
    expect(box.json('ctx', 'pin', context_id)).toMatchObject({ context_id })
    expect(box.json('ctx', 'resolve', '--at', '2999-01-01')).toMatchObject({ context_id: expect.any(String) })
  })

  it('show twelve digits of an artifact', () => {
    expect(box.stet('ctx', 'show', WORDS).stdout).toMatch(/artifact_ref {4}art-[0-9a-f]{12}\n/)
    expect(box.stet('ctx', 'materialize', WORDS).stdout).toMatch(/^art-[0-9a-f]{12}:/)
  })
})

it('a wrong second word gets a suggestion', () => {
  expect(seen(box.stet('ctx', 'hitsory', WORDS, '--depth', '1'))).toBe(
    `\`stet ctx\` has no command "hitsory".\n→ stet ctx history ${WORDS} --depth 1\n[64]\n`,
  )
  expect(box.json('ctx', 'frok', 'x')).toMatchObject({
    error: { facts: { command: 'ctx frok', nearest: 'ctx fork' }, hint: 'stet ctx fork x --json' },
  })
  expect(box.stet('config', 'zzz').stderr).toContain('`stet config` has no command "zzz": get, set, show, unset.')
})

it('completion knows the names of contexts', () => {
  box.stet('ctx', 'set', 'before-lunch', WORDS)
  expect(box.stet('completion', '--words', 'name').stdout).toBe('before-lunch\n')
  for (const shell of ['bash', 'zsh', 'fish'])
    expect(box.stet('completion', shell).stdout).toContain('stet completion --words name')
})

it('--watch prints one header, and the time with every line', async () => {
  const file = join(box.home, `.claude/projects/-project/${WORDS}.jsonl`)
  const line = '{"type":"user","uuid":"w1","message":{"role":"user","content":"More"}}\n'
  setTimeout(() => appendFileSync(file, line), 1500)
  setTimeout(() => appendFileSync(file, line.replace('w1', 'w2')), 3500)
  const { stdout } = await box.interrupt(6500, 'inscribe', '--watch')
  expect(stdout.match(/^time {6}session .*rounds .*new {2}file$/gm)).toHaveLength(1)
  const grown = stdout.split('\n').filter((one) => /^\d\d:\d\d:\d\d {2}5e55a001 /.test(one))
  expect(grown).toHaveLength(2)
})
