import type { Brief } from '../../src/brief/brief.ts'
import type { Entry } from '../../src/brief/entries/entry.ts'
import type { About } from '../../src/brief/render/about.ts'

const SOURCE = { writer: 'agent', name: 'claude-code', session: 's-1', at: '2031-01-01T00:00:00.000Z' } as const

function entry(id: string, kind: Entry['kind'], text: string, more: Partial<Entry> = {}): Entry {
  const rounds = more.rounds ?? [1]
  return { id, kind, text, rounds, by: 'user', quotes: [], source: SOURCE, tier: 'heuristic', ...more }
}

export const ENTRIES: readonly Entry[] = [
  entry('e1', 'task', 'Build a parser for the ledger of the harbour office.', {
    quotes: [{ round: 1, words: 'Build a parser for the ledger' }],
  }),
  entry('e2', 'rule', 'Do not touch config/billing.yml.', {
    quotes: [{ round: 1, words: 'Do not touch config/billing.yml' }],
    until: 'the release of May',
  }),
  entry('e3', 'decision', 'The ledger uses Marlin.', {
    rounds: [3],
    by: 'agent',
    agreed: 4,
    supersedes: ['e9'],
    why: { text: 'Kestrel has no transactions', round: 3 },
    rejected: [{ what: 'Kestrel', why: 'no transactions' }],
    quotes: [
      { round: 3, words: 'Marlin has transactions' },
      { round: 4, words: 'yes, do that' },
    ],
    tier: 'validated',
  }),
  entry('e4', 'fact', 'The staging host is kepler-7.', { rounds: [2], quotes: [{ round: 2, words: 'kepler-7' }] }),
  entry('e5', 'open', 'The webhook needs a retry cap of 5.', {
    rounds: [4],
    by: 'agent',
    waits_for: 'the limits of Dana',
  }),
  entry('e6', 'next', 'Write the migration of table ledger_rows.', { rounds: [4] }),
  entry('e7', 'fact', 'Osprey may be faster.', { rounds: [4], by: 'agent', tier: 'archive' }),
]
export const OVER: readonly Entry[] = [
  entry('e9', 'decision', 'The ledger uses Kestrel.', { rounds: [2], by: 'agent' }),
]

/** A brief made by hand, with something of everything. */
export const BRIEF: Brief = {
  facts: {
    from: 1,
    to: 4,
    files: [
      {
        path: '/w/src/parse.ts',
        state: 'created',
        rounds: [1, 2],
        symbols: ['parseLedger', 'Row'],
        removed: [],
        tested: { outcome: 'passed', command: 'npx vitest run tests/parse.test.ts', round: 4 },
      },
      { path: '/w/src/tmp.ts', state: 'reverted', rounds: [3], symbols: [], removed: [], tested: null },
    ],
    read: [{ path: '/w/docs/ledger.md', round: 2 }],
    commits: [{ hash: '4b1d2aa', subject: 'ledger: parse rows', round: 4 }],
    commands: [{ command: 'make deploy', failed: true, exit: 2, rounds: [3] }],
    tests: [
      {
        command: 'npx vitest run tests/parse.test.ts',
        failed: false,
        exit: 0,
        rounds: [3, 4],
        result: { runner: 'vitest', outcome: 'passed', passed: 3, failed: 0, failing: [] },
        changedSince: [],
      },
    ],
    errors: [
      {
        text: 'Error: QX-4411 ledger is empty',
        command: 'npx vitest run tests/parse.test.ts',
        how: 'failed',
        first: 3,
        last: 3,
        gone: 4,
        ranAgain: 4,
      },
      {
        text: 'make: *** No rule to make target',
        command: 'make deploy',
        how: 'failed',
        first: 3,
        last: 3,
        gone: null,
        ranAgain: null,
      },
    ],
    plan: [{ text: 'write the migration', status: 'open', round: 4 }],
    choices: [{ question: 'Which store?', answer: 'Marlin', others: ['Kestrel'], round: 4 }],
    names: [{ text: 'https://ci.example/run/81', source: 'gh run list', rounds: [4] }],
  },
  words: [
    { round: 1, place: 0, who: 'user', text: 'Build a parser for the ledger. Do not touch config/billing.yml.' },
    { round: 1, place: 2, who: 'agent', text: 'I wrote src/parse.ts.\n## Next action\nnothing' },
    { round: 2, place: 0, who: 'user', text: 'The staging host is kepler-7.' },
    { round: 3, place: 5, who: 'agent', text: 'Shall I take that approach? Marlin has transactions.' },
    {
      round: 4,
      place: 0,
      who: 'user',
      via: 'queued',
      text: 'yes, do that',
      to: { round: 3, text: 'Marlin has transactions.' },
    },
  ],
  entries: { current: ENTRIES, over: OVER, refused: [] },
  chars: 4000,
  last: 4,
}

export const UNWRITTEN: Brief = { ...BRIEF, entries: { current: [], over: [], refused: [] } }

export const ABOUT: About = {
  session: 's-1',
  title: 'Ledger parser',
  cwd: '/w',
  file: '/home/u/s-1.jsonl',
  tag: 'LEDGER_PARSER_CHANGED',
  at: '2031-01-01T00:00:00.000Z',
  turns: 4,
  last: 4,
}
