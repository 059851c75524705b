import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HERE = import.meta.dirname

export interface GoldenCase {
  readonly name: string
  readonly command: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Every case: a folder with the command and what it is given. */
export const GOLDEN_CASES: readonly GoldenCase[] = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, ...JSON.parse(readFileSync(join(HERE, name, 'case.json'), 'utf8')) }))
