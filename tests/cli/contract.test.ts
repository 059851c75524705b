import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS as ALL } from '../../src/commands/all.ts'
import { TOPICS } from '../../src/commands/kit/command.ts'
import { nameIn, optionsIn } from '../../src/commands/kit/offered.ts'
import { cliDocs } from '../../src/shells/cli/cli-docs.ts'
import { GOLDEN_CASES } from '../golden/surgery/cases.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.put(`elsewhere/${LONG}.jsonl`, fixture('long', box.cwd))
  box.put('home/project/reviews/a.md', '# Review')
})
afterAll(() => box.remove())

const COMMANDS = ALL.filter(({ offer }) => offer.cli)
/** Those that help lists; the others run all the same. */
const LISTED = COMMANDS.filter(({ offer }) => offer.cli === true)

const text = expect.any(String)
const number = expect.any(Number)
const list = expect.any(Array)
const nothing = null

/** A session that wrote a file. */
const EDITS = join(import.meta.dirname, '../fixtures/claude-code/subagent-large-output-2.1.325.jsonl')
const PLAN = '/home/user/workspace/project/plan.txt'

/** What every command on a ticket says. */
const TICKET = { id: text, version: number, title: 'Sort the words', type: 'task', labels: [], discussions: [] }

/** What every operation says of one new session. */
const made = (kind: string, rounds: readonly [full: number, partial: number, indexed: number]) => ({
  operation: text,
  kind,
  from: list,
  sessions: expect.arrayContaining([
    expect.objectContaining({
      session: text,
      path: text,
      client: 'claude-code',
      resume: text,
      resume_inside: text,
      rounds_full: rounds[0],
      rounds_partial: rounds[1],
      rounds_indexed: rounds[2],
    }),
  ]),
  tokens_before: number,
  tokens_after: number,
  saved_percent: number,
  warnings: list,
})

/** Each command with the JSON the contract promises; more keys may be there. In order: later ones need the first. */
const PROMISES: readonly (readonly [readonly string[], unknown])[] = [
  [
    ['inscribe', '--dry-run'],
    { files: expect.arrayContaining([{ path: text, bytes: number }]), sessions: [], failed: [] },
  ],
  [
    ['inscribe'],
    {
      sessions: expect.arrayContaining([
        expect.objectContaining({
          session: WORDS,
          client: 'claude-code',
          path: text,
          rounds: 3,
          blocks: 9,
          bytes: number,
          new_bytes: number,
          head: text,
          problems: [],
        }),
      ]),
      failed: [],
    },
  ],
  [['check', WORDS], { session: WORDS, byte_exact: true, rerender_exact: true, rounds: 3, differences: [] }],
  [
    ['sessions'],
    expect.arrayContaining([
      expect.objectContaining({
        session: WORDS,
        client: 'claude-code',
        title: 'Words in a file',
        agent: nothing,
        role: nothing,
        cwd: text,
        started: '2025-03-19T10:00:00.000Z',
        ended: text,
        rounds: 3,
        messages: number,
        tokens: number,
        window: number,
        percent: number,
        engagements: [],
        head: text,
        parents: [],
        children: list,
        origin: null,
        ghost: false,
        live: false,
      }),
    ]),
  ],
  [
    ['rounds', WORDS],
    expect.arrayContaining([
      expect.objectContaining({
        round: 1,
        round_id: text,
        active: true,
        origin: text,
        started: text,
        ended: text,
        engagement_id: nothing,
        user_preview: 'What is in words.txt?',
        agent_preview: text,
        tool_count: 1,
        thinking_count: 1,
        thinking_chars: 21,
        token_count: number,
      }),
    ]),
  ],
  [
    ['show', WORDS, '1'],
    {
      session: WORDS,
      rounds: [
        expect.objectContaining({
          round: 1,
          blocks: expect.arrayContaining([
            expect.objectContaining({
              block_id: text,
              type: 'tool_use',
              role: 'assistant',
              timestamp: text,
              content: { file_path: 'words.txt' },
              name: 'Read',
              tool_use_id: 'toolu_1',
            }),
          ]),
        }),
      ],
    },
  ],
  [['inject', `${WORDS}:2`], { ref: text, session: WORDS, round: 2, text: 'Add gamma.\n\nDone.', blocks: list }],
  [
    ['search', 'gamma'],
    {
      words: 'gamma',
      hits: [
        {
          rank: 1,
          ref: `${WORDS}:2`,
          session: WORDS,
          title: 'Words in a file',
          round: 2,
          round_id: text,
          started: text,
          engagement_id: null,
          snippet: 'Add gamma. Done.',
        },
      ],
    },
  ],
  [['tag', WORDS, '1,3', 'word-work'], { session: WORDS, tagged: [1, 3], previous: { 1: null, 3: null } }],
  [['untag', WORDS, '3'], { session: WORDS, tagged: [3], previous: { 3: 'word-work' } }],
  [
    ['export', WORDS, '--to', 'raw', '--out', 'copy.jsonl'],
    {
      session: WORDS,
      to: 'raw',
      path: text,
      files: [
        { path: text, bytes: number },
        { path: text, bytes: number },
      ],
    },
  ],
  [['trim', `../../elsewhere/${LONG}.jsonl`], { ...made('trim', [1, 1, 0]), trimmed_count: 1 }],
  [
    ['shrink', `../../elsewhere/${LONG}.jsonl`, '--to', '20k', '--dry-run'],
    { kind: 'trim', target: 20_000, ways: list, tokens_after: number },
  ],
  [['rollover', WORDS, '--dry-run'], { kind: 'rollover', prompt: text, session_number: 2, warnings: list }],
  [['revive', WORDS, '--keep-recent', '1', '--dry-run'], { kind: 'revive', sessions: list }],
  [['restore'], { missing: list, restored: [] }],
  [['compress-before', WORDS, 'round:3'], made('compress-before', [1, 0, 2])],
  [['compress-engagement', WORDS, 'word-work'], made('compress-engagement', [2, 0, 1])],
  [['extract-engagement', WORDS, 'word-work'], made('extract-engagement', [1, 0, 0])],
  [['drop', WORDS, '2'], made('drop', [2, 0, 1])],
  [['split', WORDS, '--to', 'one=2', '--to', 'two=3'], made('split', [1, 0, 1])],
  [['merge', WORDS, LONG], made('merge', [5, 0, 0])],
  [['export-claude', WORDS], made('export', [3, 0, 0])],
  [['export', WORDS, '--to', 'claude-code', '--full-after', 'round:2'], made('compress-before', [2, 0, 1])],
  [['undo'], { undone: text, kind: 'compress-before', removed: [text], restored: [WORDS] }],
  [['operations'], list],
  [['ctx', 'list'], []],
  [['diff', WORDS, LONG], { only_a: list, only_b: list, changed: [], tokens_a: number, tokens_b: number }],
  [['lineage', WORDS], { session: WORDS, parents: [], children: list }],
  [['find-original', WORDS], { session: WORDS, sessions: [WORDS] }],
  [['find-derived', WORDS], { session: WORDS, sessions: list }],
  [
    ['doctor', WORDS],
    {
      problems: [],
      sessions: [{ session: WORDS, path: text, messages_before: number, messages_after: number, problems: [] }],
    },
  ],
  [['verify'], { ok: true, checked: number, damaged: [] }],
  [['ctx', 'current', '--session', WORDS], { context_id: text }],
  [['config'], { file: text, settings: list }],
  [['config', 'set', 'context.archive_command', 'true'], { key: text, value: 'true', previous: null, file: text }],
  [
    ['setup', '--dry-run'],
    expect.arrayContaining([expect.objectContaining({ client: text, file: text, changed: true, diff: list })]),
  ],
  [['unsetup'], expect.arrayContaining([expect.objectContaining({ client: text, file: text, changed: false })])],
  [
    ['pressure', WORDS],
    {
      session: WORDS,
      percent: number,
      tokens: number,
      window: number,
      level: 'ok',
      signals: list,
      breakdown: { tool_results: number, tool_uses: number, text: number, thinking: number, notes: number },
      advice: { action: 'none', command: text, why: text },
    },
  ],
  [['advise', WORDS], { session: WORDS, level: 'ok', action: 'none', command: text, why: text }],
  [['statusline'], { session: null, percent: null, level: 'ok', title: null, resume: null }],
  [['prompt'], { prompt: expect.stringContaining("You'll receive system reminders at 60%, 75%, and 85%") }],
  [['offload'], { path: nothing, lines: 1, bytes: 0, text: '' }],
  [['resume', WORDS], { session: WORDS, client: 'claude-code', resume: text, resume_inside: null, ensured: null }],
  [['complete', WORDS, '--dry-run'], { session: WORDS, at: text, reason: 'completed', summary: null }],
  [['hook', 'Stop'], { event: 'Stop', output: '' }],
  [['config', 'get', 'context.archive_command'], { key: text, value: 'true', from: text }],
  [['config', 'unset', 'context.archive_command'], { key: text, value: null, previous: 'true', file: text }],
  [['gc', '--dry-run'], { removed: 0, kept: number, bytes_freed: 0 }],
  [['gc'], { removed: 0, kept: number, bytes_freed: number }],
  [
    [],
    {
      cwd: text,
      here: list,
      elsewhere: 0,
      totals: { sessions: number, rounds: number, bytes: number, stored_bytes: number },
      advice: list,
    },
  ],
  [
    ['compress', WORDS],
    {
      tag: text,
      mode: 'lossy',
      commit: text,
      files: { state: text, prompt: text },
      gates: list,
      tokens_before: number,
      tokens_after: number,
    },
  ],
  [
    ['condense', 'reviews', '--threshold', '1'],
    { condensed: text, before_bytes: 8, after_bytes: 8, files: list, skipped: 0, warnings: [] },
  ],
  [
    ['retrieve', 'What is still open?', '--session', WORDS],
    { pattern: 'open', answer: text, refs: list, confidence: text },
  ],
  [['probe', WORDS], { overall: number, dimensions: { accuracy: number, artifact_trail: number }, probes: list }],
  [
    ['summary', WORDS],
    { session: WORDS, path: null, summary: text, files: { created: list, modified: list, read: list } },
  ],
  [
    ['handoff', WORDS],
    { session: WORDS, from: 1, instruction: text, form: text, current: list, facts: list, words: list },
  ],
  [['ctx', 'summarize', WORDS], { summarized: list, left: 0 }],
  [['engagements'], { engagements: list, odd: list }],
  [['engage', 'status'], []],
  [['matrix', 'word-work'], { engagement: 'word-work', phases: list }],
  [['token', 'bob@desk', '--grant', 'agent/read'], { principal: 'bob@desk', grants: ['agent/read'], token: text }],
  [['token'], [{ principal: 'bob@desk', grants: ['agent/read'] }]],
  [['token', 'bob@desk', '--revoke'], { principal: 'bob@desk', revoked: true }],
  [['remote', 'add', 'drive', '../drive'], { name: 'drive', url: text }],
  [['remote', 'list'], [{ name: 'drive', url: text }]],
  [
    ['sync'],
    [
      {
        remote: 'drive',
        pulled: [],
        pushed: { sessions: number, commits: number, bytes: number },
        waiting: 0,
      },
    ],
  ],
  [['remote', 'remove', 'drive'], { name: 'drive', url: text }],
  [['append', WORDS], { session: WORDS, rounds: number, new_bytes: 0, head: text }],
  [['backup', 'copy.db'], { path: text, bytes: number, sessions: number }],
  [['recover', '--dry-run'], { kept: text, rows: number, lost: 0, sessions: number, damaged: [] }],
  [['forget', WORDS, '--dry-run'], { forgotten: list }],
  [['inscribe', EDITS], { sessions: list, failed: [] }],
  [
    ['why', PLAN],
    {
      file: PLAN,
      line: nothing,
      ref: text,
      session: text,
      round: 2,
      commit: text,
      tool: text,
      reasoning: text,
      user_request: text,
    },
  ],
  [
    ['start', '--template', 'reviewer', '--context', WORDS, '--dry-run'],
    { session: text, path: text, resume: text, context: text, template: 'reviewer' },
  ],
  [['ticket', 'create', 'Sort the words', '--context', 'ctx-1'], { ...TICKET, context_id: 'ctx-1' }],
  [['ticket', 'list'], [expect.objectContaining(TICKET)]],
  [['ticket', 'show', 'tkt-'], { ...TICKET, children: [], waits_for: [] }],
  [['ticket', 'update', 'tkt-', '--status', 'review', '--reviewer', 'bob'], { ...TICKET, status: 'review' }],
  [
    ['ticket', 'note', 'tkt-', 'So it is.'],
    { ...TICKET, notes: [{ at: text, by: text, text: 'So it is.', context_id: nothing }] },
  ],
  [['ticket', 'review', 'tkt-', 'approved', '--by', 'bob'], { ...TICKET, review: { reviewers: list } }],
  [['ticket', 'close', 'tkt-'], { ...TICKET, status: 'closed', closed_at: text }],
  [['ticket', 'reopen', 'tkt-', '--context', WORDS], { ...TICKET, status: 'open', context_id: WORDS }],
  [['ticket', 'discuss', 'tkt-'], { ticket: text, session: text, path: text, resume: text, context: text }],
  [['ticket', 'verify', 'tkt-'], { ticket: text, session: text, path: text, resume: text, context: text }],
  [['completion', 'bash'], { shell: 'bash', script: text }],
]

describe('JSON', () => {
  it.each(PROMISES.map(([args, value]) => ({ name: `stet ${args.join(' ')}`, args, value })))(
    '$name',
    ({ args, value }) => {
      const { status, stdout, stderr } = box.stet(...args, '--json')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout.endsWith('\n')).toBe(true)
      const answer = JSON.parse(stdout)
      if (Array.isArray(answer)) expect(answer).toEqual(value)
      else expect(answer).toMatchObject(value as object)
    },
  )

  it('has a promise for every command', () => {
    const golden = GOLDEN_CASES.map(({ command }) => command) // what an operation answers is in its golden
    const promised = new Set([...PROMISES.map(([args]) => args[0] ?? ''), ...golden])
    const ending = COMMANDS.filter((command) => !command.stays) // those that stay have tests of their own
    expect(ending.map((command) => command.name).filter((name) => !promised.has(name.split(' ')[0]!))).toEqual([])
  })

  it('is one value for help, version and a whole session too', () => {
    expect(box.json('--version')).toEqual({ version: text })
    expect(box.json('--help')).toMatchObject({ commands: list })
    expect(box.json('rounds', '--help')).toMatchObject({ name: 'rounds', usage: 'stet rounds <session>' })
    expect(box.json('export', WORDS, '--to', 'json')).toBeTruthy()
  })
})

describe('definitions', () => {
  it('give help with an example to every command', () => {
    for (const command of COMMANDS) {
      const { status, stdout } =
        command.name === '' ? box.stet('--help') : box.stet(...command.name.split(' '), '--help')
      expect(status).toBe(0)
      expect(stdout).toContain(command.summary.split(' ').slice(0, 3).join(' '))
      if (command.name !== '') expect(stdout).toContain(command.examples[0]!.command)
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    }
  })

  it('give completion that knows every command and option', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = box.stet('completion', shell).stdout
      for (const command of LISTED) {
        const options = Object.entries(optionsIn('cli', command)).map(([name, field]) => nameIn('cli', name, field))
        for (const word of [...command.name.split(' '), ...options]) expect(script).toContain(word)
      }
    }
  })

  it('give bash a completion that works', () => {
    const complete = (...words: readonly string[]) =>
      box.shell(
        `source <($STET completion bash); COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _stet; echo "\${COMPREPLY[@]}"`,
      )
    expect(seen(complete('stet', 'in'))).toBe('inject inscribe\n')
    expect(seen(complete('stet', 'export', 'latest', '--to', 'm'))).toBe('markdown\n')
    expect(seen(complete('stet', '--store', 'x', 'inscribe', '--w'))).toBe('--watch\n')
  })

  it('give docs of every command', () => {
    const docs = cliDocs()
    for (const { name } of LISTED) expect(docs).toContain(`### stet${name === '' ? '' : ` ${name}`}\n`)
  })

  it('are all different, and no topic has the name of a command', () => {
    expect(new Set(ALL.map((command) => command.name)).size).toBe(ALL.length)
    const words = new Set(COMMANDS.flatMap(({ name }) => name.split(' ')))
    expect(Object.keys(TOPICS).filter((topic) => words.has(topic))).toEqual([])
  })

  it('are in the folder of their topic, one a file', () => {
    const root = join(import.meta.dirname, '../../src/commands')
    const files = Object.keys(TOPICS).flatMap((topic) =>
      readdirSync(join(root, topic)).map((file) => `${topic}/${file.replace(/\.ts$/, '')}`),
    )
    expect(files.length).toBe(ALL.length)
    for (const { topic, name } of COMMANDS)
      expect(files).toContain(`${topic}/${name === '' ? 'overview' : name.replaceAll(' ', '-')}`)
  })

  it('say each sentence once', () => {
    const summaries = ALL.map(({ summary }) => summary)
    expect(summaries.filter((one, at) => summaries.indexOf(one) !== at)).toEqual([])
    expect(summaries.filter((one) => !/^[A-Z][a-z]+ .*[^.]$/s.test(one))).toEqual([])
  })
})

it('help looks like this', () => {
  expect(seen(box.stet('--help'))).toMatchInlineSnapshot(`
    "Stet keeps every session of your coding agents in a permanent record, and cuts
    contexts from it.

      stet                         Show this folder's sessions, how full they are,
                                   and what to do next
      stet setup [clients…]        Install hooks, skills and the status line in your
                                   clients
      stet search <words…>         Find rounds by words, a question, code or an
                                   error message
      stet show <session> [range]  Read a session, some of its rounds, or one block
      stet trim <session>          Cut long tool results to their beginning
      stet drop <session> <range>  Leave out rounds, or single blocks of them
      stet split <session> [map]   Split a session into several, one for each
                                   workstream
      stet merge <sessions…>       Join several sessions into one
      stet rollover <session>      Hand over to a fresh session that begins with a
                                   summary
      stet undo [operation]        Take an operation back
      stet why <file>              Name the round that wrote a file or a line of it,
                                   and why
      stet resume <session>        Continue a session in its client, in its folder
      stet view [session]          Show the record in a browser, cut sessions there,
                                   and watch them grow

    Other commands, by topic
      stet help record  capture sessions, check and export them
      stet help find    list, read and search the record
      stet help cut     make a context smaller, split it, join it, undo
      stet help work    workstreams, phases and tickets
      stet help live    hooks, fullness of a context, servers and tools
      stet help chains  commits, their names, and new sessions from them
      stet help care    repair, back up and clean the record; settings

    Options of every command
      --json       print one JSON value
      --store DIR  the record to use: a folder, or postgres://…. Default:
                   $STET_STORE, else $STET_HOME, else ~/.stet
      --no-color   print without colours, as with NO_COLOR
      --help       show this help
      --version    show the version

    Start with
      stet inscribe --all   record every session of this machine
      stet help COMMAND     read more about one command, with examples
    "
  `)
  expect(seen(box.stet('help', 'export'))).toMatchInlineSnapshot(`
    "stet export
      Export a session as a file, or as a new session of a client

    raw is the client's file, byte for byte. json into a folder gives a document,
    blocks, rounds and session.db of each session, indexes, and sessions.db with the
    rounds of all; with --force it brings a folder up to date that is there. html is
    one page that loads nothing else. raw and json hold secrets as they were
    recorded, unless --mask masks them; in html and markdown they are masked. For a
    client it writes a new session that resumes, whole or cut by one of the options.

      stet export [session] [more…] --to FORMAT [--full-after T]
          [--engagement ID] [--compress-engagement ID] [--merge SESSION]
          [--split MAP] [--fidelity FORM[=RANGE]] [--out PATH] [--force] [--parents]
          [--exec] [--keep] [--rows full|short] [--all] [--mask] [--past-damage]
          [--dry-run]

      [session]  the start of its id, its title, its path, or latest: the newest of
                 this folder; inside an agent, its own
      [more…]    others for the same folder of json

    Options
      --to FORMAT               the format or the client: raw, json, markdown, html,
                                claude-code, codex, pi, gemini-cli, opencode
      --full-after T            keep rounds from this time or round:N on whole, and
                                make the others an index; your own time unless it
                                names a zone
      --engagement ID           keep only the rounds of this engagement
      --compress-engagement ID  make the rounds of this engagement an index
      --merge SESSION           join this session to it; may be given several times
      --split MAP               split it into several sessions, as this map file
                                says
      --fidelity FORM[=RANGE]   how kept rounds are shown: full, conversation,
                                navigate, or forms by kind; =RANGE limits it
      --out PATH                the path to write to. Default: standard output, or
                                the client's own folder for a session
      --force                   replace a file that exists; for a client, only a
                                session
      --parents                 make the folder that --out names, where it does not
                                exist
      --exec                    resume the new session now
      --keep                    do not mark the source session as ended: you also
                                continue it
      --rows full|short         how long the rows of an index are: full, or short
                                with tools and answer only. Default: full
      --all                     every session of the record, into a folder of json
      --mask                    mask the secrets in json and raw, which hold them as
                                they were recorded
      --past-damage             leave out damaged bytes, and list them
      --dry-run                 say what would be done and do nothing

    Options of every command
      --json       print one JSON value
      --store DIR  the record to use: a folder, or postgres://…. Default:
                   $STET_STORE, else $STET_HOME, else ~/.stet
      --no-color   print without colours, as with NO_COLOR
      --help       show this help
      --version    show the version

    Examples
      stet export latest --to markdown
          prints the newest session of this folder for reading
      stet export --all --to json --out sessions
          writes every session into a folder
      stet export 40e785a0 --to raw --out copy.jsonl
          writes the client's file, byte for byte
      stet export latest --to claude-code --full-after round:40
          writes a new session with an index of the rounds before round 40
    "
  `)
})
