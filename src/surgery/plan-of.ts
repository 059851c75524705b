import type { OperationKind, Piece, Plan } from '../model/plan.ts'
import type { Subject } from './subject.ts'

interface PlanOptions {
  readonly name?: string
  readonly title?: string | undefined
  readonly renumbers?: boolean
}

/** A plan over these sessions. */
export function planOf(
  kind: OperationKind,
  subjects: readonly [Subject, ...Subject[]],
  pieces: readonly Piece[],
  params: Readonly<Record<string, unknown>>,
  { name, title, renumbers = false }: PlanOptions = {},
): Plan {
  const sources = subjects.map((subject) => subject.session)
  return {
    pieces,
    sources,
    target: { client: subjects[0].client, name: name ?? null, renumbers, ...(title !== undefined && { title }) },
    lineage: { kind, parents: sources, params },
  }
}
