import { type Entry, journalName, journalNumber, journalOf, writeEntries } from './journal.ts'
import type { Machine } from './machine.ts'
import type { Place } from './place.ts'

/** Writes a journal under the next number of this machine, whoever else writes at the same time; returns its name. */
export async function writeNext(
  place: Place,
  machine: Pick<Machine, 'id'>,
  entries: readonly Entry[],
): Promise<string> {
  const folder = journalOf(machine.id)
  const journal = writeEntries(entries)
  const numbers = (await place.list(folder)).flatMap((name) => journalNumber(name) ?? [])
  for (let nth = Math.max(0, ...numbers) + 1; ; nth++) {
    const name = `${folder}/${journalName(nth)}`
    if (await place.write(name, journal)) return name
  }
}
