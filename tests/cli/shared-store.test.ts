import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresForTests } from '../servers/postgres.ts'
import { type Box, buildBundle, HOSTILE, openBox, seen, WORDS } from './box.ts'

const server = await postgresForTests()
const shared = `${server?.url}?schema=cli`
let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
})
afterAll(() => box.remove())

/** What differs between two records of the same files: when they were made, how they are kept, random names. */
const OWN = [
  /"(?:id|operation|sealed|score|size|\w*bytes\w*)":(?:"[^"]*"|[\d.]+)/,
  /op-[0-9a-f]{8}|"forks":\["ctx-\w+"\]/,
  /\b(?!5e55|0000)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
  /\b(?!2025-03)20\d\d-\d\d-\d\dT\d\d.\d\d.\d\d(?:\.\d+)?Z/,
].map(({ source }) => new RegExp(source, 'g'))

const answer = (args: readonly string[], ...store: readonly string[]) => {
  const { status, stdout } = box.stet(...args, ...store, '--json')
  const said = OWN.reduce((text, own) => text.replace(own, '·'), stdout)
  return { status, said: said.replaceAll(/there\d/g, 'there') }
}

/** Which rounds are found; in which order is each index's own affair. */
const found = (...args: readonly string[]) =>
  (box.json('search', ...args) as { hits: readonly { ref: string }[] }).hits.map(({ ref }) => ref).sort()

describe.skipIf(!server)('a shared store', () => {
  it('takes what a folder takes, and every command answers as there', () => {
    for (const store of [[], ['--store', shared]]) {
      const { status, stderr } = box.stet('inscribe', '--all', ...store)
      expect([status, stderr]).toEqual([0, ''])
    }
    const out = (nth: number, name: string) => ['--out', join(box.root, `there${nth}-${name}`)]
    const commands = (nth: number): readonly (readonly string[])[] => [
      ['sessions'],
      ['rounds', WORDS],
      ['show', WORDS, 'all'],
      ['inject', '1', '--from', WORDS],
      ['summary', WORDS, '--dry-run'],
      ['tag', WORDS, '1-2', 'word-work'],
      ['rounds', WORDS],
      ['extract-engagement', WORDS, 'word-work', ...out(nth, 'extracted.jsonl')],
      ['trim', WORDS, ...out(nth, 'trimmed.jsonl')],
      ['lineage', WORDS],
      ['operations'],
      ['undo'],
      ['ctx', 'history', WORDS],
      ['ctx', 'materialize', WORDS],
      ['ctx', 'checkpoint', '--data', 'by hand', '--format', 'text-v1'],
      ['ctx', 'set', 'good', WORDS],
      ['ctx', 'list'],
      ['export', WORDS, '--to', 'raw', ...out(nth, 'raw.jsonl')],
      ['check', WORDS],
      ['verify'],
      ['verify', '--rebuild'],
      ['ticket', 'create', 'Sort them'],
      ['forget', HOSTILE],
      ['gc'],
      ['sessions'],
    ]
    const [local, there] = [commands(0), commands(1)]
    const answers = local.map((command, at) => ({
      command: command.join(' '),
      local: answer(command),
      there: answer(there[at]!, '--store', shared),
    }))
    expect(answers.map(({ command, there }) => [command, there])).toEqual(
      answers.map(({ command, local }) => [command, local]),
    )
    for (const words of ['words', 'count', '"the words"', 'nobody-said-this'])
      expect([words, found(words, '--store', shared)]).toEqual([words, found(words)])
    const raw = (nth: number) => readFileSync(join(box.root, `there${nth}-raw.jsonl`), 'utf8')
    expect(raw(1)).toBe(raw(0))
  })

  it('is named by the environment or by the settings of the user, not by those of a project', () => {
    const count = (line: string) => JSON.parse(box.shell(`${line} $STET sessions --json`).stdout).length
    const there = count(`STET_STORE='${shared}'`)
    expect(there).toBeGreaterThan(0)
    box.stet('forget', WORDS)
    expect(count('')).toBeLessThan(there)
    expect(count(`STET_STORE_URL='${shared}'`)).toBe(there)
    const project = box.put('home/project/.stet.toml', `[store]\nurl = "${shared}"\n`)
    expect(count('')).toBeLessThan(there)
    writeFileSync(project, '')
    expect(box.stet('config', 'set', 'store.url', shared).status).toBe(0)
    expect(count('')).toBe(there)
    expect(seen(box.stet('config'))).not.toContain(shared)
    expect(count(`STET_STORE='${box.home}/.stet'`)).toBeLessThan(there)
    box.stet('config', 'unset', 'store.url')
  })

  it('is served by a server of its own, next to that of the record of this machine', async () => {
    box.stet('inscribe', '--all', '--store', shared)
    const { stdout } = box.shell(`
      rm -rf ~/.stet; $STET serve --json > local & one=$!
      $STET serve --json --store '${shared}' > there & two=$!
      until [ -s local ] && [ -s there ]; do sleep 0.05; done
      $STET serve --json --store '${shared}'
      for at in local there; do
        key=$(sed 's/.*"token":"\\([^"]*\\).*/\\1/' $at); origin=$(sed 's/.*"origin":"\\([^"]*\\).*/\\1/' $at)
        ${process.execPath} -e "fetch('$origin/api/sessions', { headers: { authorization: 'Bearer $key' } }).then(async (answer) => console.log(await answer.text()))"
      done
      cat there; kill $one $two; wait`)
    const [again, local, there, first] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([local.length, there.length > 0]).toEqual([0, true])
    expect(again).toMatchObject({ origin: first.origin, running: true })
  })

  it('is no part of what other commands load', () => {
    const bundles = ['stet.cjs', 'hook.cjs', 'index.js'].map((name) =>
      readFileSync(join(import.meta.dirname, '../../dist', name), 'utf8'),
    )
    expect(bundles.map((text) => /pg_advisory|from ?['"]postgres['"]|x-amz-content-sha256/.test(text))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('says what is not for it, and what is wrong with its address', () => {
    const code = (...args: readonly string[]) => (box.json(...args) as { error: { code: string } }).error.code
    expect(code('backup', 'copy.db', '--store', shared)).toBe('not-supported')
    expect(code('recover', '--store', shared)).toBe('not-supported')
    expect(code('sessions', '--store', 'postgres://nobody@127.0.0.1:1/none')).toBe('store-unreadable')
    expect(code('sessions', '--store', 'https://example.com')).toBe('usage')
    expect(code('sessions', '--store', `${server!.url}?schema=x';--`)).toBe('usage')
    const secret = seen(box.stet('sessions', '--store', 'postgres://me:hidden@127.0.0.1:1/none'))
    expect(secret).not.toContain('hidden')
  })
})
