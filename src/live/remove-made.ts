import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Removes a folder and those above it up to the first that was made, as far as nothing else is in them by now. */
export async function removeMade(from: string, made: string | undefined): Promise<void> {
  for (let folder = from; made !== undefined && folder.length >= made.length; folder = dirname(folder))
    await rmdir(folder).catch(() => undefined)
}
