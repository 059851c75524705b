import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../src/shells/mcp/call-tool.ts'
import { answers, fileOf, human, reply, says } from '../laws/lines.ts'
import { openTestWorkspace } from '../workspace.ts'
import { type Box, buildBundle, openBox } from './box.ts'

const ID = '5ec0de00-0000-4000-8000-000000000001'

/** Put together here, so that no file of the project has one. */
const random = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => 'aB3dE5gH7jK9mN2pQ4rS6tV8'[(at * 7 + seed * 5 + ((at * at) % 11)) % 24]).join('')
const TITLE = `ghp_${random(1, 36)}`
const WRITTEN = random(2, 20)
const IN_JSON = random(3, 24)
const GIVEN = `Wint3r!${random(4, 6)}`
const LINES = Array.from({ length: 12 }, (_, at) => random(20 + at, 64))
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${LINES.join('\n')}\n-----END RSA PRIVATE KEY-----`
const CUT = Array.from({ length: 5 }, (_, at) => random(50 + at, 64))
const END = Array.from({ length: 6 }, (_, at) => random(70 + at, 64))
const SECRETS = { TITLE, WRITTEN, IN_JSON, GIVEN, key: LINES[6]!, cut: CUT[3]!, end: END[0]! }

const SESSION = fileOf(
  human('u1', null, `Use the token ${TITLE} for the release of the wombat, please`),
  reply('a1', 'u1', [
    {
      type: 'tool_use',
      id: 't1',
      name: 'Write',
      input: {
        file_path: '/srv/app/.env',
        content: `HOST=db\nDB_PASSWORD=${WRITTEN}\nPORT=1\n{"db":{"password":"${IN_JSON}"}}`,
      },
    },
    { type: 'tool_use', id: 't2', name: 'mcp__db__connect', input: { host: 'db', user: 'me', password: GIVEN } },
  ]),
  answers('r1', 'a1', 't1', `wrote it\n${KEY}\n`),
  answers('r1b', 'r1', 't2', `${END.join('\n')}\n-----END RSA PRIVATE KEY-----`),
  human('u2', 'r1b', `And what is wrong with this?\n-----BEGIN EC PRIVATE KEY-----\n${CUT.join('\n')}`),
  says('a2', 'u2', `The end of it is missing; ${TITLE} works with the wombat.`),
)

/** Which of them can be read, also in a text that is in JSON, and also half of one. */
function leaksIn(text: string): readonly string[] {
  const plain = text.replaceAll('\\n', '\n').replaceAll('&quot;', '"')
  return Object.entries(SECRETS).flatMap(([name, secret]) => {
    const half = secret.length < 14 ? secret : secret.slice(4, 16)
    return plain.includes(half) ? [name] : []
  })
}

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  const path = box.put(`home/.claude/projects/-box-home-project/${ID}.jsonl`, SESSION.toString())
  expect(box.stet('inscribe', path).status).toBe(0)
  expect(box.stet('tag', '5ec0de00', '1', 'wombat-work').status).toBe(0)
}, 60_000)
afterAll(() => box.remove())

describe('the command line', () => {
  it.each([
    ['sessions'],
    ['sessions --json'],
    ['rounds 5ec0de00'],
    ['rounds 5ec0de00 --json'],
    ['search wombat'],
    ['search wombat --in all --json'],
    [''],
    ['status --json'],
    ['export 5ec0de00 --to html'],
    ['export 5ec0de00 --to markdown'],
    ['export 5ec0de00 --to json --mask'],
    ['export 5ec0de00 --to raw --mask'],
    ['rollover 5ec0de00 --dry-run'],
    ['trim 5ec0de00 --dry-run --json'],
    ['why /srv/app/.env'],
    ['why /srv/app/.env --json'],
    ['lineage 5ec0de00 --json'],
    ['handoff 5ec0de00'],
    ['ctx list --json'],
    ['summary 5ec0de00'],
    ['summary 5ec0de00 --json'],
    ['digest 5ec0de00'],
    ['digest 5ec0de00 --json'],
    ['window 5ec0de00 --json'],
    ['pressure 5ec0de00 --json'],
    ['resume 5ec0de00'],
    ['retrieve "Which token for the wombat?" --session 5ec0de00 --json'],
    ['probe 5ec0de00 --json'],
    ['diff 5ec0de00 5ec0de00 --json'],
    ['doctor 5ec0de00 --json'],
    ['check 5ec0de00 --json'],
    ['tag suggest wombat'],
    ['engagements suggest --json'],
    ['compress 5ec0de00 --dry-run --json'],
    ['drop 5ec0de00 1 --dry-run --json'],
    ['compress-before 5ec0de00 round:2 --dry-run'],
    ['ctx current --session 5ec0de00 --json'],
    ['verify --json'],
    ['matrix wombat-work'],
    ['matrix wombat-work --json'],
  ])('%s gives none', (line) => {
    const { stdout, stderr } = box.shell(`COLUMNS=60 $STET ${line}`)
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it.each([
    ['show 5ec0de00'],
    ['show 5ec0de00 --json'],
    ['show 5ec0de00 --raw'],
    ['inject 5ec0de00:1-2'],
    ['inject 5ec0de00:1-2 --json'],
    ['inject 5ec0de00:1-2 --raw'],
    ['export 5ec0de00 --to raw'],
    ['export 5ec0de00 --to json'],
  ])('%s gives each as it was recorded', (line) => {
    expect([...leaksIn(box.shell(`$STET ${line}`).stdout)].sort()).toEqual(Object.keys(SECRETS).sort())
  })

  it.each([
    ['html', 'page.html'],
    ['markdown', 'page.md'],
    ['json', 'masked.json'],
    ['json', 'masked'],
    ['raw', 'masked.jsonl'],
  ])('writes none into a file either: export --to %s --mask --out %s', (to, name) => {
    const out = join(box.root, 'tmp', name)
    const { status, stdout } = box.stet('export', '5ec0de00', '--to', to, '--mask', '--out', out)
    expect(status).toBe(0)
    expect(stdout).not.toContain('as they were recorded')
    const paths = statSync(out).isFile()
      ? [out]
      : readdirSync(out, { recursive: true, encoding: 'utf8' }).map((one) => join(out, one))
    const texts = paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'latin1'))
    expect(texts.join('').length).toBeGreaterThan(1000)
    expect(leaksIn(texts.join('\n'))).toEqual([])
  })

  it('writes none into a compression, its archive and its prompt', () => {
    const out = join(box.root, 'tmp', 'compressions')
    expect(box.stet('compress', '5ec0de00', '--lossless', '--allow-failing', '--out', out).status).toBe(0)
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
    expect(files.map((file) => file.replace(/.*[/\\]/, '')).sort()).toEqual([
      'archive.json',
      'archive.md',
      'prompt.md',
      'retrieval.md',
      'state.yaml',
    ])
    expect(leaksIn(files.map((file) => readFileSync(join(out, file), 'utf8')).join('\n'))).toEqual([])
  })

  it('gives none of a title that a new session has a part of', () => {
    const id = '5ec1de00-0000-4000-8000-000000000002'
    const said = `<server>\n  <id>nexus</id>\n  <username>deploy</username>\n  <password>Ofen-Schaufel-12</password>\n</server>`
    const lines = fileOf(human('v1', null, said), says('v2', 'v1', 'Done.'), human('v3', 'v2', 'And on.'), {
      type: 'custom-title',
      customTitle: said,
      sessionId: id,
    })
    box.put(`home/.claude/projects/-box-home-project/${id}.jsonl`, lines.toString())
    expect(box.stet('inscribe', '--all').status).toBe(0)
    expect(box.stet('drop', id, '2', '--force').status).toBe(0)
    const { stdout } = box.stet('sessions', '--json')
    expect(stdout).toContain('drop of <server>')
    expect(leaksIn(stdout)).toEqual([])
    expect(stdout).not.toContain('Ofen')
  })

  it('says that something was masked, and how to get it', () => {
    expect(box.stet('sessions').stderr).toContain('stet inject')
    expect(box.stet('rounds', '5ec0de00', '--json').stderr).toContain('(masked: ')
    expect(box.stet('export', '5ec0de00', '--to', 'html').stdout).toContain('Exactly as recorded')
  })

  it('says that raw and json are exact, and what masks them', () => {
    const out = join(box.root, 'tmp', 'copy.json')
    expect(box.stet('export', '5ec0de00', '--to', 'json', '--out', out).stdout).toContain('--mask')
    expect(JSON.parse(box.stet('export', '5ec0de00', '--to', 'json', '--mask').stdout)).toMatchObject({ session: ID })
    for (const line of box.stet('export', '5ec0de00', '--to', 'raw', '--mask').stdout.trim().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('uuid')
    expect(box.stet('export', '5ec0de00', '--to', 'claude-code', '--mask').stderr).toContain('--mask goes with')
  })

  it('masks a session of somebody else, on the command line too', () => {
    const theirs = box.shell('USER=bob $STET show 5ec0de00; USER=bob $STET inject 5ec0de00:1')
    expect(theirs.stdout).toContain('wombat')
    expect(leaksIn(theirs.stdout)).toEqual([])
    expect(theirs.stderr).toContain('(masked: ')
    expect(box.shell('USER=bob $STET inject 5ec0de00:1').stderr).toContain('(masked: ')
    for (const fidelity of ['tool_result=head(90)', 'tool_result=head(400)', 'tool_use=head(60)', 'navigate'])
      expect(leaksIn(box.shell(`USER=bob $STET show 5ec0de00 --fidelity '${fidelity}'`).stdout)).toEqual([])
  })

  it('keeps none in what hooks keep and say', () => {
    const transcript = join(box.home, `.claude/projects/-box-home-project/${ID}.jsonl`)
    const event = (more: object) =>
      JSON.stringify({ session_id: ID, transcript_path: transcript, cwd: box.cwd, ...more })
    let said = ''
    for (const [name, more] of [
      ['SessionStart', { source: 'resume' }],
      ['Stop', {}],
      ['PreCompact', { trigger: 'manual' }],
      ['PostCompact', { compact_summary: 'nothing' }],
      ['UserPromptSubmit', { prompt: 'go on' }],
    ] as const) {
      const { stdout } = box.shell(`printf '%s' '${event(more)}' | $STET hook ${name} claude-code`)
      said += stdout
    }
    expect(leaksIn(said)).toEqual([])
    const live = join(box.home, '.stet', 'live')
    const files = readdirSync(live, { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(join(live, file)).isFile(),
    )
    expect(files.length).toBeGreaterThan(0)
    expect(leaksIn(files.map((file) => readFileSync(join(live, file), 'utf8')).join('\n'))).toEqual([])
  })
})

describe('an agent', () => {
  it('reads none from a line inside a key, nor in what a tool was given', async () => {
    const bench = await openTestWorkspace({ home: box.home, storeName: '.stet' })
    const ask = async (name: string, input: object) =>
      (await callTool(async () => bench.workspace, { name, input }, new AbortController().signal)).content[0]!.text
    try {
      const whole = await ask('read', { path: `${ID}:1` })
      expect(leaksIn(whole)).toEqual([])
      for (let startLine = 1; startLine < 30; startLine += 3)
        expect(leaksIn(await ask('read', { path: `${ID}:1`, startLine, endLine: startLine + 4 }))).toEqual([])
      expect(leaksIn(await ask('read', { path: ID }))).toEqual([])
      const injected = await ask('inject', { ref: `${ID}:all` })
      expect(leaksIn(injected)).toEqual([])
      expect(injected).toContain('stet inject')
      expect(leaksIn(await ask('sessions', {}))).toEqual([])
      expect(leaksIn(await ask('search', { query: 'wombat', in: 'all' }))).toEqual([])
    } finally {
      await bench.close()
    }
  })
})
