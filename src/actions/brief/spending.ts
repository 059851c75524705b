import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Spending } from '../../brief/summarizer.ts'
import { makeDirectory } from '../../store/make-directory.ts'
import type { Workspace } from '../workspace.ts'

const FILE = 'summarizer-spent-'

/**
 * What models used today (UTC), of every process with this store. It is written down before anything is sent, so that one
 * that was killed has it counted, too; a line each, which the system appends whole.
 */
export function spendingOf({ storeDir, clock }: Workspace): Spending {
  if (storeDir === undefined || storeDir === ':memory:') return inMemory()
  const today = `${FILE}${clock().toISOString().slice(0, 10)}`
  const path = join(storeDir, today)
  makeDirectory(storeDir)
  for (const name of readdirSync(storeDir)) {
    if (name.startsWith(FILE) && name < today) rmSync(join(storeDir, name), { force: true })
  }
  return {
    add(tokens) {
      appendFileSync(path, `${tokens}\n`, { mode: 0o600 })
      return readFileSync(path, 'utf8')
        .split('\n')
        .reduce((sum, line) => sum + (Number(line) || 0), 0)
    },
  }
}

function inMemory(): Spending {
  let spent = 0
  return {
    add(tokens) {
      spent += tokens
      return spent
    },
  }
}
