import { describe, expect, it } from 'vitest'
import { readSummary, summaryItems } from '../../../src/brief/entries/read-summary.ts'
import { roundRecord } from '../../../src/brief/entries/round-record.ts'
import { factsOf } from '../../../src/brief/facts/facts-of.ts'
import { agent, BY_AGENT, ran, rounds, user, wrote } from './rounds.ts'

const SESSION = rounds(
  [user('Build the importer for ledger files. Never touch config/billing.yml.'), agent('I read the samples.')],
  [
    user('Let us take SQLite, it needs no server.'),
    wrote('src/importer.ts', 'export const MAX_ROWS = 250\n'),
    ran('npm test', 'Tests  12 passed (12)', 0),
    agent('The importer reads 250 rows at once; all tests pass.'),
  ],
  [user('Next the notes in docs/notes.md.'), agent('Which format do you want for the notes?')],
)

function read(summary: string, options: Partial<Parameters<typeof readSummary>[2]> = {}) {
  const record = roundRecord(SESSION)
  const proof = { record, files: factsOf(SESSION).files, before: [] }
  return readSummary(summary, proof, { source: BY_AGENT, ...options })
}

const HANDOFF = `### Current Task
The importer for ledger files works; the notes in docs/notes.md are next.

### Key Decisions
- SQLite: it needs no server

### Modified Files
- src/importer.ts: reads 250 rows at once (MAX_ROWS)

### Immediate Next Steps
1. Write docs/notes.md
2. Ask which format the notes want

### Critical Context
The user said "Never touch config/billing.yml".
`

const MADE_UP = `### Current Task
Migrate the login page to GraphQL for the Helsinki team.

### Key Decisions
- Redis: sessions are cached for 15 minutes

### Modified Files
- src/importer.ts: deleted
- src/login.tsx: new form

### Immediate Next Steps
1. Deploy to the production cluster

### Critical Context
- npm test fails with 3 failed tests
- Payments are processed twice when customers refresh their browser
`

it('of a list of files by the client what facts tell is left out, and of an earlier summary what was under way; each keeps its id', () => {
  const summary = `## Files and Code
- \`src/importer.ts\` (Created)
- \`src/importer.ts\`: reads 250 rows at once

## Current Work
The samples were read, the importer was next.

## Pending Tasks
- Write docs/notes.md
`
  const source = { ...BY_AGENT, writer: 'client' as const }
  const ids = (isEarlier: boolean) =>
    read(summary, { source, isEarlier }).entries.map(({ id, text }) => `${id} ${text}`)
  const [reads, work, notes] = ids(false)
  expect([reads, work, notes].map((line) => line?.slice(0, 2))).toEqual(['e2', 'e3', 'e4'])
  expect(ids(true)).toEqual([reads, notes])
})

describe('a summary with five headings', () => {
  it('is read into entries, each with the rounds that have it', () => {
    const { entries, notFound } = read(HANDOFF)
    expect(notFound).toEqual([
      {
        kind: 'next',
        heading: 'Immediate Next Steps',
        text: 'Ask which format the notes want',
        why: 'it names and quotes nothing that could be checked',
      },
    ])
    expect(entries.map(({ id, kind, rounds: cited, quotes }) => [id, kind, cited, quotes])).toEqual([
      ['e1', 'task', [3], []],
      ['e2', 'decision', [2], []],
      ['e3', 'fact', [2], []],
      ['e4', 'next', [3], []],
      ['e6', 'fact', [1], [{ round: 1, words: 'Never touch config/billing.yml' }]],
    ])
  })

  it('that is made up has no support in the record, and says why', () => {
    const { entries, notFound } = read(MADE_UP)
    expect(entries).toEqual([])
    expect(notFound.map(({ heading, why }) => `${heading}: ${why}`)).toEqual([
      'Current Task: nothing in the record has "GraphQL"',
      'Key Decisions: nothing in the record has "15"',
      'Modified Files: src/importer.ts was created in round 2',
      'Modified Files: nothing in the record has "src/login.tsx"',
      'Immediate Next Steps: nothing that was said or done in the session is like it',
      'Critical Context: `npm test` ended with 0 in round 2',
      'Critical Context: nothing that was said or done in the session is like it',
    ])
  })
})

describe('the headings of a client', () => {
  it('give the kind, code is left out, and a point stands with what it is about', () => {
    const items = summaryItems(`1. Primary Request and Intent:
   - Build the importer

3. Files and Code Sections:
   - **\`src/importer.ts\`**
     - Reads 250 rows at once
     \`\`\`ts
     export const MAX_ROWS = 250
     \`\`\`

4. Errors and fixes:
   - **Wrong count**:
     - Fixed by counting again

6. All user messages:
   - "Build it."

7. Pending Tasks:
   - Write the notes`)
    expect(items.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'task: Build the importer',
      'fact: `src/importer.ts`: Reads 250 rows at once',
      'error: Wrong count: Fixed by counting again',
      'open: Write the notes',
    ])
  })

  it('may be the tags of Gemini CLI', () => {
    const items = summaryItems(`<state_snapshot>
<overall_goal>Build the ledger importer</overall_goal>
<active_constraints>
- Leave config/billing.yml alone
</active_constraints>
<task_state>
1. [TODO] Write the notes
</task_state>
</state_snapshot>`)
    expect(items.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'task: Build the ledger importer',
      'rule: Leave config/billing.yml alone',
      'open: [TODO] Write the notes',
    ])
  })

  it('are not needed: sentences without one are facts, and long ones are parted', () => {
    const long = `The importer reads rows. ${'It reads '.repeat(30)}more. Then it stops.`
    const items = summaryItems(long)
    expect(items.map(({ kind }) => kind)).toEqual(items.map(() => 'fact'))
    expect(items.map(({ text }) => text).join(' ')).toBe(long)
    expect(items[0]!.text).toBe('The importer reads rows.')
  })
})
