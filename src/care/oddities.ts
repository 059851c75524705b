import { stat } from 'node:fs/promises'
import type { Client, Diagnosis } from '../clients/client.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Finding } from './doctor.ts'

/** What is odd about a session's file, though its client resumes it whole. */
export async function odditiesOf(
  { store }: Workspace,
  client: Client,
  path: string,
  { sessions = new Map() }: Pick<Diagnosis, 'sessions'>,
  session?: Session,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const named = client.files.idIn?.(path)
  const [first] = sessions.keys()
  if (named !== undefined && sessions.size > 0 && !sessions.has(named))
    found.push({
      where: 'file name',
      what: `its lines are of the session ${first}`,
      fix: `the client takes the name: it resumes it as ${named}`,
    })
  for (const [other, line] of sessions)
    if (other !== first)
      found.push({
        where: `line ${line}`,
        what: `it says it is of the session ${other}`,
        fix: 'the client sends it too',
      })
  const isOutput = session && (await isWritten(store, session))
  if (isOutput && session.facts.surgery === null)
    found.push({
      where: 'line 1',
      what: 'the note is missing that says where its rounds come from',
      fix: `stet lineage ${session.id}`,
    })
  const cwd = session?.facts.cwd
  if (cwd && !(await isFolder(cwd)))
    found.push({
      where: 'folder',
      what: `${cwd} is not on this machine`,
      fix: 'resume it in the folder where the work goes on',
    })
  return found
}

async function isWritten(store: Workspace['store'], session: Session): Promise<boolean> {
  return (await store.listOperations()).some(({ outputs }) => outputs.some(({ path }) => path === session.source))
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
