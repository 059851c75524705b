import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliDocs } from '../../src/shells/cli/cli-docs.ts'
import { COMMANDS } from '../../src/shells/cli/commands/index.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.put(`elsewhere/${LONG}.jsonl`, fixture('long', box.cwd))
  box.put('home/project/reviews/a.md', '# Review')
})
afterAll(() => box.remove())

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
  [['statusline'], { session: null, percent: null, level: 'ok', title: null }],
  [['prompt'], { prompt: expect.stringContaining("You'll receive system reminders at 60%, 75%, and 85%") }],
  [['offload'], { path: nothing, lines: 1, bytes: 0, text: '' }],
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
    ['summary', WORDS, '--dry-run'],
    { session: WORDS, path: text, summary: text, files: { created: list, modified: list, read: list } },
  ],
  [['ctx', 'summarize', WORDS], { summarized: list, left: 0 }],
  [['engagements'], { engagements: list, odd: list }],
  [['engage', 'status'], []],
  [['matrix', 'word-work'], { engagement: 'word-work', phases: list }],
  [['token', 'bob@desk', '--grant', 'agent/read'], { principal: 'bob@desk', grants: ['agent/read'], token: text }],
  [['token'], [{ principal: 'bob@desk', grants: ['agent/read'] }]],
  [['token', 'bob@desk', '--revoke'], { principal: 'bob@desk', revoked: true }],
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
    const promised = new Set(PROMISES.map(([args]) => args[0] ?? ''))
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
      if (command.name !== '') expect(stdout).toContain(command.examples[0].command)
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    }
  })

  it('give completion that knows every command and option', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = box.stet('completion', shell).stdout
      for (const { name, options } of COMMANDS) {
        for (const word of [...name.split(' '), ...Object.keys(options)]) expect(script).toContain(word)
      }
    }
  })

  it('give bash a completion that works', () => {
    const complete = (...words: readonly string[]) =>
      box.shell(
        `source <($STET completion bash); COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _stet; echo "\${COMPREPLY[@]}"`,
      )
    expect(seen(complete('stet', 'in'))).toBe('inscribe inject\n')
    expect(seen(complete('stet', 'export', 'latest', '--to', 'm'))).toBe('markdown\n')
    expect(seen(complete('stet', '--store', 'x', 'inscribe', '--w'))).toBe('--watch\n')
  })

  it('give docs of every command', () => {
    const docs = cliDocs()
    for (const { name } of COMMANDS) expect(docs).toContain(`### stet${name === '' ? '' : ` ${name}`}\n`)
  })

  it('are all different, and name their groups in order', () => {
    expect(new Set(COMMANDS.map((command) => command.name)).size).toBe(COMMANDS.length)
  })
})

it('help looks like this', () => {
  expect(seen(box.stet('--help'))).toMatchInlineSnapshot(`
    "Stet keeps every session of your coding agents in a permanent record.

    Record
      stet inscribe [paths…]  capture sessions into the record, only what is new
      stet check <session>    prove that the record gives a session back exactly
      stet export <session>   a session out of the record, as a file or for its
                              client

    Inspect
      stet                         this folder's sessions, how full they are, what
                                   to do next
      stet sessions [words…]       every session of the record, by folder, newest
                                   first
      stet rounds <session>        the rounds of a session, one line each
      stet show <session> [range]  what was said and done in some rounds
      stet inject <ref>            one round back from the record, whole or in part
      stet search <words…>         the rounds in which something was said
      stet why <file>              which round wrote a file or a line of it, and the
                                   reasoning
      stet mcp                     search, inject and more as tools for agents, over
                                   MCP
      stet view [session]          see the record in a browser, cut sessions there,
                                   watch them grow
      stet serve                   the actions over HTTP, for programs, and the page
                                   of stet view

    Surgery
      stet trim <session>                 cut long tool results to their beginning
      stet compress-before <session> <before>
                                          older rounds become rows of an index
      stet compress-engagement <session> <id>
                                          the rounds of an engagement become rows of
                                          an index
      stet extract-engagement <session> <id>
                                          a session of the rounds of one engagement
      stet merge <sessions…>              several sessions become one
      stet split <session> [map]          one session becomes several, one for each
                                          workstream
      stet drop <session> <range>         leave out rounds, or blocks in them
      stet export-claude <session>        the same as export --to claude-code
      stet shrink <session>               get a context down to a size by the
                                          gentlest way
      stet rollover <session>             hand over to a fresh session that begins
                                          with a summary
      stet revive <session>               go on with a session: what is old as an
                                          index, the rest whole
      stet undo [operation]               take an operation back, the last one
                                          unless named
      stet operations                     what was done, newest first, and what undo
                                          would take back
      stet diff <a> <b>                   the contexts of two sessions, round by
                                          round
      stet lineage <session>              where a session came from, and what came
                                          of it
      stet find-original <session>        the sessions a session began with
      stet find-derived <session>         every session that came of a session

    Digest
      stet compress [words…]     rounds compressed into a state and a prompt to go
                                 on from
      stet retrieve <question…>  an answer from the record to a question about a
                                 session
      stet probe <session>       how much of a session a summary of it still holds
      stet summary <session>     what a session came to, on one page
      stet condense <dir>        agents' output files condensed before another agent
                                 reads them

    Workstreams
      stet tag <session> <range> <id>     put rounds into an engagement, a named
                                          workstream
      stet untag <session> <range>        take rounds out of their engagement
      stet tag suggest [text…]            rounds that may belong to an engagement
      stet tag apply [file]               put the rounds that a file names into its
                                          engagements
      stet engagements                    every engagement, its rounds, and tags
                                          that look odd
      stet engage start <method>          begin an engagement; new rounds here
                                          belong to it
      stet engage status                  the engagements that this folder is at
      stet engage advance [phase]         complete the phase and begin the next
      stet engage close                   end an engagement; its file goes into
                                          .archive
      stet engage tag <sessions…>         tag the rounds that began in a phase of
                                          the engagement
      stet matrix [id]                    the rounds of an engagement by phase and
                                          role
      stet ticket create <title>          write down a piece of work, with what the
                                          agent knew who did
      stet ticket list                    tickets, those that are asked for
      stet ticket show <ticket>           a ticket, its parts, and what its review
                                          waits for
      stet ticket update <ticket>         change a ticket
      stet ticket note <ticket> <text>    say something about a ticket, with what
                                          you know now
      stet ticket review <ticket> <disposition>
                                          what a reviewer says of a ticket
      stet ticket close <ticket>          end a ticket; status 2 while its review
                                          waits for something
      stet ticket reopen <ticket>         a ticket that was closed is open again
      stet ticket discuss <ticket>        start an agent who knows what the author
                                          of a ticket knew
      stet ticket verify <ticket>         start one who knows the last discussion of
                                          a ticket

    Live
      stet setup [clients…]       install hooks, skills and the status line in your
                                  clients
      stet unsetup [clients…]     take Stet out of your clients again
      stet pressure [session]     how full a context is, the signs of it, and what
                                  to do
      stet advise [session]       which operation fits a session now, with the exact
                                  command
      stet statusline             the client's status line: how full the context is
      stet offload                a long output into a file; where it is and a line
                                  about it instead
      stet prompt                 the section on context for a worker's prompt
      stet complete <session>     write down that the work of a session is done
      stet hook <event> [client]  what a client runs at an event; stet setup
                                  installs it

    Chains
      stet ctx checkpoint            write a commit by hand: after a parent, or
                                     imported
      stet ctx materialize <commit>  the context of a commit, to read or to resume
      stet ctx history <commit>      a commit and its ancestors, with the forks on
                                     the way
      stet ctx show <commit>         everything known about a commit
      stet ctx resolve               the last commit of a principal at a time
      stet ctx current               the commit of this moment, for tickets and
                                     trailers
      stet ctx update <commit>       give a commit another summary; nothing else
                                     about it can change
      stet ctx summarize [session]   give commits that have no summary a line
      stet ctx compact <commit>      put a compaction after a commit
      stet ctx snapshot <commit>     one artifact for all before, so that reads end
                                     there
      stet ctx pin <commit>          keep a commit whatever happens, or say how long
      stet ctx fork <commit>         a new session that goes on from a commit
      stet start                     start an agent from what one knew
      stet ctx set <name> <commit>   give a commit a name
      stet ctx get <name>            the commit that has a name
      stet ctx list [prefix]         every name with its commit
      stet ctx delete <name>         take a name away; its commit stays

    Maintain
      stet doctor [sessions…]        find sessions that do not resume whole, and
                                     repair them
      stet verify                    read the whole record and prove that nothing in
                                     it is damaged
      stet recover [file]            make a new store of what still reads of a
                                     damaged one
      stet backup <file>             copy the whole record into one file, while
                                     others may write to it
      stet token [principal]         let another machine or person use stet serve
      stet forget [sessions…]        remove sessions from the record for good
      stet restore [sessions…]       put back the files of sessions that the client
                                     has deleted
      stet gc                        make the record smaller: seal what is full,
                                     remove what nothing reaches
      stet config                    what is set and where, and what can be
      stet config show               what is set and where, and what can be
      stet config get <key>          the value of one setting
      stet config set <key> <value>  change a setting
      stet config unset <key>        take a setting back

    Shell
      stet completion [shell]  the script that lets your shell complete stet

    Options of every command
      --json       print one JSON value
      --store DIR  the record to use, instead of $STET_STORE, $STET_HOME or ~/.stet:
                   a folder, or postgres://…
      --no-color   print without colours, as with NO_COLOR
      --help       show this help
      --version    show the version

    Start with
      stet inscribe        capture every session on this machine
      stet help <command>  more on one command, with examples
    "
  `)
  expect(seen(box.stet('help', 'export'))).toMatchInlineSnapshot(`
    "stet export: a session out of the record, as a file or for its client

    raw is the file the client wrote, byte for byte. json into a folder gives its
    rounds, an index and session.db. html is one page with nothing to load; in it
    and in markdown secrets are masked. For a client it is a new session that
    resumes, whole or as a variant says.

      stet export <session> --to FORMAT [--full-after T] [--engagement ID]
          [--compress-engagement ID] [--merge SESSION] [--split MAP]
          [--fidelity FORM[=RANGE]] [--out PATH] [--force] [--keep] [--exec]
          [--rows full|short] [--past-damage] [--dry-run]

      <session>  an id or the start of one, a title, the path of a transcript, or
                 latest

    Options
      --to FORMAT               the form to give it: raw, json, markdown, html,
                                claude-code, codex, gemini-cli
      --full-after T            rounds from this time or round:N on whole, the rest
                                an index; your own time unless it names a zone
      --engagement ID           only the rounds of this engagement
      --compress-engagement ID  the rounds of this engagement as an index
      --merge SESSION           together with this session; may be given several
                                times
      --split MAP               as several sessions, as this map file says
      --fidelity FORM[=RANGE]   how rounds that stay are shown: full, conversation,
                                navigate, or forms by kind; with =RANGE only some
      --out PATH                where to write it; else to stdout, and for a client
                                where it looks
      --force                   replace what is there already; for a client only a
                                session
      --keep                    the session it is cut from is not ended: work goes
                                on there, too
      --exec                    resume the new session at once
      --rows full|short         what the rows of an index tell: full, or short for
                                tools and answer alone
      --past-damage             leave out what cannot be read any more, and say what
                                that is
      --dry-run                 say what would be done and do nothing

    Options of every command
      --json       print one JSON value
      --store DIR  the record to use, instead of $STET_STORE, $STET_HOME or ~/.stet:
                   a folder, or postgres://…
      --no-color   print without colours, as with NO_COLOR
      --help       show this help
      --version    show the version

    Examples
      stet export latest --to markdown
          the newest session of this folder, for reading
      stet export 40e785a0 --to raw --out copy.jsonl
          the client's file, byte for byte
      stet export latest --to claude-code --full-after round:40
          a new session, older rounds indexed
    "
  `)
})
