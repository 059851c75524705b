import { clientOf } from '../clients/client-of.ts'
import type { Entry, EntryBlock } from '../model/entry.ts'
import { hashHex } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { openBulkReader } from '../record/reading/bulk-reader.ts'
import type { Workspace } from '../record/workspace.ts'
import { ownPartsOf, type Subject } from './subject.ts'
import type { Prints } from './trim.ts'

/** The prints of results that might say the same: those as long as another one that begins alike. */
export async function printsOf({ store }: Workspace, session: Session, subject: Subject): Promise<Prints> {
  const alike = new Map<string, Result[]>()
  for (const result of resultsIn(subject)) {
    const key = `${result.block.chars} ${result.block.begins}`
    const others = alike.get(key)
    if (others) others.push(result)
    else alike.set(key, [result])
  }
  const reader = await openBulkReader(store, session)
  const prints = new Map<EntryBlock, string>()
  try {
    for (const { line, block, at } of [...alike.values()].filter((results) => results.length > 1).flat()) {
      const said = clientOf(session)
        .reader.blocks(await reader.read(line.start, line.end))
        .filter(({ aside }) => !aside)[at]?.content
      prints.set(block, hashHex(JSON.stringify(said ?? null)))
    }
  } finally {
    reader.close()
  }
  return prints
}

interface Result {
  readonly line: Entry
  readonly block: EntryBlock
  /** Its place in the line. */
  readonly at: number
}

function resultsIn(subject: Subject): readonly Result[] {
  return ownPartsOf(subject).flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.blocks.flatMap((block, at) => (block.kind === 'tool_result' ? [{ line, block, at }] : [])),
    ),
  )
}
