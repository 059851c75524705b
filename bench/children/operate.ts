import { join } from 'node:path'
import { cutSession, mergeSessions, splitSession } from '../../src/actions/surgery/operations.ts'
import { recordOutputs } from '../../src/actions/surgery/record-outputs.ts'
import { trimSession } from '../../src/actions/surgery/trim-session.ts'
import type { Workspace } from '../../src/actions/workspace.ts'
import type { Session } from '../../src/model/session.ts'
import type { Operated, Operation } from '../lib/operations.ts'
import { peakBytes } from '../lib/timed.ts'
import { withSession } from '../lib/with-session.ts'

// Carries out operations on a session, one at a time, as it is told, and answers what each took.
const [storeDir, folder] = process.argv.slice(2) as [string, string]
const out = join(folder, 'out')

withSession(storeDir, async (workspace, session) => {
  const operations = await operationsOn(workspace, session)
  await new Promise((end) => {
    process.on('disconnect', end)
    process.on('message', async (name: Operation) => {
      const began = performance.now()
      await operations[name]()
      const wallMs = performance.now() - began
      process.send!({ wallMs, peakBytes: peakBytes() } satisfies Operated)
    })
    process.send!('ready')
  })
})

async function operationsOn(
  workspace: Workspace,
  session: Session,
): Promise<Record<Operation, () => Promise<unknown>>> {
  const part = await partOf(workspace, session)
  const half = Math.floor(session.facts.highestRound / 2)
  const children = [
    { id: 'first', ranges: [`${half}-${half + 20}`] },
    { id: 'second', ranges: [`${half + 21}-${session.facts.highestRound}`] },
  ]
  const trim = () => trimSession(workspace, session, {}, { out: join(out, 'trim.jsonl') })
  return {
    'trim, dry run': () => trimSession(workspace, session, {}, { dryRun: true }),
    trim,
    split: () => splitSession(workspace, session, { children, shared: [] }, { out }),
    'merge with a part of itself': () => mergeSessions(workspace, [session, part], { out: join(out, 'merge.jsonl') }),
    'trim, taken into the record': async () => recordOutputs(workspace, await trim()),
    'trim, dry run, the first on the session': () => firstDryRun(workspace, session),
  }
}

/** As if no operation had kept anything. */
function firstDryRun(workspace: Workspace, session: Session): Promise<unknown> {
  const store = { ...workspace.store, listOutlines: async () => [] }
  return trimSession({ ...workspace, store }, session, {}, { dryRun: true })
}

/** The session with all rounds but the last as rows of an index. */
async function partOf(workspace: Workspace, session: Session): Promise<Session> {
  const before = `round:${session.facts.highestRound}`
  const target = { out: join(folder, 'part.jsonl') }
  const part = await cutSession(workspace, session, { kind: 'compress-before', before }, target)
  await recordOutputs(workspace, part)
  return (await workspace.store.findSession(part.sessions[0]!.session as Session['id']))!
}
