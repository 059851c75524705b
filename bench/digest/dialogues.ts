import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialogue, readDialogue } from './read-dialogue.ts'

const ROOT = join(process.env.STET_BENCH_ROOT ?? process.cwd(), 'bench/digest/dialogues')

/** Trains nothing, and whoever improves the digest reads its totals alone. */
const HELD_OUT = 'e'

/** The dialogues by who wrote them. */
export function dialoguesBy(): ReadonlyMap<string, readonly Dialogue[]> {
  const writers = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(
    writers.map(({ name }) => {
      const files = readdirSync(join(ROOT, name)).sort()
      return [name, files.map((file) => readDialogue(`${name}/${file}`, readFileSync(join(ROOT, name, file), 'utf8')))]
    }),
  )
}

export function dialoguesOf(part: 'development' | 'held out'): readonly Dialogue[] {
  return [...dialoguesBy()].flatMap(([name, dialogues]) =>
    (name === HELD_OUT) === (part === 'held out') ? dialogues : [],
  )
}
