import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { LineageKind, LineageLink } from '../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface LineageRow {
  readonly id: number
  readonly child: SessionId
  readonly parent: string
  readonly kind: LineageKind
  readonly at: string
  readonly detail: string
  readonly checksum: string
}

type Detail = LineageLink['detail']

/** Says what is wrong with a stored link, or undefined. */
export function linkFault(row: LineageRow): string | undefined {
  return row.checksum === linkChecksum(row) ? undefined : ROTTEN
}

/** The order is part of the stored format. */
export function linkChecksum({ child, parent, kind, at, detail }: Omit<LineageRow, 'id' | 'checksum'>): string {
  return checksumOf([child, parent, kind, at, detail])
}

export function toLink(row: LineageRow): LineageLink {
  const fault = linkFault(row)
  if (fault) {
    throw new Failure('record-corrupt', `Entry ${row.id} of the lineage is damaged: ${fault}.`, {
      facts: { entry: row.id },
      hint: 'Run `stet verify` to list everything that is damaged.',
    })
  }
  return { child: row.child, parent: row.parent, kind: row.kind, at: row.at, detail: JSON.parse(row.detail) as Detail }
}

/** What was said first stays; null says nothing. */
export function addDetail(old: Detail, added: Detail): Detail {
  const said = Object.entries(old).filter(([, value]) => value !== null)
  return { ...old, ...added, ...Object.fromEntries(said) }
}
