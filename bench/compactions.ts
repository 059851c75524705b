import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { provable } from '../src/brief/brief-rounds.ts'
import { readSummary } from '../src/brief/entries/read-summary.ts'
import { compactionsOf } from '../src/brief/entries-of.ts'
import { clientOf } from '../src/clients/client-of.ts'
import type { Session } from '../src/model/session.ts'
import { inscribe } from '../src/record/capture/inscribe.ts'
import type { Workspace } from '../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { ROOT } from './lib/place.ts'
import { withSession } from './lib/with-session.ts'

const SHARED = join(ROOT, '../shared')
const FOLDERS = [
  'corpus/claude',
  'corpus/codex',
  'corpus/gemini',
  'fixtures/claude-code',
  'fixtures/codex',
  'fixtures/gemini',
]
const MARK = /"isCompactSummary":true|"type":"compacted"|Got it\. Thanks for the additional context!/

const sums = { summaries: 0, hidden: 0, items: 0, accepted: 0 }

/** The clients' own summaries as entries: how many of their sentences the record bears out, and why not the others. */
async function main(): Promise<void> {
  for (const path of FOLDERS.flatMap((folder) => filesIn(join(SHARED, folder)))) {
    if (!MARK.test(readFileSync(path, 'utf8'))) continue
    const store = mkdtempSync(join(process.env.STET_BENCH_WORK!, 'compactions-'))
    await withStore(store, path, (workspace, session) => read(workspace, session, path.slice(SHARED.length + 1)))
  }
  const share = Math.round((100 * sums.accepted) / sums.items)
  console.log(
    `\n${sums.summaries} summaries, ${sums.hidden} of them encrypted or empty; ${sums.accepted} of ${sums.items} sentences accepted (${share} %)`,
  )
}

async function read(workspace: Workspace, session: Session, name: string): Promise<void> {
  const { record, facts } = await provable(workspace, session)
  for (const { commit, until } of await compactionsOf(workspace, session, 0)) {
    const summary = clientOf(session).compactions?.summaryIn(await workspace.store.artifacts.get(commit.artifact)) ?? ''
    const source = { writer: 'client', name: session.client, session: session.id, at: commit.createdAt } as const
    const start = performance.now()
    const { entries, notFound } = readSummary(summary, { record, files: facts.files, before: [] }, { source, until })
    const ms = Math.round(performance.now() - start)
    const items = entries.length + notFound.length
    sums.summaries++
    if (summary === '') sums.hidden++
    sums.items += items
    sums.accepted += entries.length
    console.log(`\n## ${name}, up to round ${until}: ${entries.length} of ${items} (${ms} ms)`)
    for (const { kind, text, rounds, quotes } of entries) {
      const said = quotes.map(({ words }) => ` «${words}»`).join('')
      console.log(`+ ${kind} [r${rounds.join(', r')}] ${text}${said}`)
    }
    for (const { kind, text, why } of notFound) console.log(`- ${kind} ${text}\n    ${why}`)
  }
}

async function withStore(
  store: string,
  path: string,
  work: (workspace: Workspace, session: Session) => Promise<void>,
): Promise<void> {
  const workspace = await openWorkspace({ storeDir: store, user: 'bench', machine: 'bench', cwd: '/', configDirs: {} })
  await inscribe(workspace, [path])
  await closeWorkspace(workspace)
  await withSession(store, work)
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(folder, name))
}

void main()
