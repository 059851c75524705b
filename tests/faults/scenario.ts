import { inscribe } from '../../src/record/capture/inscribe.ts'
import { rebuildDerived } from '../../src/record/derived/rebuild-derived.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { tag } from '../../src/work/tag.ts'
import { sessionOf } from './record.ts'

export interface Scenario {
  readonly paths: readonly string[]
  /** The session whose rounds are tagged and rebuilt. */
  readonly session: string
}

/** One of everything that writes. Done twice, or begun and done again, it leaves what doing it once leaves. */
export async function playScenario(workspace: Workspace, { paths, session: id }: Scenario): Promise<void> {
  const { failed } = await inscribe(workspace, paths)
  if (failed.length > 0) throw new Error(JSON.stringify(failed))
  const session = await sessionOf(workspace, id)
  await tag(workspace, session, { range: '2-4', engagement: 'console-work' })
  await tag(workspace, session, { range: '3', engagement: null })
  await rebuildDerived(workspace, session)
}
