import type { Entry } from '../../brief/entries/entry.ts'
import type { Refused, Reply, Skip } from '../../brief/entries/handoff.ts'
import { Failure } from '../../model/errors.ts'
import { artifactIdOf, type CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Workspace } from '../workspace.ts'

/** The entries of a session as the record keeps them: the whole list, what is over too, and what was asked and answered. */
export interface KeptEntries {
  readonly version: 1
  readonly session: string
  readonly at: string
  readonly source: Entry['source']
  /** The last round that entries were written of. */
  readonly through: number
  readonly entries: readonly Entry[]
  readonly skip: readonly Skip[]
  readonly answers: readonly Reply[]
  readonly asked: readonly string[]
  /** What was not taken of the last handoff. */
  readonly refused: readonly Refused[]
}

const FORMAT = 'stet-entries-v1'

/** What was handed over last of a session; undefined where nothing was. */
export async function keptEntries(
  { store }: Workspace,
  session: Session,
): Promise<(KeptEntries & { readonly commit: CommitId }) | undefined> {
  const commit = await namedCommit({ store }, session)
  if (commit === null) return undefined
  const found = await store.findCommit(commit)
  if (found?.format !== FORMAT) return undefined
  const value = JSON.parse((await store.artifacts.get(found.artifact)).toString('utf8'))
  if (value.version === 1) return { ...value, commit }
  throw new Failure('store-too-new', `The entries of session ${session.id} were written by a newer Stet.`, {
    hint: 'Install the newest Stet.',
  })
}

/** Writes the list down after the one that it was made of. Fails with `tag-moved` where another was written meanwhile. */
export async function keepEntries(
  workspace: Workspace,
  session: Session,
  entries: Omit<KeptEntries, 'version' | 'session'>,
  before: CommitId | null,
): Promise<CommitId> {
  const { store, clock } = workspace
  const head = session.head === null ? undefined : await store.findCommit(session.head)
  if (!head) {
    throw new Failure('nothing-to-do', `Nothing of session ${session.id} is in the record yet.`, {
      hint: 'stet inscribe FILE',
    })
  }
  const bytes = Buffer.from(JSON.stringify({ version: 1, session: session.id, ...entries } satisfies KeptEntries))
  const id = await store.putCommit({
    bytes,
    draft: {
      ...head,
      parent: before ?? head.id,
      type: 'snapshot',
      artifact: artifactIdOf(bytes),
      format: FORMAT,
      session: session.id,
      checkpoint: 'explicit',
      thread: nameOf(session),
      summary: `entries of rounds up to ${entries.through}`,
      messageCount: 0,
      tokenCount: estimateTokens(bytes.length),
      recordedAt: clock().toISOString(),
      start: 0,
      end: bytes.length,
    },
  })
  await store.setName(nameOf(session), id, before)
  return id
}

async function namedCommit({ store }: Pick<Workspace, 'store'>, session: Session): Promise<CommitId | null> {
  return (await store.listNames()).find(({ name }) => name === nameOf(session))?.commit ?? null
}

function nameOf({ id }: Session): string {
  return `handoff/${id}`
}
